// Agents, cells and training of hex campaigns: the one file that instantiates them.
#include "ai/doctrine/hex_campaign/doctrines.h"
#include "ai/eval/hex_campaign/features.h"
#include "ai/eval/hex_campaign/telemetry.h"
#include "ai/mechanisms/make_mechanism.h"

namespace niemen::ai::mechanisms {

const Mechanism& hex_campaign() {
  static constexpr auto kMechanism = make_mechanism<niemen::hex_campaign::HexCampaign>();
  return kMechanism;
}

}  // namespace niemen::ai::mechanisms

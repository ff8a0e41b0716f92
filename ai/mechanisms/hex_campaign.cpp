// Agents, cells and training of hex campaigns: the one file that instantiates them, once a size.
#include "ai/doctrine/hex_campaign/doctrines.h"
#include "ai/eval/hex_campaign/features.h"
#include "ai/mechanisms/make_mechanism.h"
#include "ai/telemetry/hex_campaign/telemetry.h"

namespace niemen::ai::mechanisms::NIEMEN_HEX_SIZE {

using niemen::hex_campaign::HexCampaign;

bool plays(const play::AnyGame& game) {
  return dynamic_cast<const play::TypedGame<HexCampaign>*>(&game) != nullptr;
}

const Mechanism& hex_campaign() {
  static constexpr auto kMechanism = make_mechanism<HexCampaign>();
  return kMechanism;
}

}  // namespace niemen::ai::mechanisms::NIEMEN_HEX_SIZE

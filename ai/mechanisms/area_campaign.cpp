// Agents, cells and training of area campaigns: the one file that instantiates them.
#include "ai/doctrine/area_campaign/doctrines.h"
#include "ai/eval/area_campaign/features.h"
#include "ai/mechanisms/make_mechanism.h"
#include "ai/telemetry/area_campaign/telemetry.h"

namespace niemen::ai::mechanisms {

const Mechanism& area_campaign() {
  static constexpr auto kMechanism = make_mechanism<niemen::area_campaign::AreaCampaign>();
  return kMechanism;
}

}  // namespace niemen::ai::mechanisms

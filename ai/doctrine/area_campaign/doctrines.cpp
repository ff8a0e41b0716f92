#include "ai/doctrine/area_campaign/doctrines.h"

#include "ai/doctrine/area_campaign/planner.h"
#include "ai/doctrine/files.h"

namespace niemen::ai {

namespace {

using niemen::area_campaign::AreaCampaign;

struct AreaCampaignFiles {
  using Doctrine = area_campaign::Doctrine;
  using Planner = area_campaign::Planner;
  using Basis = area_campaign::PlannerBasis;
  static constexpr auto names = area_campaign::doctrine_names;
  static constexpr auto file = area_campaign::doctrine_file;
  static constexpr auto read = area_campaign::read_doctrine;
};
using AreaCampaignDoctrines = FileDoctrines<AreaCampaign, AreaCampaignFiles>;

}  // namespace

std::vector<std::string> Doctrines<AreaCampaign>::names(const AreaCampaign& game) {
  return AreaCampaignDoctrines::names(game);
}
std::vector<std::string> Doctrines<AreaCampaign>::alternatives(const AreaCampaign& game,
                                                               play::Side side) {
  return AreaCampaignDoctrines::alternatives(game, side);
}
std::unique_ptr<Policy<AreaCampaign>> Doctrines<AreaCampaign>::make(const AreaCampaign& game,
                                                                    std::string_view name) {
  return AreaCampaignDoctrines::make(game, name);
}

}  // namespace niemen::ai

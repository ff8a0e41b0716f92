#include "ai/doctrine/area_campaign/doctrines.h"
#include "ai/eval/area_campaign/features.h"
#include "engine/systems/area_campaign/bare_view.h"
#include "tools/python/typed_quick_game.h"

namespace niemen::python::mechanisms {

std::unique_ptr<QuickGame> area_campaign(const play::AnyGame& game) {
  return quick_game_of<niemen::area_campaign::AreaCampaign>(game);
}

}  // namespace niemen::python::mechanisms

#define NIEMEN_HEX_SIZE small
#include "ai/doctrine/hex_campaign/doctrines.h"
#include "ai/eval/hex_campaign/features.h"
#include "engine/systems/hex_campaign/bare_view.h"
#include "tools/python/typed_quick_game.h"

namespace niemen::python::mechanisms {

std::unique_ptr<QuickGame> hex_campaign_small(const play::AnyGame& game) {
  return quick_game_of<niemen::hex_campaign::HexCampaign>(game);
}

}  // namespace niemen::python::mechanisms

#include "tools/python/quick_game.h"

#include "engine/core/error.h"

namespace niemen::python {

namespace mechanisms {
std::unique_ptr<QuickGame> hex_campaign_small(const play::AnyGame&);
std::unique_ptr<QuickGame> hex_campaign_medium(const play::AnyGame&);
std::unique_ptr<QuickGame> hex_campaign_large(const play::AnyGame&);
std::unique_ptr<QuickGame> area_campaign(const play::AnyGame&);
std::unique_ptr<QuickGame> hex_operations(const play::AnyGame&);
std::unique_ptr<QuickGame> block_battle(const play::AnyGame&);
}  // namespace mechanisms

std::unique_ptr<QuickGame> quick_game(const play::AnyGame& game) {
  using namespace mechanisms;
  for (const auto make : {hex_campaign_small, hex_campaign_medium, hex_campaign_large,
                          area_campaign, hex_operations, block_battle})
    if (auto quick = make(game)) return quick;
  throw core::InputError("no program knows the games of mechanism \"" + game.info().mechanism +
                         "\"");
}

}  // namespace niemen::python

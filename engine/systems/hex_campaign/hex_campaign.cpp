#include "engine/systems/hex_campaign/hex_campaign.h"

#include "engine/play/typed_game.h"
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/join_parts.h"
#include "engine/systems/hex_campaign/load.h"
#include "engine/systems/hex_campaign/rules.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// The loader of this size: sizes.cpp calls it.
std::unique_ptr<play::AnyGame> load_sized(const play::GameRequest& request,
                                          const play::GameFolder& folder,
                                          const core::ConfigValue& tree);

static_assert(play::Presented<HexCampaign>);

std::unique_ptr<play::AnyGame> load_sized(const play::GameRequest& request,
                                          const play::GameFolder& folder,
                                          const core::ConfigValue& tree) {
  const auto context = load_context(request, folder, tree);
  play::GameInfo info;
  info.title = folder.title;
  info.mechanism = "hex_campaign";
  info.scenario = context->scenario.name;
  info.preset = context->preset;
  info.scenarios = scenario_names(folder);
  const auto& own_preset = context->scenario.preset;
  info.presets =
      own_preset.empty() ? common_presets(folder, preset_names(folder)) : std::vector{own_preset};
  for (const auto side : {Side::A, Side::B}) {
    const auto s = static_cast<std::size_t>(play::index(side));
    info.side_names[s] = context->side_names[s];
    info.openings[s] = opening_names(folder, side);
  }
  for (const auto& level : context->victory.levels) info.victory_levels.push_back(level.name);
  info.first_turn = context->scenario.first_turn;
  const Context* last = context.get();
  while (goes_on(*last)) last = last->next.get();
  if (!context->rules.two_year) info.last_turn = last->turns_before + last->scenario.last_turn;
  info.data_hash = context->data_hash;
  return std::make_unique<play::TypedGame<HexCampaign>>(HexCampaign(*context), std::move(info),
                                                        context);
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

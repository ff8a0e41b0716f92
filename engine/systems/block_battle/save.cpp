// A position as a file: a side's set-up as an opening.
#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/systems/block_battle/block_battle.h"
#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

namespace {

/// A text as a TOML string.
std::string toml_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + '"';
}

std::string places_of(const BlockContext& game, const State& s, int side, bool printed_too) {
  std::string text = "[places]\n";
  for (int i = 0; i < game.count[at(side)]; ++i) {
    const int block = game.block_of(side, i);
    const bool printed =
        game.scenario.place[at(block)] != kNone && !game.scenario.by_opening[at(block)];
    if (is_area(s.at(block)) && (printed_too || !printed))
      text += fmt::format("{} = {}\n", game.blocks[at(block)].id,
                          toml_text(game.areas[at(s.at(block))].id));
  }
  return text;
}

}  // namespace

std::string BlockBattle::opening_toml(const State& state, play::Side side,
                                      std::string_view title) const {
  const auto& game = *context_;
  const int index = play::index(side);
  const bool first_turn = state.turn == 1 && state.phasing == state.first_player;
  const bool set_up = state.step == Step::Deploy && !state.by_night();
  if (!set_up && !first_turn)
    throw core::InputError("an opening is saved when set-up is done, before anybody has moved");
  for (int i = 0; i < game.count[at(index)]; ++i) {
    const int block = game.block_of(index, i);
    if (state.at(block) == kWaiting && !game.scenario.enters[at(block)])
      throw core::InputError(game.blocks[at(block)].id + " has no place yet");
  }
  return fmt::format("name = {}\nwhy = \"Saved from a battle.\"\nside = {}\nscenarios = [{}]\n\n{}",
                     toml_text(title), toml_text(game.side_names[at(index)]),
                     toml_text(game.scenario.id), places_of(game, state, index, false));
}

// A scenario begins with a deployment; what has happened since is not in its file.
std::string BlockBattle::scenario_toml(const State& state, std::string_view title) const {
  const auto& game = *context_;
  if (state.turn != 1 || state.by_night() || state.battle != kNone)
    throw core::InputError(
        "a scenario is saved on turn 1, before battles: scenarios begin on the first turn of a "
        "day");
  std::string absent, reduced, places;
  for (int block = 0; block < game.block_count(); ++block) {
    const auto& id = game.blocks[at(block)].id;
    if (state.at(block) == kAbsent) absent += fmt::format("  \"{}\",\n", id);
    if (state.lost(block) > 0) reduced += fmt::format("{} = {}\n", id, state.lost(block));
  }
  std::string enters;
  for (int leader : game.scenario.entering)
    enters += fmt::format("{}\"{}\"", enters.empty() ? "" : ", ", game.blocks[at(leader)].id);
  for (int side : {0, 1}) {
    const auto text = places_of(game, state, side, true);
    places += text.substr(text.find('\n') + 1);
  }
  return fmt::format(
      "name = {}\nfirst_day = {}\nsecond_day = {}\nsecond_redoubt_points = {}\nenters = [{}]\n"
      "absent = [\n{}]\n\n[places]\n{}\n[deploys_with]\n\n[reduced]\n{}",
      toml_text(title), game.scenario.first_day, game.scenario.second_day,
      game.scenario.second_redoubt, enters, absent, places, reduced);
}

}  // namespace niemen::block_battle

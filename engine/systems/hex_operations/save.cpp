// Positions as files for scenarios/ and openings/.
#include <fmt/format.h>

#include <bit>
#include <map>

#include "engine/core/error.h"
#include "engine/systems/hex_operations/chapters.h"
#include "engine/systems/hex_operations/hex_operations.h"

namespace niemen::hex_operations {

namespace {

/// A unit as configuration names it.
std::string unit_word(const OperationsContext& game, const State& s, int piece) {
  const auto& info = game.pieces[piece];
  return info.arm == Arm::Leader ? std::string(1, info.letter) : counter_text(game, s, piece);
}

std::string toml_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string place_list(const OperationsContext& game, std::uint32_t bits) {
  std::string text;
  for (; bits != 0; bits &= bits - 1)
    text += (text.empty() ? "" : ", ") +
            toml_text(OperationsContext::hex_id(game.places[std::countr_zero(bits)].hex));
  return "[" + text + "]";
}

std::string area_list(const OperationsContext& game, std::uint64_t bits) {
  std::string text;
  for (; bits != 0; bits &= bits - 1)
    text += (text.empty() ? "" : ", ") + toml_text(game.areas[std::countr_zero(bits)]);
  return "[" + text + "]";
}

/// Units that share a row, in the order of their slots.
using Rows = std::map<std::tuple<int, int, int>, std::string>;
void add_to(Rows& rows, std::tuple<int, int, int> key, const std::string& word) {
  auto& units = rows[key];
  units += (units.empty() ? "" : " ") + word;
}

std::string marker_word(const OperationsContext& game, int marker) {
  const auto& side = game.side_names[(marker - 1) / 2];
  return side + ((marker - 1) % 2 == 0 ? "-movement" : "-combat");
}

}  // namespace

// Between two Game-Turns everything that must be remembered stands on the map or waits outside.
std::string HexOperations::scenario_toml(const State& s, std::string_view title) const {
  const auto& game = *context_;
  const bool between = s.segment == 0 && s.phasing == game.rules.first_player &&
                       (s.step == Step::AttritionDie || s.step == Step::Arrive);
  if (!between)
    throw core::InputError(
        "a position is saved as a scenario at the beginning of a Game-Turn, before attrition");
  Rows placed, late;
  for (int piece = 0; piece < kPieces; ++piece) {
    const auto word = [&] { return unit_word(game, s, piece); };
    const int side = side_of_piece(piece);
    const int row = game.pieces[piece].arrival;
    if (s.is_on_map(piece))
      add_to(placed, {side, s.at(piece), static_cast<int>(s.marker(piece))}, word());
    else if (is_due(game, s, piece) && game.arrivals[row].turn < s.turn)
      add_to(late, {side, row, 0}, word());
  }
  auto text = fmt::format(
      "name = {}\nfirst_turn = {}\nlevel = {}\ncontrolled = {}\ncontrolled_source = \"saved\"\n"
      "passed = {}\nhalf_depleted = {}\nfully_depleted = {}\ndepleted_source = \"saved\"\n",
      toml_text(title), s.turn, victory_points(game, s), place_list(game, s.control),
      place_list(game, s.spoilt), area_list(game, s.half), area_list(game, s.full));
  int number = 0;
  for (const auto& [key, units] : placed) {
    const auto& [side, hex, marker] = key;
    text += fmt::format("\n[[placed]]\nid = \"placed-{}\"\nside = {}\nhex = \"{}\"\nunits = {}\n",
                        ++number, toml_text(game.side_names[side]), OperationsContext::hex_id(hex),
                        toml_text(units));
    if (marker) text += fmt::format("disrupted = {}\n", toml_text(marker_word(game, marker)));
    text += "source = \"saved\"\n";
  }
  for (const auto& [key, units] : late) {
    const auto& [side, row, unused] = key;
    text += fmt::format(
        "\n[[late]]\nid = \"late-{}\"\nside = {}\nentry = {}\nunits = {}\n"
        "source = \"saved\"\n",
        ++number, toml_text(game.side_names[side]), toml_text(game.arrivals[row].entry),
        toml_text(units));
  }
  return text;
}

std::string HexOperations::opening_toml(const State& s, play::Side side,
                                        std::string_view title) const {
  const auto& game = *context_;
  Rows rows;
  const int index = play::index(side);
  for (int piece = index * kSidePieces; piece < (index + 1) * kSidePieces; ++piece) {
    const auto& info = game.pieces[piece];
    if (info.group < 0) continue;
    if (!s.is_on_map(piece))
      throw core::InputError("the set-up of " + game.side_names[index] +
                             " is not finished, or units of it are lost");
    add_to(rows, {info.group, s.at(piece), 0}, unit_word(game, s, piece));
  }
  auto text =
      fmt::format("name = {}\nwhy = \"saved\"\nside = {}\nscenario = {}\n", toml_text(title),
                  toml_text(game.side_names[index]), toml_text(game.scenario.id));
  for (const auto& [key, units] : rows)
    text += fmt::format("\n[[placed]]\ngroup = {}\nhex = \"{}\"\nunits = {}\n",
                        toml_text(game.scenario.groups[std::get<0>(key)].id),
                        OperationsContext::hex_id(std::get<1>(key)), toml_text(units));
  return text;
}

}  // namespace niemen::hex_operations

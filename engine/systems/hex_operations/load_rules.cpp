// rules.toml: numbers by their table of parameters, and the tables of results.
#include <algorithm>
#include <charconv>

#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/core/text.h"
#include "engine/play/game_files.h"
#include "engine/systems/hex_operations/load_parts.h"
#include "engine/systems/margins.h"

namespace niemen::hex_operations {

namespace {

using core::ConfigTable;

void read_march_row(ConfigTable& table, std::string_view key, bool option_allowed,
                    std::array<MarchResult, kDieFaces>& target) {
  constexpr std::array<std::string_view, 4> kNames{"ok", "option", "d", "e"};
  const auto words = table.texts(key);
  if (words.size() != target.size())
    table.fail(key, "\"" + std::string(key) + "\" needs a result for each face of the die");
  for (std::size_t i = 0; i < target.size(); ++i) {
    const auto name = std::find(kNames.begin(), kNames.end(), words[i]);
    target[i] = static_cast<MarchResult>(name - kNames.begin());
    const auto unknown = option_allowed ? MarchResult::Disrupted : MarchResult::Option;
    if (name == kNames.end() || target[i] == unknown)
      table.fail(key, "\"" + words[i] + "\" is not known here; allowed: ok, " +
                          (option_allowed ? "option, " : "d, ") + "e");
  }
}

void read_forced_march(ConfigTable table, Rules& rules) {
  constexpr std::array<std::string_view, 2> kKinds{"double", "triple"};
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
    const std::string name(kKinds[kind]);
    read_march_row(table, name + "_first", true, rules.march_first[kind]);
    for (std::size_t die = 0; die < kDieFaces; ++die) {
      if (rules.march_first[kind][die] != MarchResult::Option) continue;
      read_march_row(table, name + "_second_" + std::to_string(die + 1), false,
                     rules.march_second[kind][die]);
    }
  }
  table.text("source");
  table.finish();
}

CombatResult read_cell(const ConfigTable& row, const std::string& cell) {
  constexpr std::array<std::string_view, 5> kNames{"", "e", "rs", "r1", "r2"};
  CombatResult result;
  for (const auto& word : core::split_words(cell)) {
    if (word == "ex") {
      result.exchange = true;
      continue;
    }
    const auto name = std::find(kNames.begin() + 1, kNames.end(), std::string_view(word).substr(1));
    if (name == kNames.end() || (word[0] != 'A' && word[0] != 'D'))
      row.fail("results",
               "\"" + word + "\" is no result; allowed: ex, and A or D with e, rs, r1 or r2");
    auto& side = word[0] == 'A' ? result.attacker : result.defender;
    if (side != SideResult{}) row.fail("results", "\"" + cell + "\": a side has two results");
    side = static_cast<SideResult>(name - kNames.begin());
  }
  if (result == CombatResult{}) row.fail("results", "an empty result");
  if (result.exchange && (result.attacker != SideResult{} || result.defender != SideResult{}))
    row.fail("results", "\"" + cell + "\": ex stands alone");
  return result;
}

void read_combat(ConfigTable table, Rules& rules) {
  core::read_section(table, rule_sections(), "combat", rules);
  if (std::adjacent_find(rules.odds_from.begin(), rules.odds_from.end(), std::greater_equal{}) !=
      rules.odds_from.end())
    table.fail("columns", "the columns must ascend");
  table.text("source");
  std::array<bool, kDieFaces> seen{};
  core::each_row(table, "row", [&](ConfigTable& row) {
    const auto die = static_cast<std::size_t>(row.integer("id", 1, kDieFaces) - 1);
    seen[die] = true;
    const auto cells = row.texts("results");
    if (cells.size() != kOddsColumns) row.fail("results", "needs a result for each of 11 columns");
    for (std::size_t i = 0; i < kOddsColumns; ++i)
      rules.combat_table[die][i] = read_cell(row, cells[i]);
    row.finish();
  });
  if (std::find(seen.begin(), seen.end(), false) != seen.end())
    table.fail("row", "a row is needed for each die from 1 to 6");
  table.finish();
}

void read_supply(ConfigTable table, Rules& rules) {
  core::read_section(table, rule_sections(), "supply", rules);
  systems::check_depletion(table, rules);
  table.finish();
}

void read_victory(ConfigTable table, Rules& rules) {
  constexpr std::array<std::string_view, 3> kWinners{"invader", "defender", "draw"};
  const bool stated = systems::read_victory_section(table, rule_sections(), rules);
  core::each_row(table, "level", [&](ConfigTable& row) {
    VictoryLevel level;
    level.origin = core::origin_of(row.value());
    row.text("id");
    level.name = row.text("name");
    if (level.name.empty()) row.fail("name", "a level has a name");
    level.from = static_cast<int>(row.integer("from", -99, 99));
    const int winner = row.choice("winner", kWinners);
    level.winner_side = winner == 2 ? -1 : winner;
    if (!rules.levels.empty() && level.from >= rules.levels.back().from)
      row.fail("from", "levels are listed from the highest down");
    row.finish();
    rules.levels.push_back(std::move(level));
  });
  if (rules.levels.empty()) table.fail("level", "a level is needed");
  if (!stated)
    rules.margin_at = systems::threshold_of(std::span<const VictoryLevel>(rules.levels)).even();
  table.finish();
}

}  // namespace

int read_side(ConfigTable& table, std::string_view key, const OperationsContext& context) {
  return play::read_side(table, key, context.side_names);
}

int read_number(ConfigTable& row, std::string_view key, int min, int max) {
  return static_cast<int>(row.integer(key, min, max));
}

HexCode read_hex(ConfigTable& table, std::string_view key, const OperationsContext& context) {
  const auto text = table.text(key);
  const auto hex = context.hex_named(text);
  if (hex == kNoHex) {
    std::vector<std::string> names;
    for (const auto& known : context.hexes) {
      names.push_back(OperationsContext::hex_id(known.code));
      if (!known.name.empty()) names.push_back(known.name);
    }
    core::fail_unknown(table, key, "hex", text, names);
  }
  if (!context.open[hex]) table.fail(key, "nobody can enter hex " + text);
  return hex;
}

void read_rules(ConfigTable& rules, OperationsContext& context) {
  for (const auto name : {"rules", "units", "movement", "attrition"})
    core::attempt([&] {
      auto table = rules.table(name);
      core::read_section(table, rule_sections(), name, context.rules);
      table.finish();
    });
  core::attempt([&] { read_forced_march(rules.table("forced_march"), context.rules); });
  core::attempt([&] { read_combat(rules.table("combat"), context.rules); });
  core::attempt([&] { read_supply(rules.table("supply"), context.rules); });
  core::attempt([&] { read_victory(rules.table("victory"), context.rules); });
}

}  // namespace niemen::hex_operations

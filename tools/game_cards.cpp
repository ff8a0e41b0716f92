#include "tools/game_cards.h"

#include <fmt/format.h>

#include <cmath>

#include "ai/lab/statistics/intervals.h"
#include "engine/core/config.h"
#include "engine/core/look.h"
#include "engine/play/game_folder.h"

namespace niemen::tools {

namespace {

using core::ConfigValue;

/// The whole file; an empty table where there is none.
const ConfigValue& cards() {
  static const auto file = [] {
    const auto path = play::configs_folder() / "games.toml";
    return core::is_there(path) ? core::read_toml(path) : ConfigValue{};
  }();
  return file;
}

const ConfigValue* find_in(const ConfigValue& value, std::string_view key) {
  const auto found = value.table.find(key);
  return found == value.table.end() ? nullptr : &found->second;
}

Balance read_balance(const ConfigValue& value) {
  const auto whole = [](const ConfigValue& number) {
    return number.kind == ConfigValue::Kind::Integer && number.integer >= 0;
  };
  if (value.list.size() != 2 || !whole(value.list[0]) || !whole(value.list[1]) ||
      value.list[0].integer > value.list[1].integer || value.list[1].integer == 0)
    value.fail("a balance is [campaigns that the first side won, campaigns played]");
  return {static_cast<int>(value.list[0].integer), static_cast<int>(value.list[1].integer)};
}

}  // namespace

GameCard game_card(std::string_view title) {
  GameCard card;
  const auto* row = find_in(cards(), title);
  if (!row) return card;
  for (const auto& [key, value] : row->table) {
    if (key == "balance") continue;
    auto* text = key == "about"  ? &card.about
                 : key == "time" ? &card.time
                 : key == "whom" ? &card.whom
                                 : nullptr;
    if (!text) value.fail("unknown key \"" + key + "\"; allowed: about, balance, time, whom");
    if (value.kind != ConfigValue::Kind::Text) value.fail("\"" + key + "\" must be text");
    *text = value.text;
  }
  return card;
}

Balance balance_of(std::string_view title, std::string_view scenario) {
  const auto* row = find_in(cards(), title);
  const auto* all = row ? find_in(*row, "balance") : nullptr;
  const auto* one = all ? find_in(*all, scenario) : nullptr;
  return one ? read_balance(*one) : Balance{};
}

std::string balance_words(const Balance& balance, std::string_view people) {
  if (balance.campaigns == 0) return {};
  const auto whole = [](double share) { return std::lround(100 * share); };
  const auto within = lab::jeffreys_interval(balance.first, balance.campaigns);
  return fmt::format("between rules of thumb {} win {} of 100 campaigns ({} to {})", people,
                     whole(static_cast<double>(balance.first) / balance.campaigns),
                     whole(within.low), whole(within.high));
}

}  // namespace niemen::tools

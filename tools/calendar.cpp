#include "tools/calendar.h"

#include "engine/play/game_folder.h"
#include "tools/rule_book.h"

namespace niemen::tools {

namespace {

using core::ConfigValue;

/// The first of the keys that a table has; null: none.
const ConfigValue* first_of(const ConfigValue& table,
                            std::initializer_list<std::string_view> keys) {
  for (const auto key : keys)
    if (const auto found = table.table.find(key); found != table.table.end()) return &found->second;
  return nullptr;
}

int turn_in(const ConfigValue& rules, std::initializer_list<std::string_view> keys, int missing) {
  const auto* value = first_of(rules, keys);
  return value && value->kind == ConfigValue::Kind::Integer ? static_cast<int>(value->integer)
                                                            : missing;
}

}  // namespace

Calendar calendar_of(const play::GameRequest& request, const play::GameInfo& info) {
  Calendar calendar;
  const auto folder = play::open_game_folder(request);
  if (const auto* names = first_of(folder.config, {"calendar", "turn_names", "dates"}))
    for (const auto& name : names->list) calendar.names.push_back(name.text);
  if (static_cast<int>(calendar.names.size()) < info.last_turn) calendar.names.clear();
  const auto rules = rules_of(folder);
  const int from = turn_in(rules, {"winter_from_turn", "winter_first_turn"}, info.last_turn + 1);
  const int to = turn_in(rules, {"winter_to_turn"}, 0);
  for (int turn = 1; turn <= info.last_turn; ++turn)
    if (turn >= from || turn <= to) calendar.winter.push_back(turn);
  return calendar;
}

}  // namespace niemen::tools

// Values that no file and no override says, but a program in their place, so that presets and
// overrides find them by their names: they are read like any other, and are no part of what a
// configuration is known by.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/config.h"

namespace niemen::core {

/// The line of a value that nobody said.
inline constexpr int kNowhere = -1;

/// Whether nobody said the value, nor anything in it.
inline bool is_unsaid(const ConfigValue& value) {
  if (value.line != kNowhere || !value.file.empty()) return false;
  return std::all_of(value.table.begin(), value.table.end(),
                     [](const auto& entry) { return is_unsaid(entry.second); });
}

/// Puts `value` at a key that has none.
inline void say_nowhere(ConfigValue& row, std::string_view key, ConfigValue value) {
  value.file.clear();
  value.line = kNowhere;
  row.table.try_emplace(std::string(key), std::move(value));
}

/// Takes a value away that is of no file and no override.
inline void take_unsaid(ConfigValue& row, std::string_view key) {
  const auto found = row.table.find(key);
  if (found != row.table.end() && found->second.file.empty()) row.table.erase(found);
}

}  // namespace niemen::core

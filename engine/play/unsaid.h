// Cells that files leave out, written out while presets and overrides are laid over them, so that
// these find them by their names, and taken away again where nobody said them.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "engine/core/config.h"

namespace niemen::play {

/// Writes `value`, which is of no file, where the row says nothing.
inline void say_unsaid(core::ConfigValue& row, std::string_view key, core::ConfigValue value) {
  row.table.try_emplace(std::string(key), std::move(value));
}

/// Takes a value away that is of no file and no override.
inline void take_unsaid(core::ConfigValue& row, std::string_view key) {
  const auto found = row.table.find(key);
  if (found != row.table.end() && found->second.file.empty()) row.table.erase(found);
}

}  // namespace niemen::play

// On which line of a game's files something stands, for complaints about what has long been read.
#pragma once

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/config.h"
#include "engine/core/origin.h"

namespace niemen::play {

/// The value under keys within keys of a TOML file of a game's folders; no line when there is none,
/// or the file cannot be read.
core::Origin where(std::span<const std::filesystem::path> folders, const std::string& file,
                   std::initializer_list<std::string_view> keys);

/// The last row of the list under a key that `is` says it is; no line when none is.
core::Origin where_row(std::span<const std::filesystem::path> folders, const std::string& file,
                       std::string_view list,
                       const std::function<bool(const core::ConfigValue& row)>& is);

}  // namespace niemen::play

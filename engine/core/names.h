// Names that a person may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace niemen::core {

/// The names allowed where `wrong` stands: all of them, or of many those most like it.
std::string allowed_names(std::string_view wrong, std::vector<std::string> names);

/// " (Naveau?)" when one of the names is so like `wrong` ("navau") that it may be meant; else
/// nothing.
std::string likely_name(std::string_view wrong, const std::vector<std::string>& names);

/// The name most like `wrong`; empty when there is none. The first of several.
std::string nearest_name(std::string_view wrong, const std::vector<std::string>& names);

}  // namespace niemen::core

// What people type: words, blanks, capitals.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace niemen::core {

/// In small letters; ASCII alone, the same in every locale.
std::string lower(std::string_view text);

/// Without blanks, tabs and line ends at either end.
std::string trimmed(std::string_view text);

/// What stands between any of `separators`, nothing empty.
std::vector<std::string> split_words(std::string_view text,
                                     std::string_view separators = " \t\r\n");

}  // namespace niemen::core

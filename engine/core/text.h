// What people type: words, blanks, capitals.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace niemen::core {

/// In small letters; ASCII alone, the same in every locale.
std::string lower(std::string_view text);

/// With a capital first; ASCII alone.
std::string capitalised(std::string text);

/// "a block", "an Austrian block".
std::string with_article(const std::string& words);

/// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& parts);

/// Where somebody went: "from a by b and c to d". Precondition: two places or more.
std::string route_words(const std::vector<std::string>& places);

/// Without blanks, tabs and line ends at either end.
std::string trimmed(std::string_view text);

/// What stands between any of `separators`, nothing empty.
std::vector<std::string> split_words(std::string_view text,
                                     std::string_view separators = " \t\r\n");

}  // namespace niemen::core

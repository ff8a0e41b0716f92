// Lines as people and their editors write them.
#pragma once

#include <cstddef>
#include <string_view>

namespace niemen::core {

/// Bytes of the byte order mark that some editors put before a text; 0: there is none.
std::size_t size_of_mark(std::string_view text);

/// Whether a text is one line that can be seen: UTF-8 with something in it, no blank at either end,
/// no control character, nothing that takes no room or turns the direction of what follows.
bool is_printable_line(std::string_view text);

}  // namespace niemen::core

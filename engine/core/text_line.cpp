#include "engine/core/text_line.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace niemen::core {

std::size_t size_of_mark(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  return text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
}

namespace {

/// Takes the first character of UTF-8 from a text; 0 where it is none.
char32_t take_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || length > text.size()) return 0;
  char32_t code = length == 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
    code = code << 6 | (byte(i) & 0x3FU);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return 0;
  text.remove_prefix(length);
  return code;
}

bool is_seen(char32_t code) {
  constexpr std::pair<char32_t, char32_t> kUnseen[] = {
      {0, 0x1F},        {0x7F, 0xA0},     {0xAD, 0xAD},     {0x200B, 0x200F}, {0x2028, 0x202E},
      {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFD}, {0xFFFE, 0xFFFF},
  };
  return std::none_of(std::begin(kUnseen), std::end(kUnseen), [&](const auto& range) {
    return code >= range.first && code <= range.second;
  });
}

}  // namespace

bool is_printable_line(std::string_view text) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return false;
  while (!text.empty())
    if (!is_seen(take_character(text))) return false;
  return true;
}

}  // namespace niemen::core

// Many bytes asked the same question, eight at a time in one word.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace niemen::core {

/// A bit for each of `kBytes` bytes, by 64: set where the byte has none of the bits of `mask`.
template <std::size_t kBytes>
inline std::array<std::uint64_t, (kBytes + 63) / 64> bytes_without(const std::uint8_t* bytes,
                                                                   std::uint8_t mask) {
  constexpr std::size_t kEight = 8;
  constexpr std::uint64_t kEach = 0x0101'0101'0101'0101, kBelowTop = 0x7F * kEach;
  // Times this, the lowest bits of eight bytes come to stand side by side in the highest byte.
  constexpr std::uint64_t kGather = 0x0102'0408'1020'4080;
  static_assert(kBytes % kEight == 0);
  std::array<std::uint64_t, (kBytes + 63) / 64> found{};
  for (std::size_t first = 0; first < kBytes; first += kEight) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < kEight; ++i) word |= std::uint64_t{bytes[first + i]} << (8 * i);
    word &= mask * kEach;
    const auto any = ((word & kBelowTop) + kBelowTop) | word;  // top bit: some bit of the byte
    const auto none = (~any >> 7) & kEach;
    found[first / 64] |= ((none * kGather) >> 56) << (first % 64);
  }
  return found;
}

}  // namespace niemen::core

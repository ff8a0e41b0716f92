// Hashes of bytes and numbers that are the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace niemen::core {

/// Mixes two 64-bit numbers into one by a 128-bit multiplication folded in half.
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kOdd1 = 0x9E3779B97F4A7C15, kOdd2 = 0xD6E8FEB86659FD93;
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a ^ kOdd1) * (b ^ kOdd2);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Hashes bytes. Not cryptographic: it finds accidents, not forgers.
inline std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed = 0) {
  std::uint64_t hash = mix(seed, bytes.size());
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    hash = mix(hash, word);
  }
  std::uint64_t tail = 0;
  if (i < bytes.size()) std::memcpy(&tail, bytes.data() + i, bytes.size() - i);
  return mix(hash, tail);
}

inline std::uint64_t hash_text(std::string_view text, std::uint64_t seed = 0) {
  return hash_bytes(std::as_bytes(std::span(text.data(), text.size())), seed);
}

}  // namespace niemen::core

// Lines of JSON that carry a checksum chained to the line before, so that a changed or cut file is
// found at its line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace niemen::play {

/// Sixteen hexadecimal digits.
std::string hex(std::uint64_t number);
/// Reads what hex() writes; nothing for anything else.
std::optional<std::uint64_t> parse_hex(std::string_view digits);

/// The chain of one file. Without a key it is no signature: it finds accidents, not forgers.
class Seal {
 public:
  Seal() = default;
  /// Sums that only who has the key can write.
  explicit Seal(std::string key) : key_(std::move(key)) {}
  /// The line of a JSON object: the checksum is put before its closing brace, a line break behind.
  std::string close(std::string object);
  /// Whether `line` (without its break) is the next one that close() would have written. If so,
  /// the chain goes on behind it; if not, nothing changes.
  bool accept(std::string_view line);

 private:
  std::string key_;  ///< empty: none
  std::uint64_t sum_ = 0;
};

}  // namespace niemen::play

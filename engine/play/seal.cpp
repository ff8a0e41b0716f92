#include "engine/play/seal.h"

#include <charconv>

#include "engine/core/hash.h"
#include "engine/core/sealing.h"

namespace niemen::play {

namespace {

constexpr std::string_view kSealStart = ",\"sum\":\"";
constexpr std::size_t kHexDigits = 16;

}  // namespace

std::string hex(std::uint64_t number) {
  std::string text(kHexDigits, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, number >>= 4)
    *digit = "0123456789abcdef"[number & 15];
  return text;
}

std::optional<std::uint64_t> parse_hex(std::string_view digits) {
  std::uint64_t number = 0;
  const auto* end = digits.data() + digits.size();
  const auto parsed = std::from_chars(digits.data(), end, number, 16);
  if (digits.size() != kHexDigits || parsed.ec != std::errc{} || parsed.ptr != end) return {};
  return number;
}

std::string Seal::close(std::string object) {
  sum_ = key_.empty() ? core::hash_text(object, sum_) : core::keyed_hash(key_, hex(sum_) + object);
  object.pop_back();  // the closing brace
  object += kSealStart;
  object += hex(sum_);
  object += "\"}\n";
  return object;
}

bool Seal::accept(std::string_view line) {
  const auto at = line.rfind(kSealStart);
  if (at == std::string_view::npos) return false;
  Seal next = *this;
  auto expected = next.close(std::string(line.substr(0, at)) + '}');
  expected.pop_back();  // the line break
  if (line != expected) return false;
  *this = next;
  return true;
}

}  // namespace niemen::play

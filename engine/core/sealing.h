// Texts that only who has the key can read or write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace niemen::core {

/// A key that nobody can guess, as 64 hexadecimal digits. Throws InputError where the system has no
/// random numbers.
std::string new_key();

/// `text` under AES-256-GCM with a nonce of its own, in base64: another text each time.
std::string seal_text(std::string_view key, std::string_view text);
/// What seal_text() was given; nothing where that was another key, or the text was changed.
std::optional<std::string> open_sealed(std::string_view key, std::string_view sealed);

/// The first 64 bits of HMAC-SHA-256.
std::uint64_t keyed_hash(std::string_view key, std::string_view text);

}  // namespace niemen::core

#include "engine/core/sealing.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <array>
#include <memory>

#include "engine/core/error.h"

namespace niemen::core {

namespace {

constexpr int kNonce = 12, kTag = 16, kKey = 32;  // bytes

using Digest = std::array<unsigned char, EVP_MAX_MD_SIZE>;
using Cipher = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* bytes_of(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

Digest authenticated(std::string_view key, std::string_view text) {
  Digest digest{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes_of(text), text.size(),
       digest.data(), &size);
  return digest;
}

/// A key of its own for the cipher: that of the sums serves for nothing else.
Digest cipher_key(std::string_view key) { return authenticated(key, "cipher"); }

std::string random_bytes(int count) {
  std::string bytes(static_cast<std::size_t>(count), '\0');
  if (RAND_bytes(bytes_of(bytes), count) != 1) throw InputError("the system has no random numbers");
  return bytes;
}

std::string base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');
  const int length =
      EVP_EncodeBlock(bytes_of(text), bytes_of(bytes), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.empty() || text.size() % 4 != 0) return {};
  std::string bytes(text.size() / 4 * 3, '\0');
  if (EVP_DecodeBlock(bytes_of(bytes), bytes_of(text), static_cast<int>(text.size())) < 0)
    return {};
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  bytes.resize(bytes.size() - padding);
  return bytes;
}

}  // namespace

std::string new_key() {
  std::string digits;
  for (const unsigned char byte : random_bytes(kKey)) {
    digits += "0123456789abcdef"[byte >> 4];
    digits += "0123456789abcdef"[byte & 15];
  }
  return digits;
}

std::string seal_text(std::string_view key, std::string_view text) {
  auto sealed = random_bytes(kNonce);
  sealed.resize(kNonce + text.size() + kTag);
  auto* const out = bytes_of(sealed);
  const Cipher cipher(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  int length = 0;
  EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, cipher_key(key).data(), out);
  EVP_EncryptUpdate(cipher.get(), out + kNonce, &length, bytes_of(text),
                    static_cast<int>(text.size()));
  EVP_EncryptFinal_ex(cipher.get(), out + kNonce + length, &length);
  EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, kTag, out + kNonce + text.size());
  return base64(sealed);
}

std::optional<std::string> open_sealed(std::string_view key, std::string_view sealed) {
  auto bytes = from_base64(sealed);
  if (!bytes || bytes->size() < kNonce + kTag) return {};
  auto* const in = bytes_of(*bytes);
  std::string text(bytes->size() - kNonce - kTag, '\0');
  const Cipher cipher(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  int length = 0;
  EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, cipher_key(key).data(), in);
  EVP_DecryptUpdate(cipher.get(), bytes_of(text), &length, in + kNonce,
                    static_cast<int>(text.size()));
  EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, kTag, in + kNonce + text.size());
  if (EVP_DecryptFinal_ex(cipher.get(), bytes_of(text) + length, &length) != 1) return {};
  return text;
}

std::uint64_t keyed_hash(std::string_view key, std::string_view text) {
  const auto digest = authenticated(key, text);
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < 8; ++i) hash = hash << 8 | digest[i];
  return hash;
}

}  // namespace niemen::core

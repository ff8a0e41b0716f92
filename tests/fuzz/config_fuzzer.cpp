// libFuzzer target: configuration, overlays and overrides from arbitrary bytes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/core/config.h"

/// The first line is an override; the rest is TOML, laid over itself.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace niemen::core;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto line = text.substr(0, text.find('\n'));
  try {
    auto root = read_toml_text(text.substr(std::min(line.size() + 1, size)), "fuzz.toml");
    const auto copy = root;
    overlay(root, copy);
    hash_config(root);
    apply_override(root, line);
  } catch (const InputError&) {
  }
  return 0;
}

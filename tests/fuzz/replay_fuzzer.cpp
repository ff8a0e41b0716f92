// libFuzzer target: campaign logs from arbitrary bytes, replayed on toy games.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/play/log.h"
#include "tests/play/toy_games.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace niemen;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    play::replay_log(text, "fuzz.jsonl", toys::find_toy, toys::load_toy);
  } catch (const core::InputError&) {
  }
  return 0;
}

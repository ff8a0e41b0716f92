// libFuzzer target: campaign logs from arbitrary bytes, replayed on the games of the tree and toys.
#include "engine/play/log.h"
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace niemen;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fuzz::expect_clear_refusal(
      [&] { play::replay_log(text, "fuzz.jsonl", fuzz::find_any, fuzz::load_any); });
  return 0;
}

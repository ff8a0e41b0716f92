// libFuzzer target: text cases from arbitrary bytes, played on the games of the tree and toys.
#include "engine/play/case_file.h"
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace niemen;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  play::CaseRunner runner(fuzz::find_any, fuzz::load_any);
  fuzz::expect_clear_refusal([&] {
    for (const auto& one : play::parse_cases(text, "fuzz.case"))
      fuzz::expect_clear_refusal([&] { runner.run(one); });
  });
  return 0;
}

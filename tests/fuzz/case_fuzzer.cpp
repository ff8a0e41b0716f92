// libFuzzer target: text cases from arbitrary bytes, played on a toy game.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/play/case_file.h"
#include "tests/play/toy_games.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace niemen;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    for (const auto& one : play::parse_cases(text, "fuzz.case"))
      play::run_case(one, toys::find_toy, toys::load_toy);
  } catch (const core::InputError&) {
  }
  return 0;
}

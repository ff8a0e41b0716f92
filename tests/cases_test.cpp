#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "engine/core/file_writer.h"
#include "engine/play/case_file.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"

using namespace niemen;
namespace fs = std::filesystem;

TEST_CASE("every text case holds", "[cases]") {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(NIEMEN_SOURCE_DIR "/tests/cases"))
    if (entry.path().extension() == ".case") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  play::CaseRunner runner(play::find_game_folder, systems::load_game);
  for (const auto& file : files) {
    for (const auto& one : play::parse_cases(core::read_file(file), file.string())) {
      const auto result = runner.run(one);
      INFO(result.transcript);
      CHECK(result.passed);
    }
  }
}

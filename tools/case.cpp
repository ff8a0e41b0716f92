// niemen case FILE...: text cases.
#include <filesystem>
#include <iostream>

#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/play/case_file.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"

namespace niemen::tools {

int case_command(int argc, char** argv) {
  cxxopts::Options options("niemen case",
                           "Runs text cases and prints each step with its modifiers and reasons.\n"
                           "The format is described in tests/cases/README.md.");
  options.positional_help("FILE...");
  options.add_options()("q,quiet", "Print failures and the count only")(
      "files", "Files of cases", cxxopts::value<std::vector<std::string>>());
  options.parse_positional("files");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  if (!arguments->count("files")) throw UsageError("name one or more files of cases");

  const bool quiet = arguments->count("quiet") > 0;
  play::CaseRunner runner(play::find_game_folder, systems::load_game);
  int passed = 0, failed = 0;
  for (const auto& file : (*arguments)["files"].as<std::vector<std::string>>()) {
    for (const auto& one : play::parse_cases(core::read_file(file), file)) {
      if (interrupt_token().stop_requested()) throw core::Interrupted("interrupted");
      const auto result = runner.run(one);
      ++(result.passed ? passed : failed);
      if (!quiet) std::cout << result.transcript;
      if (!result.passed) std::cerr << result.failure << '\n';
    }
  }
  std::cout << passed << " passed, " << failed << " failed\n";
  return failed ? kBad : kGood;
}

}  // namespace niemen::tools

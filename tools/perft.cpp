// niemen perft: counts sequences of actions.
#include <iostream>

#include "tools/command_line.h"
#include "tools/commands.h"

namespace niemen::tools {

int perft_command(int argc, char** argv) {
  cxxopts::Options options("niemen perft",
                           "Counts the sequences of decisions and dice from the start.");
  add_game_options(options);
  options.add_options()("depth", "Actions in a sequence",
                        cxxopts::value<std::string>()->default_value("3"));
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  constexpr int kDeepest = 30;  // far beyond what anybody can wait for
  const auto depth = static_cast<int>(whole_option(*arguments, "depth", 0, kDeepest));
  const auto any = load_game(*arguments);
  for (int level = 0; level <= depth; ++level)
    std::cout << level << ' ' << any->perft(any->initial(), level) << std::endl;
  return kGood;
}

}  // namespace niemen::tools

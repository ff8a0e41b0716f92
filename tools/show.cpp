// niemen show: a position as text, and as a picture.
#include <iostream>

#include "engine/core/file_writer.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/picture.h"

namespace niemen::tools {

int show_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen show",
      "Prints a position, and draws it: map, units, what is reconstructed,\n"
      "faults that validate finds. Without --position, the start of a scenario.");
  add_game_options(options);
  options.add_options()("position", "A file with a position as `show` prints it",
                        cxxopts::value<std::string>())("svg", "Draw into this file",
                                                       cxxopts::value<std::string>());
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const auto drawing = arguments->count("svg") ? (*arguments)["svg"].as<std::string>() : "";
  if (!drawing.empty()) core::check_writable(drawing);
  const auto any = load_game(*arguments);
  auto state = any->initial();
  if (arguments->count("position")) {
    const auto file = (*arguments)["position"].as<std::string>();
    const auto text = core::read_file(file);
    try {
      state = play::parse_position(*any, text);
    } catch (const core::InputError& error) {
      throw core::InputError(file + ": " + error.what());
    }
  }
  std::cout << any->state_text(state) << '\n';
  if (drawing.empty()) return kGood;
  core::write_file(drawing, picture_of(*any, state, play::read_country(game_request(*arguments))));
  std::cout << "drawn into " << drawing << '\n';
  return kGood;
}

}  // namespace niemen::tools

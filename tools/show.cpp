// niemen show: a position as text, and as a picture.
#include <iostream>

#include "engine/core/file_writer.h"
#include "engine/systems/visit.h"
#include "tools/command_line.h"
#include "tools/commands.h"

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
  if (!arguments->count("svg")) return kGood;
  const auto svg = systems::with_game<std::string>(*any, [&](const auto& game) {
    using G = std::decay_t<decltype(game)>;
    if constexpr (requires { draw_svg(game, play::TypedGame<G>::unpack(state)); }) {
      return draw_svg(game, play::TypedGame<G>::unpack(state));
    } else {
      return std::string();
    }
  });
  if (svg.empty())
    throw core::InputError("the games of " + any->info().mechanism + " cannot be drawn");
  const auto file = (*arguments)["svg"].as<std::string>();
  core::write_file(file, svg);
  std::cout << "drawn into " << file << '\n';
  return kGood;
}

}  // namespace niemen::tools

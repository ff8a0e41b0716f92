// niemen show: a position as text, and as a picture.
#include <iostream>
#include <utility>

#include "engine/core/file_writer.h"
#include "engine/core/names.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/picture.h"
#include "tools/plot_script.h"

namespace niemen::tools {

namespace {

/// The space that a person names by its number or name, or by a piece that stands there.
int place_named(const play::AnyGame& any, const play::AnyState& state, const std::string& text) {
  std::vector<std::string> names;
  const auto spaces = any.board().spaces;
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    if (spaces[i].id == text || spaces[i].name == text) return static_cast<int>(i);
    for (const auto& name : {spaces[i].id, spaces[i].name})
      if (!name.empty()) names.push_back(name);
  }
  for (const auto& counter : any.whole_view(state).counters) {
    if (counter.place < 0) continue;
    if (counter.id == text || counter.name == text) return counter.place;
    names.push_back(counter.id);
  }
  throw core::InputError("--explain: there is no place or piece on the map called \"" + text +
                         "\"; allowed: " + core::allowed_names(text, std::move(names)));
}

/// The files that a person names, with what they are to hold.
struct Drawings {
  std::string svg, png;
  bool any() const { return !svg.empty() || !png.empty(); }
};
Drawings drawings_named(const cxxopts::ParseResult& arguments) {
  Drawings named;
  for (const auto& [option, file] : {std::pair{"svg", &named.svg}, std::pair{"png", &named.png}}) {
    if (!arguments.count(option)) continue;
    *file = arguments[option].as<std::string>();
    core::check_writable(*file);
  }
  return named;
}
void draw_into(const Drawings& named, const std::string& svg) {
  if (!named.svg.empty()) core::write_file(named.svg, svg);
  if (!named.png.empty()) core::write_file(named.png, png_of(svg));
  for (const auto& file : {named.svg, named.png})
    if (!file.empty()) std::cout << "drawn into " << file << '\n';
}

/// The side that a person calls by its name, A or B.
int side_named(const play::GameInfo& info, const std::string& text) {
  std::string allowed;
  for (int side = 0; side < play::kSides; ++side) {
    const std::string letter = side == 0 ? "A" : "B";
    if (text == letter || text == info.side_names[side]) return side;
    allowed += (side == 0 ? "" : ", ") + letter + ", " + info.side_names[side];
  }
  throw core::InputError("--supply is \"" + text + "\"; allowed: " + allowed);
}

}  // namespace

int show_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen show",
      "Prints a position, and draws it: map, units, what is reconstructed,\n"
      "faults that validate finds. Without --position, the start of a scenario.\n"
      "With --explain it tells why a place is supplied or not, link by link, and\n"
      "who may enter it.");
  add_game_options(options);
  options.add_options()("position", "A file with a position as `show` prints it",
                        cxxopts::value<std::string>())("svg", "Draw into this file",
                                                       cxxopts::value<std::string>())(
      "png", "Draw into this file as PNG", cxxopts::value<std::string>())(
      "supply", "Draw how far the supply of this side reaches: its name, A or B",
      cxxopts::value<std::string>())("explain",
                                     "A place, or a piece on the map, to be explained instead",
                                     cxxopts::value<std::string>());
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const auto drawings = drawings_named(*arguments);
  if (arguments->count("supply") && !drawings.any())
    throw UsageError("--supply is drawn: name a file with --svg or --png");
  const auto any = load_game(*arguments);
  const int reach = arguments->count("supply")
                        ? side_named(any->info(), (*arguments)["supply"].as<std::string>())
                        : -1;
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
  if (arguments->count("explain")) {
    const int place = place_named(*any, state, (*arguments)["explain"].as<std::string>());
    for (const auto& line : any->explain(state, place)) std::cout << line << '\n';
  } else {
    std::cout << any->state_text(state) << '\n';
  }
  if (drawings.any())
    draw_into(drawings,
              picture_of(*any, state, play::read_country(game_request(*arguments)), reach));
  return kGood;
}

}  // namespace niemen::tools

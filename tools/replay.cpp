// niemen replay FILE: plays a log again, checks every line, and prints what it holds.
#include <fmt/format.h>

#include <iostream>

#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/core/text.h"
#include "engine/play/diary.h"
#include "engine/play/draw_flow.h"
#include "engine/play/ending.h"
#include "engine/play/game_folder.h"
#include "engine/play/session.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/picture.h"

namespace niemen::tools {

namespace {

/// The position after `step` steps as a file for the game's scenarios/ or, for a side ("A", "B"),
/// its openings/.
std::string saved(const play::Replay& replay, std::size_t step, const std::string& title,
                  const std::string& side) {
  const auto& bytes = replay.states[step];
  const auto& game = *replay.game;
  auto text = side.empty()
                  ? game.scenario_toml(bytes, title)
                  : game.opening_toml(bytes, side == "A" ? play::Side::A : play::Side::B, title);
  if (text.empty())
    throw core::InputError("positions of " + replay.game->info().mechanism + " cannot be saved");
  return text;
}

/// What is decided in a position, in parentheses; empty where the game does not say.
std::string question(const play::AnyGame& any, const play::AnyState& bytes) {
  const auto words = any.prompt(bytes);
  return words.empty() ? words : " (" + words + ", " + std::string(any.step(bytes).rule) + ")";
}

/// Every decision and die in notation, with what came of it.
void print_raw(const play::Replay& replay) {
  const auto& game = *replay.game;
  int turn = 0;
  for (std::size_t i = 0; i < replay.actions.size(); ++i) {
    auto state = replay.states[i];
    if (game.turn(state) != turn) {
      turn = game.turn(state);
      std::cout << "\nTurn " << turn << '\n';
    }
    const auto actor = game.actor(state);
    const auto who =
        actor == play::Actor::Nature
            ? std::string("Nature")
            : core::capitalised(game.info().side_names[play::index(play::side_of(actor))]);
    std::cout << "  " << who << ": " << game.action_text(state, replay.actions[i]);
    const auto asked = question(game, state);
    const auto events = game.apply(state, replay.actions[i]);
    std::cout << (events.empty() ? asked : "") << '\n';
    for (const auto& event : events) {
      std::cout << "    " << event.text << '\n';
      for (const auto& modifier : event.modifiers)
        std::cout << "      " << (modifier.value > 0 ? "+" : "") << modifier.value << ' '
                  << modifier.reason << '\n';
    }
  }
}

/// The picture of what an army did.
void draw_road(const play::Replay& replay, play::Side side, const std::filesystem::path& file) {
  const auto& game = *replay.game;
  const auto& request = replay.header.request;
  const auto ending = play::ending_text(game.info(), replay.outcome, replay.forfeit);
  const auto country = play::read_country(request);
  const auto svg =
      play::draw_flow(game.board(), play::flow_of(game, replay.states, side),
                      {country.title, game.info().side_names[play::index(side)], ending}, country);
  if (svg.empty())
    throw core::InputError("the games of " + game.info().mechanism + " cannot be drawn so");
  write_picture(file, svg);
  std::cout << "drawn into " << file.string() << '\n';
}

/// The dice of a session that niemen play kept, against the key that was committed at its start.
void check_dice(const cxxopts::ParseResult& arguments) {
  if (!arguments.count("file")) throw UsageError("name a session");
  const auto session = play::Session::read(arguments["file"].as<std::string>(),
                                           play::find_game_folder, systems::load_game);
  // Every draw was checked while the session was read.
  const auto fresh_from = session.settings().fresh_from;
  std::size_t dice = 0;
  for (auto i = fresh_from; i < session.steps().size(); ++i)
    dice += session.steps()[i].actor == play::Actor::Nature;
  // How many were drawn may lie hidden as well.
  std::cout << (session.open_to_all() ? std::to_string(dice) + " dice are those"
                                      : std::string("all dice so far are those"))
            << " of the key "
            << (session.open_to_all() ? play::hex(session.settings().campaign_key)
                                      : std::string("that is secret until the end"))
            << ", whose SHA-256 is " << session.commitment();
  if (fresh_from > 0)
    std::cout << "; those of the first " << fresh_from
              << " steps are of the campaign that it branched off from";
  std::cout << '\n';
}

}  // namespace

int replay_command(int argc, char** argv) {
  cxxopts::Options options("niemen replay",
                           "Plays a campaign's log again and requires every line of it.");
  options.add_options()("text", "Print the campaign as a war diary; with --seat, as A or B saw it")(
      "check-dice", "Check the dice of a session of niemen play against what it committed to")(
      "raw", "Print every decision and die")("maps",
                                             "Draw a map for the end of each turn into this folder",
                                             cxxopts::value<std::string>())(
      "minard",
      "Draw the road of an army and its strength turn by turn into this file (SVG, or PNG if "
      "it ends in .png); with "
      "--seat B that of the second side",
      cxxopts::value<std::string>())("seat", "Print the log that side A or B may read",
                                     cxxopts::value<std::string>())(
      "at", "Print the position after this many steps", cxxopts::value<std::string>())(
      "save-scenario", "Write the position --at as a scenario into this file",
      cxxopts::value<std::string>())(
      "save-opening",
      "Write the set-up of --seat in the position --at as an opening into this file",
      cxxopts::value<std::string>());
  add_log_options(options);
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;

  if (arguments->count("check-dice")) {
    check_dice(*arguments);
    return kGood;
  }
  for (const auto* option : {"save-scenario", "save-opening", "minard"})
    if (arguments->count(option)) core::check_writable((*arguments)[option].as<std::string>());
  const auto replay = read_log(*arguments);
  const auto file = (*arguments)["file"].as<std::string>();
  const auto seat = arguments->count("seat") ? (*arguments)["seat"].as<std::string>() : "";
  if (arguments->count("seat") && seat != "A" && seat != "B") throw UsageError("--seat is A or B");
  const auto steps = static_cast<std::int64_t>(replay.actions.size());
  const auto step = static_cast<std::size_t>(
      arguments->count("at") ? whole_option(*arguments, "at", 0, steps) : 0);
  for (const auto* option : {"save-scenario", "save-opening"})
    if (arguments->count(option) && !arguments->count("at"))
      throw UsageError(fmt::format("--{} needs --at N, from 0 to {} (the end)", option, steps));
  const auto title = file + " after " + std::to_string(step) + " steps";
  if (arguments->count("save-scenario")) {
    core::write_file((*arguments)["save-scenario"].as<std::string>(),
                     saved(replay, step, title, ""));
    return kGood;
  }
  if (arguments->count("save-opening")) {
    if (seat.empty()) throw UsageError("--save-opening needs --seat A or --seat B");
    core::write_file((*arguments)["save-opening"].as<std::string>(),
                     saved(replay, step, title, seat));
    return kGood;
  }
  if (arguments->count("at")) {
    std::cout << replay.game->state_text(replay.states[step]) << '\n';
    return kGood;
  }
  const auto reader = seat.empty()  ? play::Viewer::Public
                      : seat == "A" ? play::Viewer::SideA
                                    : play::Viewer::SideB;
  if (arguments->count("minard")) {
    draw_road(replay, seat == "B" ? play::Side::B : play::Side::A,
              (*arguments)["minard"].as<std::string>());
    return kGood;
  }
  const bool maps = arguments->count("maps") > 0, text = arguments->count("text") > 0;
  if (!seat.empty() && !maps && !text) {
    std::cout << play::seat_log(replay, reader);
    return kGood;
  }
  if (arguments->count("raw")) print_raw(replay);
  if (maps || text) {
    const auto diary = play::diary_of(replay, reader);
    if (text) std::cout << play::diary_text(diary, replay.game->info()) << '\n';
    if (maps)
      for (const auto& drawn :
           draw_turns(*replay.game, diary, play::read_country(replay.header.request),
                      (*arguments)["maps"].as<std::string>()))
        std::cout << "drawn into " << drawn.string() << '\n';
  }
  std::cout << file << ": " << replay.actions.size() << " steps are as recorded; "
            << play::ending_text(replay.game->info(), replay.outcome, replay.forfeit) << '\n';
  return kGood;
}

}  // namespace niemen::tools

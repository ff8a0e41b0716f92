// niemen export: a game as sheets to print, and as a module of VASSAL.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/file_writer.h"
#include "engine/core/text.h"
#include "engine/play/counter_set.h"
#include "engine/play/draw_sheets.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/play_setup.h"
#include "tools/plot_script.h"
#include "tools/vassal.h"

namespace niemen::tools {

namespace {

/// A set-up of a side's counters that a scenario may begin with; the names of openings, or none.
using Openings = std::array<std::string, play::kSides>;

/// The set-ups of a scenario: those of its openings, each side's against the other's usual one, and
/// where there are none the scenario itself.
std::vector<Openings> openings_of(const play::GameFolder& folder, const play::GameInfo& info,
                                  const std::string& scenario) {
  const auto first = openings_for(folder, info, scenario, 0);
  const auto second = openings_for(folder, info, scenario, 1);
  const auto name = [](const std::vector<Opening>& openings, std::size_t i) {
    return openings.empty() ? std::string() : openings[i].name;
  };
  std::vector<Openings> pairs{{name(first, 0), name(second, 0)}};
  for (std::size_t i = 1; i < first.size(); ++i) pairs.push_back({first[i].name, name(second, 0)});
  for (std::size_t i = 1; i < second.size(); ++i) pairs.push_back({name(first, 0), second[i].name});
  return pairs;
}

/// Plays on while the rules leave no choice: what a scenario or an opening puts where.
void play_forced(const play::AnyGame& game, play::AnyState& state) {
  const int turn = std::max(game.turn(state), game.info().first_turn);
  for (int i = 0; i < game.max_decisions() && game.turn(state) <= turn; ++i) {
    const auto actor = game.actor(state);
    if (actor == play::Actor::Over) return;
    if (actor == play::Actor::Nature) {
      const auto outcomes = game.chance(state);
      if (outcomes.size() != 1) return;
      game.apply(state, outcomes.front().action);
    } else {
      const auto legal = game.legal(state);
      if (legal.size() != 1) return;
      game.apply(state, legal.front());
    }
  }
}

/// Lets whoever has no opening deploy anyhow, so that the other side's is played.
void deploy_anyhow(const play::AnyGame& game, play::AnyState& state) {
  for (int i = 0; i < game.max_decisions() && is_open(game, state); ++i)
    game.apply(state, game.actor(state) == play::Actor::Nature ? game.chance(state).front().action
                                                               : game.legal(state).front());
}

/// Takes a side's counters that did not stand on the map before off it: they are to be set up.
void take_back(SetUp& set_up, int side, const play::View& before) {
  for (std::size_t i = 0; i < set_up.view.counters.size(); ++i) {
    auto& counter = set_up.view.counters[i];
    const bool stood = std::any_of(before.counters.begin(), before.counters.end(),
                                   [&](const play::Counter& other) {
                                     return other.id == counter.id && other.place == counter.place;
                                   });
    if (counter.side != side || counter.place < 0 || stood) continue;
    counter.place = -1;
    counter.arrives = 0;
    set_up.hidden[i] = false;
  }
}

std::string in_words(std::string name) {
  std::replace(name.begin(), name.end(), '-', ' ');
  return name;
}

/// Everything that is made of a game.
class Exported {
 public:
  explicit Exported(const cxxopts::ParseResult& arguments) : request_(game_request(arguments)) {
    game_ = systems::load_game(request_);
    country_ = play::read_country(request_);
    const auto& info = game_->info();
    text_.title = country_.title.empty() ? info.title : country_.title;
    for (int side = 0; side < play::kSides; ++side)
      text_.side_names[side] = core::capitalised(info.side_names[side]);
    const auto folder = play::open_game_folder(request_);
    const bool all = request_.scenario.empty() && !asks_for_opening();
    const auto scenarios = all ? info.scenarios : std::vector<std::string>{info.scenario};
    for (const auto& scenario : scenarios) add_scenario(folder, scenario);
    if (set_ups_.empty())
      throw core::InputError(request_.folder.string() + ": no scenario of it can be loaded");
    if (arguments.count("position")) add_position(arguments["position"].as<std::string>());
  }

  const play::AnyGame& game() const { return *game_; }
  const play::Country& country() const { return country_; }
  const play::PictureText& text() const { return text_; }
  const play::CounterSet& counters() const { return counters_; }
  const std::vector<SetUp>& set_ups() const { return set_ups_; }

 private:
  bool asks_for_opening() const {
    return !request_.openings[0].empty() || !request_.openings[1].empty();
  }
  void add_scenario(const play::GameFolder& folder, const std::string& scenario) {
    auto request = request_;
    request.scenario = scenario;
    const bool asked = asks_for_opening();
    const auto pairs = asked ? std::vector<Openings>{{request.openings[0], request.openings[1]}}
                             : openings_of(folder, game_->info(), scenario);
    for (const auto& pair : pairs) {
      for (std::size_t side = 0; side < pair.size(); ++side) request.openings[side] = pair[side];
      try {
        add_set_up(*systems::load_game(request), pair);
      } catch (const core::InputError&) {
        if (asked) throw;  // else it is an opening of another scenario, or of other rules
      }
    }
  }
  void add_set_up(const play::AnyGame& game, const Openings& openings) {
    auto state = game.initial();
    play_forced(game, state);
    auto name = core::capitalised(in_words(game.info().scenario));
    for (std::size_t side = 0; side < openings.size(); ++side)
      if (!openings[side].empty())
        name += (side == 0 || openings[0].empty() ? ": " : ", ") + in_words(openings[side]);
    auto set_up = set_up_of(game, state, name);
    if (openings[0].empty() != openings[1].empty() && set_up.open) {
      const auto before = set_up.view;
      deploy_anyhow(game, state);
      set_up = set_up_of(game, state, name);
      take_back(set_up, openings[0].empty() ? 0 : 1, before);
    }
    set_ups_.push_back(std::move(set_up));
    counters_.add_set_up(set_ups_.back().view);
    if (played_ == game.info().scenario) return;
    played_ = game.info().scenario;
    play_campaigns(game);
  }
  void add_position(const std::string& file) {
    const auto text = core::read_file(file);
    try {
      const auto state = play::parse_position(*game_, text);
      set_ups_.push_back(set_up_of(*game_, state, "The position of " + file));
    } catch (const core::InputError& error) {
      throw core::InputError(file + ": " + error.what());
    }
    counters_.add_set_up(set_ups_.back().view);
  }
  /// What is deployed after the start, the faces of losses, and how many Depots there may be: until
  /// several campaigns in a row show nothing new.
  void play_campaigns(const play::AnyGame& game) {
    constexpr std::uint64_t kMost = 40;
    constexpr int kQuiet = 6;
    int quiet = 0;
    for (std::uint64_t key = 1; key <= kMost && quiet < kQuiet; ++key) {
      const auto before = faces();
      auto state = game.initial();
      int turn = game.turn(state);
      for (const auto action : game.random_actions(key, play::kWholeCampaign)) {
        if (game.turn(state) != turn) counters_.add_play(game.whole_view(state));
        turn = game.turn(state);
        game.apply(state, action);
      }
      counters_.add_play(game.whole_view(state));
      quiet = faces() == before ? quiet + 1 : 0;
    }
  }
  /// How many faces are known of all counters.
  std::size_t faces() const {
    std::size_t number = 0;
    for (const auto& kind : counters_.kinds()) number += kind.faces.size();
    return number;
  }

  play::GameRequest request_;
  std::unique_ptr<play::AnyGame> game_;
  play::Country country_;
  play::PictureText text_;
  play::CounterSet counters_;
  std::vector<SetUp> set_ups_;
  std::string played_;
};

play::Paper paper_named(const std::string& name) {
  std::string allowed;
  for (const auto& paper : play::kPapers) {
    if (core::lower(name) == paper.name) return paper;
    allowed += (allowed.empty() ? "" : ", ") + std::string(paper.name);
  }
  throw core::InputError("--paper is \"" + name + "\"; allowed: " + allowed);
}

double millimetres(const cxxopts::ParseResult& arguments, const std::string& option, double least,
                   double most) {
  const auto value = arguments[option].as<double>();
  if (!(value >= least && value <= most))
    throw core::InputError(
        fmt::format("--{} is {:g}; allowed: {:g} to {:g} millimetres", option, value, least, most));
  return value;
}

play::SheetLayout layout_of(const cxxopts::ParseResult& arguments) {
  play::SheetLayout layout;
  layout.paper = paper_named(arguments["paper"].as<std::string>());
  layout.counter = millimetres(arguments, "counter", play::kLeastCounter, play::kMostCounter);
  layout.overlap = millimetres(arguments, "overlap", 0, play::kMostOverlap);
  layout.backs = arguments.count("backs") > 0;
  return layout;
}

void write_pages(const std::string& file, const std::vector<play::Page>& pages,
                 const std::string& words) {
  const nlohmann::json asked{{"pages", pages}};
  core::write_file(file, made_by_script("draw_pdf.py", asked.dump(), "no PDF could be drawn"));
  std::cout << file << ": " << words << " on " << pages.size()
            << (pages.size() == 1 ? " page\n" : " pages\n");
}

int total_of(const play::CounterSet& set) {
  int total = 0;
  for (const auto& kind : set.kinds()) total += kind.count;
  return total;
}

}  // namespace

int export_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen export",
      "Makes of a game what people print and play with: its counters and its map as\n"
      "PDF, and a module of VASSAL with its scenarios and openings as set-ups. What\n"
      "its counters are is taken from its set-ups and some campaigns at random.");
  add_game_options(options);
  options.add_options()("counters", "Write sheets of counters with cut marks into this file (PDF)",
                        cxxopts::value<std::string>())(
      "map", "Write the map over as many pages as it takes into this file (PDF)",
      cxxopts::value<std::string>())("vassal", "Write a VASSAL module into this file (.vmod)",
                                     cxxopts::value<std::string>())(
      "paper", "a4 or letter", cxxopts::value<std::string>()->default_value("a4"))(
      "counter", "The side of a counter in millimetres; the map is as large as that needs",
      cxxopts::value<double>()->default_value("16"))(
      "overlap", "Millimetres of the map that neighbouring pages have in common",
      cxxopts::value<double>()->default_value("10"))(
      "backs", "Behind each sheet of counters one of their backs, for both sides of the paper")(
      "position",
      "A file with a position as `niemen show` prints it: one more set-up of the module",
      cxxopts::value<std::string>());
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  std::vector<std::string> files;
  for (const std::string option : {"counters", "map", "vassal"})
    if (arguments->count(option)) files.push_back((*arguments)[option].as<std::string>());
  if (files.empty()) throw UsageError("name a file with --counters, --map or --vassal");
  for (const auto& file : files) core::check_writable(file);
  const auto layout = layout_of(*arguments);

  const Exported made(*arguments);
  const auto& game = made.game();
  const auto board = game.board();
  if (board.spaces.empty())
    throw core::InputError("the games of " + game.info().mechanism + " cannot be drawn");
  if (arguments->count("counters"))
    write_pages(
        (*arguments)["counters"].as<std::string>(),
        play::counter_sheets(made.counters(), made.text(), made.country().side_colours, layout),
        fmt::format("{} counters", total_of(made.counters())));
  if (arguments->count("map"))
    write_pages((*arguments)["map"].as<std::string>(),
                play::map_sheets(board, game.whole_view(game.initial()), made.text(),
                                 made.country(), layout),
                "the map");
  if (arguments->count("vassal")) {
    const auto file = (*arguments)["vassal"].as<std::string>();
    const auto module =
        vassal_module(game, board, made.country(), made.text(), made.counters(), made.set_ups());
    core::write_file(file, made_by_script("vassal_module.py", module, "no module could be made"));
    std::cout << file << ": a VASSAL module with " << made.counters().kinds().size()
              << " kinds of counters and " << made.set_ups().size()
              << (made.set_ups().size() == 1 ? " set-up\n" : " set-ups\n");
  }
  return kGood;
}

}  // namespace niemen::tools

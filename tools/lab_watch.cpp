// niemen lab watch: a designer saves a game's file and is told what it did to the balance.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iostream>
#include <map>
#include <thread>
#include <utility>

#include "ai/lab/compare.h"
#include "ai/lab/findings.h"
#include "ai/lab/load_cell.h"
#include "ai/lab/statistics/equivalence.h"
#include "ai/lab/statistics/intervals.h"
#include "ai/processors.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/core/text.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/lab_commands.h"
#include "tools/picture.h"

namespace niemen::tools {

namespace {

namespace fs = std::filesystem;
/// When a file was written, and its length: two saves can fall into one tick of the clock.
using Stamp = std::pair<fs::file_time_type, std::uintmax_t>;
using Stamps = std::map<std::string, Stamp>;

/// The stamp of each file that the game is made of, what it extends included.
Stamps stamps_of(const play::GameRequest& request) {
  std::vector<fs::path> folders{request.folder};
  try {
    folders = play::open_game_folder(request).folders;
  } catch (const core::InputError&) {
    // While its game.toml cannot be read, the folder itself is watched.
  }
  Stamps stamps;
  for (const auto& file : play::files_of_game(folders)) {
    std::error_code gone;
    const auto written = fs::last_write_time(file, gone);
    const auto size = gone ? 0 : fs::file_size(file, gone);
    if (!gone) stamps[file.string()] = {written, size};
  }
  return stamps;
}

/// What one version of the game came to.
struct Version {
  std::vector<lab::Observation> scores;
  std::vector<std::string> forfeits;  ///< why
};

/// Plays campaigns 0, 1, 2, ... under fixed dice on all processors for `seconds`, at most `most`.
Version play_for(const lab::PreparedCell& cell, double seconds, std::uint64_t most) {
  const auto start = std::chrono::steady_clock::now();
  const auto threads = static_cast<unsigned>(ai::processors());
  std::vector<Version> found(threads);
  std::vector<std::jthread> workers;
  for (unsigned t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      const auto player = cell.make_player();
      for (std::uint64_t id = t; id < most; id += threads) {
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        if (spent.count() > seconds || interrupt_token().stop_requested()) return;
        const auto played = player->play(lab::scheduled_task(id, 1, 1), interrupt_token());
        if (!played.complete) return;
        found[t].scores.push_back({played.outcome.score_a(), id});
        if (played.status == lab::CampaignStatus::Forfeit)
          found[t].forfeits.push_back(played.failure);
      }
    });
  workers.clear();
  Version all;
  for (const auto& part : found) {
    all.scores.insert(all.scores.end(), part.scores.begin(), part.scores.end());
    all.forfeits.insert(all.forfeits.end(), part.forfeits.begin(), part.forfeits.end());
  }
  return all;
}

/// The time on the clock of the machine, for people.
std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  return fmt::format("{:%H:%M:%S}", fmt::localtime(now));
}

/// What was changed since the last version, before anything is played.
void print_edits(const std::vector<std::string>& edits) {
  constexpr std::size_t kMaxShown = 8;
  for (std::size_t i = 0; i < std::min(edits.size(), kMaxShown); ++i)
    std::cout << time_of_day() << ' ' << edits[i] << '\n';
  if (edits.size() > kMaxShown) std::cout << fmt::format("and {} more\n", edits.size() - kMaxShown);
  std::cout << std::flush;
}

}  // namespace

int lab_watch_command(int argc, char** argv) {
  cxxopts::Options options("niemen lab watch",
                           "At each save of a game folder: validate, redraw the map, and compare "
                           "the balance with the last version.");
  options.add_options()("folder", "GAMEDIR", cxxopts::value<std::string>())(
      "a", "Agent of the first side", cxxopts::value<std::string>()->default_value("doctrine"))(
      "b", "Agent of the second side", cxxopts::value<std::string>()->default_value("doctrine"))(
      "seconds", "Time to play after a save", cxxopts::value<std::string>()->default_value("30"))(
      "campaigns", "At most so many after a save",
      cxxopts::value<std::string>()->default_value("2000"))(
      "picture", "The map to redraw, SVG or PNG",
      cxxopts::value<std::string>()->default_value("map.svg"))(
      "saves", "End after so many saves (0: never)",
      cxxopts::value<std::string>()->default_value("0"));
  options.parse_positional({"folder"});
  options.positional_help("GAMEDIR");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  if (!arguments->count("folder")) throw UsageError("usage: niemen lab watch GAMEDIR");
  lab::Cell cell;
  cell.id = "watched";
  cell.request.folder = play::find_game_folder((*arguments)["folder"].as<std::string>());
  cell.agents = {lab::AgentSpec{(*arguments)["a"].as<std::string>()},
                 lab::AgentSpec{(*arguments)["b"].as<std::string>()}};
  for (auto agent : cell.agents) lab::settle_agent(agent);
  const auto picture = fs::path((*arguments)["picture"].as<std::string>());
  core::check_writable(picture);
  const auto seconds = seconds_option(*arguments, "seconds", 0.1);
  const auto campaigns =
      static_cast<std::uint64_t>(whole_option(*arguments, "campaigns", 1, kMaxCampaigns));
  constexpr int kMaxSaves = 1'000'000;
  const auto saves = whole_option(*arguments, "saves", 0, kMaxSaves);
  std::vector<lab::Observation> before;
  lab::GameValues values;
  Stamps seen;
  for (int save = 0; !interrupt_token().stop_requested() && (saves == 0 || save <= saves);) {
    const auto now = stamps_of(cell.request);
    if (now == seen) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      continue;
    }
    seen = now;
    ++save;
    try {
      const auto prepared = lab::load_cell(cell);
      const auto any = systems::load_game(cell.request);
      write_picture(picture, picture_of(*any, any->initial(), play::read_country(cell.request)));
      auto edited = lab::game_values(cell.request);
      if (!values.empty()) print_edits(lab::edits_between(values, edited));
      values = std::move(edited);
      const auto version = play_for(*prepared, seconds, campaigns);
      const auto& scores = version.scores;
      if (scores.empty()) continue;
      const auto share = lab::share_estimate(scores);
      const lab::Band band;
      const auto shown = lab::equivalence_test(scores, band);
      std::cout << fmt::format("{} {} scores {}, {} campaigns: {}", time_of_day(),
                               core::capitalised(prepared->info().side_names[0]),
                               lab::share_text(share), share.n,
                               lab::verdict_words(shown.verdict, band));
      if (!before.empty()) {
        const auto change = lab::paired_share_difference(before, scores);
        std::cout << fmt::format("; against the last version {}, paired by dice",
                                 lab::points_text(change));
      }
      if (!version.forfeits.empty())
        std::cout << fmt::format("; {} forfeited: {}", version.forfeits.size(),
                                 version.forfeits.front());
      std::cout << std::endl;
      before = scores;
    } catch (const core::InputError& error) {
      std::cout << time_of_day() << " not valid: " << error.what() << std::endl;
    }
  }
  return interrupt_token().stop_requested() ? kInterrupted : kGood;
}

}  // namespace niemen::tools

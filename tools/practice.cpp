// niemen practice: positions of one's own campaigns in which much was given away, to play again.
#include <fmt/format.h>

#include <filesystem>

#include "ai/table/practice.h"
#include "engine/core/error.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/table.h"

namespace niemen::tools {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostPositions = 1000;

play::Session read_session(const fs::path& file) {
  return play::Session::read(file, play::find_game_folder, systems::load_game);
}

/// How one's course compares; nothing where the person left.
std::optional<ai::table::Chance> play_again(Terminal& terminal, const ai::table::Exercise& exercise,
                                            const TableOptions& options) {
  auto first = read_session(exercise.file);
  const auto from = exercise.point.from;
  auto twig = first.branch(exercise.side, {}, from);
  Table table(terminal, std::move(twig), options);
  auto change = table.try_again(std::move(first), from);
  if (change) terminal.say(exercise_words(exercise));
  return change;
}

/// One after the other, until the person leaves; then how it went.
void play_all(Terminal& terminal, const std::vector<ai::table::Exercise>& exercises,
              const TableOptions& options) {
  int better = 0, worse = 0, tried = 0;
  for (const auto& exercise : exercises) {
    terminal.heading(
        fmt::format("Position {} of {}", &exercise - exercises.data() + 1, exercises.size()));
    const auto change = play_again(terminal, exercise, options);
    if (!change) break;
    ++tried;
    better += change->low > 0;
    worse += change->high < 0;
  }
  if (tried > 0)
    terminal.say(
        fmt::format("Of {} positions you decided {} better than then and {} worse; of {} "
                    "it is not shown.",
                    tried, better, worse, tried - better - worse));
}

void add_practice_options(cxxopts::Options& options) {
  options.add_options()("files", "Sessions of niemen play or serve",
                        cxxopts::value<std::vector<std::string>>())(
      "count", "Positions", cxxopts::value<std::string>()->default_value("10"))(
      "depth", "Campaigns to be played on for the review of each campaign",
      cxxopts::value<std::string>()->default_value(std::to_string(ai::table::kPracticeDepth)))(
      "seed", "Names the order of the positions",
      cxxopts::value<std::string>()->default_value("0"))(
      "threads", "Threads", cxxopts::value<std::string>()->default_value("2"))(
      "seconds", "For a hint or an estimate", cxxopts::value<std::string>()->default_value("2"))(
      "plain", "Sentences only, for a screen reader");
  options.parse_positional({"files"});
  options.positional_help("[FILE...]");
}

}  // namespace

int practice_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen practice",
      "Ten positions out of one's own campaigns that are over, in which one decided badly, to be "
      "played again, without being told which kind of mistake it was. When a die falls or the "
      "enemy is to decide, the new course is played on against the old, in the same worlds with "
      "the same dice. Without FILE the campaigns that niemen play and serve kept are looked "
      "through, the latest first, until there are enough.");
  add_practice_options(options);
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  constexpr std::int64_t kMostDepth = 10'000'000;
  constexpr double kShortest = 0.1;
  const auto count = static_cast<std::size_t>(whole_option(*arguments, "count", 1, kMostPositions));
  TableOptions table_options;
  table_options.seconds = seconds_option(*arguments, "seconds", kShortest);
  table_options.reasons = false;
  Terminal terminal(arguments->count("plain") > 0);
  std::stop_source stop;
  ai::table::PracticeOptions looking;
  looking.depth = static_cast<int>(whole_option(*arguments, "depth", 1, kMostDepth));
  looking.threads = static_cast<int>(whole_option(*arguments, "threads", 1, kMaxThreads));
  looking.stop = stop.get_token();
  looking.progress = [&](const fs::path& file, double share) {
    terminal.progress(fmt::format("looking through {}: {:.0f} % (Ctrl-C ends it)",
                                  file.filename().string(), 100 * share));
    if (terminal.take_interrupts() > 0 || terminal.must_leave()) stop.request_stop();
  };
  ai::table::Practice practice(read_session, looking);
  const auto seed = key_option(*arguments, "seed");
  if (arguments->count("files")) {
    for (const auto& file : (*arguments)["files"].as<std::vector<std::string>>())
      if (!practice.add(file)) throw core::Interrupted();
  } else if (!practice.add_some(ai::table::campaigns_in(play::sessions_folder()), count)) {
    throw core::Interrupted();
  }
  const auto exercises = practice.exercises(count, seed);
  if (exercises.empty()) {
    terminal.say(
        "No decision of yours is shown to have cost five points or more; play a campaign "
        "to its end, or look deeper with --depth.");
    return kGood;
  }
  play_all(terminal, exercises, table_options);
  return kGood;
}

}  // namespace niemen::tools

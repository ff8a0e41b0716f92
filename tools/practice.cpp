// niemen practice: positions of one's own campaigns in which much was given away, to play again.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "ai/lab/progress.h"
#include "ai/table/review.h"
#include "ai/table/review_log.h"
#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/core/text.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/review_text.h"
#include "tools/table.h"
#include "tools/table_text.h"

namespace niemen::tools {

namespace {

namespace fs = std::filesystem;
using play::Side;

/// Enough for what costs ten points and more; "niemen review" looks deeper.
constexpr int kDepth = 12'000;
constexpr std::int64_t kMostPositions = 1000;

/// A decision of one's own that cost much.
struct Exercise {
  fs::path file;
  Side side = Side::A;
  ai::table::TurningPoint point;
};

play::Session read_session(const fs::path& file) {
  const auto find = [](std::string_view title) {
    return play::find_game_folder(std::string(title));
  };
  return play::Session::read(file, find, systems::load_game);
}

/// The campaigns that were kept, the latest first.
std::vector<fs::path> kept_campaigns() {
  std::vector<std::pair<fs::file_time_type, fs::path>> list;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(play::sessions_folder(), failed))
    if (entry.path().extension() == ".jsonl")
      list.emplace_back(entry.last_write_time(failed), entry.path());
  std::ranges::sort(list, std::ranges::greater{});
  std::vector<fs::path> files;
  for (auto& [time, file] : list) files.push_back(std::move(file));
  return files;
}

class Collector {
 public:
  Collector(Terminal& terminal, int depth, int threads)
      : terminal_(terminal), depth_(depth), threads_(threads) {}

  /// What a person decided badly in a campaign; nothing in one that goes on or that computers
  /// played. False: it was stopped.
  bool add(const fs::path& file, bool named) {
    std::optional<play::Session> session;
    try {
      session = read_session(file);
      if (!session->open_to_all())
        throw core::InputError(file.string() + ": a review tells all, and " +
                               opening_words(*session));
    } catch (const core::InputError&) {
      if (named) throw;
      return true;  // others in the folder are none of this one's business
    }
    const auto course = ai::table::course_of(*session);
    for (const auto side : {Side::A, Side::B})
      if (session->is_person(side) && !add(file, course, side)) return false;
    return true;
  }

  std::vector<Exercise> exercises;

 private:
  bool add(const fs::path& file, const ai::table::Course& course, Side side) {
    std::stop_source stop;
    ai::table::ReviewOptions options;
    options.depth = depth_;
    options.threads = threads_;
    options.stop = stop.get_token();
    options.file = ai::table::review_file(file, side, options.seed);
    options.progress = [&](double share) {
      terminal_.progress(fmt::format("looking through {}: {:.0f} % (Ctrl-C ends it)",
                                     file.filename().string(), 100 * share));
      if (terminal_.take_interrupts() > 0 || terminal_.must_leave()) stop.request_stop();
    };
    const auto review = ai::table::review(course, side, options);
    for (const auto& point : review.points)
      if (cost_something(point) && mark_of(point) != ai::table::Mark::None)
        exercises.push_back({file, side, point});
    return review.complete;
  }

  Terminal& terminal_;
  const int depth_, threads_;
};

/// In an order that tells nothing of how grave they were, nor when.
void shuffle(std::vector<Exercise>& list, std::uint64_t seed) {
  core::RandomStream random(seed, 0);
  for (auto i = list.size(); i > 1; --i)
    std::swap(list[i - 1], list[random.below(static_cast<std::uint32_t>(i))]);
}

/// How one's course compares; nothing where the person left.
std::optional<ai::table::Chance> play_again(Terminal& terminal, const Exercise& exercise,
                                            const TableOptions& options) {
  auto first = read_session(exercise.file);
  const auto from = exercise.point.from;
  auto twig = first.branch(exercise.side, {}, from);
  Table table(terminal, std::move(twig), options);
  auto change = table.try_again(std::move(first), from);
  if (change)
    terminal.say(fmt::format("In that campaign: {}; it cost {:.0f} points ({:.0f} to {:.0f}).",
                             exercise.point.words, -100 * exercise.point.change.value,
                             -100 * exercise.point.change.high, -100 * exercise.point.change.low));
  return change;
}

/// One after the other, until the person leaves; then how it went.
void play_all(Terminal& terminal, const std::vector<Exercise>& exercises,
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
      cxxopts::value<std::string>()->default_value(std::to_string(kDepth)))(
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
  Collector collector(terminal, static_cast<int>(whole_option(*arguments, "depth", 1, kMostDepth)),
                      static_cast<int>(whole_option(*arguments, "threads", 1, kMaxThreads)));
  const auto seed = key_option(*arguments, "seed");
  if (arguments->count("files")) {
    for (const auto& file : (*arguments)["files"].as<std::vector<std::string>>())
      if (!collector.add(file, true)) throw core::Interrupted();
  } else {
    for (const auto& file : kept_campaigns()) {
      if (collector.exercises.size() >= count) break;
      if (!collector.add(file, false)) throw core::Interrupted();
    }
  }
  auto& exercises = collector.exercises;
  if (exercises.empty()) {
    terminal.say(
        "No decision of yours is shown to have cost five points or more; play a campaign "
        "to its end, or look deeper with --depth.");
    return kGood;
  }
  shuffle(exercises, seed);
  exercises.resize(std::min(exercises.size(), count));
  play_all(terminal, exercises, table_options);
  return kGood;
}

}  // namespace niemen::tools

// The question "which openings are there that nobody has thought of?".
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "ai/lab/opening_search.h"
#include "ai/lab/questions/question.h"
#include "ai/lab/questions/reading.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/core/text.h"
#include "engine/play/game_folder.h"

namespace niemen::lab {

namespace {

namespace fs = std::filesystem;

struct SearchSettings : QuestionSettings {
  std::array<std::vector<std::string>, play::kSides> names;  ///< openings to begin with, by side
  OpeningSearchOptions options;
};

const SearchSettings& search_of(const Experiment& experiment) {
  return experiment.settings_as<SearchSettings>();
}

play::Side side_at(std::size_t side) { return side == 0 ? play::Side::A : play::Side::B; }

/// A search with what it looks at.
struct RunningSearch {
  std::unique_ptr<SetUpBoard> board;
  std::unique_ptr<OpeningSearch> search;
};

RunningSearch begin_search(const ExperimentSource& source) {
  const auto& settings = search_of(source.experiment());
  RunningSearch running;
  running.board = source.prepared(0).set_up_board();
  std::array<std::vector<SetUp>, play::kSides> known;
  // After the combination that is played come those of one opening each, in their order.
  std::size_t cell = 1;
  for (std::size_t side = 0; side < play::kSides; ++side)
    for (const auto& name : settings.names[side])
      known[side].push_back(decisions_to(*running.board, side_at(side), name,
                                         source.prepared(cell++).standing(side_at(side))));
  std::array<std::string, play::kSides> titles;
  for (std::size_t side = 0; side < play::kSides; ++side)
    titles[side] = slug(side_titles(source)[side]);
  running.search =
      std::make_unique<OpeningSearch>(*running.board, std::move(known), titles, settings.options);
  return running;
}

class SearchScheduler : public Scheduler {
 public:
  explicit SearchScheduler(ExperimentSource& source)
      : source_(source), running_(begin_search(source)) {
    schedule_round();
  }

  void add(const CampaignSummary& summary) override {
    if (summary.id >= scheduled_) return;
    running_.search->take(
        summary.status == CampaignStatus::Error ? std::nullopt : std::optional(summary.score_a()));
    if (++taken_ == scheduled_) schedule_round();
  }
  std::uint64_t scheduled() const override { return scheduled_; }

 private:
  void schedule_round() {
    for (const auto& one : running_.search->next_round()) {
      if (scheduled_++ < source_.scheduled()) continue;  // made again
      source_.add_task(0, one.block, one.key, one.set_ups);
    }
  }

  ExperimentSource& source_;
  RunningSearch running_;
  std::uint64_t scheduled_ = 0, taken_ = 0;
};

/// The search as it was when so many of its campaigns had been played.
RunningSearch search_after(const ExperimentSource& source, const RecordedRun& run,
                           std::uint64_t counted_campaigns) {
  auto running = begin_search(source);
  std::uint64_t planned = running.search->next_round().size(), taken = 0;
  for (const auto& summary : run.summaries()) {
    if (summary.id >= counted_campaigns || taken == planned) break;
    running.search->take(
        summary.status == CampaignStatus::Error ? std::nullopt : std::optional(summary.score_a()));
    if (++taken == planned) planned += running.search->next_round().size();
  }
  return running;
}

// ---- What is said of it

const char* letter(std::size_t side) { return side == 0 ? "a:" : "b:"; }

Estimate plain(double value, int n) {
  Estimate estimate;
  estimate.value = value;
  estimate.n = estimate.blocks = n;
  estimate.std_error = estimate.interval.low = estimate.interval.high =
      std::numeric_limits<double>::quiet_NaN();
  return estimate;
}

/// What a set-up is called, and what a player would say of it.
std::string described(const OpeningSearch& search, std::size_t side, std::size_t set_up) {
  const auto& one = search.set_ups(side)[set_up];
  return one.set_up->name + " (" + search.measure(side).short_words(one.shape) + ")";
}

void add_equilibrium(Answer& answer, const ExperimentSource& source, const OpeningSearch& search) {
  const auto sides = side_titles(source);
  const auto report = analyse_equilibrium(search.final_table(), {.seed = source.experiment().seed});
  answer.findings.push_back({"equilibrium", "all", "value_a", report.value,
                             "linear programme, tables drawn anew", "", "", "confirmation"});
  answer.findings.push_back({"equilibrium", "all", "exploitability",
                             plain(report.exploitability, report.value.n), "cross-fitted", "", "",
                             "confirmation"});
  std::array<std::string, play::kSides> words;
  for (std::size_t side = 0; side < play::kSides; ++side) {
    const auto& mix = side == 0 ? report.equilibrium.row_mix : report.equilibrium.column_mix;
    const auto& inclusion = side == 0 ? report.row_inclusion : report.column_inclusion;
    for (std::size_t i = 0; i < search.finalists(side).size(); ++i) {
      const auto set_up = search.finalists(side)[i];
      const auto id = letter(side) + search.set_ups(side)[set_up].set_up->name;
      const double weight = mix[static_cast<Eigen::Index>(i)];
      answer.findings.push_back({"equilibrium", id, "weight", plain(weight, report.value.n),
                                 "linear programme", "", "", "confirmation"});
      answer.findings.push_back({"equilibrium", id, "inclusion",
                                 plain(inclusion[i], report.value.n), "bayesian bootstrap", "", "",
                                 "confirmation"});
      if (weight > 0.005)
        words[side] += fmt::format("{}{} {:.0f} %", words[side].empty() ? "" : ", ",
                                   described(search, side, set_up), 100 * weight);
    }
  }
  answer.sentences.push_back(fmt::format(
      "In equilibrium of what was found the {0} side scores {1}, on fresh dice: it mixes {2}; the "
      "{3} side mixes {4}.",
      sides[0], share_text(report.value), words[0], sides[1], words[1]));
}

void add_passes(Answer& answer, const ExperimentSource& source, const OpeningSearch& search) {
  const auto sides = side_titles(source);
  answer.sentences.push_back(fmt::format(
      "{} {} and {} {} set-ups were looked at in {} {}: {}.", search.looked_at(0), sides[0],
      search.looked_at(1), sides[1], search.passes(), search.passes() == 1 ? "pass" : "passes",
      search.settled() ? "in the last of them neither side found one that is shown to be better "
                         "than what it mixed"
                       : "the campaigns came to an end while better ones were still found"));
  for (const auto& tried : search.tried()) {
    const auto& name = search.set_ups(tried.side)[tried.set_up].set_up->name;
    answer.findings.push_back({"replies", fmt::format("{}{}", letter(tried.side), name),
                               "gain_over_mix", tried.gain, "paired",
                               fmt::format("pass {}", tried.pass + 1),
                               tried.better ? "better" : "not shown", "confirmation"});
    if (tried.better)
      answer.sentences.push_back(fmt::format(
          "Pass {}: {} is better for the {} side than what it mixed, by {}.", tried.pass + 1,
          described(search, tried.side, tried.set_up), sides[tried.side], points_text(tried.gain)));
  }
}

void add_archive(Answer& answer, const ExperimentSource& source, const OpeningSearch& search) {
  for (std::size_t side = 0; side < play::kSides; ++side)
    for (const auto& kept : search.kept(side)) {
      if (kept.scores.empty()) continue;
      const auto& one = search.set_ups(side)[kept.set_up];
      answer.findings.push_back({"archive", letter(side) + one.set_up->name,
                                 "win_share_a_against_mix", share_estimate(kept.scores), "jeffreys",
                                 search.measure(side).short_words(one.shape), "", "confirmation"});
    }
  std::array<std::size_t, play::kSides> kinds{};
  for (std::size_t side = 0; side < play::kSides; ++side) kinds[side] = search.kept(side).size();
  answer.sentences.push_back(
      fmt::format("The best of each kind that was found, {} {} and {} {}, played on fresh dice "
                  "against what the other side mixed: results/archive.csv; as opening files in "
                  "found/openings.",
                  kinds[0], side_titles(source)[0], kinds[1], side_titles(source)[1]));
}

Answer answer(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted) {
  Answer answer;
  const auto running = search_after(source, run, counted);
  const auto& search = *running.search;
  if (!search.over()) {
    answer.sentences.push_back("The search is not over.");
    return answer;
  }
  add_equilibrium(answer, source, search);
  add_passes(answer, source, search);
  add_archive(answer, source, search);
  return answer;
}

// ---- What is left of it: opening files

/// What the file of an opening says of itself.
std::string sentence_of(const ExperimentSource& source, const OpeningSearch& search,
                        std::size_t side, std::size_t set_up) {
  const auto& measure = search.measure(side);
  auto text = measure.words(search.set_ups(side)[set_up].shape);
  for (const auto& kept : search.kept(side)) {
    if (kept.set_up != set_up || kept.scores.empty()) continue;
    auto share = share_estimate(kept.scores);
    if (side == 1) {
      share.value = 1 - share.value;
      share.interval = {1 - share.interval.high, 1 - share.interval.low};
    }
    text +=
        fmt::format(" The {} side scores {} with it against what the {} side mixed.",
                    side_titles(source)[side], share_text(share), side_titles(source)[1 - side]);
  }
  return text;
}

/// The file of an opening with its sentence: as `why` where the mechanism has one, else before it.
std::string with_sentence(const std::string& file, const std::string& sentence,
                          const std::string& scenario) {
  std::string text, line;
  bool said = false, has_scenario = false;
  for (std::size_t at = 0; at < file.size(); at += line.size() + 1) {
    line = file.substr(at, file.find('\n', at) - at);
    if (line.starts_with("why = ")) {
      text += "why = " + core::toml_text(sentence) + "\n";
      said = true;
      continue;
    }
    has_scenario |= line.starts_with("scenario");
    // Before the tables of the file.
    if (line.starts_with("[") && !has_scenario && !scenario.empty()) {
      // Whoever starts without supply does so because it was found to be worth it.
      text +=
          "scenario = " + core::toml_text(scenario) + "\n" + (said ? "" : "hungry = true\n") + "\n";
      has_scenario = true;
    }
    text += line + "\n";
  }
  return said ? text : "# Found by a search: " + sentence + "\n" + text;
}

void leave_openings(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted,
                    const CellFactory& factory, const fs::path& folder) {
  const auto running = search_after(source, run, counted);
  const auto& search = *running.search;
  if (!search.over()) return;
  const auto& experiment = source.experiment();
  const auto overlay = folder / "found";
  const auto base = fs::absolute(experiment.request.folder).lexically_normal();
  std::error_code error;
  fs::remove_all(overlay, error);
  fs::create_directories(overlay / "openings", error);
  core::write_file(overlay / "game.toml", "extends = " + core::toml_text(base.string()) + "\n");
  for (std::size_t side = 0; side < play::kSides; ++side) {
    auto left = search.finalists(side);
    for (const auto& kept : search.kept(side)) left.push_back(kept.set_up);
    std::sort(left.begin(), left.end());
    left.erase(std::unique(left.begin(), left.end()), left.end());
    for (const auto i : left) {
      const auto& one = search.set_ups(side)[i];
      if (one.known) continue;
      const auto title =
          side_titles(source)[side] + ": " + search.measure(side).short_words(one.shape);
      const auto file = running.board->opening_file(side_at(side), one.set_up->decisions, title);
      if (!file) continue;
      const auto path = overlay / "openings" / (one.set_up->name + ".toml");
      core::write_file(path, with_sentence(*file, sentence_of(source, search, side, i),
                                           source.prepared(0).info().scenario));
      auto cell = base_cell(experiment);
      cell.request.folder = overlay;
      cell.request.openings[side] = one.set_up->name;
      try {
        factory(cell);
      } catch (const core::InputError&) {
        fs::remove(path, error);  // no opening that the game takes
      }
    }
  }
}

// ---- The file

constexpr WholeKey kPasses{"passes", 6, 1, 50, "at most so often both sides look for replies"};
constexpr WholeKey kCandidates{"candidates", 32, 4, 10'000, "new set-ups of a side at a time"};
constexpr WholeKey kGames{"games", 8, 2, 10'000, "campaigns of a new set-up"};
constexpr WholeKey kTableKey{"table", 60, 10, 100'000, "campaigns of each pair of what is mixed"};
constexpr WholeKey kTrial{"trial", 300, 50, 1'000'000,
                          "fresh campaigns of a reply that may be better"};
constexpr WholeKey kConfirm{"confirm", 200, 20, 1'000'000,
                            "fresh campaigns of each pair in the equilibrium at the end"};
constexpr WholeKey kArchive{"archive", 100, 20, 1'000'000,
                            "fresh campaigns of the best of each kind at the end"};

void read_search(core::ConfigTable table, Experiment& experiment) {
  SearchSettings settings;
  for (std::size_t side = 0; side < play::kSides; ++side) {
    const auto* key = side == 0 ? "a" : "b";
    if (!table.has(key)) continue;
    settings.names[side] = read_names(table, key);
    // An empty name stands for a set-up that is played: there is none to begin with.
    if (settings.names[side] == std::vector<std::string>{""}) settings.names[side].clear();
    if (!settings.names[side].empty() && !experiment.request.openings[side].empty())
      table.fail(key, std::string("\"") + key + "\" names openings to begin with, and \"opening_" +
                          key + "\" of [game] one that is kept; give one of them");
  }
  auto& options = settings.options;
  options.seed = experiment.seed;
  options.campaigns = experiment.campaigns;
  options.passes = read(table, kPasses);
  options.candidates = read(table, kCandidates);
  options.games = read(table, kGames);
  options.table = read(table, kTableKey);
  options.trial = read(table, kTrial);
  options.confirm = read(table, kConfirm);
  options.archive = read(table, kArchive);
  const auto least = options.least({settings.names[0].size(), settings.names[1].size()});
  if (experiment.campaigns < least)
    table.fail("passes", fmt::format("{} campaigns are too few for {} passes; allowed: from {}",
                                     experiment.campaigns, options.passes, least));
  table.finish();
  experiment.settings = std::make_shared<const SearchSettings>(std::move(settings));
}

void make_cells(Experiment& experiment) {
  auto cell = base_cell(experiment);
  cell.id = "search";
  experiment.cells.push_back(cell);
  for (std::size_t side = 0; side < play::kSides; ++side)
    for (const auto& name : search_of(experiment).names[side]) {
      auto known = cell;
      known.id = slug(letter(side) + name);
      known.request.openings[side] = name;
      known.levels = {{side == 0 ? "a_opening" : "b_opening", name}};
      experiment.cells.push_back(std::move(known));
    }
}

void read_file(core::ConfigTable& file, Experiment& experiment) {
  read_campaigns(file, experiment);
  read_game(file, experiment);
  if (!experiment.starts.empty())
    file.fail("game", "a search for openings begins from one \"scenario\", not from \"scenarios\"");
  read_agents(file, experiment);
  read_band(file, experiment);
  read_search(file.table("search"), experiment);
  make_cells(experiment);
}

std::vector<core::ParameterDescription> parameters() {
  const std::string opening = kOpeningText;
  return {
      {"search.a", "list of text", "none", opening, "openings of side A that it begins with"},
      {"search.b", "list of text", "none", opening, "openings of side B that it begins with"},
      describe("search", kPasses),
      describe("search", kCandidates),
      describe("search", kGames),
      describe("search", kTableKey),
      describe("search", kTrial),
      describe("search", kConfirm),
      describe("search", kArchive),
  };
}

void resolve(const Experiment& experiment, nlohmann::ordered_json& root) {
  const auto& options = search_of(experiment).options;
  root["confirm"] = options.confirm;
  root["search"] = {{"passes", options.passes}, {"candidates", options.candidates},
                    {"games", options.games},   {"table", options.table},
                    {"trial", options.trial},   {"archive", options.archive}};
}

/// Somebody must have a set-up to decide about.
void make_ready(ExperimentSource& source, const CellFactory&) {
  const auto board = source.prepared(0).set_up_board();
  const auto& info = source.prepared(0).info();
  if (!board) throw core::InputError(info.title + ": this mechanism has no set-up to search in");
  bool decided = false;
  for (const auto side : {play::Side::A, play::Side::B})
    board->play(side, [&](const SetUpQuestion&) {
      decided = true;
      return std::size_t{0};
    });
  if (decided) return;
  std::string scenarios;
  for (const auto& one : info.scenarios) scenarios += (scenarios.empty() ? "" : ", ") + one;
  throw core::InputError("scenario \"" + info.scenario +
                         "\": nothing of its set-up is decided, so there is nothing to search; " +
                         info.title + " has " + scenarios);
}

std::unique_ptr<Scheduler> scheduler(ExperimentSource& source) {
  return std::make_unique<SearchScheduler>(source);
}

bool schedules_itself(const Experiment&) { return true; }

std::uint64_t campaigns_in_all(const Experiment& experiment) {
  return experiment.campaigns + search_of(experiment).options.most_at_end();
}

std::string stages_in_words(const Experiment& experiment) {
  return fmt::format("at most {} campaigns ({} to search in {} passes, up to {} on fresh dice)",
                     campaigns_in_all(experiment), experiment.campaigns,
                     search_of(experiment).options.passes,
                     search_of(experiment).options.most_at_end());
}

}  // namespace

namespace questions {

const Question& search() {
  static const Question kRow{.name = "search",
                             .read = read_file,
                             .parameters = parameters,
                             .resolve = resolve,
                             .make_ready = make_ready,
                             .scheduler = scheduler,
                             .schedules_itself = schedules_itself,
                             .campaigns_in_all = campaigns_in_all,
                             .stages_in_words = stages_in_words,
                             .answer = answer,
                             .leave = leave_openings};
  return kRow;
}

}  // namespace questions

}  // namespace niemen::lab

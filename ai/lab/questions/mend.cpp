// The question "what is the smallest change that makes it balanced?".
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "ai/lab/game_values.h"
#include "ai/lab/questions/changed_game.h"
#include "ai/lab/questions/question.h"
#include "ai/lab/questions/reading.h"
#include "ai/lab/statistics/equivalence.h"
#include "ai/lab/statistics/root_finding.h"
#include "engine/core/random.h"
#include "engine/core/shell.h"
#include "engine/play/game_folder.h"

namespace niemen::lab {

namespace {

struct MendSettings : QuestionSettings {
  Band target;                ///< where the score of side A shall be
  std::uint64_t confirm = 0;  ///< fresh campaigns for each change that is proposed, on average
};

const MendSettings& mend_of(const Experiment& experiment) {
  return experiment.settings_as<MendSettings>();
}

/// So many changes are looked for, each in a part of the campaigns that there are to confirm one.
constexpr std::size_t kProposals = 3;
constexpr std::uint64_t kLookShare = 2;
/// The search: all ends of all ranges first, then so many rounds.
constexpr std::uint64_t kScreenShare = 4, kRounds = 3;
/// So many more campaigns of the game as it stands than of each end.
constexpr std::uint64_t kMoreAsItStands = 2;
/// Blocks of the campaigns by which values are looked for, of those that look at proposals, and of
/// those that confirm one; streams of their campaign keys.
constexpr std::uint64_t kSearch = std::uint64_t{1} << 39, kLook = std::uint64_t{1} << 40,
                        kConfirm = std::uint64_t{1} << 41;
constexpr std::uint64_t kFreshKeys = 1, kSearchKeys = 2, kLookKeys = 3;

/// A parameter with another value than the rules have.
struct Edit {
  std::size_t factor = 0;
  double value = 0;
};

/// Edits as they are, and one parameter that goes from its value of today to an end of its range.
struct Line {
  std::vector<Edit> fixed;
  std::size_t factor = 0;
  double from = 0, to = 0;
  double cost = 0;  ///< of all its edits, each as a share of its range, as the ends foretell it
};

std::string value_text(const Factor& factor, double value) {
  return range_value(factor, (value - factor.low) / (factor.high - factor.low));
}

Cell cell_of(const Experiment& experiment, const std::vector<Edit>& edits) {
  auto cell = base_cell(experiment);
  cell.id = edits.empty() ? "as_it_stands" : "";
  for (const auto& edit : edits) {
    const auto& factor = experiment.factors[edit.factor];
    const auto value = value_text(factor, edit.value);
    set_factor(cell, factor.key, value);
    cell.id += (cell.id.empty() ? "" : "__") + slug(factor.key) + "_" + slug(value);
  }
  for (auto& agent : cell.agents) settle_agent(agent);
  return cell;
}

std::vector<Edit> with(std::vector<Edit> edits, std::size_t factor, double value) {
  edits.push_back({factor, value});
  return edits;
}

/// The ends of the range of a parameter that are not its value of today.
std::vector<double> ends_of(const Factor& factor) {
  std::vector<double> ends;
  for (const double end : {factor.low, factor.high})
    if (end != factor.now) ends.push_back(end);
  return ends;
}

std::vector<std::vector<Edit>> screened(const Experiment& experiment) {
  std::vector<std::vector<Edit>> all{{}};
  for (std::size_t i = 0; i < experiment.factors.size(); ++i)
    for (const double end : ends_of(experiment.factors[i])) all.push_back({{i, end}});
  return all;
}

/// Campaigns of the first stage, most of the game as it stands, which all are held against.
std::uint64_t screen_turn(const Experiment& experiment) {
  return screened(experiment).size() + kMoreAsItStands;
}
std::uint64_t screen_size(const Experiment& experiment) {
  const auto turn = screen_turn(experiment);
  return experiment.campaigns / kScreenShare / turn * turn;
}

/// The score of side A on the scale of logits, between even odds and none.
struct LogitShare {
  double score = 0, campaigns = 0;
  double logit() const { return std::log((score + 0.5) / (campaigns - score + 0.5)); }
};

double logit(double share) { return std::log(share / (1 - share)); }

/// What the campaigns with ids below `counted` showed.
class Seen {
 public:
  Seen(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted)
      : source_(source) {
    for (const auto& summary : run.summaries())
      if (summary.id < counted && summary.status != CampaignStatus::Error)
        by_cell_[summary.cell].push_back({summary.score_a(), summary.block});
  }

  /// The scores of a combination in campaigns of blocks from `first` to before `end`.
  std::vector<Observation> scores(const Cell& cell, std::uint64_t first, std::uint64_t end) const {
    std::vector<Observation> scores;
    for (const auto& [number, seen] : by_cell_)
      if (source_.cells()[number].id == cell.id)
        for (const auto& one : seen)
          if (one.block >= first && one.block < end) scores.push_back(one);
    return scores;
  }

  LogitShare share(const std::vector<Edit>& edits) const {
    LogitShare share;
    // What was played in search of a value does not go into the choice of lines.
    for (const auto& one : scores(cell_of(source_.experiment(), edits), 0, kSearch)) {
      share.score += one.value;
      ++share.campaigns;
    }
    return share;
  }

  /// What was played along a line, before anything was confirmed.
  std::vector<ResponsePoint> points(const Line& line) const {
    const auto& experiment = source_.experiment();
    const auto& key = experiment.factors[line.factor].key;
    const auto fixed = cell_of(experiment, line.fixed).levels;
    std::vector<ResponsePoint> points;
    for (const auto& [number, seen] : by_cell_) {
      auto levels = source_.cells()[number].levels;
      double x = line.from;
      if (!levels.empty() && levels.back().first == key) {
        x = std::strtod(levels.back().second.c_str(), nullptr);
        levels.pop_back();
      }
      if (levels != fixed || x < std::min(line.from, line.to) || x > std::max(line.from, line.to))
        continue;
      for (const auto& one : seen)
        if (one.block < kConfirm) points.push_back({x, one.value, one.block});
    }
    return points;
  }

 private:
  const ExperimentSource& source_;
  std::map<std::uint32_t, std::vector<Observation>> by_cell_;
};

/// The lines along which the target seems to lie: of one parameter each, or where none reaches it
/// of two. The smallest change first.
std::vector<Line> lines_of(const Experiment& experiment, const Seen& seen) {
  const auto& factors = experiment.factors;
  const auto& target = mend_of(experiment).target;
  const double now = seen.share({}).logit();
  const double middle = logit((target.low + target.high) / 2);
  const double way = now > middle ? -1 : 1;
  const double edge = logit(way > 0 ? target.low : target.high);
  struct Pull {
    Edit edit;
    double pull;  ///< toward the target, in logits
    double size;  ///< as a share of the range
  };
  std::vector<Pull> pulls;
  for (std::size_t i = 0; i < factors.size(); ++i)
    for (const double end : ends_of(factors[i])) {
      const double pull = way * (seen.share({{i, end}}).logit() - now);
      const double size = std::abs(end - factors[i].now) / (factors[i].high - factors[i].low);
      if (pull > 0) pulls.push_back({{i, end}, pull, size});
    }
  const double wanted = way * (middle - now), needed = way * (edge - now);
  std::vector<Line> lines;
  for (const auto& [edit, pull, size] : pulls)
    if (pull >= needed)
      lines.push_back({{},
                       edit.factor,
                       factors[edit.factor].now,
                       edit.value,
                       size * std::min(1.0, wanted / pull)});
  if (lines.empty() && !pulls.empty()) {
    const auto strongest = *std::max_element(
        pulls.begin(), pulls.end(), [](const Pull& a, const Pull& b) { return a.pull < b.pull; });
    for (const auto& [edit, pull, size] : pulls)
      if (edit.factor != strongest.edit.factor && strongest.pull + pull >= needed)
        lines.push_back(
            {{strongest.edit},
             edit.factor,
             factors[edit.factor].now,
             edit.value,
             strongest.size + size * std::clamp((wanted - strongest.pull) / pull, 0.0, 1.0)});
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Line& a, const Line& b) { return a.cost < b.cost; });
  if (lines.size() > kProposals) lines.resize(kProposals);
  return lines;
}

RootQuestion question_of(const Experiment& experiment, const Line& line) {
  const auto& target = mend_of(experiment).target;
  return {.low = std::min(line.from, line.to),
          .high = std::max(line.from, line.to),
          .target = (target.low + target.high) / 2,
          .share = true};
}

/// A change that a line comes to.
struct Proposal {
  std::vector<Edit> edits;
  double miss = 0;  ///< how far its score seems to lie from the middle of the target
};

/// The change that a line comes to, on the grid of its parameter; none where it leads nowhere.
std::optional<Proposal> proposal_on(const Experiment& experiment, const Seen& seen,
                                    const Line& line) {
  const auto question = question_of(experiment, line);
  const auto root = find_root(seen.points(line), question);
  double value = root.root.value;
  if (root.status != RootStatus::Found) {
    // Just short of the target at the end of the range is near enough to try.
    value = root.near_root.width() > 0 ? (root.near_root.low + root.near_root.high) / 2 : line.to;
  }
  const auto& factor = experiment.factors[line.factor];
  value = std::clamp(value, question.low, question.high);
  value = std::strtod(value_text(factor, value).c_str(), nullptr);
  Proposal proposal{line.fixed, 0};
  if (root.status == RootStatus::Found) {
    const double away = root.slope * (value - root.root.value);
    proposal.miss = std::abs(1 / (1 + std::exp(-logit(question.target) - away)) - question.target);
  } else {
    proposal.miss = 1;
  }
  if (value != factor.now)
    proposal.edits = with(line.fixed, line.factor, value);
  else if (line.fixed.empty())
    return std::nullopt;
  return proposal;
}

/// The changes that the lines come to, the smallest first, by the campaigns below `counted`.
std::vector<Proposal> proposals(const ExperimentSource& source, const RecordedRun& run,
                                std::uint64_t counted) {
  const auto& experiment = source.experiment();
  std::vector<Proposal> all;
  const Seen screen(source, run, screen_size(experiment));
  const Seen seen(source, run, counted);
  std::vector<std::string> ids;
  for (const auto& line : lines_of(experiment, screen)) {
    const auto proposal = proposal_on(experiment, seen, line);
    if (!proposal) continue;
    const auto id = cell_of(experiment, proposal->edits).id;
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) continue;
    ids.push_back(id);
    all.push_back(*proposal);
  }
  return all;
}

/// The change that is confirmed: the smallest that seems well within the target, or the nearest.
std::optional<std::vector<Edit>> chosen(const ExperimentSource& source, const RecordedRun& run,
                                        std::uint64_t looked) {
  constexpr double kWellWithin = 0.3;  // of the half of the target
  const auto& target = mend_of(source.experiment()).target;
  const auto all = proposals(source, run, looked);
  if (all.empty()) return std::nullopt;
  const double near = kWellWithin * (target.high - target.low) / 2;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Proposal& one) { return one.miss <= near; });
  if (found != all.end()) return found->edits;
  return std::min_element(all.begin(), all.end(),
                          [](const Proposal& a, const Proposal& b) { return a.miss < b.miss; })
      ->edits;
}

/// Where the campaigns that confirm begin, `end` where there are none.
std::uint64_t looks_end(const ExperimentSource& source, std::uint64_t end) {
  auto looked = source.experiment().campaigns;
  while (looked < end && source.task(looked).block < kConfirm) ++looked;
  return looked;
}

/// Whether side A scores what it shall as it is, as far as the first stage shows.
bool stands(const ExperimentSource& source, const Seen& screen) {
  const auto& target = mend_of(source.experiment()).target;
  const auto now = screen.share({});
  const double share = now.score / now.campaigns;
  return share >= target.low && share <= target.high;
}

void add_screen(ExperimentSource& source) {
  const auto& experiment = source.experiment();
  std::vector<std::uint32_t> cells;
  for (const auto& edits : screened(experiment))
    cells.push_back(source.add_cell(cell_of(experiment, edits)));
  const auto blocks = screen_size(experiment) / screen_turn(experiment);
  const auto add = [&](std::uint32_t cell, std::uint64_t block) {
    source.add_task(cell, block, core::random_bits(experiment.seed, 0, block));
  };
  for (std::uint64_t block = 0; block < blocks; ++block) {
    for (const auto cell : cells) add(cell, block);
    for (std::uint64_t i = 1; i <= kMoreAsItStands; ++i) add(cells[0], i * blocks + block);
  }
}

bool add_search(ExperimentSource& source, const RecordedRun& run) {
  const auto& experiment = source.experiment();
  const auto done = source.scheduled();
  const Seen screen(source, run, screen_size(experiment));
  if (stands(source, screen)) return false;
  const auto lines = lines_of(experiment, screen);
  if (lines.empty()) return false;
  const Seen seen(source, run, done);
  const auto left = experiment.campaigns - done;
  const auto round = (experiment.campaigns - screen_size(experiment) + kRounds - 1) / kRounds;
  const auto size = std::min(left, round);
  auto number = done;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto count = size / lines.size() + (i < size % lines.size());
    const auto& factor = experiment.factors[lines[i].factor];
    for (const double value :
         next_root_values(seen.points(lines[i]), question_of(experiment, lines[i]),
                          static_cast<int>(count), factor.step)) {
      const auto edits =
          value == factor.now ? lines[i].fixed : with(lines[i].fixed, lines[i].factor, value);
      // Dice of their own: luck that befalls all values alike would move the root as a whole.
      source.add_task(source.add_cell(cell_of(experiment, edits)), kSearch + number,
                      core::random_bits(experiment.seed, kSearchKeys, number));
      ++number;
    }
  }
  return true;
}

bool add_looks(ExperimentSource& source, const RecordedRun& run) {
  const auto& experiment = source.experiment();
  std::vector<std::uint32_t> cells;
  for (const auto& one : proposals(source, run, experiment.campaigns))
    cells.push_back(source.add_cell(cell_of(experiment, one.edits)));
  for (std::uint64_t i = 0; i < mend_of(experiment).confirm / kLookShare; ++i)
    for (const auto cell : cells)
      source.add_task(cell, kLook + i, core::random_bits(experiment.seed, kLookKeys, i));
  return !cells.empty();
}

bool add_confirmation(ExperimentSource& source, const RecordedRun& run) {
  const auto& experiment = source.experiment();
  const auto looked = source.scheduled();
  const auto edits = chosen(source, run, looked);
  if (!edits) return false;
  const auto cell = source.add_cell(cell_of(experiment, *edits));
  const auto most = kProposals * mend_of(experiment).confirm;
  for (std::uint64_t i = 0; i < most - (looked - experiment.campaigns); ++i)
    source.add_task(cell, kConfirm + i, core::random_bits(experiment.seed, kFreshKeys, i));
  return true;
}

bool add_stage(ExperimentSource& source, const RecordedRun* run) {
  const auto& experiment = source.experiment();
  const auto scheduled = source.scheduled();
  if (scheduled == 0) {
    add_screen(source);
    return true;
  }
  if (!run) return false;
  if (scheduled < experiment.campaigns) return add_search(source, *run);
  if (scheduled == experiment.campaigns) return add_looks(source, *run);
  return source.task(scheduled - 1).block < kConfirm && add_confirmation(source, *run);
}

/// "victory.aldern.points (points of Aldern) 3 to 5".
std::string edits_words(const Experiment& experiment, const std::vector<Edit>& edits) {
  const auto values = game_values(experiment.request);
  std::string words;
  for (const auto& edit : edits) {
    const auto& factor = experiment.factors[edit.factor];
    words += fmt::format("{}{}{} from {} to {}", words.empty() ? "" : " and ", factor.key,
                         row_words(values, factor.key), value_text(factor, factor.now),
                         value_text(factor, edit.value));
  }
  return words;
}

/// A change that was looked at, or confirmed.
struct Confirmed {
  std::vector<Edit> edits;
  Estimate share;
  EquivalenceVerdict verdict = EquivalenceVerdict::Open;
  bool confirmed = false;  ///< on dice that chose nothing
};

/// The change that was confirmed, then those that were only looked at, the smallest first.
std::vector<Confirmed> confirmed_changes(const ExperimentSource& source, const RecordedRun& run,
                                         std::uint64_t counted) {
  const auto& experiment = source.experiment();
  std::vector<Confirmed> changes;
  if (counted <= experiment.campaigns) return changes;
  const auto looked = looks_end(source, counted);
  const Seen seen(source, run, counted);
  const auto edits = chosen(source, run, looked);
  if (!edits) return changes;
  const auto id = cell_of(experiment, *edits).id;
  if (const auto scores = seen.scores(cell_of(experiment, *edits), kConfirm, ~std::uint64_t{0});
      !scores.empty())
    changes.push_back({*edits, share_estimate(scores),
                       equivalence_test(scores, mend_of(experiment).target).verdict, true});
  for (const auto& one : proposals(source, run, experiment.campaigns)) {
    const auto cell = cell_of(experiment, one.edits);
    const auto scores = seen.scores(cell, kLook, kConfirm);
    if (cell.id == id || scores.empty()) continue;
    changes.push_back({one.edits, share_estimate(scores), EquivalenceVerdict::Open, false});
  }
  return changes;
}

Answer answer(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted) {
  Answer answer;
  const auto& experiment = source.experiment();
  const auto& target = mend_of(experiment).target;
  const auto side = side_titles(source)[0];
  const Seen screen(source, run, std::min(counted, screen_size(experiment)));
  const auto now = screen.scores(cell_of(experiment, {}), 0, kSearch);
  if (now.empty()) {
    answer.sentences.push_back("No campaign was played to its end.");
    return answer;
  }
  const auto before = share_estimate(now);
  answer.findings.push_back({"mend", "as_it_stands", "win_share_a", before, "jeffreys",
                             band_text(target),
                             verdict_name(equivalence_test(now, target).verdict)});
  answer.sentences.push_back(fmt::format("As the rules stand the {} side scores {}; wanted: {}.",
                                         side, share_text(before), band_text(target)));
  const auto changes = confirmed_changes(source, run, counted);
  for (const auto& change : changes) {
    answer.findings.push_back({"mend", cell_of(experiment, change.edits).id, "win_share_a",
                               change.share, "jeffreys", band_text(target),
                               change.confirmed ? verdict_name(change.verdict) : "looked at",
                               change.confirmed ? "confirmation" : "selection"});
    const bool inside = change.verdict == EquivalenceVerdict::Inside;
    answer.sentences.push_back(
        fmt::format("{}{}: {} the {} side scores {} in {} campaigns{}.",
                    !change.confirmed ? "Looked at, not confirmed: "
                    : inside          ? "The smallest change found: "
                                      : "Not shown to do it: ",
                    edits_words(experiment, change.edits),
                    change.confirmed ? "on fresh dice" : "before the choice", side,
                    share_text(change.share), change.share.n,
                    !change.confirmed ? ""
                    : inside          ? ", shown to lie within " + band_text(target)
                    : change.verdict == EquivalenceVerdict::Outside
                        ? ", shown to lie outside " + band_text(target)
                        : ", neither shown to lie within " + band_text(target) + " nor outside"));
  }
  if (!changes.empty() && changes.front().verdict == EquivalenceVerdict::Inside) {
    std::string words = "niemen play --game " + play::title_of(experiment.request.folder);
    for (const auto& one : cell_of(experiment, changes.front().edits).request.overrides)
      words += " --set " + core::shell_word(one);
    answer.sentences.push_back("Play it: " + words);
  } else if (changes.empty() && stands(source, screen)) {
    const bool shown = equivalence_test(now, target).verdict == EquivalenceVerdict::Inside;
    answer.sentences.push_back(fmt::format(
        "Nothing was changed: the score lies there as it is{}.",
        shown ? "" : ", though so few campaigns do not show it; a run of \"balance\" can"));
  } else if (changes.empty()) {
    answer.sentences.push_back(
        "No one or two of these parameters bring it there within their ranges.");
  }
  for (std::uint32_t cell = 0; cell < source.cells().size(); ++cell)
    add_cell_findings(answer, source, run, counted, cell, "cells", source.cells().size());
  return answer;
}

constexpr WholeKey kConfirmKey{"confirm", 2000, 100, kMaxCampaigns,
                               "fresh campaigns for each change that is proposed, three at most: "
                               "half of them to choose, all others to confirm the one chosen"};

void read_mend(core::ConfigTable table, Experiment& experiment) {
  read_factors(table, "mend", true, experiment);
  MendSettings mend;
  mend.target = {0.45, 0.55};
  if (const auto* target = table.take("target")) {
    if (target->kind != core::ConfigValue::Kind::List || target->list.size() != 2)
      target->fail("\"target\" must be two shares, e.g. [0.45, 0.55]");
    mend.target = {target->list[0].real, target->list[1].real};
    if (!(0 < mend.target.low && mend.target.low < mend.target.high && mend.target.high < 1))
      target->fail("\"target\" must be two shares between 0 and 1, the lower one first");
  }
  mend.confirm = read(table, kConfirmKey);
  for (const auto& factor : experiment.factors) {
    if (!factor.is_range())
      table.fail("factors", "\"" + factor.key + "\" needs \"low\" and \"high\"");
    if (factor.now < factor.low || factor.now > factor.high)
      table.fail("factors", "\"" + factor.key + "\": \"now\" must lie from \"low\" to \"high\"");
  }
  constexpr std::uint64_t kLeastOfEach = 20;
  const auto turn = screen_turn(experiment);
  if (screen_size(experiment) < kLeastOfEach * turn)
    table.fail("factors",
               fmt::format("{} campaigns are too few for {} parameters; allowed: from {}",
                           experiment.campaigns, experiment.factors.size(),
                           kLeastOfEach * kScreenShare * turn));
  table.finish();
  experiment.settings = std::make_shared<const MendSettings>(mend);
}

void read_file(core::ConfigTable& file, Experiment& experiment) {
  read_campaigns(file, experiment);
  read_game(file, experiment);
  read_agents(file, experiment);
  read_mend(file.table("mend"), experiment);
}

std::vector<core::ParameterDescription> parameters() {
  const std::string factor_key = kFactorText;
  return {
      {"mend.target", "2 reals", "0.45 0.55", "between 0 and 1, the lower first",
       "where the score of side A shall be"},
      describe("mend", kConfirmKey),
      {"mend.factors.key", "text", "", factor_key, "what may be changed"},
      {"mend.factors.low", "real", "", "-1e12 to 1e12", "lower end of what you would accept"},
      {"mend.factors.high", "real", "", "above low", "upper end"},
      {"mend.factors.step", "real", "0", "0 to 1e12", "its step; 0: any value"},
      {"mend.factors.now", "real", "the middle", "low to high", "the value as the rules stand"},
  };
}

void resolve(const Experiment& experiment, nlohmann::ordered_json& root) {
  const auto& mend = mend_of(experiment);
  root["confirm"] = mend.confirm;
  root["mend"] = {{"target", {mend.target.low, mend.target.high}}};
}

/// The first combination is the game as it stands; all ends of all ranges must be rules of it.
void make_ready(ExperimentSource& source, const CellFactory&) {
  for (const auto& edits : screened(source.experiment()))
    source.add_cell(cell_of(source.experiment(), edits));
}

std::uint64_t campaigns_in_all(const Experiment& experiment) {
  return experiment.campaigns + kProposals * mend_of(experiment).confirm;
}

std::string stages_in_words(const Experiment& experiment) {
  return fmt::format(
      "{} campaigns ({} at the ends of the ranges, {} in {} rounds, {} to choose one of up to {} "
      "and confirm it)",
      campaigns_in_all(experiment), screen_size(experiment),
      experiment.campaigns - screen_size(experiment), kRounds,
      kProposals * mend_of(experiment).confirm, kProposals);
}

void leave_mended(const ExperimentSource& source, const RecordedRun& run, std::uint64_t counted,
                  const CellFactory& factory, const std::filesystem::path& folder) {
  const auto& experiment = source.experiment();
  const auto changes = confirmed_changes(source, run, counted);
  if (changes.empty() || changes.front().verdict != EquivalenceVerdict::Inside) return;
  leave_changed_game(experiment, cell_of(experiment, changes.front().edits), factory,
                     folder / "mended");
}

}  // namespace

namespace questions {

const Question& mend() {
  static const Question kRow{.name = "mend",
                             .read = read_file,
                             .parameters = parameters,
                             .resolve = resolve,
                             .make_ready = make_ready,
                             .add_stage = add_stage,
                             .campaigns_in_all = campaigns_in_all,
                             .stages_in_words = stages_in_words,
                             .answer = answer,
                             .leave = leave_mended};
  return kRow;
}

}  // namespace questions

}  // namespace niemen::lab

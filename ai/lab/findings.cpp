#include "ai/lab/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "ai/lab/csv.h"
#include "ai/lab/mishaps.h"
#include "ai/lab/questions/question.h"
#include "ai/lab/statistics/counted.h"
#include "ai/lab/statistics/equivalence.h"
#include "ai/lab/statistics/multiplicity.h"
#include "engine/core/file_writer.h"
#include "engine/core/text.h"

namespace niemen::lab {

namespace {

constexpr double kLevel = 0.95;

bool counts(const CampaignSummary& summary, std::uint64_t counted) {
  return summary.id < counted && summary.status != CampaignStatus::Error;
}

/// A figure of each campaign of a cell that has a winner.
template <class F>
std::vector<Observation> collect(const RecordedRun& run, std::uint64_t counted, std::uint32_t cell,
                                 F&& figure) {
  std::vector<Observation> result;
  for (const auto& summary : run.summaries())
    if (summary.cell == cell && counts(summary, counted))
      result.push_back({figure(summary), summary.block});
  return result;
}

/// The values of one metric. Campaigns that share no dice are only counted.
class Figures {
 public:
  explicit Figures(bool counted) : counted_(counted) {}

  void add(double value, std::uint64_t block) {
    if (counted_)
      ++counts_[value];
    else
      observations_.push_back({value, block});
  }
  bool empty() const { return counts_.empty() && observations_.empty(); }
  Estimate share(double level) const {
    return counted_ ? share_estimate(counts_, level) : share_estimate(observations_, level);
  }
  Estimate mean(double level) const {
    return counted_ ? mean_estimate(counts_, level) : mean_estimate(observations_, level);
  }

 private:
  bool counted_;
  Counts counts_;
  std::vector<Observation> observations_;
};

/// All metrics of one cell, from one look at the campaigns.
struct CellFigures {
  CellFigures(bool counted, std::size_t level_names)
      : score(counted),
        won_a(counted),
        drawn(counted),
        won_b(counted),
        margin(counted),
        turns(counted),
        decided(counted),
        losses_a(counted),
        losses_b(counted),
        levels(level_names, Figures(counted)) {}

  void add(const CampaignSummary& s) {
    using Winner = play::Outcome::Winner;
    score.add(s.score_a(), s.block);
    won_a.add(s.winner == Winner::A ? 1 : 0, s.block);
    drawn.add(s.winner == Winner::Draw ? 1 : 0, s.block);
    won_b.add(s.winner == Winner::B ? 1 : 0, s.block);
    if (!s.was_played()) return;
    for (std::size_t i = 0; i < levels.size(); ++i)
      levels[i].add(s.level == static_cast<std::int32_t>(i) ? 1 : 0, s.block);
    margin.add(s.margin, s.block);
    turns.add(s.turns, s.block);
    if (s.decided_turn > 0) decided.add(s.decided_turn, s.block);
    if (!std::isnan(s.a_losses)) losses_a.add(s.a_losses, s.block);
    if (!std::isnan(s.b_losses)) losses_b.add(s.b_losses, s.block);
  }

  Figures score, won_a, drawn, won_b, margin, turns, decided, losses_a, losses_b;
  std::vector<Figures> levels;
};

}  // namespace

std::vector<Observation> scores_of(const RecordedRun& run, std::uint64_t counted,
                                   std::uint32_t cell) {
  return collect(run, counted, cell, [](const CampaignSummary& s) { return s.score_a(); });
}

std::string band_text(const Band& band) {
  return fmt::format("{:.0f} to {:.0f} %", 100 * band.low, 100 * band.high);
}

std::string verdict_words(EquivalenceVerdict verdict, const Band& band) {
  switch (verdict) {
    case EquivalenceVerdict::Inside: return "balanced: shown to lie within " + band_text(band);
    case EquivalenceVerdict::Outside:
      return "not balanced: shown to lie outside " + band_text(band);
    case EquivalenceVerdict::Open: break;
  }
  return "open: neither shown to lie within " + band_text(band) + " nor outside";
}

namespace {

/// Digits after the point that tell a share from 0 and from 1: one as a rule, more where it is
/// rare.
int share_digits(const Estimate& e) {
  constexpr int kMost = 6;
  int digits = 1;
  for (const double share : {e.value, e.interval.low, e.interval.high}) {
    const double rare = 100 * std::min(share, 1 - share);
    if (!(rare > 0)) continue;
    int needed = 1;
    for (double unit = 0.1; rare < unit && needed < kMost; unit /= 10) ++needed;
    digits = std::max(digits, needed);
  }
  return digits;
}

/// A number without the sign of a zero, and without "nan".
std::string number_text(double value, int digits, bool sign) {
  if (!std::isfinite(value)) return "unknown";
  const double unit = std::pow(10, -digits);
  if (std::abs(value) < unit / 2) value = 0;
  return sign ? fmt::format("{:+.{}f}", value, digits) : fmt::format("{:.{}f}", value, digits);
}

}  // namespace

std::string share_text(const Estimate& e) {
  const int digits = share_digits(e);
  if (!std::isfinite(e.value)) return "unknown";
  if (!std::isfinite(e.interval.width())) return number_text(100 * e.value, digits, false) + " %";
  return fmt::format("{} % ({} to {})", number_text(100 * e.value, digits, false),
                     number_text(100 * e.interval.low, digits, false),
                     number_text(100 * e.interval.high, digits, false));
}

namespace {

std::string figure_text(const Estimate& e, bool sign) {
  constexpr int kDigits = 2;
  const auto text = number_text(e.value, kDigits, sign);
  if (!std::isfinite(e.interval.width()))
    return text + (e.blocks > 1 ? " (all alike: the spread is unknown)" : " (a single campaign)");
  return fmt::format("{} ({} to {})", text, number_text(e.interval.low, kDigits, sign),
                     number_text(e.interval.high, kDigits, sign));
}

}  // namespace

std::string mean_text(const Estimate& estimate) { return figure_text(estimate, false); }
std::string change_text(const Estimate& estimate) { return figure_text(estimate, true); }

std::string points_text(const Estimate& e) {
  const auto number = [](double share) { return number_text(100 * share, 1, true); };
  const auto text = number(e.value) + " points";
  if (e.blocks < 1) return "unknown (no set of dice in common)";
  if (e.blocks < 2) return text + " (a single set of dice: the spread is unknown)";
  const auto range = number(e.interval.low) + " to " + number(e.interval.high);
  if (!e.alike) return fmt::format("{} ({})", text, range);
  return fmt::format("{} (alike with all {} sets of dice; {} is not excluded)", text, e.blocks,
                     range);
}

void add_cell_findings(Answer& answer, const ExperimentSource& source, const RecordedRun& run,
                       std::uint64_t counted, std::uint32_t cell, const std::string& table,
                       std::size_t looked_at) {
  const auto& id = source.cells()[cell].id;
  const auto& level_names = source.prepared(cell).info().victory_levels;
  const double level = level_of_each(kLevel, looked_at);
  // Regular campaigns of one cell have dice of their own each.
  CellFigures figures(std::min(counted, source.scheduled()) <= source.regular(),
                      level_names.size());
  for (const auto& summary : run.summaries())
    if (summary.cell == cell && counts(summary, counted)) figures.add(summary);
  const auto add = [&](const std::string& metric, const Figures& values, bool share) {
    if (values.empty()) return;
    answer.findings.push_back({table, id, metric, share ? values.share(level) : values.mean(level),
                               share ? "jeffreys" : "student", "", ""});
  };
  add("win_share_a", figures.score, true);
  add("wins_a", figures.won_a, true);
  add("draws", figures.drawn, true);
  add("wins_b", figures.won_b, true);
  for (std::size_t i = 0; i < level_names.size(); ++i)
    add("level_share:" + level_names[i], figures.levels[i], true);
  add("margin", figures.margin, false);
  add("turns", figures.turns, false);
  add("decided_turn", figures.decided, false);
  add("losses_a", figures.losses_a, false);
  add("losses_b", figures.losses_b, false);
}

namespace {

/// "x", "x or y", "x, y or z", each named once.
std::string either(const std::vector<std::string>& names) {
  std::vector<std::string> once;
  for (const auto& name : names)
    if (std::find(once.begin(), once.end(), name) == once.end()) once.push_back(name);
  std::string text = once.front();
  for (std::size_t i = 1; i < once.size(); ++i)
    text += (i + 1 == once.size() ? " or " : ", ") + once[i];
  return text;
}

std::string players(const ExperimentSource& source, std::size_t side) {
  std::vector<std::string> words;
  for (const auto& cell : source.cells()) words.push_back(cell.agents[side].words());
  return fmt::format("{} ({})", either(words), side_titles(source)[side]);
}

}  // namespace

std::array<std::string, play::kSides> side_titles(const ExperimentSource& source) {
  const auto& names = source.prepared(0).info().side_names;
  return {core::capitalised(names[0]), core::capitalised(names[1])};
}

std::string between(const ExperimentSource& source, std::uint64_t counted) {
  const auto& info = source.prepared(0).info();
  // What all combinations change; what only some do is a factor and told with the results.
  std::string changes;
  for (const auto& change : source.experiment().request.overrides) changes += "; " + change;
  const auto starts = source.cells()[0].starts.size();
  const auto scenario = starts > 1
                            ? fmt::format("{} scenarios in turn from {} on", starts, info.scenario)
                            : info.scenario;
  return fmt::format(
      "Between {} and {}, on {} ({}, {}{}), {} campaigns. An interval covers sampling, not the "
      "choice of agents.",
      players(source, 0), players(source, 1), info.title, info.preset, scenario, changes, counted);
}

namespace {

/// What went wrong, before anything else where it is too much for a verdict.
void add_mishaps(Answer& answer, const ExperimentSource& source, const RecordedRun& run,
                 std::uint64_t counted) {
  const auto mishaps = mishaps_of(run, counted);
  auto sentences = mishap_sentences(mishaps, source.prepared(0).info().side_names);
  if (mishaps.too_many()) {
    sentences.front() = "Invalid: " + sentences.front();
    sentences.back() += " The figures below mislead.";
  }
  answer.sentences.insert(answer.sentences.begin(), sentences.begin(), sentences.end());
}

/// How the campaigns ended, where some did before their last turn.
void add_ends(Answer& answer, const ExperimentSource& source, const RecordedRun& run,
              std::uint64_t counted) {
  std::array<std::uint64_t, static_cast<std::size_t>(CampaignEnd::Count)> ends{};
  for (const auto& summary : run.summaries())
    if (summary.id < counted)
      ++ends[static_cast<std::size_t>(
          end_of(summary.status, summary.turns, source.prepared(summary.cell).info()))];
  const auto of = [&](CampaignEnd end) { return ends[static_cast<std::size_t>(end)]; };
  if (of(CampaignEnd::SuddenDeath) + of(CampaignEnd::Limit) == 0) return;
  answer.sentences.push_back(fmt::format(
      "Ends: {} in the last turn, {} before it by sudden death, {} stalled at the limit "
      "of decisions, {} forfeited.",
      of(CampaignEnd::PlayedOut), of(CampaignEnd::SuddenDeath), of(CampaignEnd::Limit),
      of(CampaignEnd::Forfeit)));
}

}  // namespace

Answer answer_question(const ExperimentSource& source, const RecordedRun& run,
                       std::uint64_t counted) {
  auto answer = source.experiment().question->answer(source, run, counted);
  add_mishaps(answer, source, run, counted);
  add_ends(answer, source, run, counted);
  answer.sentences.push_back(between(source, counted));
  return answer;
}

const std::vector<Column>& result_columns() {
  static const std::vector<Column> columns{
      {"question", "string", "what the experiment asks"},
      {"cell_id", "string", "the combination, deployment, factor or pair it is about; or all"},
      {"metric", "string", "what is estimated"},
      {"n", "integer", "campaigns it rests on"},
      {"n_blocks", "integer", "independent blocks of campaigns that share dice"},
      {"estimate", "number", "the estimate; shares from 0 to 1"},
      {"std_error", "number", "its standard error; empty: unknown"},
      {"ci_low", "number", "lower end of the interval; empty: without bound, or none is given"},
      {"ci_high", "number", "upper end of the interval; empty: without bound, or none is given"},
      {"ci_level", "number", "how often such an interval covers the truth"},
      {"method", "string", "how it was estimated"},
      {"target", "string", "what it is held against, or where"},
      {"verdict", "string", "what is shown; may be empty"},
      {"seeds", "string", "selection, or confirmation: dice that chose nothing"},
      {"spec_sha256", "string", "x and the digest of spec.resolved.json"}};
  return columns;
}

void write_answer(const std::filesystem::path& folder, const Answer& answer,
                  const std::string& question, const std::string& spec_sha256) {
  std::error_code error;
  std::filesystem::create_directories(folder / "results", error);
  if (error) throw core::InputError((folder / "results").string() + ": " + error.message());
  std::map<std::string, std::string> tables;
  for (const auto& finding : answer.findings) {
    auto& text = tables[finding.table];
    if (text.empty()) {
      CsvLine header;
      for (const auto& column : result_columns()) header.text(column.name);
      text = header.take();
    }
    const auto& e = finding.estimate;
    CsvLine line;
    line.text(question).text(finding.cell_id).text(finding.metric).integer(e.n).integer(e.blocks);
    line.real(e.value).real(e.std_error).real(e.interval.low).real(e.interval.high).real(e.level);
    line.text(finding.method).text(finding.target).text(finding.verdict).text(finding.seeds);
    text += line.text("x" + spec_sha256).take();
  }
  for (const auto& [name, text] : tables)
    core::write_file(folder / "results" / (name + ".csv"), text);
  std::string verdict;
  for (const auto& sentence : answer.sentences) verdict += sentence + "\n";
  core::write_file(folder / "results" / "verdict.txt", verdict);
}

}  // namespace niemen::lab

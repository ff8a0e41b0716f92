#include "ai/table/review.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <map>
#include <memory>
#include <set>

#include "ai/lab/statistics/multiplicity.h"
#include "ai/search/report.h"
#include "ai/table/review_log.h"
#include "ai/table/scores.h"

namespace niemen::ai::table {

namespace {

constexpr double kInaccuracy = 0.05, kMistake = 0.10, kBlunder = 0.15;
constexpr double kLevel = 0.95;
constexpr int kFewestLots = 8;
/// Less is no turning point, however certain it is.
constexpr double kLeastTold = 0.02;
/// Rounds go on until fewer positions than this would be kept.
constexpr std::size_t kFewestKept = 12;

double score_of(const play::Outcome& outcome, play::Side side) {
  return side == play::Side::A ? outcome.score_a() : 1 - outcome.score_a();
}

/// A position that is played on from.
struct Position {
  std::size_t step = 0;  ///< decisions and dice before it
  /// Of a stretch that brought something to light, the worlds that were possible before it, carried
  /// on by what was decided: it is judged by them, the rest came out.
  const Stretch* decided = nullptr;
};

/// A change between one position and the next.
struct Change {
  const Stretch* stretch = nullptr;
  Owed owed = Owed::Dice;
};

/// Changes of one passage that are owed to the same.
struct Part {
  Weights weights;
  std::size_t first = 0, last = 0;  ///< changes
  Owed owed = Owed::Dice;
};

class Reviewer {
 public:
  Reviewer(const Course& course, play::Side side, const ReviewOptions& options)
      : course_(course),
        options_(options),
        side_(side),
        oracle_(*course.game, options.threads, options.seed),
        stretches_(stretches_of(course, side)),
        positions_(positions()),
        parts_(parts()),
        scores_(positions_.size()) {
    if (!options.file.empty())
      log_ = std::make_unique<ReviewLog>(options.file, review_identity(course, side, options.seed));
    scores_.fix(positions_.size() - 1, score_of(course.outcome, side));
  }

  Review run() {
    look_at_all();
    if (options_.found && !stopped_) options_.found(report());
    std::vector<std::size_t> kept(parts_.size());
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = i;
    for (int round = 1; round <= rounds() && !stopped_; ++round) {
      look_closely(kept, round);
      if (options_.found && !stopped_) options_.found(report());
    }
    return report();
  }

 private:
  // --- What is to be judged ---

  std::vector<Position> positions() {
    std::vector<Position> list{{0, nullptr}};
    for (const auto& stretch : stretches_) {
      if (stretch.tells) {
        list.push_back({stretch.to, &stretch});
        changes_.push_back({&stretch, Owed::Mine});
      }
      list.push_back({stretch.to, nullptr});
      changes_.push_back({&stretch, stretch.tells ? Owed::Reveal : stretch.owed});
    }
    if (course_.forfeit) {  // the position might have been played on from
      gave_up_.from = gave_up_.to = course_.steps.size();
      gave_up_.turn = course_.steps.empty() ? 0 : course_.steps.back().turn;
      gave_up_.passage = stretches_.empty() ? 0 : stretches_.back().passage + 1;
      gave_up_.owed = course_.forfeit->side == side_ ? Owed::Mine : Owed::His;
      list.push_back({gave_up_.to, nullptr});
      changes_.push_back({&gave_up_, gave_up_.owed});
    }
    return list;
  }

  /// The sum of the changes [first, last) that are owed to `owed`.
  Weights weights_of(Owed owed, std::size_t first, std::size_t last) const {
    std::map<std::size_t, double> sum;
    for (auto i = first; i < last; ++i) {
      if (changes_[i].owed != owed) continue;
      sum[i] -= 1;
      sum[i + 1] += 1;
    }
    std::erase_if(sum, [](const auto& entry) { return entry.second == 0; });
    return {sum.begin(), sum.end()};
  }

  std::vector<Part> parts() const {
    std::vector<Part> list;
    for (std::size_t first = 0, last; first < changes_.size(); first = last) {
      for (last = first + 1; last < changes_.size(); ++last)
        if (changes_[last].stretch->passage != changes_[first].stretch->passage) break;
      for (int owed = 0; owed < kOwed; ++owed) {
        Part part{weights_of(static_cast<Owed>(owed), first, last), first, last,
                  static_cast<Owed>(owed)};
        if (!part.weights.empty()) list.push_back(std::move(part));
      }
    }
    return list;
  }

  /// All but the end.
  std::size_t open_positions() const { return positions_.size() - 1; }

  int rounds() const {
    const auto halves = std::max<std::size_t>(1, open_positions() / kFewestKept);
    return static_cast<int>(std::bit_width(halves)) - 1;
  }

  /// Of the first look. A round costs half of it: half of the positions, as many lots again.
  int first_lots() const {
    const auto looks = static_cast<double>(open_positions()) * (1 + rounds() / 2.0);
    return std::max(kFewestLots, static_cast<int>(options_.depth / looks));
  }

  // --- Playing on ---

  std::vector<play::AnyState> worlds_of(const Position& position, int first, int count) const {
    const auto& game = *course_.game;
    const auto from = position.decided ? position.decided->from : position.step;
    auto worlds = oracle_.worlds(game.observe(course_.states[from], play::viewer_of(side_)), count,
                                 static_cast<std::size_t>(first));
    for (auto& world : worlds)
      for (auto i = from; i < position.step; ++i) {
        const auto action = course_.steps[i].action;
        if (!std::ranges::binary_search(game.legal(world), action)) break;
        game.apply(world, action);
      }
    return worlds;
  }

  /// Scores a position until it has `lots`. False: stopped, and what was begun is dropped.
  bool play(std::size_t position, int lots) {
    if (log_) {
      const auto first = scores_.lots(position);
      const auto kept = log_->kept(position, first, lots - first);
      if (!kept.empty()) scores_.add(position, kept);
      resumed_ += static_cast<int>(kept.size());
    }
    const auto first = scores_.lots(position);
    const auto count = lots - first;
    if (count <= 0) return true;
    const auto endings = oracle_.play_worlds(worlds_of(positions_[position], first, count), side_,
                                             options_.stop, static_cast<std::size_t>(first));
    stopped_ = static_cast<int>(endings.scores.size()) < count || options_.stop.stop_requested();
    if (stopped_) return false;
    scores_.add(position, endings.scores);
    if (log_) log_->keep(position, first, endings.scores);
    return true;
  }

  /// The share of the work that is done with `looks` first looks' worth, each of one lot
  /// everywhere.
  void tell(double looks) const {
    if (options_.progress) options_.progress(std::min(1.0, looks / (1 + rounds() / 2.0)));
  }

  void look_at_all() {
    const auto lots = first_lots();
    for (std::size_t i = 0; i < open_positions() && !stopped_; ++i) {
      if (!play(i, lots)) return;
      known_ = i + 1;
      // The later, the less is left to be played.
      const auto left = 1 - static_cast<double>(known_) / static_cast<double>(open_positions());
      tell(1 - left * left);
    }
    known_ = positions_.size();
  }

  /// Keeps the parts that may have changed most, as many as half of the positions of the round
  /// before hold, and doubles their lots.
  void look_closely(std::vector<std::size_t>& kept, int round) {
    std::vector<std::pair<double, std::size_t>> order;
    for (const auto part : kept) order.emplace_back(-most_of(parts_[part]), part);
    std::ranges::stable_sort(order);
    const auto wanted = open_positions() >> round;
    std::set<std::size_t> chosen;
    kept.clear();
    for (const auto& [most, part] : order) {
      if (chosen.size() >= wanted) break;
      kept.push_back(part);
      for (const auto& [position, weight] : parts_[part].weights)
        if (!scores_.fixed(position)) chosen.insert(position);
    }
    const auto lots = first_lots() << round;
    std::size_t done = 0;
    for (const auto position : chosen) {
      if (!play(position, lots)) return;
      tell(1 + 0.5 * (round - 1) +
           0.5 * static_cast<double>(++done) / static_cast<double>(chosen.size()));
    }
  }

  // --- What came of it ---

  /// How much a part may have changed, at most.
  double most_of(const Part& part) const {
    const auto change = scores_.measure(part.weights);
    return std::min(1.0,
                    std::abs(change.value) + lab::normal_quantile(0.5 + kLevel / 2) * change.error);
  }

  Chance change_of(const Weights& weights, double level) const {
    const auto sum = scores_.measure(weights);
    if (sum.lots == 0) return {.value = sum.value, .low = sum.value, .high = sum.value};
    const auto reach = lab::student_critical(level, std::max(1, sum.lots - 1)) * sum.error;
    return {.value = sum.value,
            .low = sum.value - reach,
            .high = sum.value + reach,
            .campaigns = sum.lots};
  }

  Chance chance_at(std::size_t position) const {
    const auto value = scores_.value(position);
    if (scores_.fixed(position)) return {.value = value, .low = value, .high = value};
    const auto lots = scores_.lots(position);
    const auto interval = wilson_interval(value, lots);
    return {.value = value, .low = interval.low, .high = interval.high, .campaigns = lots};
  }

  /// The change of a part that was largest by itself.
  std::size_t largest_of(const Part& part) const {
    std::size_t largest = part.last;
    double most = -1;
    for (auto i = part.first; i < part.last; ++i) {
      if (changes_[i].owed != part.owed) continue;
      const auto size = std::abs(scores_.value(i + 1) - scores_.value(i));
      if (size <= most) continue;
      most = size;
      largest = i;
    }
    return largest;
  }

  TurningPoint point_of(const Part& part, const Chance& change) const {
    auto first = part.first;
    while (changes_[first].owed != part.owed) ++first;
    const auto& stretch = *changes_[first].stretch;
    TurningPoint point{.from = stretch.from,
                       .to = changes_[part.last - 1].stretch->to,
                       .turn = stretch.turn,
                       .owed = part.owed,
                       .change = change,
                       .after = scores_.value(part.last),
                       .words = {}};
    const auto side = part.owed == Owed::Mine  ? play::index(side_)
                      : part.owed == Owed::His ? play::index(play::other(side_))
                                               : -1;
    if (point.from == course_.steps.size()) {
      point.words = "the campaign is given up";
    } else {
      // Told is the stretch that did most of it.
      const auto& told = *changes_[largest_of(part)].stretch;
      point.words = passage_words(course_, told.from, told.to, play::viewer_of(side_), side);
    }
    return point;
  }

  Review report() const {
    Review review{.side = side_, .start = {}, .curve = {}, .points = {}};
    review.complete = !stopped_;
    review.resumed = resumed_;
    for (std::size_t i = 0; i < open_positions(); ++i) review.campaigns += scores_.lots(i);
    if (known_ == 0) return review;
    review.start = chance_at(0);
    review.result = scores_.value(known_ - 1);
    for (std::size_t i = 0; i < known_; ++i) {
      if (positions_[i].decided) continue;
      const auto step = positions_[i].step;
      const auto turn = course_.steps.empty()         ? 0
                        : step < course_.steps.size() ? course_.steps[step].turn
                                                      : course_.steps.back().turn;
      review.curve.push_back({step, turn, chance_at(i)});
    }
    for (int owed = 0; owed < kOwed; ++owed)
      review.sums[static_cast<std::size_t>(owed)] =
          change_of(weights_of(static_cast<Owed>(owed), 0, known_ - 1), kLevel);
    if (known_ == positions_.size()) name_points(review);
    return review;
  }

  void name_points(Review& review) const {
    review.looked_at = parts_.size();
    const auto level =
        lab::level_of_each(kLevel, parts_.size() * static_cast<std::size_t>(1 + rounds()));
    review.others = 0;
    for (const auto& part : parts_) {
      const auto change = change_of(part.weights, level);
      const bool clear = change.low > 0 || change.high < 0;
      if (clear && std::abs(change.value) >= kLeastTold)
        review.points.push_back(point_of(part, change));
      else
        review.others = std::max(review.others, most_of(part));
    }
    std::ranges::stable_sort(review.points, [](const auto& a, const auto& b) {
      return std::abs(a.change.value) > std::abs(b.change.value);
    });
  }

  const Course& course_;
  const ReviewOptions& options_;
  const play::Side side_;
  Oracle oracle_;
  const std::vector<Stretch> stretches_;
  Stretch gave_up_;
  std::vector<Change> changes_;
  const std::vector<Position> positions_;
  const std::vector<Part> parts_;
  Scores scores_;
  std::unique_ptr<ReviewLog> log_;
  std::size_t known_ = 0;  ///< positions, from the first, that were scored
  int resumed_ = 0;
  bool stopped_ = false;
};

}  // namespace

Mark mark_of(const TurningPoint& point) {
  if (point.owed != Owed::Mine && point.owed != Owed::His) return Mark::None;
  const auto lost_at_least = point.owed == Owed::Mine ? -point.change.high : point.change.low;
  if (lost_at_least >= kBlunder) return Mark::Blunder;
  if (lost_at_least >= kMistake) return Mark::Mistake;
  return lost_at_least >= kInaccuracy ? Mark::Inaccuracy : Mark::None;
}

const char* mark_word(Mark mark) {
  switch (mark) {
    case Mark::None: return "";
    case Mark::Inaccuracy: return "inaccuracy";
    case Mark::Mistake: return "mistake";
    case Mark::Blunder: return "blunder";
  }
  return "";
}

bool may_be_retried(const TurningPoint& point) {
  return point.owed == Owed::Mine && point.from < point.to;
}

bool cost_something(const TurningPoint& point) {
  return may_be_retried(point) && point.change.value < 0;
}

Review review(const Course& course, play::Side side, const ReviewOptions& options) {
  return Reviewer(course, side, options).run();
}

Chance retried(const play::Session& first, const play::Session& again, std::size_t from,
               play::Side side, int campaigns, int threads) {
  Oracle oracle(first.game(), threads);
  const auto endings = [&](const play::Session& session) {
    assert(session.steps().size() > from);
    auto to = from + 1;
    while (to < session.steps().size() && goes_on(session.steps(), to)) ++to;
    const auto seen = session.game().observe(session.state(to), play::viewer_of(side));
    return oracle.play_on(seen, side, campaigns);
  };
  return difference(endings(first), endings(again));
}

}  // namespace niemen::ai::table

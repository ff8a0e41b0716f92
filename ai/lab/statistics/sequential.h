// Sequential tests that read results in schedule order, and estimates that allow for having
// stopped.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "ai/lab/statistics/intervals.h"

namespace niemen::lab {

/// What a sequential test compares, and how often it looks.
struct SequentialDesign {
  double null_rate = 0.50;         ///< in (0, 1)
  double alternative_rate = 0.55;  ///< in (0, 1), not the null rate
  double alpha = 0.05;             ///< chance of deciding for the alternative when the null holds
  double beta = 0.05;              ///< chance of deciding for the null when the alternative holds
  int look_every = 4;              ///< observations between looks, >= 1
  int minimum = 32;                ///< observations before the first look
  int maximum = 4000;              ///< observations at which it ends undecided
};

enum class SequentialVerdict { Continue, Null, Alternative, Undecided };

/// Gives results back in the order of the schedule whatever order they were completed in. A test
/// fed in completion order is wrong: short campaigns are not like long ones.
class ScheduleOrder {
 public:
  /// Takes the result of observation `index` (each once) and returns those now due, in order.
  std::vector<double> add(std::size_t index, double value);
  std::size_t released() const { return next_; }

 private:
  std::size_t next_ = 0;
  std::map<std::size_t, double> waiting_;
};

/// Scores as they fall, and the family of distributions of any mean that share their shape: what
/// was seen, tilted exponentially. Of wins and losses alone that is the coin; with draws, or with
/// pairs of campaigns that share dice (five results), it keeps how often they are level.
class ScoreFamily {
 public:
  /// Counts a score in [0, 1], a whole multiple of 1/60.
  void add(double score);
  int count() const { return count_; }
  double sum() const { return sum_; }

  /// The distribution with this mean, in (0, 1): chances of the `scores()`, in their order.
  struct Tilted {
    double tilt = 0;
    double log_scale = 0;  ///< the logarithm of the mean of exp(tilt x score)
    std::vector<double> chances;
  };
  Tilted with_mean(double mean) const;
  std::vector<double> scores() const;

 private:
  int count_ = 0;
  double sum_ = 0;
  /// Half a win and half a loss are assumed beside what was seen.
  std::map<double, double> weights_{{0.0, 0.5}, {1.0, 0.5}};
};

/// Sequential probability ratio test of a mean score (Wald, 1947) within the family of the scores
/// seen: for wins and losses exact at every rate. One observation is one campaign, or the mean of a
/// block of campaigns that share dice.
class SequentialTest {
 public:
  explicit SequentialTest(const SequentialDesign& design);

  /// Takes the next observation of the schedule. Ignored once decided.
  void add(double score);
  SequentialVerdict verdict() const { return verdict_; }
  int count() const { return family_.count(); }
  double mean() const;
  double log_likelihood_ratio() const;
  double lower_bound() const;  ///< the ratio at which the null is taken
  double upper_bound() const;  ///< the ratio at which the alternative is taken
  /// The rate corrected for having stopped when the ratio crossed a bound: the median-unbiased
  /// value and an interval, from the exact distribution of where and when such a test stops
  /// (stagewise order: Jennison and Turnbull, "Group Sequential Methods", 2000, ch. 8; the result
  /// itself counts by half, since scores fall on a lattice).
  /// Precondition: at least one observation.
  Estimate corrected_estimate(double level = 0.95) const;
  const SequentialDesign& design() const { return design_; }

 private:
  SequentialDesign design_;
  SequentialVerdict verdict_ = SequentialVerdict::Continue;
  ScoreFamily family_;
};

/// Wald's approximation of how many wins and losses the test takes when the true rate is `rate`.
double expected_length(const SequentialDesign& design, double rate);

/// The score that a difference in Elo stands for, and back (Elo, "The Rating of Chessplayers",
/// 1978): 0 Elo is one half, 400 are ten to one. Of a score of 0 or 1, -infinity or infinity.
double score_of_elo(double elo);
double elo_of_score(double score);

}  // namespace niemen::lab

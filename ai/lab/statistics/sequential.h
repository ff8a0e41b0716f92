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

/// Generalised sequential probability ratio test of a mean score, with the variance estimated from
/// the scores (Van den Bergh, "A Practical Introduction to the GSPRT", 2017; Wald's boundaries).
/// One observation is one block of campaigns that share dice.
class SequentialTest {
 public:
  explicit SequentialTest(const SequentialDesign& design);

  /// Takes the next observation of the schedule. Ignored once decided.
  void add(double score);
  SequentialVerdict verdict() const { return verdict_; }
  int count() const { return count_; }
  double mean() const;
  /// Variance of one observation, shrunk a little towards that of a fair coin.
  double variance() const;
  double log_likelihood_ratio() const;
  double lower_bound() const;  ///< the ratio at which the null is taken
  double upper_bound() const;  ///< the ratio at which the alternative is taken
  /// The rate corrected for having stopped when the ratio crossed a bound: the median-unbiased
  /// value and an interval, from the exact distribution of where and when such a test stops
  /// (stagewise order: Jennison and Turnbull, "Group Sequential Methods", 2000, ch. 8).
  /// Precondition: at least one observation.
  Estimate corrected_estimate(double level = 0.95) const;
  const SequentialDesign& design() const { return design_; }

 private:
  SequentialDesign design_;
  SequentialVerdict verdict_ = SequentialVerdict::Continue;
  int count_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

/// Wald's approximation of how many observations the test takes when the true rate is `rate`.
double expected_length(const SequentialDesign& design, double rate, double variance = 0.25);

}  // namespace niemen::lab

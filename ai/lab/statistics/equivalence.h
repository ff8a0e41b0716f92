// Is a share inside a stated band? An equivalence test, which "not significantly different" is not.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ai/lab/statistics/intervals.h"

namespace niemen::lab {

/// A stated band, e.g. 0.40 to 0.60 for a balanced game.
struct Band {
  double low = 0.40;
  double high = 0.60;
};

enum class EquivalenceVerdict {
  Inside,   ///< shown to lie inside the band
  Outside,  ///< shown to lie outside
  Open      ///< more campaigns are needed
};

struct EquivalenceResult {
  EquivalenceVerdict verdict = EquivalenceVerdict::Open;
  Estimate estimate;  ///< with the interval at level 1 - 2 alpha, which decides
};

/// Two one-sided tests at `alpha` each (Schuirmann, 1987): inside when the interval at level
/// 1 - 2 alpha lies within the band, outside when it lies wholly beyond one end.
EquivalenceResult equivalence_test(std::span<const Observation> scores, const Band& band,
                                   double alpha = 0.05);
/// The same decision on any estimate whose interval is already at level 1 - 2 alpha.
EquivalenceVerdict equivalence_verdict(const Interval& interval, const Band& band);

/// The same, looked at again and again until it is decided: after 32, 64, 128... scores and at
/// the last one. Each look may err as often as they may all together, divided by their number, so
/// that whatever was looked at, no more than `alpha` of the verdicts of each kind are wrong.
class RepeatedEquivalence {
 public:
  static constexpr std::size_t kFirstLook = 32;  ///< scores

  /// `most`: the scores at which it ends whatever they show.
  RepeatedEquivalence(const Band& band, int most, double alpha = 0.05);

  /// Takes the next score of the schedule; true when it is decided, or was the last.
  bool add(const Observation& score);
  EquivalenceVerdict verdict() const { return verdict_; }
  int looks() const { return looks_; }
  /// The interval that every look's share has, to be true at all of them together.
  double interval_level(double level = 0.95) const { return 1 - (1 - level) / looks_; }

 private:
  Band band_;
  std::size_t most_, next_look_;
  double alpha_;
  int looks_ = 1;
  EquivalenceVerdict verdict_ = EquivalenceVerdict::Open;
  std::vector<Observation> scores_;
};

/// The chance of showing "inside" with `campaigns` of standard deviation `deviation` each when the
/// true share is `rate` (normal approximation).
double equivalence_power(double rate, const Band& band, int campaigns, double deviation = 0.5,
                         double alpha = 0.05);
/// The least number of campaigns with that power, or 0 when none below ten million has it.
int campaigns_for_equivalence(double rate, const Band& band, double power, double deviation = 0.5,
                              double alpha = 0.05);

const char* verdict_name(EquivalenceVerdict verdict);

}  // namespace niemen::lab

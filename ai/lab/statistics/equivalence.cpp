#include "ai/lab/statistics/equivalence.h"

#include <algorithm>
#include <cmath>

namespace niemen::lab {

EquivalenceVerdict equivalence_verdict(const Interval& interval, const Band& band) {
  if (interval.low > band.low && interval.high < band.high) return EquivalenceVerdict::Inside;
  if (interval.high < band.low || interval.low > band.high) return EquivalenceVerdict::Outside;
  return EquivalenceVerdict::Open;
}

EquivalenceResult equivalence_test(std::span<const Observation> scores, const Band& band,
                                   double alpha) {
  EquivalenceResult result;
  result.estimate = share_estimate(scores, 1 - 2 * alpha);
  result.verdict = equivalence_verdict(result.estimate.interval, band);
  return result;
}

RepeatedEquivalence::RepeatedEquivalence(const Band& band, int most, double alpha)
    : band_(band), most_(static_cast<std::size_t>(most)), next_look_(kFirstLook), alpha_(alpha) {
  for (std::size_t look = kFirstLook; look < most_; look *= 2) ++looks_;
}

bool RepeatedEquivalence::add(const Observation& score) {
  scores_.push_back(score);
  if (scores_.size() < std::min(next_look_, most_)) return false;
  next_look_ *= 2;
  verdict_ = equivalence_test(scores_, band_, alpha_ / looks_).verdict;
  return verdict_ != EquivalenceVerdict::Open || scores_.size() >= most_;
}

double equivalence_power(double rate, const Band& band, int campaigns, double deviation,
                         double alpha) {
  const double error = deviation / std::sqrt(static_cast<double>(campaigns));
  const double reach = normal_quantile(1 - alpha) * error;
  const double low = band.low + reach, high = band.high - reach;
  if (low >= high) return 0;
  return normal_cdf((high - rate) / error) - normal_cdf((low - rate) / error);
}

int campaigns_for_equivalence(double rate, const Band& band, double power, double deviation,
                              double alpha) {
  constexpr int kMaxSample = 10'000'000;
  if (equivalence_power(rate, band, kMaxSample, deviation, alpha) < power) return 0;
  int low = 1, high = kMaxSample;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (equivalence_power(rate, band, middle, deviation, alpha) >= power)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

const char* verdict_name(EquivalenceVerdict verdict) {
  switch (verdict) {
    case EquivalenceVerdict::Inside: return "inside";
    case EquivalenceVerdict::Outside: return "outside";
    case EquivalenceVerdict::Open: return "open";
  }
  return "open";
}

}  // namespace niemen::lab

// Where does a response cross a target? A stochastic root with an interval, or the reason for none.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ai/lab/statistics/intervals.h"

namespace niemen::lab {

/// One campaign played at parameter value `x`.
struct ResponsePoint {
  double x = 0;
  double response = 0;
  std::uint64_t block = 0;  ///< campaigns at different x that share dice share a block
};

struct RootQuestion {
  double low = 0;  ///< range of the parameter
  double high = 1;
  double target = 0.5;  ///< of the response
  /// True: a share in [0, 1], fitted on the logit scale. False: any mean, fitted as a line.
  bool share = true;
  double level = 0.95;
};

enum class RootStatus { Found, NotInRange, NotMonotone };

struct RootAnswer {
  RootStatus status = RootStatus::NotInRange;
  Estimate root;        ///< meaningful only when found
  double slope = 0;     ///< of the fitted line (logit scale for shares) per unit of x
  std::string message;  ///< one line: the root, or why there is none
};

/// Fits the response over x (logistic or straight line, errors robust to shared blocks) and gives
/// the crossing with Fieller's interval. Refuses a response that is flat, that does not reach the
/// target inside the range, or that turns round.
/// Precondition: points at two or more values of x.
RootAnswer find_root(std::span<const ResponsePoint> points, const RootQuestion& question);

/// Where to play the next `count` campaigns: spread over the range at first (no points), then close
/// around the present estimate. Values are rounded to multiples of `step` from `low` (0: not).
std::vector<double> next_root_values(std::span<const ResponsePoint> points,
                                     const RootQuestion& question, int count, double step = 0);

}  // namespace niemen::lab

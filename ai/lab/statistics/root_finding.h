// Where does a response cross a target? A stochastic root with an interval, or the reason for none.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ai/lab/statistics/intervals.h"
#include "ai/lab/statistics/monotone.h"

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

/// The response at one value of x as it was seen, and as the monotone fit has it.
struct CurvePoint {
  double x = 0;
  double seen = 0;
  double fitted = 0;  ///< not a number where the response turns round
  int n = 0;
};

struct RootAnswer {
  RootStatus status = RootStatus::NotInRange;
  Estimate root;                  ///< meaningful only when found
  double slope = 0;               ///< at the root (logit scale for shares) per unit of x
  std::string message;            ///< one line: the root, or why there is none
  std::vector<CurvePoint> curve;  ///< ascending in x
  /// Of a root that is likely but not shown: how many campaigns in all would show it if the
  /// response is as it seems. 0: not known.
  int more = 0;
  /// Where to look next: where the line near the root has it, though it may not yet be shown.
  /// Without width where there is no such place.
  Interval near_root;
};

/// Where the response crosses the target. Its shape is tested against a fit that is only monotone:
/// a response that turns round, is flat or does not reach the target inside the range is refused.
/// The root is that of a logistic or straight line through the nine tenths of the campaigns nearest
/// to it, or fewer where they bend, by profile likelihood (shares) or Fieller's interval (means).
/// Where that interval spans more than a sixth of the range, what is straight cannot be seen: it is
/// then what one-sided tests leave open of a response that is monotone and nothing else.
/// Precondition: points at two or more values of x.
RootAnswer find_root(std::span<const ResponsePoint> points, const RootQuestion& question);

/// Where to play the next `count` campaigns: spread over the range at first (no points), then close
/// around the present estimate, but for one in ten at the ends of the range. Values are rounded to
/// multiples of `step` from `low` (0: not).
std::vector<double> next_root_values(std::span<const ResponsePoint> points,
                                     const RootQuestion& question, int count, double step = 0);

}  // namespace niemen::lab

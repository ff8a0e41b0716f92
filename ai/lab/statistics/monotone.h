// A response that only rises, or only falls: fitted without any other shape, and tested for it.
#pragma once

#include <span>
#include <vector>

namespace niemen::lab {

/// Campaigns at one value of a parameter, or at neighbouring ones.
struct ResponseGroup {
  double x = 0;
  double mean = 0;
  double variance = 0;  ///< of the mean
  int n = 0;
};

/// The least squares fit to the groups, ascending in x, that only rises (`direction` 1) or only
/// falls (-1), weighted by their variances (pool adjacent violators: Ayer and others, 1955).
std::vector<double> monotone_fit(std::span<const ResponseGroup> groups, int direction);

enum class ResponseShape { Rising, Falling, Flat, TurnsRound };

/// What shape the groups show at a level of 1 %: turning round where no monotone fit comes near
/// enough, flat where none is better than a constant. The chances are those of groups drawn anew
/// around the fit (a fixed number of draws of a fixed stream). Precondition: two groups or more.
ResponseShape response_shape(std::span<const ResponseGroup> groups);

}  // namespace niemen::lab

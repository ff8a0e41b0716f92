// What a mean may be when the weight of everything that was seen is drawn anew.
#pragma once

#include <vector>

namespace niemen::lab {

/// Blocks of campaigns that came out alike: each has `count` figures that sum to `sum`. `shape` is
/// how many such blocks there are; an assumed one may count by half.
struct Atom {
  double sum = 0;
  double count = 1;
  double shape = 1;
};

/// The chance that the mean sum(w sum) / sum(w count) is at most `value`, where the weights w are
/// gamma(shape), the Bayesian bootstrap (Rubin, 1981). Not simulated: the chance that a weighted
/// sum of gamma figures is at most 0, by inverting its characteristic function (Imhof, 1961), to
/// about 1e-6. Precondition: at least one atom, all shapes and counts above 0.
double redrawn_mean_cdf(const std::vector<Atom>& atoms, double value);

/// The value that the mean stays below with this chance, in [0, 1]; the end of all values where the
/// chance is nearer to 0 or 1 than the inversion can tell.
double redrawn_mean_quantile(const std::vector<Atom>& atoms, double chance);

}  // namespace niemen::lab

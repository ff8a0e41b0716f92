// Which factor moves a figure, by how much, and how much of a figure's spread each source makes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ai/lab/statistics/intervals.h"

namespace niemen::lab {

/// One campaign of a sweep: its setting (each factor scaled to 0 at its lowest, 1 at its highest).
struct SweepPoint {
  std::vector<double> setting;
  double response = 0;
  std::uint64_t block = 0;
};

struct Effect {
  std::string name;  ///< "iterations" or "iterations x trains"
  Estimate change;   ///< of the response from the factor's lowest to its highest setting
  double share_of_variance = 0;  ///< of the response's variance over the campaigns played
};

/// Whether campaigns with these settings tell every effect from the others and from luck.
bool tells_apart(std::span<const SweepPoint> points, const std::vector<std::string>& factors,
                 bool interactions);

/// What the response of a sweep is.
enum class ResponseKind {
  Share,  ///< in [0, 1]
  Figure  ///< of any size
};

/// Least squares with main effects and, where there are campaigns enough, interactions of pairs;
/// intervals robust to shared blocks. Where the lines leave nothing over but rounding, a change of
/// a figure has an unbounded interval; that of a share reaches at least as far as blocks that
/// differ could that are too rare to show. Sorted by size, largest first. Throws InputError when
/// the settings do not tell the factors apart.
std::vector<Effect> ranked_effects(std::span<const SweepPoint> points,
                                   const std::vector<std::string>& factors, ResponseKind kind,
                                   bool interactions = false, double level = 0.95);

/// Shares of the variance of one figure, in a layout in which every cell (opening, agent, rule) is
/// played with every set of dice.
struct VarianceShares {
  double cells = 0;  ///< what was chosen
  double dice = 0;   ///< luck that befalls every choice alike
  double rest = 0;   ///< luck that depends on the choice
};

/// `values[cell][dice]`: two-way analysis of variance, components of variance not below zero.
/// Precondition: at least two cells, two sets of dice, all rows of one length.
VarianceShares variance_shares(const std::vector<std::vector<double>>& values);

}  // namespace niemen::lab

// Ratings from paired results: the Bradley-Terry model with Davidson's ties.
#pragma once

#include <cstdint>
#include <Eigen/Core>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ai/lab/statistics/intervals.h"

namespace niemen::lab {

/// One result between two rated things (deployments, agents).
struct Comparison {
  int first = 0;
  int second = 0;
  double score = 0;         ///< of the first: 1, 0.5 or 0
  std::uint64_t block = 0;  ///< results that share dice share a block
};

struct RatingOptions {
  /// Standard deviation, in logits, of the faint prior that gives a thing that never lost a finite
  /// value. Intervals know nothing of it.
  double prior_deviation = 5.0;
};

class RatingModel;

/// Ratings in logits (natural), summing to zero; 1 logit = 173.7 Elo.
struct Ratings {
  Eigen::VectorXd value;
  double tie_parameter = 0;  ///< Davidson's nu; 0 when no draw was seen
  std::shared_ptr<const RatingModel> model;

  /// The rating of `a` with its interval: by profile likelihood where results bound it on both
  /// sides (with Barndorff-Nielsen's adjustment for few results; with Student's t over blocks where
  /// results share dice); unbounded where a thing won, or lost, against all that it is held
  /// against, with a one-sided bound on the other side.
  Estimate estimate(int a, double level = 0.95) const;
  /// Rating of `a` minus rating of `b`, with its interval.
  Estimate difference(int a, int b, double level = 0.95) const;
  /// The score that `a` is expected to make against `b`.
  double expected_score(int a, int b) const;
};

/// Fits P(win) : P(draw) : P(loss) = p_i : nu sqrt(p_i p_j) : p_j with p = exp(rating) (Davidson,
/// 1970) by Newton's method. Throws InputError naming two things that no chain of results joins:
/// their ratings could not be compared.
Ratings fit_ratings(std::span<const Comparison> results, const std::vector<std::string>& names,
                    const RatingOptions& options = {});

}  // namespace niemen::lab

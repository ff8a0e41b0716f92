// Fits a LinearModel to positions whose campaigns were played to the end.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ai/eval/linear_model.h"

namespace niemen::ai {

/// Positions as rows. Rows of one campaign share its number, so that cross-validation never has a
/// campaign on both sides. Siblings are what came of one position by what was decided in a turn.
struct TrainingSet {
  std::size_t feature_count = 0;
  std::vector<double> features;  ///< row after row
  std::vector<double> score_a;   ///< how it ended: 1, 0.5 or 0
  std::vector<double> margin_a;
  std::vector<std::uint32_t> campaign;
  std::vector<std::uint32_t> family;  ///< the same for siblings, of one campaign
  std::size_t rows() const { return score_a.size(); }
  std::span<const double> row(std::size_t i) const {
    return {features.data() + i * feature_count, feature_count};
  }
};

/// All rows of several sets of the same features; campaigns and families stay apart.
TrainingSet joined(std::span<const TrainingSet> sets);

/// What a model's chances of winning lose on the positions of a set: nats a row. Precondition: the
/// set has rows, and a feature for each term.
double log_loss_of(const LinearModel& model, const TrainingSet& set);

struct FitOptions {
  int folds = 5;
  /// Ridge penalties tried, per row, in cross-validation: for winning the one with the least log
  /// loss is taken, for the margin the one that tells siblings apart best.
  std::vector<double> penalties{1e-4, 1e-3, 1e-2, 1e-1};
};

/// One tenth of the predictions: how often those who were given `predicted` did win.
struct CalibrationBin {
  double predicted = 0;  ///< mean
  double observed = 0;   ///< mean score
  std::size_t count = 0;
};

struct FitResult {
  LinearModel model;
  double penalty = 0, margin_penalty = 0;
  double log_loss = 0;          ///< cross-validated, nats a row
  double log_loss_of_mean = 0;  ///< of predicting the mean score for every position
  /// Share of the variance of margins between siblings that is foretold, cross-validated.
  double explained = 0;
  std::vector<CalibrationBin> calibration;  ///< cross-validated
  double calibration_error = 0;  ///< mean |predicted - observed| over the bins, by their counts
};

/// Logistic regression for winning (Newton's method on the ridge-penalised likelihood) and ridge
/// regression for the margin, over standardised features. Weights are of what siblings differ by
/// (the within part of Mundlak, "On the Pooling of Time Series and Cross Section Data", 1978), so
/// that what goes with winning does not pass for what brings it about; a row without siblings
/// counts as it is. Throws InputError for fewer campaigns than folds.
FitResult fit_model(const TrainingSet& set, std::span<const std::string_view> features,
                    const FitOptions& options = {});

/// "predicted,observed,count" lines with a header, for the calibration plot.
std::string calibration_csv(const FitResult& result);

}  // namespace niemen::ai

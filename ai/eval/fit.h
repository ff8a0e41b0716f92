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
/// campaign on both sides.
struct TrainingSet {
  std::size_t feature_count = 0;
  std::vector<double> features;  ///< row after row
  std::vector<double> score_a;   ///< how it ended: 1, 0.5 or 0
  std::vector<double> margin_a;
  std::vector<std::uint32_t> campaign;
  std::size_t rows() const { return score_a.size(); }
  std::span<const double> row(std::size_t i) const {
    return {features.data() + i * feature_count, feature_count};
  }
};

struct FitOptions {
  int folds = 5;
  /// Ridge penalties tried, per row; the one with the least cross-validated log loss is taken.
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
  double penalty = 0;
  double log_loss = 0;                      ///< cross-validated, nats a row
  double log_loss_of_mean = 0;              ///< of predicting the mean score for every position
  std::vector<CalibrationBin> calibration;  ///< cross-validated
  double calibration_error = 0;  ///< mean |predicted - observed| over the bins, by their counts
};

/// Logistic regression for winning (Newton's method on the ridge-penalised likelihood) and ridge
/// regression for the margin, over standardised features. Throws InputError for fewer campaigns
/// than folds.
FitResult fit_model(const TrainingSet& set, std::span<const std::string_view> features,
                    const FitOptions& options = {});

/// "predicted,observed,count" lines with a header, for the calibration plot.
std::string calibration_csv(const FitResult& result);

}  // namespace niemen::ai

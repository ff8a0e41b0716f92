// A fitted evaluation: named features of a position, standardised, weighted, summed.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ai/eval/evaluator.h"
#include "engine/core/config.h"

namespace niemen::ai {

/// win = logistic(win_bias + sum of win_weight * z), margin = margin_bias + sum of margin_weight *
/// z, with z = (feature - mean) / scale.
struct LinearModel {
  struct Term {
    std::string feature;
    double mean = 0;
    double scale = 1;  ///< positive
    double win_weight = 0;
    double margin_weight = 0;
  };
  std::string mechanism;
  std::string game;  ///< title of the game it was fitted to; none when set by hand
  std::vector<Term> terms;
  double win_bias = 0;
  double margin_bias = 0;
  std::string provenance;  ///< where the numbers come from, for people

  /// Precondition: one value for each term, in order.
  Evaluation evaluate(std::span<const double> features) const;
};

/// Whom weights are read for.
struct ModelReader {
  std::string_view mechanism;
  /// Of the game, those it extends first; none: weights of any game of the mechanism are taken.
  std::span<const std::filesystem::path> folders;
  std::span<const std::string_view> features;
};
/// Reads weights. Throws InputError when the file is of another mechanism, was fitted to a game
/// that this one neither is nor extends (unless it lies in one of its folders), or its features are
/// not exactly those, in order (another version).
LinearModel load_model(const std::filesystem::path& file, const ModelReader& reader);
LinearModel read_model(const core::ConfigValue& value, const ModelReader& reader);
/// The TOML text that load_model reads.
std::string model_text(const LinearModel& model);

/// A weight that somebody chose, for raw numbers.
struct HandSetTerm {
  std::string_view feature;
  double win, margin;
};
/// The model of these weights; features without one do not count.
LinearModel hand_set_model(std::string_view mechanism, std::span<const std::string_view> features,
                           std::span<const HandSetTerm> terms, std::string_view provenance);

/// What an agent file calls the first generation.
inline constexpr std::string_view kHandSetWeights = "hand-set";

/// The file meant by an agent's key `weights`: that file, or for "" the fitted evaluation in the
/// last of `folders` that has one. No file means the evaluation set by hand: for "hand-set", and
/// where there is no fitted one.
std::filesystem::path find_weights(std::span<const std::filesystem::path> folders,
                                   std::string_view weights);

}  // namespace niemen::ai

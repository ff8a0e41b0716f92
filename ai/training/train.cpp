#include "ai/training/train.h"

#include <fmt/format.h>

#include "ai/training/siblings.h"
#include "engine/core/error.h"

namespace niemen::ai {

namespace {

/// Of the game's mechanism. Throws InputError when it has nothing to fit an evaluation to.
Training training_with_features(const play::AnyGame& game) {
  auto found = find_training(game);
  if (found.features.empty())
    throw core::InputError("the mechanism \"" + game.info().mechanism +
                           "\" has no features to fit an evaluation to");
  return found;
}

}  // namespace

TrainingSet collect_positions(const play::AnyGame& game, const TrainOptions& options) {
  return training_with_features(game).collect(game.info().data_hash, options);
}

FitResult train(const play::AnyGame& game, const TrainOptions& options) {
  const auto mechanism = training_with_features(game);
  const auto set = mechanism.collect(game.info().data_hash, options);
  if (options.stop.stop_requested()) return {};
  auto result = fit_model(set, mechanism.features, options.fit);
  const auto name = [&](play::Side side) {
    return mechanism.player(side, options.agents[static_cast<std::size_t>(play::index(side))]);
  };
  const auto& info = game.info();
  result.model.mechanism = info.mechanism;
  result.model.game = info.title;
  result.model.provenance = fmt::format(
      "{} ({}, {}), data {:016x}; {} families of {} campaigns of {} against {}, {} positions, "
      "seed {}; "
      "penalties {} and {}, cross-validated log loss {:.4f}, calibration error {:.4f}, {:.1f} % of "
      "the variance of margins between siblings explained",
      info.title, info.scenario, info.preset, info.data_hash, options.campaigns, kSiblings,
      name(play::Side::A), name(play::Side::B), set.rows(), options.seed, result.penalty,
      result.margin_penalty, result.log_loss, result.calibration_error, 100 * result.explained);
  return result;
}

}  // namespace niemen::ai

#include "ai/training/train.h"

#include <fmt/format.h>

#include "ai/training/siblings.h"
#include "engine/core/error.h"
#include "engine/core/text.h"

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

namespace {

/// The scenarios and what they were played by: "1-june, 2-august; standard".
std::string played(std::span<const play::AnyGame* const> games) {
  std::vector<std::string> scenarios, data;
  for (const auto* game : games) {
    scenarios.push_back(game->info().scenario);
    data.push_back(fmt::format("{:016x}", game->info().data_hash));
  }
  const auto& first = games.front()->info();
  return fmt::format("{} ({}; {}), data {}", first.title, core::listed(scenarios), first.preset,
                     core::listed(data));
}

}  // namespace

FitResult fit_positions(std::span<const play::AnyGame* const> games,
                        std::span<const TrainingSet> sets, const TrainOptions& options) {
  const auto& game = *games.front();
  const auto mechanism = training_with_features(game);
  const auto set = joined(sets);
  auto result = fit_model(set, mechanism.features, options.fit);
  const auto name = [&](play::Side side) {
    return mechanism.player(side, options.agents[play::index(side)]);
  };
  result.model.mechanism = game.info().mechanism;
  result.model.game = game.info().title;
  result.model.provenance = fmt::format(
      "{}; {} families of {} campaigns of {} against {}{}, {} positions, seed {}; "
      "penalties {} and {}, cross-validated log loss {:.4f}, calibration error {:.4f}, {:.1f} % of "
      "the variance of margins between siblings explained",
      played(games), options.campaigns, kSiblings, name(play::Side::A), name(play::Side::B),
      games.size() > 1 ? " from each scenario" : "", set.rows(), options.seed, result.penalty,
      result.margin_penalty, result.log_loss, result.calibration_error, 100 * result.explained);
  return result;
}

LinearModel weights_of(const play::AnyGame& game, const std::filesystem::path& file) {
  return load_model(file, {.mechanism = game.info().mechanism,
                           .folders = {},
                           .features = training_with_features(game).features});
}

}  // namespace niemen::ai

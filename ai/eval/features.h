// What a mechanism's evaluation looks at, and the evaluator made of it.
#pragma once

#include <array>
#include <concepts>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "ai/eval/evaluator.h"
#include "ai/eval/linear_model.h"

namespace niemen::ai {

/// Specialised in ai/eval/<system>/features.h with
/// - `static constexpr std::string_view kMechanism`,
/// - `static constexpr std::array<std::string_view, N> kNames`,
/// - `static void measure(const G&, const State&, std::span<double> values)`: N values, from side
///   A's view, for a position that is not over; no heap.
template <play::Game G>
struct Features;

template <class G>
concept HasFeatures = requires(const G& game, const typename G::State& state,
                               std::span<double> values) {
  { Features<G>::kNames.size() } -> std::convertible_to<std::size_t>;
  Features<G>::measure(game, state, values);
};

/// Features through a linear model.
template <play::Game G>
class LinearEvaluator : public Evaluator<G> {
 public:
  LinearEvaluator(const G& game, LinearModel model) : game_(game), model_(std::move(model)) {}
  Evaluation evaluate(const typename G::State& world) const override {
    std::array<double, Features<G>::kNames.size()> values;
    Features<G>::measure(game_, world, values);
    return model_.evaluate(values);
  }

 private:
  G game_;
  LinearModel model_;
};

/// The evaluation meant by an agent's key `weights`: the model in that file; "hand-set": the first
/// generation; empty: "evaluation.toml" in the nearest (last) of the game's folders, or the first
/// generation where there is none. Throws InputError for a file of another game or version.
template <HasFeatures G>
std::unique_ptr<Evaluator<G>> find_evaluator(const G& game,
                                             std::span<const std::filesystem::path> folders,
                                             std::string_view weights, LinearModel (*hand_set)()) {
  const auto file = find_weights(folders, weights);
  auto model = file.empty()
                   ? hand_set()
                   : load_model(file, std::string(Features<G>::kMechanism), Features<G>::kNames);
  return std::make_unique<LinearEvaluator<G>>(game, std::move(model));
}

}  // namespace niemen::ai

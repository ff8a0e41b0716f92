// What a mechanism's evaluation looks at, and the evaluator made of it.
#pragma once

#include <array>
#include <concepts>
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
///   A's view, for a position that is not over; no heap,
/// - `static LinearModel hand_set()`: the first generation, set by hand.
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

/// Writes features twofold: as they are, and times the share of the campaign that is over, because
/// the same thing is worth more or less as the end comes near.
class TwofoldFeatures {
 public:
  TwofoldFeatures(std::span<double> values, double progress)
      : values_(values), progress_(progress) {}
  void add(double value) {
    values_[next_++] = value;
    values_[next_++] = value * progress_;
  }
  /// The same features of both sides, in turns: what is one side's is not worth what is the
  /// other's.
  void add_sides(std::span<const double> a, std::span<const double> b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      add(a[i]);
      add(b[i]);
    }
  }

 private:
  std::span<double> values_;
  double progress_;
  std::size_t next_ = 0;
};

template <play::Game G>
requires HasFeatures<G>
struct Evaluators<G> {
  /// The evaluation meant by an agent's key `weights`: the model in that file; "hand-set": the
  /// first generation; empty: "evaluation.toml" in the nearest (last) of the game's folders, or the
  /// first generation where there is none. Throws InputError for a file of another game or version.
  static std::unique_ptr<Evaluator<G>> make(const G& game, std::string_view weights) {
    const auto& folders = game.context().folders;
    const auto file = find_weights(folders, weights);
    auto model = file.empty() ? Features<G>::hand_set()
                              : load_model(file, {.mechanism = Features<G>::kMechanism,
                                                  .folders = folders,
                                                  .features = Features<G>::kNames});
    return std::make_unique<LinearEvaluator<G>>(game, std::move(model));
  }
};

}  // namespace niemen::ai

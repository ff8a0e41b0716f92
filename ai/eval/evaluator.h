// What a position is worth, without playing it out.
#pragma once

#include <memory>
#include <string_view>

#include "engine/play/game.h"

namespace niemen::ai {

/// An estimate of how a campaign ends, always from side A's view.
struct Evaluation {
  double win_a = 0.5;   ///< probability that side A wins; a draw counts half
  double margin_a = 0;  ///< expected victory margin in the game's points

  static Evaluation of(const play::Outcome& outcome) {
    return {outcome.score_a(), static_cast<double>(outcome.margin)};
  }
};

/// Judges positions that are not over. Shared by threads; never allocates in `evaluate`.
template <play::Game G>
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  virtual Evaluation evaluate(const typename G::State& world) const = 0;
};

/// Where a mechanism offers its evaluation: specialised in ai/eval/features.h for those that have
/// features. This primary template is a game without: rollouts then run to the end of the campaign.
template <play::Game G>
struct Evaluators {
  /// The evaluation with the weights in the file `weights` (empty: the default of the game), or
  /// null when the game has none. Throws core::InputError for a file of another game or version.
  static std::unique_ptr<Evaluator<G>> make(const G&, std::string_view /*weights*/) {
    return nullptr;
  }
};

}  // namespace niemen::ai

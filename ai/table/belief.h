// What a seat may believe of pieces whose backs it sees: worlds dealt uniformly over what fits.
#pragma once

#include <string>
#include <vector>

#include "engine/play/session.h"

namespace niemen::ai::table {

/// A piece that may stand in a place.
struct Possibility {
  std::string name;     ///< with its number where there are several alike: "3 infantry"
  double share = 0;     ///< of the worlds in which it stands there, 0 to 1
  double strength = 0;  ///< its mean strength in those worlds; 0: it has none
  bool there = false;   ///< it does stand there; known after the end only
};

/// What stands face down in one place.
struct Belief {
  int place = -1;
  int side = -1;      ///< whose pieces they are
  int face_down = 0;  ///< how many backs are seen there
  /// Likeliest first, likes in the order of their names; those without a share only as the truth.
  std::vector<Possibility> possibilities;
};

struct BeliefOptions {
  int worlds = 400;  ///< dealt; a share is known to about 1 / (2 * sqrt(worlds))
};

/// What a seat with this observation may believe, in the order of places. The same observation
/// gives the same belief. Empty where nothing lies face down.
std::vector<Belief> beliefs(const play::AnyGame& game, const play::AnyObservation& observation,
                            const BeliefOptions& options = {});

/// The belief of `side` after `step` steps of a session; when the campaign is over with the truth
/// beside it. While it lasts only the last step may be asked for: throws play::Refused for others,
/// and InputError for a step that was never played.
std::vector<Belief> beliefs(const play::Session& session, play::Side side, std::size_t step,
                            const BeliefOptions& options = {});

/// How well a belief that has its truth guessed: the mean share that it gave to what does stand
/// there, piece by piece; 1 is certainty, and 0 when nothing stood face down.
double mean_share_of_truth(const std::vector<Belief>& beliefs);

}  // namespace niemen::ai::table

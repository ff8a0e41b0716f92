// What a player would say of a set-up: where the main army stands, how much of it is there, what
// is on the wings, how far forward.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/play/actor.h"
#include "engine/play/view.h"

namespace niemen::lab {

/// A set-up in a few figures.
struct Shape {
  static constexpr int kThirds = 3;
  int main = -1;                         ///< the space about which most of the strength stands
  double massed = 0;                     ///< share of the strength that stands there
  std::array<double, kThirds> across{};  ///< shares of the strength from one end to the other
  double forward = 0;                    ///< from 0, far back, to 1, as near the enemy as can be
  double middle = 0;                     ///< of the main army, from 0 at one end to 1 at the other

  /// The cell of an archive: third of the main army, how massed, how far forward.
  int cell() const;
  static constexpr int kCells = 27;
};

/// The measure of a side's set-ups in a game: which way the enemy stands, and how far set-ups
/// reach.
class ShapeMeasure {
 public:
  using Counters = std::vector<play::Counter>;

  /// From set-ups of the side, which show where it can stand, and of the enemy. Precondition: at
  /// least one of each.
  ShapeMeasure(const play::Board& board, const std::vector<Counters>& own,
               const std::vector<Counters>& enemy);

  Shape of(const Counters& counters) const;
  /// "Main army round Tilsit in the north with 58 % of the strength (north 62 %, centre 8 %, south
  /// 30 %), far forward."
  std::string words(const Shape& shape) const;
  /// "main army in the north, massed, forward".
  std::string short_words(const Shape& shape) const;

 private:
  double forward_of(int space) const;
  double across_of(int space) const;
  std::string name_of(int space) const;

  const play::Board& board_;
  play::Point ahead_;  ///< unit vector to the enemy
  play::Point side_;   ///< unit vector across, to the second end
  std::array<const char*, Shape::kThirds> thirds_{};
  double front_ = 0, rear_ = 0, first_ = 0, second_ = 0;  ///< how far set-ups reach
  double reach_ = 0;                                      ///< of an army
};

}  // namespace niemen::lab

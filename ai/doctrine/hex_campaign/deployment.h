// Where the stacks of a side will stand when the marches planned so far have been made.
#pragma once

#include "ai/doctrine/hex_campaign/appraisal.h"

namespace niemen::ai::hex_doctrine {
inline namespace NIEMEN_HEX_SIZE {

/// Pieces that march together, and what follows from that.
struct MarchGroup {
  PieceSet units;
  PieceSet commanders;
  int ready = 0;
  int value = 0;
  int occupancy = 0;
  int guns = 0;
  int objective = 0;
  int way = 0;                    ///< steps from where it is taken up to its objective
  bool stays_garrisoned = false;  ///< somebody stays behind
  bool marked = false;            ///< under a forage marker (7.6)
  bool precious = false;          ///< led by one whose loss ends the game
};

/// A copy of the own stacks of an appraisal in which groups are taken up and set down.
class Deployment {
 public:
  /// `map` must outlive it.
  explicit Deployment(const hex_campaign::HexMap& map) : map_(map) { index_.fill(-1); }
  void start(const Stacks& stacks);
  const Stacks& stacks() const { return stacks_; }
  /// Null when nobody will be in the hex.
  const Stack* at(int hex) const {
    const auto i = index_[static_cast<std::size_t>(hex)];
    if (i < 0) return nullptr;
    const auto& stack = stacks_[static_cast<std::size_t>(i)];
    return stack.units > 0 || stack.commanders > 0 ? &stack : nullptr;
  }
  int ready(int hex) const {
    const auto* stack = at(hex);
    return stack ? stack->ready : 0;
  }
  /// Units in good order in the hexes around one.
  int ready_around(int hex) const { return ready_around_[static_cast<std::size_t>(hex)]; }
  /// 7.6: stacks with units in the hexes around one.
  int crowd(int hex) const { return crowd_[static_cast<std::size_t>(hex)]; }
  void take_up(const MarchGroup& group, int from);
  void set_down(const MarchGroup& group, int to);

 private:
  /// Tells the hexes around a stack of a change in its numbers.
  void spread(int hex, int ready, int stacks);

  const hex_campaign::HexMap& map_;
  Stacks stacks_;
  std::array<std::int8_t, hex_campaign::kMaxHexes> index_{};
  std::array<std::int16_t, hex_campaign::kMaxHexes> ready_around_{};
  std::array<std::int8_t, hex_campaign::kMaxHexes> crowd_{};
};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::ai::hex_doctrine

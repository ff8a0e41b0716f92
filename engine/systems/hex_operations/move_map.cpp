#include "engine/systems/hex_operations/move_map.h"

#include <bit>

namespace niemen::hex_operations {

// Zones of Control: Infantry partial, Cavalry total; not over unbridged rivers, not into or out of
// a Fortress (cases A, D, E), which the table `zone` knows.
void MoveMap::mark_enemies(const PieceSet& pieces) {
  const int enemy = 1 - side_;
  const auto& combat = game_.combat_pieces[enemy];
  const auto& cavalry = game_.cavalry_pieces[enemy];
  for (int index : pieces) {
    const int piece = piece_of(enemy, index);
    const auto hex = static_cast<std::size_t>(state_.at(piece));
    if (state_.marked(piece, kDoomed)) {
      marks_[hex] |= kWreck;
      continue;
    }
    marks_[hex] |= kEnemy;
    if (!combat.contains(index)) continue;
    const auto zone = cavalry.contains(index) ? kTotal : kPartial;
    for (unsigned bits = game_.zone[hex]; bits != 0; bits &= bits - 1)
      add(game_.neighbour[hex][std::countr_zero(bits)], zone);
  }
}

void MoveMap::mark_friends(const PieceSet& pieces) {
  const auto& combat = game_.combat_pieces[side_];
  for (int index : pieces) {
    const int piece = piece_of(side_, index);
    if (piece == without_) continue;
    const auto hex = static_cast<std::size_t>(state_.at(piece));
    below_[index] = (marks_[hex] & kFriend) ? last_[hex] : kNoPiece;
    last_[hex] = static_cast<std::uint8_t>(piece);
    // Without branches, which would be guessed wrongly: half an army has moved, at random.
    const bool unfit = state_.disrupted(piece) || state_.marked(piece, kCounted);
    const int fights = kCombat | (unfit ? kUnfit : 0) | (state_.marked(piece, kMoved) ? kSpent : 0);
    marks_[hex] |= static_cast<std::uint8_t>(kFriend | (combat.contains(index) * fights));
  }
}

}  // namespace niemen::hex_operations

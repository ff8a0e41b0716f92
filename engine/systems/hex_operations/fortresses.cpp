// Fortresses: whom they serve, who controls them, and sieges.
#include <bit>

#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

// Fortresses A, Supply J: in the side's own country, and never passed through by the enemy.
bool serves(const OperationsContext& game, const State& state, int place, int side) {
  return ((game.fortresses >> place) & 1U) && first_owner(game, place) == side &&
         !((state.spoilt >> place) & 1U);
}

// Fortresses F: every hex around that can be entered holds an enemy Combat unit or lies in an enemy
// zone of control, whoever stands there (H-21).
bool besieged(const OperationsContext& game, const State& state, int place) {
  if (!((game.fortresses >> place) & 1U)) return false;
  const int besieger = controls(state, 0, place) ? 1 : 0;
  const int hex = game.places[place].hex;
  const auto near = pieces_near(state, besieger, hex, 2) & game.combat_pieces[besieger];
  if (near.empty()) return false;
  for (const auto next : game.neighbour[hex]) {
    if (next == kNoHex || !combat_at(game, state, besieger, next).empty()) continue;
    if (!game.rules.siege_by_zones || zone_on(game, state, besieger, next) == Zone::None)
      return false;
  }
  return true;
}

// H-48: all sieges at once on the standing position; units inside die, the besieger scores.
void judge_sieges(Play& p) {
  auto& s = p.state;
  std::uint32_t fallen = 0;
  for (std::size_t at = 0; at < p.game.places.size(); ++at)
    if (besieged(p.game, s, static_cast<int>(at))) fallen |= 1U << at;
  for (auto bits = fallen; bits != 0; bits &= bits - 1) {
    const int place = std::countr_zero(bits);
    const int hex = p.game.places[place].hex;
    const int owner = controls(s, 0, place) ? 0 : 1;
    p.tell(EventKind::Besieged, {.hex = hex, .side = owner});
    for (int index : pieces_at(s, owner, hex)) eliminate(p, piece_of(owner, index), Cause::Siege);
    s.control ^= 1U << place;
  }
}

}  // namespace niemen::hex_operations

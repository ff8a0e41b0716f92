// Stacking: where a Combat unit may end, and which stacks must be broken up (Movement I-K, H-34).
#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

bool others_at(const MoveMap& map, int piece, int hex) {
  if (!map.has(hex, MoveMap::kCombat)) return false;
  if (map.without() == piece || map.state().at(piece) != hex) return true;
  for (int other = map.last_friend(hex); other != kNoPiece; other = map.friend_below(other))
    if (other != piece && is_combat(map.game().arm[other])) return true;
  return false;
}

bool can_attack_from(const MoveMap& map, int hex) {
  for (const auto next : map.game().neighbour[hex])
    if (next != kNoHex && map.has(next, MoveMap::kEnemy)) return true;
  return false;
}

namespace {

/// True for a unit that has not moved, may, and finds a hex without friends next to it.
bool can_leave(const MoveMap& map, int piece) {
  const auto& s = map.state();
  if (s.disrupted(piece) || s.marked(piece, kMoved | kCounted | kHeld)) return false;
  const auto mover = fresh_mover(map.game(), s, piece);
  for (int d = 0; d < kDirections; ++d) {
    const auto next = map.game().neighbour[mover.at][d];
    if (next != kNoHex && !map.has(next, MoveMap::kCombat) &&
        step_price(map, mover, d) <= mover.points)
      return true;
  }
  return false;
}

bool all_can_leave(const MoveMap& map, int hex) {
  for (int other = map.last_friend(hex); other != kNoPiece; other = map.friend_below(other))
    if (is_combat(map.game().arm[other]) && !can_leave(map, other)) return false;
  return true;
}

}  // namespace

bool can_end_among_others(const MoveMap& map, const Mover& mover, int hex) {
  if (!is_combat(map.game().arm[mover.piece])) return true;
  if (!others_at(map, mover.piece, hex)) return true;
  if (map.has(hex, MoveMap::kUnfit)) return false;
  if (mover.attacks && can_attack_from(map, hex)) return true;
  return !map.has(hex, MoveMap::kSpent) && all_can_leave(map, hex);
}

bool can_finish(const MoveMap& map, const Mover& mover, int hex, int points) {
  if (can_end(map, mover, hex)) return true;
  if (stops(map, mover.piece, hex)) return false;
  Mover onward = mover;
  onward.at = hex;
  onward.points = points;
  onward.first = false;
  for (int d = 0; d < kDirections; ++d) {
    const int price = step_price(map, onward, d);
    if (price > points) continue;
    const auto next = map.game().neighbour[hex][d];
    if (can_finish(map, onward, next, points - price)) return true;
  }
  return false;
}

namespace {

/// What there is to say of the Combat units on a hex.
struct Stack {
  int units = 0;
  bool attacks = false;  ///< as a whole
  bool entered = false;  ///< a unit moved in and has not attacked
  bool loose = false;    ///< a unit could still leave
};
Stack look_at_stack(const MoveMap& map, int hex) {
  Stack stack;
  const auto& s = map.state();
  for (int piece = map.last_friend(hex); piece != kNoPiece; piece = map.friend_below(piece)) {
    if (!is_combat(map.game().arm[piece])) continue;
    ++stack.units;
    stack.entered = stack.entered || (s.marked(piece, kMoved) && !s.marked(piece, kCounted));
  }
  if (stack.units < 2) return stack;
  stack.attacks = !map.has(hex, MoveMap::kUnfit) && can_attack_from(map, hex);
  for (int piece = map.last_friend(hex); piece != kNoPiece && !stack.loose;
       piece = map.friend_below(piece))
    stack.loose = is_combat(map.game().arm[piece]) && can_leave(map, piece);
  return stack;
}

/// The hex of an unlawful stack that nobody can break up any more, or kNoHex; marks all others.
int unlawful_stack(const OperationsContext& game, State& s) {
  const MoveMap map(game, s, s.phasing);
  for (int index : pieces_on_map(s, s.phasing) & game.combat_pieces[s.phasing]) {
    const int piece = piece_of(s.phasing, index);
    const auto stack = look_at_stack(map, s.at(piece));
    if (stack.units < 2) continue;
    if (stack.entered && !stack.attacks) return s.at(piece);
    if (!stack.entered && !stack.loose) s.mark(piece, kHeld);
  }
  return kNoHex;
}

}  // namespace

bool must_break_up(const MoveMap& map, int hex) {
  const auto stack = look_at_stack(map, hex);
  return stack.units >= 2 && !stack.attacks && stack.loose;
}

void next_stack_loss(Play& p) {
  auto& s = p.state;
  s.work.movement.start = static_cast<std::uint16_t>(unlawful_stack(p.game, s));
  if (s.work.movement.start != kNoHex) return p.ask(Step::StackLoss, s.phasing);
  end_movement(p);
}

namespace {

void lose_from_stack(Play& p, int value) {
  eliminate(p, value, Cause::Stacking);
  lose_lone_depots(p);
  next_stack_loss(p);
}

void list_stack_loss(const Lister& l) {
  const int side = l.state.phasing;
  for (int index : combat_at(l.game, l.state, side, l.state.work.movement.start))
    if (first_of_its_kind(l.game, l.state, piece_of(side, index))) l.add(piece_of(side, index));
}

Verdict refuse_stack_loss(const OperationsContext& game, const State& s, int) {
  return Verdict::no("Movement J", "a unit of the stack that cannot attack is lost",
                     game.hex_text(s.work.movement.start));
}

}  // namespace

constinit const RowOf<Step::StackLoss> stack_loss_row{
    {"stack-loss", "Movement", "Movement J",
     "Choose a unit to lose: the stack can neither attack nor part"},
    {{Verb::Lose, "Movement J", list_stack_loss, refuse_stack_loss, lose_from_stack}}};

}  // namespace niemen::hex_operations

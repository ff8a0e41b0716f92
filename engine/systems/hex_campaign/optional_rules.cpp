// 15.1: blank counters and what mixing does to the opponent's knowledge. (15.2 stands where trains
// are used, in rally_and_movement.cpp.)
#include "engine/systems/hex_campaign/choices.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

int blanks_at(const State& s, Side side, int hex) {
  int total = 0;
  for (auto blank : s.blanks[at(side)]) total += blank == hex;
  return total;
}

void remove_blank(State& s, Side side, std::size_t i) {
  s.blanks[at(side)][i] = kNoHexBits;
  s.blank_veil[at(side)][i] = kKnown;
}

int blanks_left(const Context& c, const State& s, Side side) {
  if (!c.rules.blanks[at(side)]) return 0;
  int used = 0;
  for (auto blank : s.blanks[at(side)]) used += blank != kNoHexBits;
  return std::min(c.rules.blank_counters, kMaxBlanks) - used;
}

/// Whether the units of a hex are at least `blanks`; a single one shows on the board.
bool has_units_for(const Context& c, const State& s, Side side, int hex, int blanks) {
  if (blanks <= 1) return blanks == 0 || s.combat_hexes[at(side)].contains(hex);
  return blanks <= units_at(c, s, side, hex).count();
}

Reason refuse_blank(const Context& c, const State& s, int hex) {
  return has_units_for(c, s, s.side, hex, blanks_at(s, s.side, hex) + 1) ? Reason::Ok
                                                                         : Reason::NeedsUnits;
}

}  // namespace

void reveal(const Context& c, State& s, const PieceSet& pieces) {
  for (int piece : pieces& c.in_play) s.veil[static_cast<std::size_t>(piece)] = kKnown;
  for (Side side : {Side::A, Side::B})
    for (std::size_t i = 0; i < kMaxBlanks; ++i)
      if (s.blanks[at(side)][i] != kNoHexBits &&
          pieces.intersects(units_at(c, s, side, s.blanks[at(side)][i])))
        remove_blank(s, side, i);
}

void veil_arrival(const Context& c, State& s, int piece) {
  if (!c.rules.hidden_stacks) return;
  const auto& data = c.piece(piece);
  if (c.restrained.contains(piece)) return;  // what it may do where it stands is asked of all
  const bool free = data.arrival_turn == 0 && c.scenario.free_setup && !data.reserve;
  // The lists of 13.2 and 14.1 are open: who comes with whom is known, not who stands where.
  for (int first : side_pieces(c, data.side)) {
    const auto& other_data = c.piece(first);
    if (other_data.arrival_turn != data.arrival_turn) continue;
    if (!free && !(other_data.entry == data.entry)) continue;
    s.veil[static_cast<std::size_t>(piece)] = static_cast<std::uint8_t>(first);
    return;
  }
}

namespace {

void join_veil(State& s, std::uint8_t old, std::uint8_t joint) {
  for (auto& veil : s.veil)
    if (veil == old) veil = joint;
  for (auto& veils : s.blank_veil)
    for (auto& veil : veils)
      if (veil == old) veil = joint;
}

}  // namespace

void mix_veils(const Context& c, State& s, const PieceSet& whole) {
  if (!c.rules.hidden_stacks) return;
  PieceSet stack = whole;
  if (may_be_bound(c, s, stack))  // who is bound to his place is known
    stack -= garrisons_among(c, s, whole) | idle_among(c, s, whole);
  if (stack.count() < 2) return;
  std::uint8_t joint = kKnown;
  for (int piece : stack) {
    const auto veil = s.veil[static_cast<std::size_t>(piece)];
    const auto own = veil == kKnown ? static_cast<std::uint8_t>(piece) : veil;
    joint = std::min(joint, own);
  }
  for (int piece : stack) {
    const auto veil = s.veil[static_cast<std::size_t>(piece)];
    if (veil != kKnown && veil != joint) join_veil(s, veil, joint);
    s.veil[static_cast<std::size_t>(piece)] = joint;
  }
  const int hex = place(s, stack.first());
  for (std::size_t side = 0; side < play::kSides; ++side)
    for (std::size_t i = 0; i < kMaxBlanks; ++i)
      if (s.blanks[side][i] == hex && s.blank_veil[side][i] != kKnown &&
          s.blank_veil[side][i] != joint)
        join_veil(s, s.blank_veil[side][i], joint);
}

void move_blanks(const Context& c, State& s, Side side, int from, int to) {
  if (!c.rules.hidden_stacks || s.combat_hexes[at(side)].contains(from)) return;
  for (auto& blank : s.blanks[at(side)])
    if (blank == from) blank = static_cast<std::uint16_t>(to);
}

void drop_surplus_blanks(const Context& c, State& s) {
  if (!c.rules.hidden_stacks) return;
  for (Side side : {Side::A, Side::B})
    for (std::size_t i = 0; i < kMaxBlanks; ++i) {
      const int hex = s.blanks[at(side)][i];
      if (hex != kNoHexBits && !has_units_for(c, s, side, hex, blanks_at(s, side, hex)))
        remove_blank(s, side, i);
    }
}

void go_blanks(Play& p) {
  State& s = p.state;
  if (p.game.rules.hidden_stacks) {
    if (s.work.blanks.begun == 0) {
      s.work.blanks.begun = 1;
      for (auto& blanks : s.blanks) blanks.fill(kNoHexBits);  // placed anew
      for (auto& veils : s.blank_veil) veils.fill(kKnown);
    }
    for (; s.work.blanks.nth_side < 2; ++s.work.blanks.nth_side, s.work.blanks.stopped = 0) {
      s.side = side_in_order(p.game, s, s.work.blanks.nth_side);
      if (s.work.blanks.stopped == 0 && blanks_left(p.game, s, s.side) > 0)
        for (int hex : s.combat_hexes[at(s.side)])
          if (refuse_blank(p.game, s, hex) == Reason::Ok) return p.ask(Step::PlaceBlank, s.side);
    }
  }
  next_phase(s, Phase::Forage);
}

namespace {

void list_blanks(const Lister& l) {
  add_allowed<refuse_blank>(l, l.state.combat_hexes[at(l.state.side)]);
}
void place_blank(Play& p, int hex) {
  State& s = p.state;
  auto& blanks = s.blanks[at(s.side)];
  auto& veils = s.blank_veil[at(s.side)];
  const auto free = std::find(blanks.begin(), blanks.end(), kNoHexBits);
  if (free != blanks.end()) {
    std::uint8_t veil = kKnown;  // among known counters a new one can only be blank
    for (int piece : pieces_at(s, hex))
      veil = std::min(veil, s.veil[static_cast<std::size_t>(piece)]);
    for (std::size_t i = 0; i < kMaxBlanks; ++i)
      if (blanks[i] == hex) veil = std::min(veil, veils[i]);
    *free = static_cast<std::uint16_t>(hex);
    veils[static_cast<std::size_t>(free - blanks.begin())] = veil;
  }
  p.tell_secret(s.side, EventKind::BlankPlaced, {.side = play::index(s.side), .place = hex});
}
void place_no_more(Play& p, int) { p.state.work.blanks.stopped = 1; }

}  // namespace

constinit const RowOf<Step::PlaceBlank> place_blank_row{
    {"place-blank", "15 Optional rules", "15.1",
     "Choose a stack for a blank counter, or place no more"},
    {{Verb::Done, "15.1", always, nullptr, place_no_more},
     {Verb::Blank, "15.1", list_blanks, of_hex<refuse_blank>, place_blank}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

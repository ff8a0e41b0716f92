// 6.6 Squares.
#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

namespace {

/// State::index while squares are declared: who, and what. `acted` marks whom he is done with.
enum Stage : std::uint8_t {
  kDefenderForms,
  kDefenderShelters,
  kAttackerForms,
  kAttackerShelters,
  kDeclared
};

int declaring_side(const State& s) { return s.index < kAttackerForms ? defender(s) : s.attacker; }

/// Infantry that has not changed its formation yet in this round.
BlockSet may_change(const BlockContext& game, const State& s, int side) {
  return fighting(game, s, side) & game.infantry[at(side)] & ~s.acted[at(side)];
}

/// The next square that may take a guest and was not asked, or kNone.
int next_shelter(const BlockContext& game, const State& s, int side) {
  int found = kNone;
  for_each(game, side, fighting(game, s, side) & s.square[at(side)] & ~s.acted[at(side)],
           [&](int square) {
             if (found == kNone && shelter_guests(game, s, square)) found = square;
           });
  return found;
}

void continue_squares(Play& p) {
  auto& s = p.s;
  for (; s.index < kDeclared; ++s.index) {
    const int side = declaring_side(s);
    const bool forms = s.index == kDefenderForms || s.index == kAttackerForms;
    if (forms) {
      if (may_change(p.game, s, side)) return p.ask(Step::Square, side);
      s.acted[at(side)] = 0;
    } else if (const int square = next_shelter(p.game, s, side); square != kNone) {
      s.pending = static_cast<std::uint8_t>(square);
      return p.ask(Step::Shelter, side);
    }
  }
  s.acted = {};
  s.index = 0;
  continue_round(p);
}

}  // namespace

// 6.6: the Defender first; no squares in woods and swamps.
void begin_squares(Play& p) {
  auto& s = p.s;
  const bool closed = in_set(p.game.woods | p.game.swamps, s.battle);
  s.index = closed ? kDeclared : kDefenderForms;
  continue_squares(p);
}

void list_square(Lister& l) {
  const int side = declaring_side(l.s);
  const auto open = may_change(l.game, l.s, side);
  l.add_blocks(Verb::FormSquare, side, open & ~l.s.square[at(side)]);
  l.add_blocks(Verb::BreakSquare, side, open & l.s.square[at(side)]);
  l.add(Verb::EndSquares);
}

void square(Play& p, Verb verb, int block) {
  auto& s = p.s;
  if (verb == Verb::EndSquares) {
    s.acted = {};
    ++s.index;
    return continue_squares(p);
  }
  const bool forms = verb == Verb::FormSquare;
  put(p.game, s.square, block, forms);
  put(p.game, s.acted, block, true);
  p.note(forms ? EventKind::FormsSquare : EventKind::BreaksSquare, "6.6", [&](play::Event& e) {
    e.side = p.game.side_of(block);
    e.pieces = {block};
  });
  const int side = declaring_side(s);
  if (!may_change(p.game, s, side)) {
    s.acted = {};
    ++s.index;
  }
  continue_squares(p);
}

// 6.61: one artillery, cavalry or headquarters of equal or lesser strength.
BlockSet shelter_guests(const BlockContext& game, const State& s, int square) {
  const int side = game.side_of(square), most = strength(game, s, square);
  if (s.shelter_square.back() != kNone) return 0;
  BlockSet able = 0;
  for_each(game, side, fighting(game, s, side) & ~game.infantry[at(side)] & ~s.guest[at(side)],
           [&](int block) {
             if (strength(game, s, block) <= most) able |= game.bit(block);
           });
  return able;
}

void list_shelter(Lister& l) {
  l.add_blocks(Verb::Shelter, decider(l.s), shelter_guests(l.game, l.s, l.s.pending));
  l.add(Verb::ShelterNobody);
}

void shelter(Play& p, Verb verb, int guest) {
  auto& s = p.s;
  const int square = s.pending;
  put(p.game, s.acted, square, true);
  if (verb == Verb::Shelter) {
    std::size_t slot = 0;
    while (s.shelter_square[slot] != kNone) ++slot;
    s.shelter_square[slot] = static_cast<std::uint8_t>(square);
    s.shelter_guest[slot] = static_cast<std::uint8_t>(guest);
    put(p.game, s.guest, guest, true);
    p.note(EventKind::Shelters, "6.61", [&](play::Event& e) {
      e.side = p.game.side_of(square);
      e.pieces = {square, guest};
    });
  }
  s.pending = kNone;
  continue_squares(p);
}

void leave_square(Play& p, int block) {
  auto& s = p.s;
  const bool square = has(p.game, s.square, block), guest = has(p.game, s.guest, block);
  if (!square && !guest) return;
  put(p.game, s.square, block, false);
  for (std::size_t i = 0; i < kShelters; ++i) {
    if (s.shelter_square[i] != block && s.shelter_guest[i] != block) continue;
    put(p.game, s.guest, s.shelter_guest[i], false);
    // The pairs stay in front, so that a free one is the first empty.
    std::size_t last = kShelters - 1;
    while (last > i && s.shelter_square[last] == kNone) --last;
    s.shelter_square[i] = s.shelter_square[last];
    s.shelter_guest[i] = s.shelter_guest[last];
    s.shelter_square[last] = s.shelter_guest[last] = kNone;
    return;
  }
}

}  // namespace niemen::block_battle

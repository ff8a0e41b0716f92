// 6.6 Squares.
#include "engine/systems/block_battle/choices.h"

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
  auto& s = p.state;
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
  auto& s = p.state;
  const bool closed = in_set(p.game.woods | p.game.swamps, s.battle);
  s.index = closed ? kDeclared : kDefenderForms;
  continue_squares(p);
}

namespace {

void list_form_square(const Lister& l) {
  const int side = declaring_side(l.state);
  add_blocks(l, side, may_change(l.game, l.state, side) & ~l.state.square[at(side)]);
}

void list_break_square(const Lister& l) {
  const int side = declaring_side(l.state);
  add_blocks(l, side, may_change(l.game, l.state, side) & l.state.square[at(side)]);
}

void end_squares(Play& p, int) {
  p.state.acted = {};
  ++p.state.index;
  continue_squares(p);
}

template <bool forms>
void change_square(Play& p, int block) {
  auto& s = p.state;
  put(p.game, s.square, block, forms);
  put(p.game, s.acted, block, true);
  p.note(forms ? EventKind::FormsSquare : EventKind::BreaksSquare, "6.6", [&](play::Event& e) {
    e.side = p.game.side_of(block);
    e.pieces = {block};
  });
  if (!may_change(p.game, s, declaring_side(s))) return end_squares(p, 0);
  continue_squares(p);
}

}  // namespace

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

namespace {

void list_shelter(const Lister& l) {
  add_blocks(l, decider(l.state), shelter_guests(l.game, l.state, l.state.pending));
}

void shelter_nobody(Play& p, int) {
  put(p.game, p.state.acted, p.state.pending, true);
  p.state.pending = kNone;
  continue_squares(p);
}

void shelter(Play& p, int guest) {
  auto& s = p.state;
  const int square = s.pending;
  std::size_t slot = 0;
  while (s.shelter_square[slot] != kNone) ++slot;
  s.shelter_square[slot] = static_cast<std::uint8_t>(square);
  s.shelter_guest[slot] = static_cast<std::uint8_t>(guest);
  put(p.game, s.guest, guest, true);
  p.note(EventKind::Shelters, "6.61", [&](play::Event& e) {
    e.side = p.game.side_of(square);
    e.pieces = {square, guest};
  });
  shelter_nobody(p, 0);
}

}  // namespace

void leave_square(Play& p, int block) {
  auto& s = p.state;
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

namespace {

Verdict refuse_formation(const BlockContext& game, const State&, int block) {
  return no("6.6", "its formation cannot change so now", block_id(game, block));
}
Verdict refuse_shelter(const BlockContext& game, const State&, int block) {
  return no("6.61", "it is stronger than the square, or infantry", block_id(game, block));
}

}  // namespace

constinit const RowOf<Step::Square> square_row{
    {"square", "6 Battles", "6.6", "Form or break squares, or end declarations"},
    {{Verb::FormSquare, "6.6", list_form_square, of_own<refuse_formation>, change_square<true>},
     {Verb::BreakSquare, "6.6", list_break_square, of_own<refuse_formation>, change_square<false>},
     {Verb::EndSquares, "6.6", always, nullptr, end_squares}}};

constinit const RowOf<Step::Shelter> shelter_row{
    {"shelter", "6 Battles", "6.61", "Choose whom the square of {block} shelters"},
    {{Verb::Shelter, "6.61", list_shelter, of_own<refuse_shelter>, shelter},
     {Verb::ShelterNobody, "6.61", always, nullptr, shelter_nobody}}};

}  // namespace niemen::block_battle

// What every chapter does to blocks: they move, lose steps, die.
#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

void put_at(Play& p, int block, int where) {
  auto& s = p.state;
  const int side = p.game.side_of(block);
  auto& crowd = s.crowd[at(side)];
  if (const int from = s.at(block); is_area(from) && --crowd[at(from)] == 0)
    s.occupied[at(side)] &= ~area_bit(from);
  s.place[at(block)] = static_cast<std::uint8_t>(where);
  if (is_area(where) && crowd[at(where)]++ == 0) s.occupied[at(side)] |= area_bit(where);
}

void leave_unseen(Play& p, int block) {
  const int side = p.game.side_of(block);
  merge_veils(p.game, p.state, side, may_be_taken_for(p.game, p.state, side, p.state.at(block)));
}

namespace {

/// Whatever a block carried goes with it.
void clear_marks(Play& p, int block) {
  auto& s = p.state;
  leave_square(p, block);
  for (auto* set :
       {&s.moved, &s.active, &s.fired, &s.pinned, &s.reserve, &s.flank, &s.acted, &s.half})
    put(p.game, *set, block, false);
  s.via[at(block)] = kNone;
  for (auto& named : s.named)
    if (named == block) named = kNone;
  for (std::size_t office = 0; office < kOffices; ++office)
    if (s.holder[office] == block) {
      s.holder[office] = kNone;
      s.commands[office] = 0;
    }
}

}  // namespace

void eliminate(Play& p, int block, bool seen) {
  const int side = p.game.side_of(block), from = p.state.at(block);
  if (seen)
    p.note(EventKind::Eliminated, "6.9", [&](play::Event& e) {
      e.side = side;
      e.pieces = {block};
      e.places = {from};
    });
  else
    p.note(EventKind::SomebodyGone, "6.9", [&](play::Event& e) {
      e.side = side;
      e.places = {from};
    });
  clear_marks(p, block);
  put_at(p, block, kDead);
  auto& loss = p.state.loss[at(block)];
  loss = seen ? Loss::of(0, 0, 0) : Loss::of(0, loss.least(), loss.most());
  // A flank's bonus is lost when the main attack is destroyed in round 1 (chapter 5, B-31).
  const bool main_attack =
      from == p.state.battle && p.state.round == 1 && p.state.flank[at(side)] != 0;
  if (main_attack && !fighting(p.game, p.state, side)) p.state.flank[at(side)] = 0;
}

void lose_step(Play& p, int block, bool seen) {
  if (at_last_face(p.game, p.state, block)) {
    if (!seen) leave_unseen(p, block);
    return eliminate(p, block, seen);
  }
  const int lost = p.state.lost(block) + 1;
  if (seen) {
    set_lost(p.state, block, lost, true);
    p.note(EventKind::LosesStep, "4.12", [&](play::Event& e) {
      e.side = p.game.side_of(block);
      e.pieces = {block};
      e.amount = strength(p.game, p.state, block);
    });
  } else {
    const auto& loss = p.state.loss[at(block)];
    p.state.loss[at(block)] = Loss::of(lost, loss.least(), loss.most());
    p.note_secret(EventKind::LosesStep, "4.12", block,
                  [&](play::Event& e) { e.amount = strength(p.game, p.state, block); });
  }
}

void leave_board(Play& p, int block, bool seen) {
  const int from = p.state.at(block);
  p.note(EventKind::LeavesBoard, "3.4", [&](play::Event& e) {
    e.side = p.game.side_of(block);
    if (seen) e.pieces = {block};
    e.places = {from};
  });
  clear_marks(p, block);
  put_at(p, block, kOffBoard);
  auto& loss = p.state.loss[at(block)];
  loss = seen ? Loss::of(0, 0, 0) : Loss::of(0, loss.least(), loss.most());
}

void enter_battle(Play& p, int block, int from, int to) {
  auto& s = p.state;
  const int side = p.game.side_of(block);
  const bool reinforces = is_contested(s, to);
  if (!reinforces) {
    s.attack[at(side)] |= area_bit(to);
    s.attack[at(1 - side)] &= ~area_bit(to);
  }
  const bool attacker = in_set(s.attack[at(side)], to);
  p.note(attacker ? EventKind::Attacks : EventKind::Reinforces, attacker ? "6.1" : "6.4",
         [&](play::Event& e) {
           e.side = side;
           e.places = {from, to};
         });
  insert(s.entered[at(side)], directed(p.game, from, to));
  s.via[at(block)] = static_cast<std::uint8_t>(from);
  if (reinforces && !attacker) put(p.game, s.reserve, block, true);
  put_at(p, block, to);
}

}  // namespace niemen::block_battle

// Invariants of a position.
#include <fmt/format.h>

#include "engine/systems/block_battle/block_battle.h"
#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

namespace {

using Broken = std::optional<std::string>;

bool is_place(const BlockContext& game, int where) {
  return where < game.area_count() || (where >= kOffBoard && where <= kDead);
}

Broken check_block(const BlockContext& game, const State& s, int block) {
  const auto& id = game.blocks[at(block)].id;
  const int where = s.at(block);
  if (!is_place(game, where)) return id + " is nowhere";
  const auto& loss = s.loss[at(block)];
  const int faces = game.faces[at(block)];
  if (loss.lost() >= faces || loss.most() >= faces || loss.least() > loss.most())
    return id + " has no such face";
  if (!is_out(where) && (loss.lost() < loss.least() || loss.lost() > loss.most()))
    return id + " is not within what is known of it";
  if (is_out(where) && loss.lost() != 0) return id + " is out of play and has lost steps";
  const int veil = s.veil[at(block)];
  if (veil > block || veil < game.first[at(game.side_of(block))] || s.veil[at(veil)] != veil)
    return id + " is under no veil";
  if (s.via[at(block)] != kNone && s.via[at(block)] >= game.area_count())
    return id + " came from nowhere";
  return std::nullopt;
}

Broken check_crowds(const BlockContext& game, const State& s) {
  std::array<std::array<std::uint8_t, kMaxAreas>, 2> crowd{};
  for (int block = 0; block < game.block_count(); ++block)
    if (is_area(s.at(block))) ++crowd[at(game.side_of(block))][at(s.at(block))];
  if (crowd != s.crowd) return "the count of blocks in the areas is wrong";
  for (int side : {0, 1})
    for (int area = 0; area < kMaxAreas; ++area)
      if (in_set(s.held(side), area) != (crowd[at(side)][at(area)] > 0))
        return "an area is held by nobody, or not by who stands there";
  return std::nullopt;
}

Broken check_sets(const BlockContext& game, const State& s) {
  for (int side : {0, 1}) {
    const auto all = (BlockSet{1} << game.count[at(side)]) - 1;
    const auto i = at(side);
    const auto used = s.moved[i] | s.active[i] | s.fired[i] | s.pinned[i] | s.reserve[i] |
                      s.flank[i] | s.acted[i] | s.square[i] | s.guest[i] | s.half[i];
    if (used & ~all) return "a mark on a block that does not exist";
    if (s.active[i] & ~game.headquarters[i]) return "only headquarters are active";
    if (s.square[i] & ~game.infantry[i]) return "only infantry forms squares";
    if (s.guest[i] & game.infantry[i]) return "infantry is not sheltered";
    if (s.attack[i] & ~game.board) return "an attack off the board";
  }
  if (s.attack[0] & s.attack[1]) return "both sides attack in one area";
  return std::nullopt;
}

Broken check_fields(const BlockContext& game, const State& s) {
  if (s.step >= Step::Count || s.phase >= Step::Count || s.decider > play::Actor::Over)
    return "a field is out of range";
  if (s.turn < 1 || s.turn > last_turn(game)) return fmt::format("there is no turn {}", s.turn);
  if (s.phasing > 1 || s.first_player > 1 || s.attacker > 1 || s.day > 1)
    return "a side or day is out of range";
  const auto& row = Steps::row_of(s.step);
  if ((s.decider == play::Actor::Over) != (s.step == Step::Over)) return "over, or not";
  if ((s.decider == play::Actor::Nature) != row.is_nature) return "a die that nobody rolls";
  if (s.battle != kNone && s.battle >= game.area_count()) return "a battle nowhere";
  if (s.round > game.rules.rounds) return "a battle lasts too long";
  if (s.bridges_out >> game.bridges.size()) return "a bridge that does not exist";
  if (s.overfull != kNone && (s.overfull >= game.area_count() ||
                              s.crowded(s.phasing, s.overfull) <= game.stack[s.overfull]))
    return "an area is said to be over its limit";
  if (in_action(s.step) && (!in_action(s.shown_phase) || s.shown_phase > s.phase))
    return "the enemy has seen more of the Action than there was";
  if (s.given >> game.divisions.size()) return "a division that does not exist";
  for (const auto byte : s.spare)
    if (byte != 0) return "unused bytes are not zero";
  return std::nullopt;
}

/// What the step at hand is about must be there.
Broken check_pending(const BlockContext& game, const State& s) {
  const auto is_block = [&](int block) { return block < game.block_count(); };
  switch (s.step) {
    case Step::Deploy:
    case Step::EnterAt:
      if (!is_block(s.pending) || s.at(s.pending) != kWaiting) return "nobody waits for a place";
      break;
    case Step::CommandAt:
    case Step::CommandRole:
    case Step::BombardAt:
    case Step::MoveBy:
    case Step::MoveTo:
    case Step::LeaderMoveTo:
    case Step::StraggleTo:
    case Step::Shelter:
    case Step::BlockTurn:
    case Step::Onward:
    case Step::RegroupTo:
      if (!is_block(s.pending) || !alive(s, s.pending)) return "nobody to decide about";
      break;
    case Step::BombardBy:
    case Step::NameDefender:
    case Step::BombardDice:
      if (!is_block(s.pending) || !alive(s, s.pending) || s.pending_area >= game.area_count())
        return "nobody bombards";
      break;
    case Step::Withdraw:
      if (!is_block(s.pending_to) || !alive(s, s.pending_to)) return "nobody withdraws";
      break;
    case Step::StragglerDie:
      if (!is_block(s.pending) || !alive(s, s.pending) || s.pending_to >= game.area_count())
        return "nobody straggles";
      break;
    case Step::FireDice:
    case Step::RetreatDie:
    case Step::TakeHit:
      if (!is_block(s.pending) || s.battle == kNone) return "nobody fires";
      break;
    default: break;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> BlockBattle::check(const State& s) const {
  const auto& game = *context_;
  if (auto broken = check_fields(game, s)) return broken;
  for (int block = 0; block < game.block_count(); ++block)
    if (auto broken = check_block(game, s, block)) return broken;
  if (auto broken = check_crowds(game, s)) return broken;
  if (auto broken = check_sets(game, s)) return broken;
  return check_pending(game, s);
}

}  // namespace niemen::block_battle

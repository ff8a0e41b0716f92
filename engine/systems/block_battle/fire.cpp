// 6.5 Battle Hits, with the effects of ground (3.3), squares (6.6), charges and pursuit.
#include "engine/systems/block_battle/choices.h"

namespace niemen::block_battle {

namespace {

constexpr int kRedoubtSide = 1;  ///< whose works they are (6.51)

/// Adds up firepower; where asked, with reasons.
struct Power {
  std::vector<play::Modifier>* why;
  int block;
  int value = 0;

  void add(int change, ModifierCode code, std::string_view rule) {
    if (change == 0) return;
    value += change;
    if (why) why->push_back({change, "", static_cast<std::uint16_t>(code), rule, -1, block});
  }
  void set(int to, ModifierCode code, std::string_view rule) { add(to - value, code, rule); }
};

void of_ground(const BlockContext& game, const State& s, int block, Power& power) {
  const Arm arm = arm_of(game, block);
  const bool woods = in_set(game.woods, s.battle), swamp = in_set(game.swamps, s.battle);
  const int in_a_village = power.value + game.rules.village_attacker;
  if (woods && arm == Arm::Cavalry) power.set(1, ModifierCode::CavalryInWoods, "3.3");
  if (swamp && arm == Arm::Cavalry) power.set(1, ModifierCode::CavalryInSwamp, "3.3");
  if (swamp && is_artillery(arm)) power.set(1, ModifierCode::ArtilleryInSwamp, "3.3");
  if (woods && is_artillery(arm))
    power.add(game.rules.woods_artillery, ModifierCode::ArtilleryInWoods, "3.3");
  const bool first_round = has(game, s.moved, block);
  const bool assaults = game.side_of(block) == s.attacker && first_round;
  // Of several terrains the most restrictive holds (3.33).
  if (in_set(game.villages, s.battle) && assaults && in_a_village < power.value)
    power.set(in_a_village, ModifierCode::Village, "3.2");
}

/// 6.63: what the target's formation and the block's own change.
void of_squares(const BlockContext& game, const State& s, int block, Target target, Power& power,
                int& dice) {
  const Arm arm = arm_of(game, block);
  const auto& unit = game.blocks[at(block)];
  if (target == Target::Squares && (arm == Arm::Cavalry || arm == Arm::Headquarters)) {
    power.set(1, ModifierCode::HorseAtSquares, "6.63");
    if (unit.cossack) --dice;
  }
  if (target == Target::Squares && is_artillery(arm))
    power.add(game.rules.artillery_at_squares, ModifierCode::ArtilleryAtSquares, "6.63");
  if (!has(game, s.square, block)) return;
  if (unit.militia)
    --dice;
  else
    power.add(game.rules.square_infantry, ModifierCode::InSquare, "6.63");
}

}  // namespace

Fire fire_of(const BlockContext& game, const State& s, int block, Target target, bool charge,
             std::vector<play::Modifier>* why) {
  const auto& unit = game.blocks[at(block)];
  Power power{why, block};
  power.add(unit.firepower, ModifierCode::Firepower, "4.13");
  int dice = strength(game, s, block);
  if (has(game, s.guest, block)) {
    power.set(1, ModifierCode::Sheltered, "6.63");
    return {dice, power.value};
  }
  of_ground(game, s, block, power);
  of_squares(game, s, block, target, power, dice);
  if (charge) power.add(game.rules.charge, ModifierCode::Charge, "6.53");
  if (has(game, s.flank, block) && has(game, s.moved, block))
    power.add(game.rules.flank, ModifierCode::Flank, "5");
  const bool pursues = s.round == game.rules.rounds && game.side_of(block) != s.attacker;
  if (pursues && unit.cossack && unit.arm == Arm::Cavalry)
    power.add(game.rules.pursuit_cossack, ModifierCode::PursuitCossack, "6.73");
  else if (pursues && unit.arm == Arm::Cavalry)
    power.add(game.rules.pursuit_cavalry, ModifierCode::PursuitCavalry, "6.73");
  // A charge's sixes hit the charging block, whatever its firepower.
  const int most = charge ? kDieFaces - 1 : kDieFaces;
  return {dice, std::min(power.value, most)};
}

BlockSet targets_of(const BlockContext& game, const State& s, int side, Target target) {
  const auto all = fighting(game, s, side);
  const auto squares = s.square[at(side)] | s.guest[at(side)];
  if (target == Target::Everybody) return all;
  return target == Target::Squares ? all & squares : all & ~squares;
}

void fire(Play& p, int block, Target target, bool charge) {
  auto& s = p.state;
  s.target = target;
  s.charging = charge;
  put(p.game, s.acted, block, true);
  p.note(EventKind::Fires, "6.5", [&](play::Event& e) {
    e.side = p.game.side_of(block);
    e.pieces = {block};
    e.places = {s.battle};
    e.amount = fire_of(p.game, s, block, target, charge, &e.modifiers).dice;
  });
  p.roll(Step::FireDice);
}

namespace {

void list_fire_dice(const BlockContext& game, const State& s, play::ChanceList& list) {
  const auto what = fire_of(game, s, s.pending, s.target, s.charging);
  const auto& odds = game.odds[at(what.dice)][at(what.firepower)];
  for (const auto& outcome : s.charging ? odds.sixes : odds.plain) list.push_back(outcome);
}

}  // namespace

BlockSet strongest(const BlockContext& game, const State& s, int side, BlockSet blocks) {
  int most = -1;
  BlockSet found = 0;
  for_each(game, side, blocks, [&](int block) {
    const int now = strength(game, s, block);
    if (now > most) {
      most = now;
      found = 0;
    }
    if (now == most) found |= game.bit(block);
  });
  return found;
}

// 6.51: Russians who defend a redoubt; B-41: while they are the Defender.
bool has_double_defence(const BlockContext& game, const State& s, int side) {
  return side == kRedoubtSide && side == defender(s) && in_set(game.works, s.battle);
}

namespace {

int hit_side(const BlockContext& game, const State& s) { return 1 - game.side_of(s.pending); }

/// A hit on a block, of which works may take half (6.51, 6.52).
void suffer_hit(Play& p, int block) {
  auto& s = p.state;
  const int side = p.game.side_of(block);
  if (has_double_defence(p.game, s, side) && !has(p.game, s.half, block)) {
    put(p.game, s.half, block, true);
    return p.note(EventKind::HalfHit, "6.52", [&](play::Event& e) {
      e.side = side;
      e.pieces = {block};
    });
  }
  put(p.game, s.half, block, false);
  lose_step(p, block, true);
}

void take_one(Play& p, int block) {
  --p.state.hits[at(p.game.side_of(block))];
  suffer_hit(p, block);
}

/// Takes hits one by one until the owner has something to choose.
void continue_hits(Play& p) {
  auto& s = p.state;
  const int firer = s.pending, side = hit_side(p.game, s);
  while (s.hits[at(side)] > 0) {
    const auto candidates = hit_candidates(p.game, s);
    if (candidates == 0) break;  // 6.62: surplus hits are lost
    if (!single(candidates)) return p.ask(Step::TakeHit, side);
    take_one(p, first_of(p.game, side, candidates));
  }
  s.hits = {};
  for (; s.self_hits > 0; --s.self_hits)
    if (alive(s, firer)) suffer_hit(p, firer);
  s.charging = 0;
  s.target = Target::Everybody;
  continue_round(p);
}

}  // namespace

// 6.5, 6.52, B-28: the strongest; of a group with a half-hit, the block that has it.
BlockSet hit_candidates(const BlockContext& game, const State& s) {
  const int side = hit_side(game, s);
  const auto group = targets_of(game, s, side, s.target);
  if (const auto marked = group & s.half[at(side)]) return marked;
  return strongest(game, s, side, group);
}

namespace {

void fire_dice(Play& p, int value) {
  auto& s = p.state;
  const int hits = value & ((1 << kSixShift) - 1), sixes = value >> kSixShift;
  p.note(EventKind::FireResult, "6.5", [&](play::Event& e) {
    e.side = p.game.side_of(s.pending);
    e.pieces = {s.pending};
    e.amount = hits;
    e.face = sixes;
  });
  s.hits[at(hit_side(p.game, s))] = static_cast<std::uint8_t>(hits);
  s.self_hits = static_cast<std::uint8_t>(sixes);
  continue_hits(p);
}

void list_take_hit(const Lister& l) {
  add_blocks(l, decider(l.state), hit_candidates(l.game, l.state));
}

void take_hit(Play& p, int block) {
  take_one(p, block);
  continue_hits(p);
}

Verdict refuse_hit(const BlockContext& game, const State&, int block) {
  return no("6.5", "the hit falls on the strongest, or on the half-hit", block_id(game, block));
}

}  // namespace

constinit const RowOf<Step::FireDice> fire_dice_row{
    {"fire-dice", "6 Battles", "6.5", "The dice of a block that fires"},
    name_by_round,
    fire_dice,
    Verb::Hits,
    list_fire_dice};

constinit const RowOf<Step::TakeHit> take_hit_row{
    {"take-hit", "6 Battles", "6.5", "Choose which of the strongest takes the hit"},
    {{Verb::Take, "6.5", list_take_hit, of_own<refuse_hit>, take_hit}}};

}  // namespace niemen::block_battle

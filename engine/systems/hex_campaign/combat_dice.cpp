// 11.2-11.8: senior Commanders, the values of both sides and their dice.
#include <algorithm>

#include "engine/systems/hex_campaign/combat.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

/// 16.4: finds the senior Commander of a side, asking where two are equal and it matters.
bool ask_senior(Play& p, Side side, std::uint8_t& senior, Step step) {
  State& s = p.state;
  if (!p.game.rules.commander_characteristics || senior != 0) return false;
  constexpr std::uint32_t kBoth = kTraitInspires | kTraitInspiresTwo;
  constexpr std::uint32_t kAttacking =
      kTraitLeadsCavalry | kTraitInspiresAttack | kTraitLeadsCossacks;
  const std::uint32_t traits = side == attacker(s) ? kBoth | kAttacking : kBoth;
  const int hex = side == attacker(s) ? s.places.combat.from : s.places.combat.target;
  const PieceSet present = commanders_at(p.game, s, side, hex);
  const PieceSet units = units_at(p.game, s, side, hex);
  s.choice.seniors.candidates = senior_question(p.game, s, present, units, traits);
  if (!s.choice.seniors.candidates.empty()) {
    p.ask(step, side);
    return true;
  }
  senior = static_cast<std::uint8_t>(most_senior(p.game, s, present, units).first() + 1);
  return false;
}

void lead_attack(Play& p, int commander) {
  p.state.seniors.combat.attacking = static_cast<std::uint8_t>(commander + 1);
}
void lead_defence(Play& p, int commander) {
  p.state.seniors.combat.defending = static_cast<std::uint8_t>(commander + 1);
}
PieceSet seniors(const Context&, const State& s) { return s.choice.seniors.candidates; }

}  // namespace

bool go_senior_attack(Play& p) {
  State& s = p.state;
  if (ask_senior(p, attacker(s), s.seniors.combat.attacking, Step::SeniorToAttack)) return false;
  s.stage.combat = CombatStage::SeniorDefence;
  return true;
}

bool go_senior_defence(Play& p) {
  State& s = p.state;
  if (ask_senior(p, defender(s), s.seniors.combat.defending, Step::SeniorToDefend)) return false;
  s.stage.combat = CombatStage::AttackDie;
  return true;
}

constinit const RowOf<Step::SeniorToAttack> senior_to_attack_row{
    {"senior-to-attack", "11 Resolving combat", "16.4",
     "Choose the senior Commander of the attack"},
    {{Verb::Pick, "16.4", list_among<seniors>, refuse_others<seniors>, lead_attack}}};

constinit const RowOf<Step::SeniorToDefend> senior_to_defend_row{
    {"senior-to-defend", "11 Resolving combat", "16.4",
     "Choose the senior Commander of the defence"},
    {{Verb::Pick, "16.4", list_among<seniors>, refuse_others<seniors>, lead_defence}}};

// --- 11.3-11.7 values ----------------------------------------------------------------------------

bool go_attack_die(Play& p) {
  p.roll(Step::AttackDie);
  return false;
}

bool go_defence_die(Play& p) {
  p.roll(Step::DefenceDie);
  return false;
}

namespace {

void mark_fought(State& s, const PieceSet& units) {
  for (int unit : units)
    if (fought(s, unit) < 3) s.piece[static_cast<std::size_t>(unit)] += kFoughtOnce;
}

/// A value as the position keeps it, in a byte.
std::int8_t kept(int value) {
  constexpr int kMaxKept = 127;
  return static_cast<std::int8_t>(std::clamp(value, -kMaxKept, kMaxKept));
}

Combat combat_of(const State& s) {
  return {attacker(s), s.places.combat.from,           s.places.combat.target,
          s.group,     s.seniors.combat.attacking - 1, s.seniors.combat.defending - 1};
}

/// The attack with all supports that have come.
Sum whole_attack(const Context& c, const State& s, Sum nothing) {
  const Combat combat = combat_of(s);
  auto value = attack_value(c, s, combat, std::move(nothing));
  for (int d = 0; d < map::kDirections; ++d)
    if ((s.attack_supports >> d) & 1) add_attack_support(c, s, combat, support_hex(c, s, d), value);
  return value;
}

/// The same of the defence.
Sum whole_defence(const Context& c, const State& s, Sum nothing) {
  const Combat combat = combat_of(s);
  auto value = defence_value(c, s, combat, std::move(nothing));
  if (!defends(c, s, defenders(c, s))) return value;  // 11.18
  for (int d = 0; d < map::kDirections; ++d)
    if ((s.defence_supports >> d) & 1)
      add_defence_support(c, s, combat, support_hex(c, s, d), value);
  return value;
}

/// 14.9a, N-7: whether the Commander whose loss ends the game is in a hex of this combat.
bool supreme_present(const Context& c, const State& s) {
  const auto there = [&](int hex) {
    return has_trait(c, commanders_at(c, s, Side::A, hex), kTraitSuddenDeath);
  };
  if (there(attacker(s) == Side::A ? s.places.combat.from : s.places.combat.target)) return true;
  const auto bits = attacker(s) == Side::A ? s.attack_supports : s.defence_supports;
  for (int d = 0; d < map::kDirections; ++d)
    if (((bits >> d) & 1) && there(support_hex(c, s, d))) return true;
  return false;
}

void roll_attack(Play& p, int die) {
  State& s = p.state;
  auto value = whole_attack(p.game, s, p.sum());
  value.add(die, ModifierCode::AttackDie);
  s.attack_value = kept(value.total);
  p.tell(EventKind::AttackValue,
         {.side = play::index(attacker(s)),
          .place = s.places.combat.from,
          .to = s.places.combat.target,
          .amount = value.total,
          .face = die},
         std::move(value));
  s.stage.combat = CombatStage::DefenceDie;
}

void resolve_values(Play& p, int die) {
  const Context& c = p.game;
  State& s = p.state;
  auto value = whole_defence(c, s, p.sum());
  value.add(die, ModifierCode::DefenceDie);
  s.defence_value = kept(value.total);
  p.tell(EventKind::DefenceValue,
         {.side = play::index(defender(s)),
          .place = s.places.combat.target,
          .to = s.places.combat.from,
          .amount = value.total,
          .face = die},
         std::move(value));
  s.work.combat.flags |= kLarge;
  if (supreme_present(c, s)) s.work.combat.flags |= kSupremeThere;
  for (Side side : {Side::A, Side::B}) {
    const PieceSet main = side == attacker(s) ? s.group : defenders(c, s);
    const PieceSet supports = supporting_units(c, s, side);
    s.strength[at(side)] = static_cast<std::uint8_t>(ready(s, main | supports).count());
    if ((main | supports).count() < c.rules.decisive_units)
      s.work.combat.flags &= static_cast<std::uint8_t>(~kLarge);
    mark_fought(s, main | supports);
  }
  s.difference = kept(s.attack_value - s.defence_value);
}

void roll_defence(Play& p, int die) {
  resolve_values(p, die);
  begin_loser_hits(p);
}

}  // namespace

constinit const RowOf<Step::AttackDie> attack_die_row{
    {"attack-die", "11 Resolving combat", "11.5", "The attack from {from} on {to}"},
    name_by_attack,
    roll_attack};

constinit const RowOf<Step::DefenceDie> defence_die_row{
    {"defence-die", "11 Resolving combat", "11.7", "The defence of {to}"},
    name_by_attack,
    roll_defence};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

// Step 5, Combat Resolution: the odds, the die, the Combat Results Table; Leaders.
#include "engine/systems/area_campaign/choices.h"
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

namespace {

constexpr core::EnumArray<CombatResult, const char*, kCombatResults> kResultNames{
    {"Ae", "A1/2e", "1/2ex", "Ar(A)", "Ar(D)", "Dr(A)", "Dr(D)", "D1/2e", "De"}};

/// "e mod": eliminations become retreats (E, A-15).
CombatResult softened(CombatResult result) {
  switch (result) {
    case CombatResult::Ae: return CombatResult::ArD;
    case CombatResult::Ahe: return CombatResult::ArA;
    case CombatResult::De: return CombatResult::DrA;
    case CombatResult::Dhe: return CombatResult::DrD;
    default: return result;
  }
}

/// Half of a stack's Infantry, rounded up: all of it, also what the odds did not count.
void halve(Play& p, int side) {
  const int at = p.state.work.combat.place;
  const int infantry = p.state.count(side, at, Kind::Infantry);
  eliminate_corps(p, side, at, Kind::Infantry, (infantry + 1) / 2, LossCause::Combat);
}

void set_retreat(State& s, int side, int chooser) {
  s.work.combat.retreat_side = static_cast<std::uint8_t>(side);
  s.work.combat.retreat_chooser = static_cast<std::uint8_t>(chooser);
}

void apply_result(Play& p, CombatResult result) {
  auto& s = p.state;
  const int attacker = s.work.combat.attacker, defender = 1 - attacker;
  const int at = s.work.combat.place;
  if (s.work.combat.soften) result = softened(result);
  p.note(EventKind::CombatResolved, [&](play::Event& event) {
    event.side = attacker;
    event.places = {at};
    event.amount = static_cast<int>(result);
  });
  switch (result) {
    case CombatResult::Ae: eliminate_stack(p, attacker, at, LossCause::Combat); break;
    case CombatResult::De: eliminate_stack(p, defender, at, LossCause::Combat); break;
    case CombatResult::Ahe: halve(p, attacker); break;
    case CombatResult::Dhe: halve(p, defender); break;
    case CombatResult::HalfExchange:
      halve(p, attacker);
      halve(p, defender);
      break;
    case CombatResult::ArA: set_retreat(s, attacker, attacker); break;
    case CombatResult::ArD: set_retreat(s, attacker, defender); break;
    case CombatResult::DrA: set_retreat(s, defender, attacker); break;
    case CombatResult::DrD: set_retreat(s, defender, defender); break;
  }
  if (battle_is_over(p)) return;
  offer_pursuit(p);
}

struct CombatModifiers {
  int leadership = 0;  ///< standard game: the army's; optional: the best Generals'
  int fortress = 0;
  int total() const { return leadership + fortress; }
};

CombatModifiers combat_modifiers(const AreaContext& game, const State& s) {
  const int attacker = s.work.combat.attacker, at = s.work.combat.place;
  CombatModifiers modifiers;
  modifiers.leadership = game.rules.optional_rules
                             ? leadership(game, s, attacker, at, false).best -
                                   leadership(game, s, 1 - attacker, at, false).best
                             : game.rules.attacking_modifier[attacker];
  modifiers.fortress = fortress_modifier(game, s);
  return modifiers;
}

/// What made the odds.
void add_odds_parts(play::Event& event, const AreaContext& game, const State& s) {
  const auto& battle = s.work.combat;
  const auto add = [&](ModifierCode code, int value, std::string_view rule) {
    event.modifiers.push_back(modifier_of(code, value, rule));
  };
  const int attacking = s.count(battle.attacker, battle.place, Kind::Infantry);
  add(ModifierCode::AttackingInfantry, attacking, "Combat step 5");
  add(ModifierCode::DefendingInfantry, s.count(1 - battle.attacker, battle.place, Kind::Infantry),
      "Combat step 5");
  const int led = leadership(game, s, battle.attacker, battle.place, false).sum;
  if (game.rules.optional_rules && led < attacking)
    add(ModifierCode::GeneralsLead, led, "Leaders C");
  if (battle.attacker_double)
    add(ModifierCode::AttackersDouble, game.rules.doubled_factor, "Combat E");
  if (battle.defender_double)
    add(ModifierCode::DefendersDouble, game.rules.doubled_factor, "Combat E");
}

void add_die_modifiers(play::Event& event, const AreaContext& game, const State& s) {
  const auto modifiers = combat_modifiers(game, s);
  if (modifiers.leadership != 0)
    event.modifiers.push_back(
        game.rules.optional_rules
            ? modifier_of(ModifierCode::BestGenerals, modifiers.leadership, "Leaders D")
            : modifier_of(ModifierCode::ArmyLeadership, modifiers.leadership, "Combat H"));
  if (modifiers.fortress != 0)
    event.modifiers.push_back(
        modifier_of(ModifierCode::FortressAttacked, modifiers.fortress, "Combat G"));
}

/// The row of the Combat Results Table: the die as modified, clamped.
int combat_row(const AreaContext& game, const State& s, int die) {
  return std::clamp(die + combat_modifiers(game, s).total(), kLowestRow, kHighestRow);
}

}  // namespace

// Leaders: only Generals count at the odds, only Cavalry Leaders in pursuit.
Leadership leadership(const AreaContext& game, const State& state, int side, int at, bool cavalry) {
  Leadership result;
  for (int leader = game.leader_begin(side); leader < game.leader_end(side); ++leader) {
    const auto& who = game.leaders[leader];
    if (state.leader_place(leader) != at || who.cavalry != cavalry) continue;
    result.sum += who.points;
    result.best = std::max(result.best, who.points);
  }
  return result;
}

// Order of A-49: the limit of Leadership, then "cx2", then the percentage, rounded down.
int odds_percent(const AreaContext& game, const State& state) {
  const auto& battle = state.work.combat;
  const int attacker = battle.attacker;
  int attacking = state.count(attacker, battle.place, Kind::Infantry);
  if (game.rules.optional_rules)
    attacking = std::min(attacking, leadership(game, state, attacker, battle.place, false).sum);
  if (battle.attacker_double) attacking *= game.rules.doubled_factor;
  int defending = state.count(1 - attacker, battle.place, Kind::Infantry);
  if (battle.defender_double) defending *= game.rules.doubled_factor;
  if (attacking == 0) return 0;
  return defending == 0 ? kSure : 100 * attacking / defending;
}

// Case G: the invader attacks the defender in one of his Fortresses; with the optional rule only
// a stack on the symbol.
int fortress_modifier(const AreaContext& game, const State& state) {
  const auto& battle = state.work.combat;
  if (battle.attacker != 0 || !game.fortresses.contains(battle.place) ||
      !game.defenders_country.contains(battle.place))
    return 0;
  const int point = game.point_of[battle.place];
  if (game.rules.optional_rules && !((state.symbols() >> point) & 1U)) return 0;
  return game.rules.fortress_modifier;
}

void resolve_combat(Play& p) {
  auto& s = p.state;
  const auto& battle = s.work.combat;
  // Leaders C: without a General nobody attacks, and the battle is over.
  if (p.game.rules.optional_rules &&
      leadership(p.game, s, battle.attacker, battle.place, false).sum == 0) {
    p.note_at(EventKind::NoGeneralToAttack, battle.attacker, battle.place);
    return end_battle(p);
  }
  const int percent = odds_percent(p.game, s);
  p.note(EventKind::OddsReckoned, [&](play::Event& event) {
    event.side = battle.attacker;
    event.places = {battle.place};
    event.amount = percent;
    add_odds_parts(event, p.game, s);
  });
  if (percent < p.game.rules.odds_from[0]) return apply_result(p, CombatResult::Ae);
  if (percent > p.game.rules.odds_last) return apply_result(p, CombatResult::De);
  p.roll(Step::CombatDie);
}

const char* result_name(CombatResult result) { return kResultNames[result]; }

CombatResult combat_result(const AreaContext& game, const State& state, int die) {
  const auto& from = game.rules.odds_from;
  const int percent = odds_percent(game, state);
  std::size_t column = 0;
  while (column + 1 < from.size() && percent >= from[column + 1]) ++column;
  const int row = combat_row(game, state, die) - kLowestRow;
  return game.rules.combat_table[row][column];
}

void combat_die(Play& p, int die) {
  p.note(EventKind::CombatRolled, [&](play::Event& event) {
    const auto& battle = p.state.work.combat;
    event.side = battle.attacker;
    event.places = {battle.place};
    event.amount = odds_percent(p.game, p.state);
    event.face = die;
    add_die_modifiers(event, p.game, p.state);
  });
  apply_result(p, combat_result(p.game, p.state, die));
}

// ---- What is listed, refused and set going, step by step

constinit const RowOf<Step::CombatDie> combat_die_row{
    {"combat-die", "Combat Phase", "Combat F", "Combat in {battle}"}, name_battle, combat_die};

}  // namespace niemen::area_campaign

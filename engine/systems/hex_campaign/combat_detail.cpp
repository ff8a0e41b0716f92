// 11: resolving combat, stage by stage in the order of ruling R-90.
#include "engine/systems/hex_campaign/combat.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

PieceSet supporting_units(const Context& c, const State& s, Side side) {
  const auto bits = side == attacker(s) ? s.attack_supports : s.defence_supports;
  PieceSet units;
  for (int d = 0; d < map::kDirections; ++d)
    if ((bits >> d) & 1)
      units |= support_units(c, s, side, support_hex(c, s, d), side == attacker(s));
  return units;
}

PieceSet main_stack(const Context& c, const State& s, Side side) {
  return side == attacker(s) ? s.group & pieces_at(s, s.places.combat.from) : defenders(c, s);
}

bool is_one_kind(const Context& c, const State& s, const PieceSet& units) {
  ActionList kinds;
  list_picks(c, s, units, kinds);
  return kinds.size() <= 1;
}

void find_left_alone(const Context& c, State& s) {
  const auto check = [&](Side side, int hex) {
    if (!s.combat_hexes[at(side)].contains(hex)) meet_fate(c, s, commanders_at(c, s, side, hex));
  };
  check(attacker(s), s.places.combat.from);
  check(defender(s), s.places.combat.target);
  for (int d = 0; d < map::kDirections; ++d) {
    if ((s.attack_supports >> d) & 1) check(attacker(s), support_hex(c, s, d));
    if ((s.defence_supports >> d) & 1) check(defender(s), support_hex(c, s, d));
  }
}

void end_defence(Play& p) {
  State& s = p.state;
  s.work.combat.flags |= kWasDestroyed;
  find_left_alone(p.game, s);
  s.stage.combat = CombatStage::Advance;
}

// --- stages --------------------------------------------------------------------------------------

namespace {

struct StageRow {
  CombatStage stage;
  GoStage go;
};

/// 10 and 11: what an attack goes through, one after the other; a stage may leave some out.
constexpr StageRow kStages[] = {
    {CombatStage::Idle, go_idle},
    {CombatStage::Target, go_target},
    {CombatStage::Ordering, go_ordering},
    {CombatStage::Taking, go_taking},
    {CombatStage::Committing, go_committing},
    {CombatStage::Testing, go_testing},
    {CombatStage::LoneTarget, go_lone_target},
    {CombatStage::WithdrawBefore, go_withdraw_before},
    {CombatStage::CommitDefence, go_commit_defence},
    {CombatStage::NameAttack, go_name_attack},
    {CombatStage::RollAttack, go_roll_attack},
    {CombatStage::NameDefence, go_name_defence},
    {CombatStage::RollDefence, go_roll_defence},
    {CombatStage::SeniorAttack, go_senior_attack},
    {CombatStage::SeniorDefence, go_senior_defence},
    {CombatStage::AttackDie, go_attack_die},
    {CombatStage::DefenceDie, go_defence_die},
    {CombatStage::LoserHits, go_loser_hits},
    {CombatStage::LoserExtra, go_loser_extra},
    {CombatStage::LoserDie, go_loser_die},
    {CombatStage::WinnerHits, go_winner_hits},
    {CombatStage::WinnerExtra, go_winner_extra},
    {CombatStage::LeftAlone, go_left_alone},
    {CombatStage::Withdraw, go_withdraw},
    {CombatStage::Pursuit, go_pursuit},
    {CombatStage::WithdrawTo, go_withdraw_to},
    {CombatStage::Overflow, go_overflow},
    {CombatStage::OverflowCommanders, go_overflow_commanders},
    {CombatStage::OverflowTo, go_overflow_to},
    {CombatStage::OverflowLoss, go_overflow_loss},
    {CombatStage::Withdrawn, go_withdrawn},
    {CombatStage::Advance, go_advance},
    {CombatStage::TakeAdvance, go_take_advance},
    {CombatStage::Advanced, go_end_of_combat},
};
static_assert(names_all(kStages, &StageRow::stage, CombatStage::Count));

}  // namespace

void go_attack(Play& p) {
  while (kStages[static_cast<std::size_t>(p.state.stage.combat)].go(p)) continue;
}

void begin_combat(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  if (c.rules.hidden_stacks)
    reveal(c, s, pieces_at(s, s.places.combat.from) | pieces_at(s, s.places.combat.target));
  if (!defenders(c, s).empty()) {
    s.stage.combat = CombatStage::WithdrawBefore;
    return;
  }
  if (has_depot(c, s, defender(s), s.places.combat.target))
    destroy_depot(p, defender(s), s.places.combat.target);
  meet_fate(c, s, commanders_at(c, s, defender(s), s.places.combat.target));
  s.stage.combat = CombatStage::LoneTarget;
}

bool go_lone_target(Play& p) {  // after the fate of the Commanders
  State& s = p.state;
  if (p.game.rules.lone_target_advance == static_cast<int>(LoneTargetAdvance::Yes)) {
    s.work.combat.flags |= kWasDestroyed;
    s.stage.combat = CombatStage::Advance;
  } else {
    end_opportunity(p);
  }
  return false;
}

/// After the hits: who must or may withdraw.
bool go_left_alone(Play& p) {
  State& s = p.state;
  if (defenders(p.game, s).empty()) s.work.combat.flags |= kWasDestroyed;
  find_left_alone(p.game, s);
  s.stage.combat = s.difference == 0 || (s.work.combat.flags & kWasDestroyed)
                       ? CombatStage::Advance
                       : CombatStage::Withdraw;
  return false;
}

namespace {

/// 14.9a: a decisive defeat of side A moves wavering powers where its supreme Commander was.
void note_supreme_defeat(const Context& c, State& s, Side lost) {
  if (c.rules.allegiances && lost == Side::A && (s.work.combat.flags & kSupremeThere))
    s.truce |= kPowersMoved;
}

}  // namespace

bool go_end_of_combat(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  if (s.difference != 0 && (s.work.combat.flags & kLarge)) {  // 14.7b, R-68, R-69
    const Side lost = loser(s);
    if (s.fallen[at(lost)] - s.fallen[at(other(lost))] >= c.rules.decisive_difference) {
      note_supreme_defeat(c, s, lost);
      win_decisively(p, other(lost));
    }
  }
  end_opportunity(p);
  return false;
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

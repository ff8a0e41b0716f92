// Step 6, Pursuit Resolution, and step 7, Retreat After Combat.
#include "engine/systems/area_campaign/choices.h"
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

namespace {

int cavalry(const State& s, int side) { return s.count(side, s.work.combat.place, Kind::Cavalry); }

/// The pursued lose Corps of their own choice.
void ask_losses(Play& p, int side, int number) {
  auto& s = p.state;
  auto& battle = s.work.combat;
  battle.loser = static_cast<std::uint8_t>(side);
  battle.losses = static_cast<std::uint8_t>(std::min(number, s.corps(side, battle.place)));
  const auto range = pursuit_loss_range(s);
  if (range.least < range.most) return p.ask(Step::PursuitLoss, side);
  pursuit_losses(p, range.least);
}

/// A +1/D-1 ex, both at once, counted as the step began.
void exchange(Play& p) {
  auto& s = p.state;
  const auto& battle = s.work.combat;
  const int attacker = battle.attacker, defender = 1 - attacker;
  const int attacking = cavalry(s, attacker);
  const int lost = std::min(attacking, s.corps(defender, battle.place) + 1);
  eliminate_corps(p, attacker, battle.place, Kind::Cavalry, lost, LossCause::Pursuit);
  ask_losses(p, defender, attacking - 1);
}

}  // namespace

// Only with more Cavalry than the Defender, and only if the Attacker wants it (case I).
void offer_pursuit(Play& p) {
  const int attacker = p.state.work.combat.attacker;
  if (cavalry(p.state, attacker) > cavalry(p.state, 1 - attacker))
    return p.ask(Step::Pursue, attacker);
  retreat_after_combat(p);
}

void pursue(Play& p) {
  const auto& battle = p.state.work.combat;
  p.note_at(EventKind::PursuitBegins, battle.attacker, battle.place);
  p.roll(Step::PursuitDie);
}

void pursuit_die(Play& p, int die) {
  auto& s = p.state;
  auto& battle = s.work.combat;
  const int attacker = battle.attacker;
  int modifier = 0;
  if (p.game.rules.optional_rules)
    modifier = leadership(p.game, s, attacker, battle.place, true).best -
               leadership(p.game, s, 1 - attacker, battle.place, true).best;
  const int surplus = cavalry(s, attacker) - cavalry(s, 1 - attacker);
  const int column = std::min(surplus, kPursuitColumns) - 1;
  const int row = std::clamp(die + modifier, kLowestRow, kHighestRow) - kLowestRow;
  p.note(EventKind::PursuitRolled, [&](play::Event& event) {
    event.side = attacker;
    event.amount = surplus;
    event.face = die;
    event.places = {battle.place};
    if (modifier != 0)
      event.modifiers = {modifier_of(ModifierCode::BestCavalryLeaders, modifier, "Leaders D")};
  });
  const auto result = p.game.rules.pursuit_table[row][column];
  p.note(EventKind::PursuitResolved, [&](play::Event& event) {
    event.side = attacker;
    event.amount = static_cast<int>(result);
    event.places = {battle.place};
  });
  switch (result) {
    case PursuitResult::None: return retreat_after_combat(p);
    case PursuitResult::Exchange: return exchange(p);
    case PursuitResult::DefenderOneMore: battle.pursuit_extra = 1; break;
    case PursuitResult::DefenderTwoMore: battle.pursuit_extra = 2; break;
  }
  p.ask(Step::PursuitStake, attacker);
}

// D +1 ex, D +2 ex: the Attacker says first how many Cavalry Corps he gives for it.
void stake(Play& p, int number) {
  const auto& battle = p.state.work.combat;
  const int attacker = battle.attacker;
  eliminate_corps(p, attacker, battle.place, Kind::Cavalry, number, LossCause::Pursuit);
  ask_losses(p, 1 - attacker, number + battle.pursuit_extra);
}

/// How many of the losses may be Infantry.
ShareRange pursuit_loss_range(const State& state) {
  const auto& battle = state.work.combat;
  const int infantry = state.count(battle.loser, battle.place, Kind::Infantry);
  const int horse = state.count(battle.loser, battle.place, Kind::Cavalry);
  return {std::max(0, battle.losses - horse), std::min<int>(battle.losses, infantry)};
}

void pursuit_losses(Play& p, int infantry) {
  const auto& battle = p.state.work.combat;
  const int loser = battle.loser, place = battle.place, horse = battle.losses - infantry;
  eliminate_corps(p, loser, place, Kind::Infantry, infantry, LossCause::Pursuit);
  eliminate_corps(p, loser, place, Kind::Cavalry, horse, LossCause::Pursuit);
  retreat_after_combat(p);
}

// Step 7. Case J, then case K.
void retreat_after_combat(Play& p) {
  auto& s = p.state;
  const auto& battle = s.work.combat;
  const int at = battle.place;
  if (battle_is_over(p)) return;
  const bool corps_0 = s.corps(0, at) > 0, corps_1 = s.corps(1, at) > 0;
  if (corps_0 != corps_1) {
    eliminate_stack(p, corps_0 ? 1 : 0, at, LossCause::NoCorpsLeft);
    return end_battle(p);
  }
  if (battle.retreat_side == kNowhere) return end_battle(p);
  if (battle.retreat_to != kNowhere) return last_retreat(p, battle.retreat_to);
  const auto places = retreat_places(p.game, s, battle.retreat_side, at);
  if (places.empty()) {
    eliminate_stack(p, battle.retreat_side, at, LossCause::NoRetreat);
    return end_battle(p);
  }
  if (places.count() == 1) return last_retreat(p, places.first());
  p.ask(Step::LastRetreat, battle.retreat_chooser);
}

void last_retreat(Play& p, int at) {
  const auto& battle = p.state.work.combat;
  retreat_stack(p, battle.retreat_side, battle.place, at);
  end_battle(p);
}

// ---- What is listed, refused and set going, step by step

namespace {

ValueSet stakes(const AreaContext&, const State& s) {
  const auto& battle = s.work.combat;
  return numbers(0, s.count(battle.attacker, battle.place, Kind::Cavalry));
}
ValueSet infantry_losses(const AreaContext&, const State& s) {
  const auto range = pursuit_loss_range(s);
  return numbers(range.least, range.most);
}
ValueSet last_retreats(const AreaContext& game, const State& s) {
  return retreat_places(game, s, s.work.combat.retreat_side, s.work.combat.place);
}

Verdict refuse_stake(const AreaContext& game, const State& s, int) {
  const auto& battle = s.work.combat;
  return refuse_number("Pursuit Table", "Cavalry Corps to give", 0,
                       s.count(battle.attacker, battle.place, Kind::Cavalry),
                       id(game, battle.place));
}
Verdict refuse_give_up_infantry(const AreaContext& game, const State& s, int) {
  const auto range = pursuit_loss_range(s);
  return refuse_number("Pursuit Table", "Infantry Corps among the losses", range.least, range.most,
                       id(game, s.work.combat.place));
}

}  // namespace

constinit const RowOf<Step::Pursue> pursue_row{
    {"pursue", "Combat Phase", "Combat I", "Battle in {battle}: choose whether to pursue"},
    {{Verb::NoPursuit, "Combat I", always, nullptr, [](Play& p, int) { retreat_after_combat(p); }},
     {Verb::Pursue, "Combat I", always, nullptr, [](Play& p, int) { pursue(p); }}}};

constinit const RowOf<Step::PursuitDie> pursuit_die_row{
    {"pursuit-die", "Combat Phase", "Combat I", "Pursuit in {battle}"}, name_battle, pursuit_die};

constinit const RowOf<Step::PursuitStake> pursuit_stake_row{
    {"pursuit-stake", "Combat Phase", "Pursuit Table",
     "Pursuit in {battle}: choose how many Cavalry Corps you give; the enemy loses {extra} more"},
    {{Verb::Stake, "Pursuit Table", allow<stakes>, refuse_stake, stake}}};

constinit const RowOf<Step::PursuitLoss> pursuit_loss_row{
    {"pursuit-loss", "Combat Phase", "Pursuit Table",
     "Pursuit in {battle}: choose how many of {losses} Corps lost are Infantry"},
    {{Verb::GiveUpInfantry, "Pursuit Table", allow<infantry_losses>, refuse_give_up_infantry,
      pursuit_losses}}};

constinit const RowOf<Step::LastRetreat> last_retreat_row{
    {"last-retreat", "Combat Phase", "Combat K",
     "Battle in {battle}: choose where the {retreating} stack retreats"},
    {{Verb::RetreatTo, "Combat K", allow<last_retreats>, refuse_retreat_to, last_retreat}}};

}  // namespace niemen::area_campaign

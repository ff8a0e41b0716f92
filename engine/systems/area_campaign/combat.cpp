// The Combat Phase, steps 1 to 4: battle plans, reveal, retreat before combat, plan results.
#include "engine/systems/area_campaign/choices.h"
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

namespace {

/// CombatWork::stage while the results of the battle plans are carried out.
enum PlanStage : std::uint8_t { kAttackerLoses, kDefenderLoses, kRetreat, kGoOn };

const PlanResult& plan_result(const AreaContext& game, const State& state) {
  const auto& battle = state.work.combat;
  return game.rules.plan_table[battle.defence_plan][battle.attack_plan];
}

int cavalry_leaving(const State& s) { return s.work.combat.leaving_cavalry; }

/// Leaders of the leaving side that may still join its retreat.
bool leaders_left(const AreaContext& game, const State& s) {
  const auto& battle = s.work.combat;
  if (!game.rules.optional_rules) return false;
  const int begin = game.leader_begin(battle.leaving_side);
  for (int leader = begin; leader < game.leader_end(battle.leaving_side); ++leader)
    if (s.leader_place(leader) == battle.place && !((leaving_leaders(s) >> (leader - begin)) & 1U))
      return true;
  return false;
}

void automatic_eliminations(Play& p);
void begin_retire(Play& p, int side);
void resolve_plans(Play& p);

/// The retreat before combat of one side is over; the Defender's comes first (case A).
void after_retire(Play& p, int side) {
  if (battle_is_over(p)) return;
  if (side == defender_of(p.state)) return begin_retire(p, p.state.work.combat.attacker);
  automatic_eliminations(p);
}

/// Where the enemy sends it; then it goes.
void ask_send(Play& p) {
  auto& s = p.state;
  auto& battle = s.work.combat;
  if (battle.leaving_cavalry == 0 && battle.leaving_supply == 0 && leaving_leaders(s) == 0)
    return after_retire(p, battle.leaving_side);
  const auto places = retreat_places(p.game, s, battle.leaving_side, battle.place);
  if (places.count() == 1) return send_to(p, places.first());
  p.ask(Step::RetireArea, 1 - battle.leaving_side);
}

void ask_leaders(Play& p) {
  if (leaders_left(p.game, p.state))
    return p.ask(Step::RetireLeaders, p.state.work.combat.leaving_side);
  ask_send(p);
}

void ask_supply(Play& p) {
  auto& s = p.state;
  const auto& battle = s.work.combat;
  if (cavalry_leaving(s) > 0 && s.count(battle.leaving_side, battle.place, Kind::Supply) > 0)
    return p.ask(Step::RetireSupply, battle.leaving_side);
  ask_leaders(p);
}

// Step 3. Cases A to C.
void begin_retire(Play& p, int side) {
  auto& s = p.state;
  auto& battle = s.work.combat;
  battle.leaving_side = static_cast<std::uint8_t>(side);
  battle.leaving_cavalry = battle.leaving_supply = 0;
  battle.leaving_leaders = {};
  if (retreat_places(p.game, s, side, battle.place).empty()) return after_retire(p, side);
  const int cavalry = s.count(side, battle.place, Kind::Cavalry);
  if (cavalry == 0) return ask_leaders(p);
  const bool must = s.count(side, battle.place, Kind::Infantry) == 0 &&
                    s.count(1 - side, battle.place, Kind::Infantry) > 0;
  if (!must) return p.ask(Step::RetireCavalry, side);
  battle.leaving_cavalry = static_cast<std::uint8_t>(cavalry);
  ask_supply(p);
}

// Case D.
void automatic_eliminations(Play& p) {
  auto& s = p.state;
  const int at = s.work.combat.place, attacker = s.work.combat.attacker;
  const int defender = 1 - attacker;
  const bool infantry_a = s.count(attacker, at, Kind::Infantry) > 0;
  const bool infantry_d = s.count(defender, at, Kind::Infantry) > 0;
  if (infantry_a && infantry_d) return resolve_plans(p);
  if (infantry_a != infantry_d) {
    eliminate_stack(p, infantry_a ? defender : attacker, at, LossCause::NoInfantry);
  } else {
    const bool corps_a = s.corps(attacker, at) > 0, corps_d = s.corps(defender, at) > 0;
    if (corps_a != corps_d)
      eliminate_stack(p, corps_a ? defender : attacker, at, LossCause::NoCorps);
  }
  end_battle(p);
}

// Step 2. Stacks revealed, for the rest of the battle.
void reveal(Play& p) {
  auto& s = p.state;
  const int at = s.work.combat.place;
  for (int side : {0, 1}) {
    s.set_knows(side, at, Knowledge::Contents, true);
    s.set_knows(side, at, Knowledge::Number, true);
    p.note(EventKind::StackRevealed, [&](play::Event& event) {
      event.side = side;
      event.places = {at};
      add_stack(event, p.game, s, side, at);
    });
  }
  begin_retire(p, defender_of(s));
}

/// "-1c": a Corps of the loser's choice; the Attacker before the Defender.
bool plan_loss(Play& p, int side) {
  auto& s = p.state;
  const int at = s.work.combat.place;
  const bool infantry = s.count(side, at, Kind::Infantry) > 0;
  const bool cavalry = s.count(side, at, Kind::Cavalry) > 0;
  if (infantry && cavalry) {
    s.work.combat.loser = static_cast<std::uint8_t>(side);
    p.ask(Step::PlanLoss, side);
    return true;
  }
  if (infantry || cavalry)
    eliminate_corps(p, side, at, infantry ? Kind::Infantry : Kind::Cavalry, 1,
                    LossCause::BattlePlan);
  return false;
}

void go_on(Play& p) {
  switch (plan_result(p.game, p.state).next) {
    case PlanResult::Next::Stop: return end_battle(p);
    case PlanResult::Next::Combat: return resolve_combat(p);
    case PlanResult::Next::Pursuit: return offer_pursuit(p);
  }
}

void plan_retreat_stage(Play& p) {
  auto& s = p.state;
  const auto& battle = s.work.combat;
  const auto& result = plan_result(p.game, s);
  const int defender = defender_of(s);
  if (result.retreat == PlanResult::Retreat::None) return go_on(p);
  const auto places = retreat_places(p.game, s, defender, battle.place);
  if (result.retreat == PlanResult::Retreat::Must) {
    if (places.empty()) {
      eliminate_stack(p, defender, battle.place, LossCause::NoRetreat);
      return end_battle(p);
    }
    if (places.count() == 1) return plan_retreat(p, places.first());
    return p.ask(Step::PlanRetreat, defender);
  }
  const bool more_cavalry = s.count(defender, battle.place, Kind::Cavalry) >
                            s.count(battle.attacker, battle.place, Kind::Cavalry);
  const bool may = result.retreat == PlanResult::Retreat::May || more_cavalry;
  if (!may || places.empty()) return go_on(p);
  p.ask(Step::PlanRetreat, defender);
}

// Step 4, stage by stage: the losses, the retreat, and on.
void continue_plans(Play& p) {
  auto& s = p.state;
  auto& battle = s.work.combat;
  const auto& result = plan_result(p.game, s);
  while (battle.stage < kRetreat) {
    const int stage = battle.stage++;
    const bool loses = stage == kAttackerLoses ? result.attacker_loses : result.defender_loses;
    const int side = stage == kAttackerLoses ? battle.attacker : defender_of(s);
    if (loses && plan_loss(p, side)) return;
  }
  if (battle_is_over(p)) return;
  plan_retreat_stage(p);
}

void resolve_plans(Play& p) {
  auto& s = p.state;
  auto& battle = s.work.combat;
  const auto& result = plan_result(p.game, s);
  p.note(EventKind::PlansRevealed, [&](play::Event& event) {
    event.side = battle.attacker;
    event.places = {battle.place};
    event.amount = kPlans * battle.attack_plan + battle.defence_plan;
  });
  if (result.switch_roles) battle.attacker = static_cast<std::uint8_t>(1 - battle.attacker);
  battle.attacker_double = result.attacker_double;
  battle.defender_double = result.defender_double;
  battle.soften = result.soften;
  battle.stage = kAttackerLoses;
  continue_plans(p);
}

}  // namespace

unsigned leaving_leaders(const State& state) {
  const auto& bytes = state.work.combat.leaving_leaders;
  return bytes[0] | static_cast<unsigned>(bytes[1]) << 8;
}

PlaceSet retreat_places(const AreaContext& game, const State& state, int side, int from) {
  return game.adjacent[from] - occupied_places(game, state, 1 - side);
}

// Battles are where both sides have units at the start of the phase; retreats make no new ones.
void begin_combat(Play& p) {
  auto& s = p.state;
  s.work = {};
  s.work.combat.to_fight = occupied_places(p.game, s, 0) & occupied_places(p.game, s, 1);
  next_battle(p);
}

void next_battle(Play& p) {
  const auto to_fight = p.state.work.combat.to_fight.set();
  const int number = to_fight.count();
  if (number == 0) return end_player_turn(p);
  if (number == 1) return start_battle(p, to_fight.first());
  p.ask(Step::ChooseBattle, p.state.phasing);
}

// Step 1. A side without Infantry need not choose, and then nobody needs to.
void start_battle(Play& p, int at) {
  auto& s = p.state;
  auto to_fight = s.work.combat.to_fight.set();
  to_fight.erase(at);
  s.work = {};
  auto& battle = s.work.combat;
  battle.to_fight = to_fight;
  battle.place = static_cast<std::uint8_t>(at);
  battle.attacker = s.phasing;
  battle.attack_plan = battle.defence_plan = kNowhere;
  battle.retreat_side = battle.retreat_to = kNowhere;
  p.note_at(EventKind::BattleBegins, s.phasing, at);
  if (s.count(s.phasing, at, Kind::Infantry) > 0) return p.ask(Step::AttackPlan, s.phasing);
  reveal(p);
}

void choose_attack_plan(Play& p, int plan) {
  auto& battle = p.state.work.combat;
  battle.attack_plan = static_cast<std::uint8_t>(plan);
  p.note_secret(battle.attacker, EventKind::AttackPlanChosen,
                [&](play::Event& event) { event.amount = plan; });
  const int defender = defender_of(p.state);
  if (p.state.count(defender, battle.place, Kind::Infantry) > 0)
    return p.ask(Step::DefencePlan, defender);
  reveal(p);
}

void choose_defence_plan(Play& p, int plan) {
  p.state.work.combat.defence_plan = static_cast<std::uint8_t>(plan);
  p.note_secret(defender_of(p.state), EventKind::DefencePlanChosen,
                [&](play::Event& event) { event.amount = plan; });
  reveal(p);
}

void retire_cavalry(Play& p, int number) {
  p.state.work.combat.leaving_cavalry = static_cast<std::uint8_t>(number);
  ask_supply(p);
}

void retire_supply(Play& p, int number) {
  p.state.work.combat.leaving_supply = static_cast<std::uint8_t>(number);
  ask_leaders(p);
}

void retire_leader(Play& p, int leader) {
  auto& battle = p.state.work.combat;
  const int bit = leader - p.game.leader_begin(battle.leaving_side);
  auto& byte = battle.leaving_leaders[bit / 8];
  byte = static_cast<std::uint8_t>(byte | 1U << (bit % 8));
  ask_leaders(p);
}

void end_retire(Play& p) { ask_send(p); }

// Case A: the enemy names the one place they all go to.
void send_to(Play& p, int at) {
  const auto& battle = p.state.work.combat;
  const int side = battle.leaving_side;
  retreat_units(p, Transfer{side,
                            battle.place,
                            at,
                            {0, battle.leaving_cavalry, battle.leaving_supply, 0},
                            leaving_leaders(p.state)});
  after_retire(p, side);
}

void lose_to_plan(Play& p, Kind kind) {
  const auto& battle = p.state.work.combat;
  eliminate_corps(p, battle.loser, battle.place, kind, 1, LossCause::BattlePlan);
  continue_plans(p);
}

void stand_fast(Play& p) { go_on(p); }

// Dr(D): at once where the battle stops; named now and done after the pursuit otherwise.
void plan_retreat(Play& p, int at) {
  auto& s = p.state;
  auto& battle = s.work.combat;
  const auto& result = plan_result(p.game, s);
  const int defender = defender_of(s);
  if (result.retreat == PlanResult::Retreat::Must && result.next == PlanResult::Next::Pursuit) {
    battle.retreat_side = static_cast<std::uint8_t>(defender);
    battle.retreat_chooser = static_cast<std::uint8_t>(defender);
    battle.retreat_to = static_cast<std::uint8_t>(at);
    return offer_pursuit(p);
  }
  retreat_stack(p, defender, battle.place, at);
  end_battle(p);
}

bool battle_is_over(Play& p) {
  const int at = p.state.work.combat.place;
  if (occupied(p.game, p.state, 0, at) && occupied(p.game, p.state, 1, at)) return false;
  end_battle(p);
  return true;
}

void end_battle(Play& p) {
  auto& s = p.state;
  const int at = s.work.combat.place;
  const auto to_fight = s.work.combat.to_fight;
  s.work = {};
  s.work.combat.to_fight = to_fight;
  update_control(p, at);
  next_battle(p);
}

// ---- What is listed, refused and set going, step by step

namespace {

ValueSet battles(const AreaContext&, const State& s) { return s.work.combat.to_fight.set(); }
ValueSet plans(const AreaContext&, const State&) { return numbers(0, kPlans - 1); }
template <Kind kind>
ValueSet leaving(const AreaContext&, const State& s) {
  const auto& battle = s.work.combat;
  return numbers(0, s.count(battle.leaving_side, battle.place, kind));
}
ValueSet leaders_to_leave(const AreaContext& game, const State& s) {
  const auto& battle = s.work.combat;
  const int begin = game.leader_begin(battle.leaving_side);
  ValueSet set;
  for (int leader = begin; leader < game.leader_end(battle.leaving_side); ++leader)
    if (s.leader_place(leader) == battle.place && !((leaving_leaders(s) >> (leader - begin)) & 1U))
      set.insert(leader);
  return set;
}
ValueSet places_to_send(const AreaContext& game, const State& s) {
  return retreat_places(game, s, s.work.combat.leaving_side, s.work.combat.place);
}
ValueSet may_stand(const AreaContext& game, const State& s) {
  const auto& battle = s.work.combat;
  const auto& result = game.rules.plan_table[battle.defence_plan][battle.attack_plan];
  return once_if(result.retreat != PlanResult::Retreat::Must);
}
ValueSet plan_retreats(const AreaContext& game, const State& s) {
  return retreat_places(game, s, defender_of(s), s.work.combat.place);
}

Verdict refuse_fight(const AreaContext& game, const State&, int at) {
  return at_place(game, at, "Combat", "there is no battle to fight there");
}
Verdict refuse_plan(const AreaContext&, const State&, int) {
  return Verdict::no("Combat step 1", "there is no such plan");
}
Verdict refuse_retire_cavalry(const AreaContext& game, const State& s, int) {
  const auto& battle = s.work.combat;
  return refuse_number("Combat A", "Cavalry Corps that retreat", 0,
                       s.count(battle.leaving_side, battle.place, Kind::Cavalry),
                       id(game, battle.place));
}
Verdict refuse_retire_supply(const AreaContext& game, const State& s, int) {
  const auto& battle = s.work.combat;
  return refuse_number("Combat B", "Supply units that go with the Cavalry", 0,
                       s.count(battle.leaving_side, battle.place, Kind::Supply),
                       id(game, battle.place));
}
Verdict refuse_retire_leader(const AreaContext& game, const State& s, int leader) {
  const auto& battle = s.work.combat;
  const auto& name = leader_name(game, leader);
  if (leader < game.leader_begin(battle.leaving_side) ||
      leader >= game.leader_end(battle.leaving_side))
    return Verdict::no("Leaders B", "he is not yours", name);
  if (s.leader_place(leader) != battle.place)
    return Verdict::no("Leaders B", fmt::format("he is not in {}", id(game, battle.place)), name);
  return Verdict::no("Leaders B", "he goes along already", name);
}
Verdict refuse_send_to(const AreaContext& game, const State& s, int at) {
  return refuse_retreat(game, s, at, "Combat A");
}
Verdict refuse_stand_fast(const AreaContext& game, const State& s, int) {
  return Verdict::no("Combat E", "this retreat is not a choice", id(game, s.work.combat.place));
}

}  // namespace

constinit const RowOf<Step::ChooseBattle> choose_battle_row{
    {"choose-battle", "Combat Phase", "Combat", "Choose the battle to fight next",
     play::Barrier::Reveal},
    {{Verb::Fight, "Combat", allow<battles>, refuse_fight, start_battle}}};

constinit const RowOf<Step::AttackPlan> attack_plan_row{
    {"attack-plan", "Combat Phase", "Combat step 1",
     "Battle in {battle}: choose the Attacker's plan", play::Barrier::Reveal},
    {{Verb::AttackPlan, "Combat step 1", allow<plans>, refuse_plan, choose_attack_plan}}};

constinit const RowOf<Step::DefencePlan> defence_plan_row{
    {"defence-plan", "Combat Phase", "Combat step 1",
     "Battle in {battle}: choose the Defender's plan", play::Barrier::Reveal},
    {{Verb::DefencePlan, "Combat step 1", allow<plans>, refuse_plan, choose_defence_plan}}};

constinit const RowOf<Step::RetireCavalry> retire_cavalry_row{
    {"retire-cavalry", "Combat Phase", "Combat A",
     "Battle in {battle}: choose how many Cavalry Corps retreat before combat",
     play::Barrier::Reveal},
    {{Verb::RetireCavalry, "Combat A", allow<leaving<Kind::Cavalry>>, refuse_retire_cavalry,
      retire_cavalry}}};

constinit const RowOf<Step::RetireSupply> retire_supply_row{
    {"retire-supply", "Combat Phase", "Combat B",
     "Battle in {battle}: choose how many Supply units go with the Cavalry", play::Barrier::Reveal},
    {{Verb::RetireSupply, "Combat B", allow<leaving<Kind::Supply>>, refuse_retire_supply,
      retire_supply}}};

constinit const RowOf<Step::RetireLeaders> retire_leaders_row{
    {"retire-leaders", "Combat Phase", "Leaders B",
     "Battle in {battle}: choose a Leader who retreats before combat, or no more",
     play::Barrier::Reveal},
    {{Verb::RetireLeader, "Leaders B", allow<leaders_to_leave>, refuse_retire_leader,
      retire_leader},
     {Verb::RetireNoLeader, "Leaders B", always, nullptr, [](Play& p, int) { end_retire(p); }}}};

constinit const RowOf<Step::RetireArea> retire_area_row{
    {"retire-area", "Combat Phase", "Combat A",
     "Battle in {battle}: choose where the enemy's retreat before combat goes",
     play::Barrier::Reveal},
    {{Verb::SendTo, "Combat A", allow<places_to_send>, refuse_send_to, send_to}}};

constinit const RowOf<Step::PlanLoss> plan_loss_row{
    {"plan-loss", "Combat Phase", "Combat E",
     "Battle in {battle}: choose the Corps that the battle plans cost you"},
    {{Verb::LoseInfantry, "Combat E", always, nullptr,
      [](Play& p, int) { lose_to_plan(p, Kind::Infantry); }},
     {Verb::LoseCavalry, "Combat E", always, nullptr,
      [](Play& p, int) { lose_to_plan(p, Kind::Cavalry); }}}};

constinit const RowOf<Step::PlanRetreat> plan_retreat_row{
    {"plan-retreat", "Combat Phase", "Combat E",
     "Battle in {battle}: choose where to retreat, or stand if you may"},
    {{Verb::StandFast, "Combat E", allow<may_stand>, refuse_stand_fast,
      [](Play& p, int) { stand_fast(p); }},
     {Verb::RetreatTo, "Combat K", allow<plan_retreats>, refuse_retreat_to, plan_retreat}}};

}  // namespace niemen::area_campaign

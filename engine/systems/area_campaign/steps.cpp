#include "engine/systems/area_campaign/steps.h"

#include <algorithm>

#include "engine/systems/area_campaign/refusals.h"

namespace niemen::area_campaign {

namespace {

// ---- What is allowed -----------------------------------------------------------------------

ValueSet once() { return ValueSet::of(0); }
ValueSet once_if(bool allowed) { return allowed ? once() : ValueSet{}; }
/// Numbers from `least` to `most`; none where `most` is less.
ValueSet numbers(int least, int most) {
  if (most < least) return {};
  return {{((std::uint64_t{2} << most) - 1) & ~((std::uint64_t{1} << least) - 1), 0}};
}
ValueSet areas(std::uint64_t bits) { return {{bits, 0}}; }
ValueSet leaders(const LeaderSet& set) { return {{set.words[0], 0}}; }

ValueSet always(const AreaContext&, const State&) { return once(); }
ValueSet supply_unit_there(const AreaContext& game, const State& s) {
  const int area = s.work.supply.area, side = static_cast<int>(s.decider);
  return units_in_area(game, s, side, area, Kind::Supply) > 0 ? once() : ValueSet{};
}
ValueSet faces(const AreaContext&, const State&) { return numbers(1, kDieFaces); }
ValueSet plans(const AreaContext&, const State&) { return numbers(0, kPlans - 1); }
ValueSet depots(const AreaContext&, const State& s) { return kind_places(s, 0, Kind::Depot); }

ValueSet nameable(const AreaContext& game, const State& s) {
  return areas(areas_to_name(game, s, s.phasing));
}
ValueSet attrition_places(const AreaContext& game, const State& s) {
  const auto& work = s.work.attrition;
  ValueSet places;
  for (int at : game.areas[work.area].places)
    if (s.count(s.phasing, at, static_cast<Kind>(work.kind)) > 0) places.insert(at);
  return places;
}
ValueSet depots_in_movement(const AreaContext& game, const State& s) {
  return s.phasing == 0 ? depots(game, s) : ValueSet{};
}
ValueSet targets(const AreaContext& game, const State& s) { return move_targets(game, s, s.place); }

template <Kind kind>
ValueSet share(const AreaContext& game, const State& s) {
  if (static_cast<Kind>(s.kind) != kind) return {};
  const auto range = share_range(game, s);
  return numbers(range.least, range.most);
}
template <Kind kind>
play::Verdict refuse_share(const AreaContext& game, const State& s, int value) {
  return refuse::take_units(game, s, kind, value);
}
ValueSet share_all(const AreaContext& game, const State& s) {
  return once_if(s.kind < kKinds && may_take_all(game, s));
}
ValueSet share_leaders(const AreaContext& game, const State& s) {
  ValueSet set;
  if (s.kind != kKinds) return set;
  for (int leader = game.leader_begin(s.phasing); leader < game.leader_end(s.phasing); ++leader)
    if (s.leaders[leader] == s.place) set.insert(leader);
  return set;
}
ValueSet share_no_leader(const AreaContext&, const State& s) {
  return once_if(s.kind == kKinds && (s.flags & kShareSomething));
}

ValueSet march_ends(const AreaContext& game, const State& s) {
  return march_targets(game, s, s.place);
}
template <Kind kind>
ValueSet march_kind(const AreaContext&, const State& s) {
  return once_if(field(untried(s, s.place), kind) > 0);
}
ValueSet marching_leaders(const AreaContext& game, const State& s) {
  return leaders(march_leaders(game, s));
}
ValueSet scorchable(const AreaContext& game, const State& s) {
  return areas(areas_to_scorch(game, s));
}

ValueSet battles(const AreaContext&, const State& s) { return s.work.combat.to_fight.set(); }
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
ValueSet last_retreats(const AreaContext& game, const State& s) {
  return retreat_places(game, s, s.work.combat.retreat_side, s.work.combat.place);
}
ValueSet stakes(const AreaContext&, const State& s) {
  const auto& battle = s.work.combat;
  return numbers(0, s.count(battle.attacker, battle.place, Kind::Cavalry));
}
ValueSet infantry_losses(const AreaContext&, const State& s) {
  const auto range = pursuit_loss_range(s);
  return numbers(range.least, range.most);
}

ValueSet competing(const AreaContext& game, const State& s) {
  return areas(competing_areas(game, s));
}
ValueSet feedable(const AreaContext&, const State& s) { return numbers(0, s.work.supply.left); }
template <Kind kind>
ValueSet political(const AreaContext&, const State& s) {
  return kind_places(s, 0, kind);
}

// ---- What names a die ----------------------------------------------------------------------

/// A march is named by where it starts and how many were tried before.
void name_march(const State& s, play::ChanceKey& key) {
  key.subject = s.place;
  key.ordinal = static_cast<std::uint32_t>(s.marches) * 2 + s.phasing;
}
void name_battle(const State& s, play::ChanceKey& key) { key.subject = s.work.combat.place; }
void name_unsupplied(const State& s, play::ChanceKey& key) {
  const auto& work = s.work.supply;
  key.subject = work.place;
  key.ordinal = static_cast<std::uint32_t>(work.to_roll[0] + work.to_roll[1]) * 2 + work.side;
}

// ---- The rows ------------------------------------------------------------------------------

/// `Body` is a captureless lambda of (Play<R>&, int value).
template <class Body>
constexpr Procedure run(Body) {
  return {[](Play<play::NullRecorder>& p, int value) { Body{}(p, value); },
          [](Play<play::EventRecorder>& p, int value) { Body{}(p, value); }};
}

using play::Barrier;

constexpr core::EnumArray<Step, StepSpec> kSteps{{{
    {Step::SetUp, {"set-up", "Game Set-up", "The Scenarios", "Deploy {unit}: choose where"}},
    {Step::Reinforce,
     {"reinforce", "Attrition Phase", "Reinforcements", "{unit} arrives: choose where"}},
    {Step::AttritionDie,
     {"attrition-die", "Attrition Phase", "Attrition", "Attrition of the {phasing} army",
      Barrier::Die}},
    {Step::AttritionArea,
     {"attrition-area", "Attrition Phase", "Attrition",
      "Name an Area: the enemy has {due} to lose there"}},
    {Step::AttritionPlace,
     {"attrition-place", "Attrition Phase", "Attrition",
      "The enemy named {area}: choose where {kind} is lost"}},
    {Step::MoveStack,
     {"move-stack", "Movement Phase", "Sequence A.2a", "Choose a stack to move, or end the moves"}},
    {Step::MoveTarget,
     {"move-target", "Movement Phase", "Movement A", "From {from}: choose where to move"}},
    {Step::MoveShare,
     {"move-share", "Movement Phase", "Movement",
      "From {from} to {to}: choose what goes along ({kind})"}},
    {Step::MarchStack,
     {"march-stack", "Forced March", "Movement D",
      "Choose a stack for a forced march, or end the marches", Barrier::Reveal}},
    {Step::MarchTarget,
     {"march-target", "Forced March", "Movement D", "From {from}: choose where to march"}},
    {Step::MarchUnit,
     {"march-unit", "Forced March", "Movement D", "From {from} to {to}: choose who marches"}},
    {Step::MarchDie,
     {"march-die", "Forced March", "Movement D", "Forced march from {from} to {to}", Barrier::Die},
     name_march},
    {Step::Scorch,
     {"scorch", "Movement Phase", "Supply B", "Choose an Area to lay waste, or end that",
      Barrier::Reveal}},
    {Step::CreateDepot,
     {"create-depot", "Movement Phase", "Supply B", "Choose where to make a Depot, or end that",
      Barrier::Reveal}},
    {Step::ChooseBattle,
     {"choose-battle", "Combat Phase", "Combat", "Choose the battle to fight next",
      Barrier::Reveal}},
    {Step::AttackPlan,
     {"attack-plan", "Combat Phase", "Combat step 1",
      "Battle in {battle}: choose the Attacker's plan", Barrier::Reveal}},
    {Step::DefencePlan,
     {"defence-plan", "Combat Phase", "Combat step 1",
      "Battle in {battle}: choose the Defender's plan", Barrier::Reveal}},
    {Step::RetireCavalry,
     {"retire-cavalry", "Combat Phase", "Combat A",
      "Battle in {battle}: choose how many Cavalry Corps retreat before combat", Barrier::Reveal}},
    {Step::RetireSupply,
     {"retire-supply", "Combat Phase", "Combat B",
      "Battle in {battle}: choose how many Supply units go with the Cavalry", Barrier::Reveal}},
    {Step::RetireLeaders,
     {"retire-leaders", "Combat Phase", "Leaders B",
      "Battle in {battle}: choose a Leader who retreats before combat, or no more",
      Barrier::Reveal}},
    {Step::RetireArea,
     {"retire-area", "Combat Phase", "Combat A",
      "Battle in {battle}: choose where the enemy's retreat before combat goes", Barrier::Reveal}},
    {Step::PlanLoss,
     {"plan-loss", "Combat Phase", "Combat E",
      "Battle in {battle}: choose the Corps that the battle plans cost you"}},
    {Step::PlanRetreat,
     {"plan-retreat", "Combat Phase", "Combat E",
      "Battle in {battle}: choose where to retreat, or stand if you may"}},
    {Step::CombatDie,
     {"combat-die", "Combat Phase", "Combat F", "Combat in {battle}", Barrier::Die},
     name_battle},
    {Step::Pursue,
     {"pursue", "Combat Phase", "Combat I", "Battle in {battle}: choose whether to pursue"}},
    {Step::PursuitDie,
     {"pursuit-die", "Combat Phase", "Combat I", "Pursuit in {battle}", Barrier::Die},
     name_battle},
    {Step::PursuitStake,
     {"pursuit-stake", "Combat Phase", "Pursuit Table",
      "Pursuit in {battle}: choose how many Cavalry Corps you give; the enemy loses {extra} more"}},
    {Step::PursuitLoss,
     {"pursuit-loss", "Combat Phase", "Pursuit Table",
      "Pursuit in {battle}: choose how many of {losses} Corps lost are Infantry"}},
    {Step::LastRetreat,
     {"last-retreat", "Combat Phase", "Combat K",
      "Battle in {battle}: choose where the {retreating} stack retreats"}},
    {Step::DropDepots,
     {"drop-depots", "Supply Interphase", "Supply D", "Choose a Depot to give up, or keep them",
      Barrier::Reveal}},
    {Step::SettleArea,
     {"settle-area", "Supply Interphase", "Supply G",
      "Areas compete for supply: choose the one that is served next", Barrier::Reveal}},
    {Step::FeedCorps,
     {"feed-corps", "Supply Interphase", "Supply F",
      "{hungry}: choose how many of {left} Corps draw on {source}", Barrier::Reveal}},
    {Step::SupplyTrack,
     {"supply-track", "Supply Interphase", "Supply H",
      "{hungry}: choose whether the Supply unit eases its depletion", Barrier::Reveal}},
    {Step::UnsuppliedDie,
     {"unsupplied-die", "Supply Interphase", "Unsupplied Chart", "Unsupplied Corps in {unfed}",
      Barrier::Die},
     name_unsupplied},
    {Step::PoliticalLoss,
     {"political-loss", "Victory Points Interphase", "Victory B",
      "Choose the Corps that is lost for political reasons"}},
    {Step::Over, {"over", "End", "Game Length", "The game is over"}},
}}};

using V = Verb;
constexpr ChoiceRow kChoices[] = {
    {Step::SetUp, V::Deploy, "The Scenarios", deployment_places, refuse::deploy,
     run([](auto& p, int at) { deploy(p, at); })},
    {Step::Reinforce, V::Reinforce, "Reinforcements", reinforcement_places, refuse::reinforce,
     run([](auto& p, int at) { reinforce(p, at); })},
    {Step::AttritionDie, V::Roll, "Attrition", faces, refuse::die,
     run([](auto& p, int face) { attrition_die(p, face); })},
    {Step::AttritionArea, V::NameArea, "Attrition", nameable, refuse::name_area,
     run([](auto& p, int area) { name_area(p, area); })},
    {Step::AttritionPlace, V::LoseAt, "Attrition", attrition_places, refuse::lose_at,
     run([](auto& p, int at) { lose_at(p, at); })},
    {Step::MoveStack, V::EndMove, "Sequence A.2a", always, refuse::nothing,
     run([](auto& p, int) { begin_forced_march(p); })},
    {Step::MoveStack, V::MoveFrom, "Movement A", move_sources, refuse::move_from,
     run([](auto& p, int at) { move_from(p, at); })},
    {Step::MoveStack, V::DropDepot, "Supply D", depots_in_movement, refuse::drop_depot,
     run([](auto& p, int at) { drop_depot(p, at); })},
    {Step::MoveTarget, V::MoveTo, "Movement A", targets, refuse::move_to,
     run([](auto& p, int at) { move_to(p, at); })},
    {Step::MoveShare, V::TakeAll, "Movement A", share_all, refuse::take_all,
     run([](auto& p, int) { take_all(p); })},
    {Step::MoveShare, V::TakeInfantry, "Movement A", share<Kind::Infantry>,
     refuse_share<Kind::Infantry>,
     run([](auto& p, int number) { take(p, Kind::Infantry, number); })},
    {Step::MoveShare, V::TakeCavalry, "Movement A", share<Kind::Cavalry>,
     refuse_share<Kind::Cavalry>, run([](auto& p, int number) { take(p, Kind::Cavalry, number); })},
    {Step::MoveShare, V::TakeSupply, "Movement B", share<Kind::Supply>, refuse_share<Kind::Supply>,
     run([](auto& p, int number) { take(p, Kind::Supply, number); })},
    {Step::MoveShare, V::TakeDepots, "Movement B.2", share<Kind::Depot>, refuse_share<Kind::Depot>,
     run([](auto& p, int number) { take(p, Kind::Depot, number); })},
    {Step::MoveShare, V::TakeLeader, "Leaders A", share_leaders, refuse::take_leader,
     run([](auto& p, int leader) { take_leader(p, leader); })},
    {Step::MoveShare, V::TakeNoLeader, "Leaders A", share_no_leader, refuse::no_more_leaders,
     run([](auto& p, int) { end_share(p); })},
    {Step::MarchStack, V::EndMarch, "Movement D", always, refuse::nothing,
     run([](auto& p, int) { end_movement(p); })},
    {Step::MarchStack, V::MarchFrom, "Movement D", march_sources, refuse::march_from,
     run([](auto& p, int at) { march_from(p, at); })},
    {Step::MarchTarget, V::MarchTo, "Movement D", march_ends, refuse::march_to,
     run([](auto& p, int at) { march_to(p, at); })},
    {Step::MarchUnit, V::MarchInfantry, "Movement D", march_kind<Kind::Infantry>,
     refuse::march_corps, run([](auto& p, int) { march_corps(p, Kind::Infantry); })},
    {Step::MarchUnit, V::MarchCavalry, "Movement D", march_kind<Kind::Cavalry>, refuse::march_corps,
     run([](auto& p, int) { march_corps(p, Kind::Cavalry); })},
    {Step::MarchUnit, V::MarchLeader, "Leaders A", marching_leaders, refuse::march_leader,
     run([](auto& p, int leader) { march_leader(p, leader); })},
    {Step::MarchDie, V::Roll, "Movement D", faces, refuse::die,
     run([](auto& p, int face) { march_die(p, face); })},
    {Step::Scorch, V::EndScorch, "Supply B", always, refuse::nothing,
     run([](auto& p, int) { end_scorch(p); })},
    {Step::Scorch, V::Scorch, "Supply B", scorchable, refuse::scorch,
     run([](auto& p, int area) { scorch(p, area); })},
    {Step::CreateDepot, V::EndCreate, "Supply B", always, refuse::nothing,
     run([](auto& p, int) { end_create(p); })},
    {Step::CreateDepot, V::CreateDepot, "Supply B", depot_sites, refuse::create_depot,
     run([](auto& p, int at) { create_depot(p, at); })},
    {Step::ChooseBattle, V::Fight, "Combat", battles, refuse::fight,
     run([](auto& p, int at) { start_battle(p, at); })},
    {Step::AttackPlan, V::AttackPlan, "Combat step 1", plans, refuse::plan,
     run([](auto& p, int plan) { choose_attack_plan(p, plan); })},
    {Step::DefencePlan, V::DefencePlan, "Combat step 1", plans, refuse::plan,
     run([](auto& p, int plan) { choose_defence_plan(p, plan); })},
    {Step::RetireCavalry, V::RetireCavalry, "Combat A", leaving<Kind::Cavalry>,
     refuse::retire_cavalry, run([](auto& p, int number) { retire_cavalry(p, number); })},
    {Step::RetireSupply, V::RetireSupply, "Combat B", leaving<Kind::Supply>, refuse::retire_supply,
     run([](auto& p, int number) { retire_supply(p, number); })},
    {Step::RetireLeaders, V::RetireLeader, "Leaders B", leaders_to_leave, refuse::retire_leader,
     run([](auto& p, int leader) { retire_leader(p, leader); })},
    {Step::RetireLeaders, V::RetireNoLeader, "Leaders B", always, refuse::nothing,
     run([](auto& p, int) { end_retire(p); })},
    {Step::RetireArea, V::SendTo, "Combat A", places_to_send, refuse::send_to,
     run([](auto& p, int at) { send_to(p, at); })},
    {Step::PlanLoss, V::LoseInfantry, "Combat E", always, refuse::nothing,
     run([](auto& p, int) { lose_to_plan(p, Kind::Infantry); })},
    {Step::PlanLoss, V::LoseCavalry, "Combat E", always, refuse::nothing,
     run([](auto& p, int) { lose_to_plan(p, Kind::Cavalry); })},
    {Step::PlanRetreat, V::StandFast, "Combat E", may_stand, refuse::stand_fast,
     run([](auto& p, int) { stand_fast(p); })},
    {Step::PlanRetreat, V::RetreatTo, "Combat K", plan_retreats, refuse::retreat_to,
     run([](auto& p, int at) { plan_retreat(p, at); })},
    {Step::CombatDie, V::Roll, "Combat F", faces, refuse::die,
     run([](auto& p, int face) { combat_die(p, face); })},
    {Step::Pursue, V::NoPursuit, "Combat I", always, refuse::nothing,
     run([](auto& p, int) { retreat_after_combat(p); })},
    {Step::Pursue, V::Pursue, "Combat I", always, refuse::nothing,
     run([](auto& p, int) { pursue(p); })},
    {Step::PursuitDie, V::Roll, "Combat I", faces, refuse::die,
     run([](auto& p, int face) { pursuit_die(p, face); })},
    {Step::PursuitStake, V::Stake, "Pursuit Table", stakes, refuse::stake,
     run([](auto& p, int number) { stake(p, number); })},
    {Step::PursuitLoss, V::GiveUpInfantry, "Pursuit Table", infantry_losses,
     refuse::give_up_infantry, run([](auto& p, int number) { pursuit_losses(p, number); })},
    {Step::LastRetreat, V::RetreatTo, "Combat K", last_retreats, refuse::retreat_to,
     run([](auto& p, int at) { last_retreat(p, at); })},
    {Step::DropDepots, V::DropDepot, "Supply D", depots, refuse::drop_depot,
     run([](auto& p, int at) { drop_depot(p, at); })},
    {Step::DropDepots, V::EndDrop, "Supply D", always, refuse::nothing,
     run([](auto& p, int) { settle_supply(p); })},
    {Step::SettleArea, V::Settle, "Supply G", competing, refuse::settle,
     run([](auto& p, int area) { settle_area(p, area); })},
    {Step::FeedCorps, V::Feed, "Supply F", feedable, refuse::feed,
     run([](auto& p, int number) { feed(p, number); })},
    {Step::SupplyTrack, V::WithoutSupplyUnit, "Supply H", always, refuse::nothing,
     run([](auto& p, int) { choose_track(p, false); })},
    {Step::SupplyTrack, V::WithSupplyUnit, "Supply H", supply_unit_there, refuse::supply_unit,
     run([](auto& p, int) { choose_track(p, true); })},
    {Step::UnsuppliedDie, V::Roll, "Unsupplied Chart", faces, refuse::die,
     run([](auto& p, int face) { unsupplied_die(p, face); })},
    {Step::PoliticalLoss, V::LoseInfantryAt, "Victory B", political<Kind::Infantry>,
     refuse::lose_infantry, run([](auto& p, int at) { lose_politically(p, at, Kind::Infantry); })},
    {Step::PoliticalLoss, V::LoseCavalryAt, "Victory B", political<Kind::Cavalry>,
     refuse::lose_cavalry, run([](auto& p, int at) { lose_politically(p, at, Kind::Cavalry); })},
};

constexpr bool steps_in_order() {
  for (const Step step : core::values_of<Step>())
    if (kSteps[step].step != step || kSteps[step].row.name.empty()) return false;
  return true;
}
static_assert(steps_in_order(), "each step has its row, in the order of Step");

constexpr bool choices_in_order() {
  for (std::size_t i = 1; i < std::size(kChoices); ++i) {
    const auto &a = kChoices[i - 1], &b = kChoices[i];
    if (a.step > b.step || (a.step == b.step && a.verb >= b.verb)) return false;
  }
  return true;
}
static_assert(choices_in_order(), "choices stand by step, then by verb");

/// Where the choices of each step begin; one more entry ends the last.
constexpr auto kFirstChoice = [] {
  std::array<std::size_t, static_cast<std::size_t>(Step::Count) + 1> first{};
  std::size_t row = 0;
  for (std::size_t step = 0; step < first.size(); ++step) {
    while (row < std::size(kChoices) && static_cast<std::size_t>(kChoices[row].step) < step) ++row;
    first[step] = row;
  }
  return first;
}();
constexpr bool every_step_has_choices() {
  for (std::size_t step = 0; step + 1 < kFirstChoice.size(); ++step)
    if ((kFirstChoice[step] == kFirstChoice[step + 1]) != (static_cast<Step>(step) == Step::Over))
      return false;
  return true;
}
static_assert(every_step_has_choices(), "each step but the last has a choice");

/// By step and verb: 1 + the row, or 0.
constexpr auto kChoiceOf = [] {
  core::EnumArray<Step, core::EnumArray<Verb, std::uint8_t>> table{};
  for (std::size_t i = 0; i < std::size(kChoices); ++i)
    table[kChoices[i].step][kChoices[i].verb] = static_cast<std::uint8_t>(i + 1);
  return table;
}();

}  // namespace

std::string_view rule_of(Verb verb) {
  for (const auto& choice : kChoices)
    if (choice.verb == verb) return choice.rule;
  return "notation";
}

const StepSpec& step_spec(Step step) { return kSteps[step]; }

std::span<const ChoiceRow> choices_of(Step step) {
  const auto index = static_cast<std::size_t>(step);
  const auto first = kFirstChoice[index];
  return {kChoices + first, kFirstChoice[index + 1] - first};
}

const ChoiceRow* find_choice(Step step, Verb verb) {
  const int row = kChoiceOf[step][verb];
  return row == 0 ? nullptr : &kChoices[row - 1];
}

Step step_named(std::string_view name) {
  const auto row = std::find_if(kSteps.begin(), kSteps.end(),
                                [&](const StepSpec& spec) { return spec.row.name == name; });
  return static_cast<Step>(row - kSteps.begin());
}

}  // namespace niemen::area_campaign

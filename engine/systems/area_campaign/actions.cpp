// The legal list of every step, and what each action sets going.
#include <bit>

#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

namespace {

/// Fills the list for one position; every member adds in ascending order of verbs and values.
class Lister {
 public:
  Lister(const AreaContext& game, const State& state, play::ActionList& list)
      : game_(game), s_(state), list_(list) {}

  void list() {
    switch (s_.step) {
      case Step::SetUp: return add_places(Verb::Deploy, deployment_places(game_, s_));
      case Step::Reinforce: return add_places(Verb::Reinforce, reinforcement_places(game_, s_));
      case Step::AttritionArea:
        return add_areas(Verb::NameArea, areas_to_name(game_, s_, s_.phasing));
      case Step::AttritionPlace: return list_attrition_places();
      case Step::MoveStack: return list_move_stacks();
      case Step::MoveTarget: return add_places(Verb::MoveTo, move_targets(game_, s_, s_.place));
      case Step::MoveShare: return list_shares();
      case Step::MarchStack: return list_march_stacks();
      case Step::MarchTarget: return add_places(Verb::MarchTo, march_targets(game_, s_, s_.place));
      case Step::MarchUnit: return list_march_units();
      case Step::Scorch:
        add(Verb::EndScorch);
        return add_areas(Verb::Scorch, areas_to_scorch(game_, s_));
      case Step::CreateDepot:
        add(Verb::EndCreate);
        return add_places(Verb::CreateDepot, depot_sites(game_, s_));
      case Step::SettleArea: return add_areas(Verb::Settle, competing_areas(game_, s_));
      case Step::DropDepots: list_depots(); return add(Verb::EndDrop);
      case Step::FeedCorps: return add_numbers(Verb::Feed, 0, s_.work.supply.left);
      case Step::SupplyTrack: add(Verb::WithoutSupplyUnit); return add(Verb::WithSupplyUnit);
      case Step::PoliticalLoss: return list_political_losses();
      default: return list_combat();
    }
  }

 private:
  void add(Verb verb, int value = 0) { list_.push_back(encode(verb, value)); }
  void add_numbers(Verb verb, int least, int most) {
    for (int number = least; number <= most; ++number) add(verb, number);
  }
  void add_places(Verb verb, const PlaceSet& places) {
    for (int at : places) add(verb, at);
  }
  void add_areas(Verb verb, std::uint64_t areas) {
    for (; areas != 0; areas &= areas - 1) add(verb, std::countr_zero(areas));
  }
  void list_depots() { add_places(Verb::DropDepot, kind_places(s_, 0, Kind::Depot)); }

  void list_attrition_places() {
    const auto& work = s_.work.attrition;
    PlaceSet places;
    for (int at : game_.areas[work.area].places)
      if (s_.count(s_.phasing, at, static_cast<Kind>(work.kind)) > 0) places.insert(at);
    add_places(Verb::LoseAt, places);
  }
  void list_move_stacks() {
    add(Verb::EndMove);
    add_places(Verb::MoveFrom, move_sources(game_, s_));
    if (s_.phasing == 0) list_depots();
  }
  void list_shares() {
    if (s_.kind == kKinds) {
      for (int leader = game_.leader_begin(s_.phasing); leader < game_.leader_end(s_.phasing);
           ++leader)
        if (s_.leaders[static_cast<std::size_t>(leader)] == s_.place) add(Verb::TakeLeader, leader);
      if (s_.flags & kShareSomething) add(Verb::TakeNoLeader);
      return;
    }
    if (may_take_all(game_, s_)) add(Verb::TakeAll);
    constexpr std::array<Verb, kKinds> kVerbs{Verb::TakeInfantry, Verb::TakeCavalry,
                                              Verb::TakeSupply, Verb::TakeDepots};
    const auto range = share_range(game_, s_);
    add_numbers(kVerbs[s_.kind], range.least, range.most);
  }
  void list_march_stacks() {
    add(Verb::EndMarch);
    add_places(Verb::MarchFrom, march_sources(game_, s_));
  }
  void list_march_units() {
    const auto side = static_cast<std::size_t>(s_.phasing);
    const auto word = static_cast<std::uint16_t>((s_.units[side][s_.place] & kMarchMask) -
                                                 (s_.work.movement.moved[s_.place] & kMarchMask));
    if (field(word, Kind::Infantry) > 0) add(Verb::MarchInfantry);
    if (field(word, Kind::Cavalry) > 0) add(Verb::MarchCavalry);
    for (int leader : march_leaders(game_, s_)) add(Verb::MarchLeader, leader);
  }
  void list_political_losses() {
    add_places(Verb::LoseInfantryAt, kind_places(s_, 0, Kind::Infantry));
    add_places(Verb::LoseCavalryAt, kind_places(s_, 0, Kind::Cavalry));
  }

  void list_combat() {
    const auto& battle = s_.work.combat;
    const int leaving = battle.leaving_side;
    switch (s_.step) {
      case Step::ChooseBattle: return add_places(Verb::Fight, battle.to_fight.set());
      case Step::AttackPlan: return add_numbers(Verb::AttackPlan, 0, kPlans - 1);
      case Step::DefencePlan: return add_numbers(Verb::DefencePlan, 0, kPlans - 1);
      case Step::RetireCavalry:
        return add_numbers(Verb::RetireCavalry, 0, s_.count(leaving, battle.place, Kind::Cavalry));
      case Step::RetireSupply:
        return add_numbers(Verb::RetireSupply, 0, s_.count(leaving, battle.place, Kind::Supply));
      case Step::RetireLeaders: return list_retiring_leaders();
      case Step::RetireArea:
        return add_places(Verb::SendTo, retreat_places(game_, s_, leaving, battle.place));
      case Step::PlanLoss: add(Verb::LoseInfantry); return add(Verb::LoseCavalry);
      case Step::PlanRetreat: return list_plan_retreat();
      case Step::Pursue: add(Verb::NoPursuit); return add(Verb::Pursue);
      case Step::PursuitStake:
        return add_numbers(Verb::Stake, 0, s_.count(battle.attacker, battle.place, Kind::Cavalry));
      case Step::PursuitLoss: {
        const auto range = pursuit_loss_range(s_);
        return add_numbers(Verb::GiveUpInfantry, range.least, range.most);
      }
      case Step::LastRetreat:
        return add_places(Verb::RetreatTo,
                          retreat_places(game_, s_, battle.retreat_side, battle.place));
      default: return;
    }
  }
  void list_retiring_leaders() {
    const auto& battle = s_.work.combat;
    const int begin = game_.leader_begin(battle.leaving_side);
    for (int leader = begin; leader < game_.leader_end(battle.leaving_side); ++leader)
      if (s_.leader_place(leader) == battle.place &&
          !((leaving_leaders(s_) >> (leader - begin)) & 1U))
        add(Verb::RetireLeader, leader);
    add(Verb::RetireNoLeader);
  }
  void list_plan_retreat() {
    const auto& battle = s_.work.combat;
    const auto& result = game_.rules.plan_table[battle.defence_plan][battle.attack_plan];
    if (result.retreat != PlanResult::Retreat::Must) add(Verb::StandFast);
    add_places(Verb::RetreatTo, retreat_places(game_, s_, defender_of(s_), battle.place));
  }

  const AreaContext& game_;
  const State& s_;
  play::ActionList& list_;
};

template <class R>
void roll_die(Play<R>& p, int die) {
  switch (p.state.step) {
    case Step::AttritionDie: return attrition_die(p, die);
    case Step::MarchDie: return march_die(p, die);
    case Step::CombatDie: return combat_die(p, die);
    case Step::PursuitDie: return pursuit_die(p, die);
    default: return unsupplied_die(p, die);
  }
}

template <class R>
void apply_combat_action(Play<R>& p, Verb verb, int value) {
  switch (verb) {
    case Verb::Fight: return start_battle(p, value);
    case Verb::AttackPlan: return choose_attack_plan(p, value);
    case Verb::DefencePlan: return choose_defence_plan(p, value);
    case Verb::RetireCavalry: return retire_cavalry(p, value);
    case Verb::RetireSupply: return retire_supply(p, value);
    case Verb::RetireLeader: return retire_leader(p, value);
    case Verb::RetireNoLeader: return end_retire(p);
    case Verb::SendTo: return send_to(p, value);
    case Verb::LoseInfantry: return lose_to_plan(p, Kind::Infantry);
    case Verb::LoseCavalry: return lose_to_plan(p, Kind::Cavalry);
    case Verb::StandFast: return stand_fast(p);
    case Verb::RetreatTo:
      return p.state.step == Step::PlanRetreat ? plan_retreat(p, value) : last_retreat(p, value);
    case Verb::NoPursuit: return retreat_after_combat(p);
    case Verb::Pursue: return pursue(p);
    case Verb::Stake: return stake(p, value);
    case Verb::GiveUpInfantry: return pursuit_losses(p, value);
    default: return;
  }
}

template <class R>
void apply_movement_action(Play<R>& p, Verb verb, int value) {
  switch (verb) {
    case Verb::EndMove: return begin_forced_march(p);
    case Verb::MoveFrom: return move_from(p, value);
    case Verb::DropDepot: return drop_depot(p, value);
    case Verb::MoveTo: return move_to(p, value);
    case Verb::TakeAll: return take_all(p);
    case Verb::TakeInfantry: return take(p, Kind::Infantry, value);
    case Verb::TakeCavalry: return take(p, Kind::Cavalry, value);
    case Verb::TakeSupply: return take(p, Kind::Supply, value);
    case Verb::TakeDepots: return take(p, Kind::Depot, value);
    case Verb::TakeLeader: return take_leader(p, value);
    case Verb::TakeNoLeader: return end_share(p);
    case Verb::EndMarch: return end_movement(p);
    case Verb::MarchFrom: return march_from(p, value);
    case Verb::MarchTo: return march_to(p, value);
    case Verb::MarchInfantry: return march_corps(p, Kind::Infantry);
    case Verb::MarchCavalry: return march_corps(p, Kind::Cavalry);
    case Verb::MarchLeader: return march_leader(p, value);
    case Verb::EndScorch: return ask_create(p);
    case Verb::Scorch: return scorch(p, value);
    case Verb::EndCreate: return end_create(p);
    default: return create_depot(p, value);
  }
}

template <class R>
void apply_other_action(Play<R>& p, Verb verb, int value) {
  switch (verb) {
    case Verb::Deploy: return deploy(p, value);
    case Verb::Reinforce: return reinforce(p, value);
    case Verb::Roll: return roll_die(p, value);
    case Verb::NameArea: return name_area(p, value);
    case Verb::LoseAt: return lose_at(p, value);
    case Verb::EndDrop: return settle_supply(p);
    case Verb::Settle: return settle_area(p, value);
    case Verb::Feed: return feed(p, value);
    case Verb::WithoutSupplyUnit: return choose_track(p, false);
    case Verb::WithSupplyUnit: return choose_track(p, true);
    case Verb::LoseInfantryAt: return lose_politically(p, value, Kind::Infantry);
    default: return lose_politically(p, value, Kind::Cavalry);
  }
}

}  // namespace

void AreaCampaign::legal(const State& state, play::ActionList& list) const {
  list.clear();
  if (play::is_side(state.decider)) Lister(*context_, state, list).list();
}

void AreaCampaign::chance(const State& state, play::ChanceList& list) const {
  list.clear();
  if (state.decider != play::Actor::Nature) return;
  for (int die = 1; die <= kDieFaces; ++die)
    list.push_back({encode(Verb::Roll, die), 1.0 / kDieFaces});
}

// Purposes are the steps; a march is named by where it starts and how many were tried before.
play::ChanceKey AreaCampaign::chance_key(const State& state) const {
  play::ChanceKey key;
  key.turn = state.turn;
  key.purpose = static_cast<std::uint16_t>(state.step);
  key.ordinal = state.phasing;
  switch (state.step) {
    case Step::MarchDie:
      key.subject = state.place;
      key.ordinal = static_cast<std::uint32_t>(state.marches) * 2 + state.phasing;
      break;
    case Step::CombatDie:
    case Step::PursuitDie: key.subject = state.work.combat.place; break;
    case Step::UnsuppliedDie: {
      const auto& work = state.work.supply;
      key.subject = work.place;
      key.ordinal = static_cast<std::uint32_t>(work.to_roll[0] + work.to_roll[1]) * 2 + work.side;
      break;
    }
    default: break;
  }
  return key;
}

template <class Recorder>
void AreaCampaign::apply(State& state, play::Action action, Recorder& recorder) const {
  Play<Recorder> p{*context_, state, recorder};
  const Verb verb = verb_of(action);
  const int value = value_of(action);
  if (verb >= Verb::EndMove && verb <= Verb::CreateDepot)
    apply_movement_action(p, verb, value);
  else if (verb >= Verb::Fight && verb <= Verb::GiveUpInfantry)
    apply_combat_action(p, verb, value);
  else
    apply_other_action(p, verb, value);
}
template void AreaCampaign::apply(State&, play::Action, play::NullRecorder&) const;
template void AreaCampaign::apply(State&, play::Action, play::EventRecorder&) const;

}  // namespace niemen::area_campaign

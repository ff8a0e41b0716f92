// Hidden information: what shows, and worlds that agree with it (Stacking B; ).
#include "engine/systems/area_campaign/observation.h"

#include <bit>
#include <span>

#include "engine/core/hash.h"
#include "engine/play/redeal.h"
#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

namespace {

constexpr std::uint8_t kHiddenLeader = 0x7D;  ///< place of a leader whose stack is hidden

bool sees(play::Viewer viewer, int owner) { return static_cast<int>(viewer) == owner; }

/// The side whose secret decision the step is: its stacks are being divided.
bool divides_in_secret(Step step) {
  return step == Step::MoveStack || step == Step::MoveTarget || step == Step::MoveShare ||
         step == Step::MarchStack || step == Step::MarchTarget || step == Step::MarchUnit;
}

/// The phasing side's own decisions of its Movement Phase. Which of its segments has come shows by
/// what it does only: one in which it can do nothing would be missing.
bool in_movement(const State& s) {
  const bool own_depots = s.step == Step::CreateDepot && static_cast<int>(s.decider) == s.phasing;
  return divides_in_secret(s.step) || s.step == Step::Scorch || own_depots;
}

/// The enemy's movement as it looks from outside: that it goes on.
void hide_movement(Observation& o) {
  auto& s = o.shown;
  if (in_movement(s)) {
    s.step = s.marches == 0 ? Step::MoveStack : Step::MarchStack;
    s.place = s.target = s.kind = s.taken = s.flags = 0;
    s.work = {};
  } else if (s.step == Step::MarchDie) {
    s.kind = 0;
    s.work = {};
  }
  for (auto& leader : s.leaders) leader = static_cast<std::uint8_t>(leader & ~kMovedFlag);
}

void hide_plans(Observation& o, play::Viewer viewer) {
  auto& battle = o.shown.work.combat;
  const auto step = o.shown.step;
  // Chits show with step 4, after the retreats before combat.
  if (step < Step::AttackPlan || step > Step::RetireArea) return;
  for (int side : {0, 1}) {
    if (sees(viewer, side)) continue;
    auto& plan = side == battle.attacker ? battle.attack_plan : battle.defence_plan;
    if (plan != kNowhere) plan = 0;
  }
}

/// Where a Depot that lies face down feeds a depleted Area.
void hide_depots(const AreaContext& game, Observation& o) {
  for (int at = 0; at < game.place_count(); ++at) {
    auto& users = o.shown.work.supply.users[game.area_of[at]];
    if (o.hidden[0].contains(at) && users == kFedByDepot) users = 0;
  }
}

void hide_stack(Observation& o, const State& state, int owner, int at) {
  const auto side = static_cast<std::size_t>(owner);
  const auto index = static_cast<std::size_t>(at);
  o.hidden[side].insert(at);
  for (const Kind kind : kAllKinds)
    o.totals[side][kind] =
        static_cast<std::uint8_t>(o.totals[side][kind] + state.count(owner, at, kind));
  if (state.knows(owner, at, Knowledge::Number))
    o.corps[side][index] = static_cast<std::uint8_t>(state.corps(owner, at));
  auto& cell = o.shown.units[side][index];
  cell = static_cast<std::uint16_t>(cell & ~kUnitMask[side]);
}

void hide_side(const AreaContext& game, Observation& o, const State& state, int owner) {
  for (int at : occupied_places(game, state, owner))
    if (!state.knows(owner, at, Knowledge::Contents)) hide_stack(o, state, owner, at);
  std::uint32_t leaders = 0;
  for (int leader = game.leader_begin(owner); leader < game.leader_end(owner); ++leader) {
    const int at = state.leader_place(leader);
    if (at >= game.place_count() || !o.hidden[owner].contains(at)) continue;
    leaders |= 1U << leader;
    o.shown.leaders[leader] = kHiddenLeader;
  }
  std::uint32_t bits;
  std::memcpy(&bits, o.hidden_leaders.data(), 4);
  bits |= leaders;
  std::memcpy(o.hidden_leaders.data(), &bits, 4);
}

/// Nothing shows of a set-up before it is finished: back to where its owner began.
void hide_set_up(const AreaContext& game, Observation& o, int owner) {
  auto& s = o.shown;
  for (int at = 0; at < game.place_count(); ++at)
    if (!s.knows(owner, at, Knowledge::Contents)) {
      auto& cell = s.units[owner][at];
      cell = static_cast<std::uint16_t>(cell & ~kUnitMask[owner]);
    }
  for (int leader = game.leader_begin(owner); leader < game.leader_end(owner); ++leader)
    s.leaders[leader] = kNotArrived;
  s.work = {};
  s.target = 0;
  s.place = 0;
  while (game.scenario.groups[s.place].side != owner) ++s.place;
}

}  // namespace

Observation AreaCampaign::observe(const State& state, play::Viewer viewer) const {
  const auto& game = *context_;
  Observation o{};
  o.shown = state;
  o.viewer = static_cast<std::uint8_t>(viewer);
  for (auto& side : o.corps) side.fill(kNowhere);
  for (int owner : {0, 1}) {
    if (sees(viewer, owner)) continue;
    const bool setting_up = state.step == Step::SetUp && static_cast<int>(state.decider) == owner;
    if (setting_up)
      hide_set_up(game, o, owner);
    else
      hide_side(game, o, state, owner);
  }
  if ((in_movement(state) || state.step == Step::MarchDie) && !sees(viewer, state.phasing))
    hide_movement(o);
  hide_plans(o, viewer);
  if (state.step >= Step::DropDepots && state.step <= Step::UnsuppliedDie && !sees(viewer, 0))
    hide_depots(game, o);
  if (state.step == Step::UnsuppliedDie) {
    auto& work = o.shown.work.supply;
    if (!sees(viewer, work.side) && !state.knows(work.side, work.place, Knowledge::Contents))
      work.to_roll = {static_cast<std::uint8_t>(work.to_roll[0] + work.to_roll[1]), 0};
  }
  return o;
}

namespace {

/// Deals one side's hidden units over its hidden places.
class Dealer {
 public:
  Dealer(const AreaContext& game, const Observation& o, int owner, core::RandomStream& random,
         State& world)
      : game_(game), o_(o), owner_(owner), random_(random), s_(world) {
    for (const Kind kind : kAllKinds) pool_[kind] = o.totals[owner][kind];
    std::uint32_t bits;
    std::memcpy(&bits, o.hidden_leaders.data(), 4);
    for (int leader = game.leader_begin(owner); leader < game.leader_end(owner); ++leader)
      if ((bits >> leader) & 1U) leaders_.push_back(static_cast<std::uint8_t>(leader));
    for (int at : o.hidden[owner]) places_.push_back(static_cast<std::uint8_t>(at));
  }

  void deal() {
    deal_what_must_be();
    for (int at : places_) {
      const int known = number(at);
      if (known == kNowhere) continue;
      while (s_.corps(owner_, at) < known) put_corps(at);
      if (known == 0) put_any(at, true);
    }
    for (int at : places_)
      if (number(at) == kNowhere && !occupied_here(at)) put_any(at, false);
    deal_the_rest();
  }

 private:
  int number(int at) const { return o_.corps[owner_][at]; }
  bool occupied_here(int at) const {
    if (s_.word(owner_, at) != 0) return true;
    for (int leader = game_.leader_begin(owner_); leader < game_.leader_end(owner_); ++leader)
      if (s_.leader_place(leader) == at) return true;
    return false;
  }
  void put(int at, Kind kind) {
    --pool_[kind];
    s_.add(owner_, at, kind, 1);
  }
  void put_corps(int at) {
    const int infantry = pool_[Kind::Infantry], corps = infantry + pool_[Kind::Cavalry];
    if (corps == 0) return;
    const bool foot = static_cast<int>(random_.below(static_cast<std::uint32_t>(corps))) < infantry;
    put(at, foot ? Kind::Infantry : Kind::Cavalry);
  }
  void put_leader(int at) {
    const auto i = random_.below(static_cast<std::uint32_t>(leaders_.size()));
    s_.leaders[leaders_[i]] = static_cast<std::uint8_t>(at);
    leaders_[i] = leaders_.back();
    leaders_.pop_back();
  }
  /// One unit drawn from what is left; with `no_corps`, none of the Corps.
  void put_any(int at, bool no_corps) {
    auto left = pool_;
    if (no_corps) left[Kind::Infantry] = left[Kind::Cavalry] = 0;
    int total = static_cast<int>(leaders_.size());
    for (int count : left) total += count;
    if (total == 0) return;
    int pick = static_cast<int>(random_.below(static_cast<std::uint32_t>(total)));
    for (const Kind kind : kAllKinds) {
      if (pick < left[kind]) return put(at, kind);
      pick -= left[kind];
    }
    put_leader(at);
  }
  /// What the decision that is due, or the rules of entry, prove.
  void deal_what_must_be() {
    const auto& s = o_.shown;
    const auto& battle = s.work.combat;
    const auto need = [&](int at, bool infantry) {
      if (!o_.hidden[owner_].contains(at) || s_.corps(owner_, at) > 0) return;
      if (infantry && pool_[Kind::Infantry] > 0) {
        put(at, Kind::Infantry);
      } else {
        put_corps(at);
      }
    };
    if (s.step == Step::AttackPlan && owner_ == battle.attacker) need(battle.place, true);
    if (s.step == Step::DefencePlan) need(battle.place, true);
    if (s.step == Step::MarchDie && owner_ == s.phasing) need(s.place, false);
  }
  void deal_the_rest() {
    core::FixedVector<std::uint8_t, kMaxPlaces> open;
    for (int at : places_)
      if (number(at) == kNowhere) open.push_back(static_cast<std::uint8_t>(at));
    for (const Kind kind : kAllKinds) {
      const bool corps = kind <= Kind::Cavalry;
      while (pool_[kind] > 0 && !(corps ? open : places_).empty())
        put_with_room(corps ? open : places_, kind);
    }
    while (!leaders_.empty()) put_leader(pick(places_));
  }
  int pick(const core::FixedVector<std::uint8_t, kMaxPlaces>& from) {
    return from[random_.below(static_cast<std::uint32_t>(from.size()))];
  }
  void put_with_room(const core::FixedVector<std::uint8_t, kMaxPlaces>& from, Kind kind) {
    auto i = random_.below(static_cast<std::uint32_t>(from.size()));
    while (s_.count(owner_, from[i], kind) >= kKindMost[kind])
      i = (i + 1) % static_cast<std::uint32_t>(from.size());
    put(from[i], kind);
  }

  const AreaContext& game_;
  const Observation& o_;
  int owner_;
  core::RandomStream& random_;
  State& s_;
  ByKind<int> pool_{};
  core::FixedVector<std::uint8_t, kMaxLeaders> leaders_;
  core::FixedVector<std::uint8_t, kMaxPlaces> places_;
};

/// The secret choices and marks that go with a dealt world.
void deal_secrets(const Observation& o, core::RandomStream& random, State& s) {
  const auto viewer = static_cast<play::Viewer>(o.viewer);
  if (s.step == Step::MarchDie && !sees(viewer, s.phasing)) {
    const int infantry = s.count(s.phasing, s.place, Kind::Infantry);
    const int corps = s.corps(s.phasing, s.place);
    const bool foot =
        corps == 0 || static_cast<int>(random.below(static_cast<std::uint32_t>(corps))) < infantry;
    s.kind = static_cast<std::uint8_t>(foot ? Kind::Infantry : Kind::Cavalry);
  }
  if (s.step >= Step::AttackPlan && s.step <= Step::RetireArea) {
    auto& battle = s.work.combat;
    for (int side : {0, 1}) {
      if (sees(viewer, side)) continue;
      auto& plan = side == battle.attacker ? battle.attack_plan : battle.defence_plan;
      if (plan != kNowhere) plan = static_cast<std::uint8_t>(random.below(kPlans));
    }
  }
  if (s.step == Step::UnsuppliedDie) {
    auto& work = s.work.supply;
    if (!sees(viewer, work.side) && !s.knows(work.side, work.place, Knowledge::Contents)) {
      const int left = work.to_roll[0];
      const int horse = std::min(left, s.count(work.side, work.place, Kind::Cavalry));
      work.to_roll = {static_cast<std::uint8_t>(left - horse), static_cast<std::uint8_t>(horse)};
    }
  }
}

}  // namespace

State AreaCampaign::sample_world(const Observation& observation, core::RandomStream& random) const {
  return play::deal_until_choice(*this, static_cast<play::Viewer>(observation.viewer), [&] {
    State world = observation.shown;
    for (int owner : {0, 1}) {
      if (observation.hidden[owner].empty()) continue;
      Dealer(*context_, observation, owner, random, world).deal();
    }
    deal_secrets(observation, random, world);
    return world;
  });
}

play::PerceivedAction AreaCampaign::seen(const State& state, play::Action action,
                                         play::Viewer viewer) const {
  if (state.decider == play::Actor::Nature || sees(viewer, static_cast<int>(state.decider)))
    return action;
  const Verb verb = verb_of(action);
  const bool secret = verb == Verb::Deploy || verb == Verb::AttackPlan ||
                      verb == Verb::DefencePlan || verb == Verb::TakeAll ||
                      (verb >= Verb::TakeInfantry && verb <= Verb::TakeNoLeader) ||
                      (verb >= Verb::MarchInfantry && verb <= Verb::MarchLeader);
  if (!secret) return action;
  // All that shows of a secret choice is what one sees afterwards.
  State after = state;
  play::NullRecorder silent;
  apply(after, action, silent);
  const auto observation = observe(after, viewer);
  return static_cast<play::PerceivedAction>(
      core::hash_bytes(std::as_bytes(std::span(&observation, 1))));
}

std::uint64_t AreaCampaign::hash(const State& state) const {
  return core::hash_bytes(std::as_bytes(std::span(&state, 1)));
}

}  // namespace niemen::area_campaign

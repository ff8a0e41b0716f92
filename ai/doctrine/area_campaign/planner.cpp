#include "ai/doctrine/area_campaign/planner.h"

#include <algorithm>

#include "ai/doctrine/area_campaign/judge.h"
#include "engine/systems/area_campaign/places.h"

namespace niemen::ai::area_campaign {

namespace {

/// Enemy Infantry within so many Areas may come for a place before anybody is back there.
constexpr int kComesFor = 3;

using engine::Kind;
using engine::State;
using engine::Step;
using engine::Verb;
using play::Action;
using play::ActionList;

bool has(const ActionList& legal, Action action) {
  return std::binary_search(legal.begin(), legal.end(), action);
}
Action any_of(const ActionList& legal, core::RandomStream& random) {
  return legal[random.below(static_cast<std::uint32_t>(legal.size()))];
}
/// The action with the highest score; the first of equals.
template <class Score>
Action best_of(const ActionList& legal, Score score) {
  Action best = legal[0];
  float highest = score(best);
  for (std::size_t i = 1; i < legal.size(); ++i)
    if (const float value = score(legal[i]); value > highest) {
      highest = value;
      best = legal[i];
    }
  return best;
}

/// Infantry that has to stay in a place: the garrison of an objective, or of points that the enemy
/// could come for.
int garrison_of(const Judge& judge, int at) {
  const auto& d = judge.doctrine();
  const auto& c = judge.context();
  const auto& s = judge.state();
  if (d.garrison == 0 || s.word(1 - judge.side(), at) != 0) return 0;
  const int point = c.point_of[at];
  const bool invaders = point != engine::kNowhere && ((s.control() >> point) & 1U);
  if (point != engine::kNowhere && invaders != (judge.side() == 0)) return 0;
  if (d.objectives[static_cast<std::size_t>(at)] > 0) return d.garrison;
  if (point == engine::kNowhere || c.points[point] == 0) return 0;
  for (int enemy : engine::kind_places(s, 1 - judge.side(), Kind::Infantry))
    if (c.distance[static_cast<std::size_t>(enemy)][static_cast<std::size_t>(at)] <= kComesFor)
      return d.garrison;
  return 0;
}

/// Infantry of `word` that marches from a place together: all but the garrison, and but for one
/// where the place should not be left empty.
int marching_infantry(const Judge& judge, int from, std::uint16_t word) {
  const int infantry = engine::field(word, Kind::Infantry);
  const bool stays = infantry > 1 && judge.hold_worth(from) > 0 &&
                     judge.state().corps(judge.side(), from) == engine::corps_in(word);
  const int all = judge.state().count(judge.side(), from, Kind::Infantry);
  const int free = std::min(infantry - (stays ? 1 : 0), all - garrison_of(judge, from));
  return std::clamp(free, 0, judge.doctrine().largest_stack);
}

/// How good it is to move the unmoved units of a stack, and where to.
Judge::March plan_move(const Judge& judge, int from) {
  const auto& s = judge.state();
  const auto word = judge.unmoved(from);
  if (engine::corps_in(word) > 0) {
    const int infantry = marching_infantry(judge, from, word);
    if (infantry == 0 && engine::field(word, Kind::Infantry) > 0) return {};  // who stays is fed
    return judge.best_march(from, infantry, engine::field(word, Kind::Cavalry),
                            [](int) { return true; });
  }
  // Supply units alone look for company, away from the enemy.
  Judge::March best;
  const auto safe = [&](int at) {
    return s.word(1 - judge.side(), at) == 0 && judge.enemy_near(at) == 0 ? 0.0F : -5.0F;
  };
  const float stay = judge.company(from, from) + (s.corps(judge.side(), from) > 0 ? 0 : safe(from));
  for (int to : judge.context().neighbours[from]) {
    if (s.word(1 - judge.side(), to) != 0) continue;
    const float gain =
        judge.company(to, from) + (s.corps(judge.side(), to) > 0 ? 0 : safe(to)) - stay;
    if (best.to < 0 || gain > best.gain) best = {to, gain};
  }
  return best;
}

/// What a stack does best in a segment: its units march, or its Leaders ride without them.
struct Departure {
  Judge::March march;
  bool with_units = true;
};
template <class Plan>
Departure plan_departure(const Judge& judge, int from, Plan plan_units) {
  const Judge::March march = plan_units(judge, from);
  if (march.gain > kWorthMoving) return {march, true};
  const auto ride = judge.best_ride(from);
  if (ride.gain > kWorthLeading) return {ride, false};
  return {march, true};
}

/// The stack that gains most, or the end of the segment.
template <class Plan>
Action choose_stack(const Judge& judge, const ActionList& legal, Verb verb, Verb end,
                    Plan plan_units) {
  Action best = engine::encode(end);
  float highest = kWorthMoving;
  for (const auto action : legal) {
    if (engine::verb_of(action) != verb) continue;
    const auto march = plan_departure(judge, engine::value_of(action), plan_units).march;
    if (march.to >= 0 && march.gain > highest) {
      highest = march.gain;
      best = action;
    }
  }
  return best;
}

Action choose_target(const ActionList& legal, Verb verb, int to) {
  const auto action = engine::encode(verb, std::max(to, 0));
  return to >= 0 && has(legal, action) ? action : legal[0];
}

/// The Leader who is worth most more at the target; if none is, nobody, where that is allowed.
Action choose_rider(const Judge& judge, const ActionList& legal, Verb verb) {
  const auto& s = judge.state();
  return best_of(legal, [&](Action action) {
    if (engine::verb_of(action) != verb) return 0.0F;
    const int leader = engine::value_of(action);
    return judge.leader_worth(leader, s.target) - judge.leader_worth(leader, s.place);
  });
}

/// As many as march together, and everything else that can go along; or Leaders without units.
Action choose_share(const Judge& judge, const ActionList& legal) {
  const auto& s = judge.state();
  if (s.kind == engine::kKinds) return choose_rider(judge, legal, Verb::TakeLeader);
  if (!(s.flags & engine::kShareSomething) &&
      !plan_departure(judge, s.place, plan_move).with_units) {
    constexpr std::array<Verb, engine::kKinds> kTake{Verb::TakeInfantry, Verb::TakeCavalry,
                                                     Verb::TakeSupply, Verb::TakeDepots};
    if (const auto none = engine::encode(kTake[s.kind], 0); has(legal, none)) return none;
  }
  const int infantry = engine::field(judge.unmoved(s.place), Kind::Infantry);
  const int marching = marching_infantry(judge, s.place, judge.unmoved(s.place));
  if (infantry <= marching && has(legal, engine::encode(Verb::TakeAll)))
    return engine::encode(Verb::TakeAll);
  if (static_cast<Kind>(s.kind) == Kind::Infantry) {
    const auto action = engine::encode(Verb::TakeInfantry, marching);
    if (has(legal, action)) return action;
  }
  // Half of what cannot all go leaves something with those who stay.
  return legal[(legal.size() + 1) / 2];
}

/// Forced marches: out of danger, or to points that nobody guards.
Judge::March plan_forced_march(const Judge& judge, int from) {
  const auto& s = judge.state();
  const auto& c = judge.context();
  const auto& d = judge.doctrine();
  const int side = judge.side();
  const int ours = s.count(side, from, Kind::Infantry);
  if (s.corps(side, from) == 0) return {};
  const auto empty = [&](int to) { return s.word(1 - side, to) == 0; };
  if (s.word(1 - side, from) == 0 &&
      ratio(judge.enemy_near(from), std::max(ours, 1)) >= d.flee_odds) {
    auto march = judge.best_march(from, ours, s.count(side, from, Kind::Cavalry), [&](int to) {
      return empty(to) && ratio(judge.enemy_near(to), std::max(ours, 1)) < d.flee_odds;
    });
    if (march.to >= 0) march.gain = std::max(march.gain, 2 * kWorthMoving);
    return march;
  }
  Judge::March dash;
  for (int to : c.neighbours[from]) {
    const int point = c.point_of[to];
    if (point == engine::kNowhere || !empty(to)) continue;
    const bool invaders = (s.control() >> point) & 1U;
    if (invaders != (side == 1)) continue;
    if (!judge.finishing()) {
      if (c.points[point] >= d.dash_points) return {to, 1};
      continue;
    }
    // What is to be had now, but for what is left to the enemy.
    const float left = s.corps(side, from) == 1 ? judge.hold_worth(from) : 0;
    const float gain = d.points * static_cast<float>(c.points[point]) - left;
    if (gain > dash.gain) dash = {to, gain};
  }
  return dash;
}

Action choose_march_unit(const Judge& judge, const ActionList& legal) {
  return plan_departure(judge, judge.state().place, plan_forced_march).with_units
             ? legal[0]
             : choose_rider(judge, legal, Verb::MarchLeader);
}

Action choose_plan(const Judge& judge, Verb verb, core::RandomStream& random) {
  const auto& s = judge.state();
  const int at = s.work.combat.place;
  const int ours = s.count(judge.side(), at, Kind::Infantry);
  const float odds = verb == Verb::AttackPlan
                         ? judge.attack_odds(at, ours)
                         : ratio(ours, s.count(1 - judge.side(), at, Kind::Infantry));
  const std::size_t strength = odds >= 1.5F ? 0 : odds > 2.0F / 3 ? 1 : 2;
  const auto& weights = verb == Verb::AttackPlan ? judge.doctrine().attack_plans[strength]
                                                 : judge.doctrine().defence_plans[strength];
  float total = 0;
  for (float weight : weights) total += weight;
  float pick = static_cast<float>(random.uniform()) * total;
  int plan = 0;
  while (plan + 1 < engine::kPlans && pick >= weights[plan]) pick -= weights[plan++];
  return engine::encode(verb, plan);
}

Action choose_name(const Judge& judge, const ActionList& legal) {
  const auto& s = judge.state();
  const auto& due = s.work.attrition.due;
  return best_of(legal, [&](Action action) {
    float score = 0;
    for (int at : judge.context().areas[engine::value_of(action)].places) {
      for (int k = 0; k < 2; ++k)
        if (due[k] > 0) score += static_cast<float>(s.count(s.phasing, at, static_cast<Kind>(k)));
      score += judge.bare_points(at, due[0] + due[1]);
    }
    return score;
  });
}

/// A retreat of our own goes where it is best for us, the enemy's where he likes it least.
Action choose_retreat(const Judge& judge, const ActionList& legal, bool own) {
  const auto& s = judge.state();
  const int from = s.work.combat.place;
  return best_of(legal, [&](Action action) {
    if (engine::verb_of(action) == Verb::StandFast) return kForbidden;
    const int at = engine::value_of(action);
    const float worth = judge.worth(at, from, s.count(judge.side(), from, Kind::Infantry),
                                    s.count(judge.side(), from, Kind::Cavalry));
    if (own) return worth;
    return s.is_full(judge.context().area_of[at]) ? 1.0F + worth : worth;
  });
}

Action choose_plan_retreat(const Judge& judge, const ActionList& legal) {
  const auto& s = judge.state();
  const int at = s.work.combat.place;
  const auto stand = engine::encode(Verb::StandFast);
  const float odds = ratio(s.count(judge.side(), at, Kind::Infantry),
                           s.count(1 - judge.side(), at, Kind::Infantry));
  if (has(legal, stand) && odds >= judge.doctrine().stand_odds) return stand;
  return choose_retreat(judge, legal, true);
}

/// Leaders leave a stack that is likely to be lost with all in it, the vital one sooner.
Action choose_retiring(const Judge& judge, const ActionList& legal) {
  const auto& s = judge.state();
  const int at = s.work.combat.place, enemy = 1 - judge.side();
  const float odds =
      ratio(s.count(judge.side(), at, Kind::Infantry), s.count(enemy, at, Kind::Infantry));
  constexpr float kLost = 2.0F / 3, kInDoubt = 1;
  for (const auto action : legal) {
    if (engine::verb_of(action) != Verb::RetireLeader || s.corps(enemy, at) == 0) continue;
    const bool vital = engine::value_of(action) == judge.context().victory_leader;
    if (odds < (vital ? kInDoubt : kLost)) return action;
  }
  return engine::encode(Verb::RetireNoLeader);
}

Action choose_scorch(const Judge& judge, const ActionList& legal) {
  for (const auto action : legal) {
    if (engine::verb_of(action) != Verb::Scorch) continue;
    const auto& area = judge.context().areas[engine::value_of(action)];
    const int at = area.places[0];
    const int theirs = judge.enemy_near(at) + judge.state().count(0, at, Kind::Infantry);
    if (theirs > 0 && ratio(theirs, judge.own_near(at)) >= judge.doctrine().scorch_odds)
      return action;
  }
  return engine::encode(Verb::EndScorch);
}

/// The Leader who is due to be placed, or -1.
int due_leader(const Judge& judge) {
  const auto& s = judge.state();
  const auto& c = judge.context();
  const auto& rows = s.step == Step::SetUp ? c.scenario.groups : c.reinforcements;
  return rows[s.place].queue[s.target] - engine::kKinds;
}
Action place_leader(const Judge& judge, const ActionList& legal, int leader) {
  return best_of(
      legal, [&](Action action) { return judge.leader_worth(leader, engine::value_of(action)); });
}

Action choose_deployment(const Judge& judge, const ActionList& legal, core::RandomStream& random) {
  if (const int leader = due_leader(judge); leader >= 0) return place_leader(judge, legal, leader);
  ActionList preferred;
  for (const auto action : legal)
    if (judge.doctrine().deploy.contains(engine::value_of(action))) preferred.push_back(action);
  return any_of(preferred.empty() ? legal : preferred, random);
}

Action choose_in_movement(const Judge& judge, const ActionList& legal) {
  const auto& s = judge.state();
  switch (s.step) {
    case Step::MoveStack:
      return choose_stack(judge, legal, Verb::MoveFrom, Verb::EndMove, plan_move);
    case Step::MoveTarget:
      return choose_target(legal, Verb::MoveTo, plan_departure(judge, s.place, plan_move).march.to);
    case Step::MoveShare: return choose_share(judge, legal);
    case Step::MarchStack:
      return choose_stack(judge, legal, Verb::MarchFrom, Verb::EndMarch, plan_forced_march);
    case Step::MarchTarget:
      return choose_target(legal, Verb::MarchTo,
                           plan_departure(judge, s.place, plan_forced_march).march.to);
    case Step::MarchUnit: return choose_march_unit(judge, legal);
    case Step::Scorch: return choose_scorch(judge, legal);
    default:  // CreateDepot
      return s.turn >= judge.doctrine().depot_from_turn && legal.size() > 1
                 ? legal[1]
                 : engine::encode(Verb::EndCreate);
  }
}

Action choose_in_battle(const Judge& judge, const ActionList& legal, core::RandomStream& random) {
  const auto& s = judge.state();
  const auto& battle = s.work.combat;
  const int side = judge.side();
  switch (s.step) {
    case Step::AttackPlan: return choose_plan(judge, Verb::AttackPlan, random);
    case Step::DefencePlan: return choose_plan(judge, Verb::DefencePlan, random);
    case Step::RetireCavalry: {
      // Cavalry stays for the pursuit unless the battle looks lost.
      const int ours = s.count(side, battle.place, Kind::Infantry);
      const int theirs = s.count(1 - side, battle.place, Kind::Infantry);
      return theirs > 0 && ratio(ours, theirs) < 1 ? legal[legal.size() - 1] : legal[0];
    }
    case Step::RetireSupply: return legal[legal.size() - 1];
    case Step::RetireLeaders: return choose_retiring(judge, legal);
    case Step::PlanLoss: return engine::encode(Verb::LoseCavalry);
    case Step::PlanRetreat: return choose_plan_retreat(judge, legal);
    case Step::RetireArea: return choose_retreat(judge, legal, false);
    case Step::LastRetreat: return choose_retreat(judge, legal, battle.retreat_side == side);
    case Step::Pursue: {
      const int surplus = s.count(side, battle.place, Kind::Cavalry) -
                          s.count(1 - side, battle.place, Kind::Cavalry);
      return engine::encode(surplus >= judge.doctrine().pursuit_surplus ? Verb::Pursue
                                                                        : Verb::NoPursuit);
    }
    default: return legal[0];  // first battle, no stake, Cavalry before Infantry
  }
}

}  // namespace

PlannerBasis::PlannerBasis(const engine::AreaCampaign& g, std::array<Doctrine, 2> both)
    : game(g), doctrines(std::move(both)) {
  const auto& c = game.context();
  const auto places = static_cast<std::size_t>(c.place_count());
  for (std::size_t side = 0; side < 2; ++side) {
    std::array<float, engine::kMaxPlaces> decay{};
    float share = 1;
    for (auto& value : decay) {
      value = share;
      share *= doctrines[side].reach;
    }
    for (std::size_t from = 0; from < places; ++from)
      for (std::size_t to = 0; to < places; ++to)
        nearness[side][from][to] = decay[c.distance[from][to]];
  }
}

const std::array<float, engine::kMaxPlaces>& Pull::find(const PlannerBasis& basis, int side,
                                                        std::uint32_t control) {
  if (control_ == control) return pull_;
  control_ = control;
  const auto& c = basis.game.context();
  const auto& d = basis.doctrines[side];
  std::array<float, engine::kMaxPlaces> value = d.objectives;
  for (std::size_t i = 0; i < c.point_places.size(); ++i) {
    const bool invaders = (control >> i) & 1U;
    if (invaders == (side == 1))
      value[c.point_places[i]] += d.points * static_cast<float>(c.points[i]);
  }
  pull_.fill(0);
  for (std::size_t goal = 0; goal < value.size(); ++goal) {
    if (value[goal] == 0) continue;
    const auto& nearness = basis.nearness[side][goal];
    for (std::size_t at = 0; at < pull_.size(); ++at) {
      const float here = value[goal] * nearness[at];
      // The strongest goal counts fully, the others a little, so that roads between goals win.
      pull_[at] = std::max(pull_[at], here) + 0.1F * std::min(pull_[at], here);
    }
  }
  return pull_;
}

std::unique_ptr<Policy<engine::AreaCampaign>> Planner::clone() const {
  return std::make_unique<Planner>(basis_);
}

play::Action Planner::choose(const State& world, const ActionList& legal,
                             core::RandomStream& random) {
  if (legal.size() == 1) return legal[0];
  const auto side = static_cast<int>(world.decider);
  auto& pull = pulls_[side];
  const Judge judge(*basis_, world, side, pull.find(*basis_, side, world.control()));
  const auto step = world.step;
  if (step == Step::SetUp) return choose_deployment(judge, legal, random);
  if (step == Step::AttritionArea) return choose_name(judge, legal);
  if (step == Step::Reinforce) {
    if (const int leader = due_leader(judge); leader >= 0)
      return place_leader(judge, legal, leader);
    return best_of(legal,
                   [&](Action action) { return judge.worth(engine::value_of(action), -1, 1, 0); });
  }
  if (step >= Step::MoveStack && step <= Step::CreateDepot) return choose_in_movement(judge, legal);
  if (step >= Step::ChooseBattle && step <= Step::LastRetreat)
    return choose_in_battle(judge, legal, random);
  // Supply: keep the Depots, feed from the first source, use the Supply unit.
  if (step == Step::DropDepots) return engine::encode(Verb::EndDrop);
  if (step == Step::FeedCorps || step == Step::SupplyTrack) return legal[legal.size() - 1];
  return legal[legal.size() - 1];  // political loss: Cavalry first
}

}  // namespace niemen::ai::area_campaign

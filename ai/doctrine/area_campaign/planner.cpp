#include "ai/doctrine/area_campaign/planner.h"

#include <algorithm>

namespace niemen::ai::area_campaign {

namespace {

using engine::AreaContext;
using engine::Kind;
using engine::State;
using engine::Step;
using engine::Verb;
using play::Action;
using play::ActionList;

/// Least score by which a march must beat staying.
constexpr float kWorthMoving = 0.02F;
constexpr float kForbidden = -1000;

float ratio(int ours, int theirs) {
  return static_cast<float>(ours) / static_cast<float>(std::max(theirs, 1));
}

/// One decision: the position seen from the side to move.
class Judge {
 public:
  Judge(const PlannerBasis& basis, const State& state, int side)
      : b_(basis),
        c_(basis.game.context()),
        s_(state),
        d_(basis.doctrines[index(side)]),
        side_(side) {
    find_pull();
  }

  /// What it is worth to have `infantry` and `cavalry` more (they come from `from`) at a place.
  float worth(int at, int from, int infantry, int cavalry) const {
    const int enemies = s_.count(1 - side_, at, Kind::Infantry);
    const bool contested = s_.word(1 - side_, at) != 0;
    const int friends = s_.count(side_, at, Kind::Infantry) - (at == from ? infantry : 0);
    const int ours = friends + infantry;
    float total =
        pull_[index(at)] + d_.mass * static_cast<float>(std::min(friends, d_.largest_stack));
    total -= d_.crowding * static_cast<float>(std::max(0, ours - d_.largest_stack));
    total -= d_.danger * std::max(0.0F, static_cast<float>(enemy_near(at)) -
                                            d_.boldness * static_cast<float>(ours));
    total -= feeding_cost(at, from, infantry + cavalry);
    if (!contested) return total;
    if (enemies > 0 && ratio(ours + helpers(at, from), enemies) < d_.attack_odds)
      return at == from ? total - d_.danger * static_cast<float>(enemies) : kForbidden;
    return total +
           d_.fight * static_cast<float>(enemies + s_.count(1 - side_, at, Kind::Cavalry) + 1);
  }

  /// The best place for a stack to go to, and what it gains over staying.
  struct March {
    int to = -1;
    float gain = 0;
  };
  template <class Allowed>
  March best_march(int from, int infantry, int cavalry, Allowed allowed) const {
    March best;
    const float stay = worth(from, from, infantry, cavalry);
    for (int to : c_.neighbours[index(from)]) {
      if (!allowed(to)) continue;
      const float gain = worth(to, from, infantry, cavalry) - stay;
      if (best.to < 0 || gain > best.gain) best = {to, gain};
    }
    return best;
  }

  int enemy_near(int at) const {
    int number = 0;
    for (int to : c_.neighbours[index(at)]) number += s_.count(1 - side_, to, Kind::Infantry);
    return number;
  }
  int own_near(int at) const {
    int number = s_.count(side_, at, Kind::Infantry);
    for (int to : c_.neighbours[index(at)]) number += s_.count(side_, to, Kind::Infantry);
    return number;
  }
  /// A friendly place with most Corps, near first: where Supply units belong.
  float company(int at, int except_from) const {
    float best = 0;
    for (int to = 0; to < c_.place_count(); ++to) {
      const int corps = s_.corps(side_, to);
      if (corps == 0) continue;
      const float share =
          static_cast<float>(corps) * b_.decay[index(side_)][b_.distance[index(at)][index(to)]];
      best = std::max(best, to == except_from ? share * 0.999F : share);
    }
    return best;
  }
  const Doctrine& doctrine() const { return d_; }
  int side() const { return side_; }
  const State& state() const { return s_; }
  const AreaContext& context() const { return c_; }

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// Every place pulls by what it would win, less with each Area of distance.
  void find_pull() {
    std::array<float, engine::kMaxPlaces> value = d_.objectives;
    const auto control = s_.control();
    for (std::size_t i = 0; i < c_.point_places.size(); ++i) {
      const bool invaders = (control >> i) & 1U;
      if (invaders == (side_ == 1))
        value[c_.point_places[i]] += d_.points * static_cast<float>(c_.points[i]);
    }
    const auto& decay = b_.decay[index(side_)];
    pull_.fill(0);
    for (int goal = 0; goal < c_.place_count(); ++goal) {
      const float worth = value[index(goal)];
      if (worth == 0) continue;
      for (int at = 0; at < c_.place_count(); ++at) {
        const float here = worth * decay[b_.distance[index(at)][index(goal)]];
        // The strongest goal counts fully, the others a little, so that roads between goals win.
        pull_[index(at)] =
            std::max(pull_[index(at)], here) + 0.1F * std::min(pull_[index(at)], here);
      }
    }
  }
  /// Infantry next door that may still come along.
  int helpers(int at, int from) const {
    if (s_.step > Step::MoveShare) return 0;
    int number = 0;
    for (int next : c_.neighbours[index(at)])
      if (next != from)
        number += engine::field(
            static_cast<std::uint16_t>(s_.word(side_, next) - s_.work.movement.moved[index(next)]),
            Kind::Infantry);
    return number;
  }
  float feeding_cost(int at, int from, int arriving) const {
    const int area = c_.area_of[index(at)];
    int corps = arriving;
    bool supply_unit = false, depot = false;
    for (int place : c_.areas[index(area)].places) {
      corps += s_.corps(side_, place) - (place == from && place == at ? arriving : 0);
      supply_unit = supply_unit || s_.count(side_, place, Kind::Supply) > 0;
      depot = depot || s_.count(side_, place, Kind::Depot) > 0;
    }
    if (s_.is_full(area)) return depot ? 0 : d_.hunger * static_cast<float>(arriving);
    const auto& columns = c_.rules.depletion_columns[index(c_.winter(s_.turn))][supply_unit];
    return d_.crowding * static_cast<float>(std::max(0, corps - columns[1] + 1));
  }

  const PlannerBasis& b_;
  const AreaContext& c_;
  const State& s_;
  const Doctrine& d_;
  int side_;
  std::array<float, engine::kMaxPlaces> pull_{};
};

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

std::uint16_t unmoved(const State& s, int side, int at) {
  return static_cast<std::uint16_t>(s.word(side, at) -
                                    s.work.movement.moved[static_cast<std::size_t>(at)]);
}

int marching_infantry(const Judge& judge, std::uint16_t word) {
  return std::min(engine::field(word, Kind::Infantry), judge.doctrine().largest_stack);
}

/// How good it is to move the unmoved part of a stack, and where to.
Judge::March plan_move(const Judge& judge, int from) {
  const auto& s = judge.state();
  const auto word = unmoved(s, judge.side(), from);
  if (engine::corps_in(word) > 0)
    return judge.best_march(from, marching_infantry(judge, word),
                            engine::field(word, Kind::Cavalry), [](int) { return true; });
  // Supply units alone look for company, away from the enemy.
  Judge::March best;
  const auto safe = [&](int at) {
    return s.word(1 - judge.side(), at) == 0 && judge.enemy_near(at) == 0 ? 0.0F : -5.0F;
  };
  const float stay = judge.company(from, from) + (s.corps(judge.side(), from) > 0 ? 0 : safe(from));
  for (int to : judge.context().neighbours[static_cast<std::size_t>(from)]) {
    if (s.word(1 - judge.side(), to) != 0) continue;
    const float gain =
        judge.company(to, from) + (s.corps(judge.side(), to) > 0 ? 0 : safe(to)) - stay;
    if (best.to < 0 || gain > best.gain) best = {to, gain};
  }
  return best;
}

Action choose_stack(const Judge& judge, const ActionList& legal) {
  Action best = engine::encode(Verb::EndMove);
  float highest = kWorthMoving;
  for (const auto action : legal) {
    if (engine::verb_of(action) != Verb::MoveFrom) continue;
    const auto march = plan_move(judge, engine::value_of(action));
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

/// As many as march together, and everything else that can go along.
Action choose_share(const Judge& judge, const ActionList& legal) {
  const auto& s = judge.state();
  const int infantry = engine::field(unmoved(s, judge.side(), s.place), Kind::Infantry);
  if (infantry <= judge.doctrine().largest_stack && has(legal, engine::encode(Verb::TakeAll)))
    return engine::encode(Verb::TakeAll);
  if (static_cast<Kind>(s.kind) == Kind::Infantry) {
    const auto action =
        engine::encode(Verb::TakeInfantry, std::min(infantry, judge.doctrine().largest_stack));
    if (has(legal, action)) return action;
  }
  // Half of what cannot all go leaves something with those who stay.
  return engine::verb_of(legal[legal.size() - 1]) == Verb::TakeNoLeader
             ? legal[0]
             : legal[legal.size() == 1 ? 0 : (legal.size() + 1) / 2];
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
  for (int to : c.neighbours[static_cast<std::size_t>(from)]) {
    const int point = c.point_of[static_cast<std::size_t>(to)];
    if (point == engine::kNowhere || !empty(to)) continue;
    const bool invaders = (s.control() >> point) & 1U;
    if (invaders == (side == 1) && c.points[static_cast<std::size_t>(point)] >= d.dash_points)
      return {to, 1};
  }
  return {};
}

Action choose_march_stack(const Judge& judge, const ActionList& legal) {
  Action best = engine::encode(Verb::EndMarch);
  float highest = kWorthMoving;
  for (const auto action : legal) {
    if (engine::verb_of(action) != Verb::MarchFrom) continue;
    const auto march = plan_forced_march(judge, engine::value_of(action));
    if (march.to >= 0 && march.gain > highest) {
      highest = march.gain;
      best = action;
    }
  }
  return best;
}

Action choose_plan(const Judge& judge, Verb verb, core::RandomStream& random) {
  const auto& s = judge.state();
  const int at = s.work.combat.place;
  const float odds = ratio(s.count(judge.side(), at, Kind::Infantry),
                           s.count(1 - judge.side(), at, Kind::Infantry));
  const std::size_t strength = odds >= 1.5F ? 0 : odds > 2.0F / 3 ? 1 : 2;
  const auto& weights = verb == Verb::AttackPlan ? judge.doctrine().attack_plans[strength]
                                                 : judge.doctrine().defence_plans[strength];
  float total = 0;
  for (float weight : weights) total += weight;
  float pick = static_cast<float>(random.uniform()) * total;
  int plan = 0;
  while (plan + 1 < engine::kPlans && pick >= weights[static_cast<std::size_t>(plan)])
    pick -= weights[static_cast<std::size_t>(plan++)];
  return engine::encode(verb, plan);
}

Action choose_name(const Judge& judge, const ActionList& legal) {
  const auto& s = judge.state();
  const auto& due = s.work.attrition.due;
  return best_of(legal, [&](Action action) {
    float score = 0;
    for (int at : judge.context().areas[static_cast<std::size_t>(engine::value_of(action))].places)
      for (int k = 0; k < 2; ++k)
        if (due[static_cast<std::size_t>(k)] > 0)
          score += static_cast<float>(s.count(s.phasing, at, static_cast<Kind>(k)));
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
    return s.is_full(judge.context().area_of[static_cast<std::size_t>(at)]) ? 1.0F + worth : worth;
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

Action choose_scorch(const Judge& judge, const ActionList& legal) {
  for (const auto action : legal) {
    if (engine::verb_of(action) != Verb::Scorch) continue;
    const auto& area = judge.context().areas[static_cast<std::size_t>(engine::value_of(action))];
    const int at = area.places[0];
    const int theirs = judge.enemy_near(at) + judge.state().count(0, at, Kind::Infantry);
    if (theirs > 0 && ratio(theirs, judge.own_near(at)) >= judge.doctrine().scorch_odds)
      return action;
  }
  return engine::encode(Verb::EndScorch);
}

Action choose_deployment(const Judge& judge, const ActionList& legal, core::RandomStream& random) {
  ActionList preferred;
  for (const auto action : legal)
    if (judge.doctrine().deploy.contains(engine::value_of(action))) preferred.push_back(action);
  return any_of(preferred.empty() ? legal : preferred, random);
}

Action choose_in_movement(const Judge& judge, const ActionList& legal) {
  const auto& s = judge.state();
  switch (s.step) {
    case Step::MoveStack: return choose_stack(judge, legal);
    case Step::MoveTarget: return choose_target(legal, Verb::MoveTo, plan_move(judge, s.place).to);
    case Step::MoveShare: return choose_share(judge, legal);
    case Step::MarchStack: return choose_march_stack(judge, legal);
    case Step::MarchTarget:
      return choose_target(legal, Verb::MarchTo, plan_forced_march(judge, s.place).to);
    case Step::MarchUnit: return legal[0];
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
    case Step::RetireLeaders: return engine::encode(Verb::RetireNoLeader);
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
  const auto& context = game.context();
  constexpr std::uint8_t kFar = engine::kMaxPlaces - 1;
  for (auto& row : distance) row.fill(kFar);
  for (int from = 0; from < context.place_count(); ++from) {
    auto& row = distance[static_cast<std::size_t>(from)];
    std::array<int, engine::kMaxPlaces> queue{};
    std::size_t head = 0, tail = 0;
    row[static_cast<std::size_t>(from)] = 0;
    queue[tail++] = from;
    while (head < tail) {
      const int at = queue[head++];
      for (int to : context.neighbours[static_cast<std::size_t>(at)]) {
        auto& there = row[static_cast<std::size_t>(to)];
        if (there != kFar) continue;
        there = static_cast<std::uint8_t>(row[static_cast<std::size_t>(at)] + 1);
        queue[tail++] = to;
      }
    }
  }
  for (std::size_t side = 0; side < 2; ++side) {
    float share = 1;
    for (auto& value : decay[side]) {
      value = share;
      share *= doctrines[side].reach;
    }
  }
}

std::unique_ptr<Policy<engine::AreaCampaign>> Planner::clone() const {
  return std::make_unique<Planner>(basis_);
}

play::Action Planner::choose(const State& world, const ActionList& legal,
                             core::RandomStream& random) {
  if (legal.size() == 1) return legal[0];
  const Judge judge(*basis_, world, static_cast<int>(world.decider));
  const auto step = world.step;
  if (step == Step::SetUp) return choose_deployment(judge, legal, random);
  if (step == Step::AttritionArea) return choose_name(judge, legal);
  if (step == Step::Reinforce)
    return best_of(legal,
                   [&](Action action) { return judge.worth(engine::value_of(action), -1, 1, 0); });
  if (step >= Step::MoveStack && step <= Step::CreateDepot) return choose_in_movement(judge, legal);
  if (step >= Step::ChooseBattle && step <= Step::LastRetreat)
    return choose_in_battle(judge, legal, random);
  // Supply: keep the Depots, feed from the first source, use the Supply unit.
  if (step == Step::DropDepots) return engine::encode(Verb::EndDrop);
  if (step == Step::FeedCorps || step == Step::SupplyTrack) return legal[legal.size() - 1];
  return legal[legal.size() - 1];  // political loss: Cavalry first
}

}  // namespace niemen::ai::area_campaign

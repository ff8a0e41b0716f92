#include "ai/doctrine/area_campaign/judge.h"

#include "engine/systems/area_campaign/places.h"

namespace niemen::ai::area_campaign {

using engine::Kind;
using engine::Step;

namespace {

/// Worth for a Leader of each Corps that is near, far ones less: the way back to the army.
constexpr float kCompany = 0.1F;
/// Worth of each point that he adds to a die while no enemy is near.
constexpr float kQuiet = 0.5F;
/// Worth of each Infantry Corps with the Leader whose loss costs victory points: the main army.
constexpr float kMainArmy = 0.2F;
/// What a point on the die adds to the odds: a column of the Combat Results Table is about 20%,
/// a row is half of one.
constexpr float kDiePoint = 0.1F;
/// Share of a danger that is left in the last turn of a campaign to who moves first.
constexpr float kLastDanger = 0.5F;

}  // namespace

Judge::Judge(const PlannerBasis& basis, const engine::State& state, int side,
             const std::array<float, engine::kMaxPlaces>& pull)
    : b_(basis),
      c_(basis.game.context()),
      s_(state),
      d_(basis.doctrines[index(side)]),
      side_(side),
      pull_(pull) {
  for (int enemy : engine::kind_places(s_, 1 - side_, Kind::Infantry))
    for (int at : c_.neighbours[index(enemy)])
      enemy_near_[index(at)] += s_.count(1 - side_, enemy, Kind::Infantry);
}

float Judge::worth(int at, int from, int infantry, int cavalry) const {
  const bool contested = s_.word(1 - side_, at) != 0;
  const int friends = s_.count(side_, at, Kind::Infantry) - (at == from ? infantry : 0);
  const int ours = friends + infantry;
  if (finishing()) {
    float total = pull_[index(at)];
    if (friends == 0) total += hold_worth(at);
    // Who moves last has nobody to fear any more.
    if (s_.segment == 0)
      total -= kLastDanger * d_.danger *
               std::max(0.0F, static_cast<float>(enemy_near(at) - ours) * d_.boldness);
    return contested ? with_attack(total, at, from, ours) : total;
  }
  float total =
      pull_[index(at)] + d_.mass * static_cast<float>(std::min(friends, d_.largest_stack));
  if (friends == 0) total += hold_worth(at);
  total -= d_.crowding * static_cast<float>(std::max(0, ours - d_.largest_stack));
  total -= d_.danger * std::max(0.0F, static_cast<float>(enemy_near(at)) -
                                          d_.boldness * static_cast<float>(ours));
  total -= feeding_cost(at, from, infantry + cavalry);
  return contested ? with_attack(total, at, from, ours) : total;
}

/// What a place is worth with the enemy there; `total`: without him.
float Judge::with_attack(float total, int at, int from, int ours) const {
  const int enemies = s_.count(1 - side_, at, Kind::Infantry);
  if (enemies > 0 && attack_odds(at, ours + helpers(at, from), from) < d_.attack_odds)
    return at == from ? total - d_.danger * static_cast<float>(enemies) : kForbidden;
  return total +
         d_.fight * static_cast<float>(enemies + s_.count(1 - side_, at, Kind::Cavalry) + 1);
}

float Judge::hold_worth(int at) const {
  const int point = c_.point_of[index(at)];
  if (d_.hold == 0 || point == engine::kNowhere) return 0;
  const bool invaders = (s_.control() >> point) & 1U;
  if (invaders != (side_ == 0)) return 0;
  const auto& around = c_.neighbours[index(at)];
  const bool near = std::any_of(around.begin(), around.end(),
                                [&](int next) { return s_.corps(1 - side_, next) > 0; });
  return near ? d_.hold * static_cast<float>(c_.points[index(point)]) : 0;
}

float Judge::bare_points(int at, int losses) const {
  const int point = c_.point_of[index(at)], corps = s_.corps(1 - side_, at);
  if (point == engine::kNowhere || corps == 0 || corps > losses) return 0;
  const auto& around = c_.neighbours[index(at)];
  const bool near = std::any_of(around.begin(), around.end(),
                                [&](int next) { return s_.corps(side_, next) > 0; });
  return near ? d_.hold * static_cast<float>(c_.points[index(point)]) : 0;
}

Judge::March Judge::best_ride(int from) const {
  March best;
  if (!c_.rules.optional_rules) return best;
  for (int leader = c_.leader_begin(side_); leader < c_.leader_end(side_); ++leader) {
    if (s_.leaders[index(leader)] != from) continue;
    const float stay = leader_worth(leader, from);
    for (int to : c_.neighbours[index(from)]) {
      if (engine::occupied(c_, s_, 1 - side_, to)) continue;
      const float gain = leader_worth(leader, to) - stay;
      if (best.to < 0 || gain > best.gain) best = {to, gain};
    }
  }
  return best;
}

float Judge::attack_odds(int at, int infantry, int from) const {
  const int enemies = s_.count(1 - side_, at, Kind::Infantry);
  if (!c_.rules.optional_rules) return ratio(infantry, enemies);
  auto ours = leader_points(side_, at, false);
  // Those who may still come along: from the stack that marches, and from next door.
  if (s_.step <= Step::MoveShare)
    for (int next : c_.neighbours[index(at)]) {
      const auto there = leader_points(side_, next, false);
      ours.sum += there.sum;
      if (next == from) ours.best = std::max(ours.best, there.best);
    }
  const int lead = ours.best - leader_points(1 - side_, at, false).best;
  return ratio(std::min(infantry, ours.sum), enemies) * (1 + kDiePoint * static_cast<float>(lead));
}

float Judge::leader_worth(int leader, int at) const {
  const auto& who = c_.leaders[index(leader)];
  const auto others = leader_points(side_, at, who.cavalry, leader);
  const int infantry = s_.count(side_, at, Kind::Infantry);
  const int troops = who.cavalry ? s_.count(side_, at, Kind::Cavalry) : infantry;
  const int enemies = enemy_near(at) + s_.corps(1 - side_, at);
  const bool vital = leader == c_.victory_leader;
  float total = kCompany * company(at, -1);
  if (troops > 0)
    total += static_cast<float>(std::max(0, who.points - others.best)) * (enemies > 0 ? 1 : kQuiet);
  if (!who.cavalry)
    total += static_cast<float>(std::min(infantry, others.sum + who.points) -
                                std::min(infantry, others.sum));
  if (vital) total += kMainArmy * static_cast<float>(infantry);
  const float exposed = static_cast<float>(enemies) - d_.boldness * static_cast<float>(infantry);
  const int loss = who.points + (vital ? -c_.rules.leader_lost : 0);
  return total - d_.danger * static_cast<float>(loss) * std::max(0.0F, exposed);
}

Judge::Points Judge::leader_points(int side, int at, bool cavalry, int except) const {
  Points points;
  for (int leader = c_.leader_begin(side); leader < c_.leader_end(side); ++leader) {
    const auto& who = c_.leaders[index(leader)];
    if (s_.leader_place(leader) != at || who.cavalry != cavalry || leader == except) continue;
    points.sum += who.points;
    points.best = std::max(points.best, who.points);
  }
  return points;
}

int Judge::own_near(int at) const {
  int number = s_.count(side_, at, Kind::Infantry);
  for (int to : c_.neighbours[index(at)]) number += s_.count(side_, to, Kind::Infantry);
  return number;
}

float Judge::company(int at, int except_from) const {
  const auto& nearness = b_.nearness[index(side_)][index(at)];
  float best = 0;
  for (int to : engine::corps_places(s_, side_)) {
    const float share = static_cast<float>(s_.corps(side_, to)) * nearness[index(to)];
    best = std::max(best, to == except_from ? share * 0.999F : share);
  }
  return best;
}

/// Infantry next door that may still come along.
int Judge::helpers(int at, int from) const {
  if (s_.step > Step::MoveShare) return 0;
  int number = 0;
  for (int next : c_.neighbours[index(at)])
    if (next != from) number += engine::field(unmoved(next), Kind::Infantry);
  return number;
}

float Judge::feeding_cost(int at, int from, int arriving) const {
  const int area = c_.area_of[index(at)];
  const auto& places = c_.areas[index(area)].places;
  const auto stocked = [&](Kind kind) {
    return std::any_of(places.begin(), places.end(),
                       [&](int place) { return s_.count(side_, place, kind) > 0; });
  };
  if (s_.is_full(area)) return stocked(Kind::Depot) ? 0 : d_.hunger * static_cast<float>(arriving);
  int corps = at == from ? 0 : arriving;
  for (int place : places) corps += s_.corps(side_, place);
  const auto& columns =
      c_.rules.depletion_columns[index(c_.winter(s_.turn))][stocked(Kind::Supply)];
  return d_.crowding * static_cast<float>(std::max(0, corps - columns[1] + 1));
}

}  // namespace niemen::ai::area_campaign

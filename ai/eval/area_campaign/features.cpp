#include "ai/eval/area_campaign/features.h"

#include <algorithm>
#include <cmath>

#include "engine/core/fixed_vector.h"
#include "engine/systems/area_campaign/places.h"

namespace niemen::ai {

namespace area = area_campaign;
using area::AreaContext;
using area::Kind;
using area::State;

namespace {

/// A lead of so many Areas on the way to a place makes it nearly certain.
constexpr double kAreasOfLead = 2;
/// What an Infantry Corps adds to the force around a place, so many Areas off; farther ones do not
/// count, and a place that nobody is nearer to counts as this far.
constexpr std::array<double, 6> kForceAt{1, 0.6, 0.36, 0.22, 0.13, 0.08};
/// Whoever controls a place that nobody is near to.
constexpr double kControllersForce = 0.5;
/// What a Corps on its way to a place loses of its worth with each Area that is still to cross;
/// without end, so that an army marches for what is far off too.
constexpr double kShareAnAreaOff = 0.8;

using BySide = std::array<double, play::kSides>;

/// Stacks of a side.
struct Stacks {
  struct Stack {
    std::uint8_t place, infantry;
  };
  core::FixedVector<Stack, area::kMaxPlaces> all;

  Stacks(const State& s, int side) {
    for (const int at : area::corps_places(s, side))
      all.push_back({static_cast<std::uint8_t>(at),
                     static_cast<std::uint8_t>(s.count(side, at, Kind::Infantry))});
  }
};

/// Who is near a place.
struct Around {
  int distance = static_cast<int>(kForceAt.size());
  double force = 0, under_way = 0;
};

Around look_around(const AreaContext& c, const Stacks& stacks, int from) {
  static constexpr auto kShare = [] {
    std::array<double, area::kMaxPlaces> share{1};
    for (std::size_t i = 1; i < share.size(); ++i) share[i] = share[i - 1] * kShareAnAreaOff;
    return share;
  }();
  Around around;
  const auto& row = c.distance[from];
  for (const auto& stack : stacks.all) {
    const int steps = row[stack.place];
    around.distance = std::min(around.distance, steps);
    if (static_cast<std::size_t>(steps) < kForceAt.size())
      around.force += kForceAt[steps] * stack.infantry;
    around.under_way += kShare[steps] * stack.infantry;
  }
  return around;
}

/// Points of places: shared by who stands nearer, by the forces around each, and by side what all
/// its Infantry is on the way to.
struct Prospects {
  double near = 0, force = 0;
  BySide under_way{};
};
Prospects prospects(const AreaContext& c, const State& s) {
  const std::array<Stacks, play::kSides> stacks{Stacks(s, 0), Stacks(s, 1)};
  Prospects points;
  for (std::size_t i = 0; i < c.point_places.size(); ++i) {
    const auto a = look_around(c, stacks[0], c.point_places[i]);
    const auto b = look_around(c, stacks[1], c.point_places[i]);
    const bool controlled = (s.control() >> i) & 1U;
    // Who controls it already needs not march there.
    points.near +=
        c.points[i] * std::tanh((b.distance - a.distance + (controlled ? 1 : -1)) / kAreasOfLead);
    points.force += c.points[i] *
                    (a.force - b.force + (controlled ? kControllersForce : -kControllersForce)) /
                    (a.force + b.force + kControllersForce);
    points.under_way[0] += c.points[i] * a.under_way;
    points.under_way[1] += c.points[i] * b.under_way;
  }
  return points;
}

/// Of the position, and of each side, in the order of kNames.
constexpr std::size_t kOfPosition = 9, kOfASide = 7;
using SideCount = std::array<double, kOfASide>;

bool has_depot(const AreaContext& c, const State& s, int at) {
  for (const int part : c.areas[c.area_of[at]].places)
    if (s.count(0, part, Kind::Depot) > 0) return true;
  return false;
}

SideCount count_side(const AreaContext& c, const State& s, int side) {
  int infantry = 0, cavalry = 0, supply = 0, leaders = 0, massed = 0, exposed = 0, hungry = 0;
  for (const int at : area::kind_places(s, side, Kind::Supply))
    supply += s.count(side, at, Kind::Supply);
  for (const int at : area::corps_places(s, side)) {
    const int here = s.count(side, at, Kind::Infantry);
    infantry += here;
    cavalry += s.count(side, at, Kind::Cavalry);
    massed = std::max(massed, here);
    int enemies = s.count(1 - side, at, Kind::Infantry);
    for (const int next : c.neighbours[at]) enemies += s.count(1 - side, next, Kind::Infantry);
    if (enemies > here) exposed += s.corps(side, at);
    if (s.is_full(c.area_of[at]) && !(side == 0 && has_depot(c, s, at)))
      hungry += s.corps(side, at);
  }
  if (c.rules.optional_rules)
    for (int leader = c.leader_begin(side); leader < c.leader_end(side); ++leader)
      if (s.leader_place(leader) < area::kMaxPlaces) leaders += c.leaders[leader].points;
  SideCount count{};
  std::size_t next = 0;
  for (const int value : {infantry, cavalry, supply, leaders, massed, exposed, hungry})
    count[next++] = value;
  return count;
}

}  // namespace

void Features<area_campaign::AreaCampaign>::measure(const area_campaign::AreaCampaign& game,
                                                    const State& s, std::span<double> values) {
  const auto& c = game.context();
  const double progress = std::clamp(static_cast<double>(s.turn) / c.rules.last_turn, 0.0, 1.0);
  TwofoldFeatures features(values, progress);
  static_assert(kNames.size() == 2 * kOfPosition + 4 * kOfASide);
  features.add(static_cast<double>(game.outcome(s).margin));
  const auto points = prospects(c, s);
  features.add(points.near);
  features.add(points.force);
  for (const double value : points.under_way) features.add(value);
  const auto turn = static_cast<std::size_t>(std::clamp(+s.turn, 1, c.rules.last_turn));
  features.add(c.rules.political_losses
                   ? std::max(0, c.rules.victory_index[turn - 1] - area::victory_points(c, s))
                   : 0);
  features.add(progress);
  int depots = 0, stocked = 0;
  for (const int at : area::kind_places(s, 0, Kind::Depot)) {
    depots += s.count(0, at, Kind::Depot);
    stocked += s.corps(0, at);
  }
  features.add(depots);
  features.add(stocked);
  features.add_sides(count_side(c, s, 0), count_side(c, s, 1));
}

LinearModel Features<area_campaign::AreaCampaign>::hand_set() {
  // Weights for raw numbers; only what anybody would say without having seen a campaign.
  static constexpr std::array<HandSetTerm, 8> kHandSet{{{"points_now", 0.05, 0.3},
                                                        {"points_now_late", 0.2, 0.6},
                                                        {"points_near", 0.05, 0.3},
                                                        {"infantry_a", 0.1, 0.5},
                                                        {"infantry_b", -0.1, -0.5},
                                                        {"cavalry_a", 0.05, 0.25},
                                                        {"cavalry_b", -0.05, -0.25},
                                                        {"hungry_a", -0.05, -0.25}}};
  return hand_set_model(kMechanism, kNames, kHandSet, "set by hand: points, army, supply");
}

}  // namespace niemen::ai

#include "ai/eval/hex_campaign/features.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::ai {

using hex_campaign::Context;
using hex_campaign::HexSet;
using hex_campaign::PieceSet;
using hex_campaign::State;
using play::Side;

namespace {

/// A lead of so many hexes on the way to a place makes it nearly certain.
constexpr double kHexesOfLead = 4;
/// A place that nobody's units are near to counts as this far.
constexpr int kFarAway = 30;

/// What a unit adds to the force around a place, so many hexes off.
constexpr int kForceReach = 8;
constexpr std::array<double, kForceReach> kForceAt{1, 0.7, 0.49, 0.34, 0.24, 0.17, 0.12, 0.08};
/// Whoever owns a place that nobody is near to.
constexpr double kOwnersForce = 1;

constexpr std::size_t at(Side side) { return static_cast<std::size_t>(side); }

int nearest(const Context& c, const hex_campaign::HexSet& hexes, int to) {
  int best = kFarAway;
  const auto target = c.map.coordinates(static_cast<map::Hex>(to));
  for (const int hex : hexes)
    best = std::min(best, map::distance(c.map.coordinates(static_cast<map::Hex>(hex)), target));
  return best;
}

/// Points of places that count at the end, shared by who stands nearer.
double points_near(const Context& c, const State& s, const HexSet& a_now) {
  double points = 0;
  for (const auto& row : c.victory.rows) {
    if (row.what != hex_campaign::VictoryRow::What::Place) continue;
    const double lead =
        nearest(c, s.combat_hexes[1], row.hex) - nearest(c, s.combat_hexes[0], row.hex);
    // Who owns it already needs not march there.
    points += row.points * std::tanh((lead + (a_now.contains(row.hex) ? 1 : -1)) / kHexesOfLead);
  }
  return points;
}

/// Units of a side around a place, each worth less the farther off.
double force_near(const Context& c, const State& s, Side side, int to) {
  const auto target = c.map.coordinates(static_cast<map::Hex>(to));
  double force = 0;
  for (const int hex : s.combat_hexes[at(side)]) {
    const int steps = map::distance(c.map.coordinates(static_cast<map::Hex>(hex)), target);
    if (steps < kForceReach)
      force += kForceAt[steps] * (hex_campaign::pieces_at(s, hex) & c.units_of[at(side)]).count();
  }
  return force;
}

/// Points of places that count at the end, shared by the forces around each.
double points_force(const Context& c, const State& s, const HexSet& a_now) {
  double points = 0;
  for (const auto& row : c.victory.rows) {
    if (row.what != hex_campaign::VictoryRow::What::Place) continue;
    const double a = force_near(c, s, Side::A, row.hex), b = force_near(c, s, Side::B, row.hex);
    const bool owned = a_now.contains(row.hex);
    points +=
        row.points * (a - b + (owned ? kOwnersForce : -kOwnersForce)) / (a + b + kOwnersForce);
  }
  return points;
}

double chain(const Context& c, const State& s, Side side) {
  int farthest = 0;
  const auto home = c.friendly[at(side)];
  for (const int hex : hex_campaign::depot_hexes(c, s, side))
    if (!home.contains(hex)) farthest = std::max(farthest, nearest(c, home, hex));
  return farthest;
}

double trains(const State& s, Side side) {
  int genuine = s.to_place[at(side)];
  for (std::size_t i = 0; i < s.train_count[at(side)]; ++i)
    genuine += (s.train[at(side)][i] & hex_campaign::kTrainGenuine) != 0;
  return genuine;
}

/// Of the position, and of each side, in the order of kNames.
constexpr std::size_t kOfPosition = 4, kOfASide = 17;
using SideCount = std::array<double, kOfASide>;

SideCount count_side(const Context& c, const State& s, Side side) {
  const PieceSet off_map =
      hex_campaign::scan(s, hex_campaign::kFirstOffMap, hex_campaign::kFirstOffMap);
  const PieceSet units = c.units_of[at(side)] - off_map;
  const PieceSet disrupted = hex_campaign::with_status(s, hex_campaign::kDisrupted);
  const PieceSet good = units - disrupted;
  State next = s;
  next.turn = static_cast<std::uint8_t>(std::min(s.turn + 1, 255));
  const auto reach = hex_campaign::supplied_hexes(c, next, side);
  int fed = 0, hungry = 0, exposed = 0;
  const auto in = [&](int hex, Side whose) {
    return (hex_campaign::pieces_at(s, hex) & c.units_of[at(whose)]).count();
  };
  for (const int hex : s.combat_hexes[at(side)]) {
    const int here = in(hex, side);
    (reach.contains(hex) ? fed : hungry) += here;
    int foes = 0;
    for (const int beside : c.map.around(static_cast<map::Hex>(hex)) & s.combat_hexes[1 - at(side)])
      foes += in(beside, play::other(side));
    exposed += foes > here;
  }
  double ratings = 0;
  for (const int piece : c.commanders_of[at(side)] - off_map) ratings += c.pieces[piece].rating;
  const auto of = [&](const PieceSet& set) { return static_cast<double>((good & set).count()); };
  const auto with = [&](unsigned status) {
    return static_cast<double>((units & hex_campaign::with_status(s, status)).count());
  };
  return {of(c.class_units[0]),
          of(c.class_units[1]),
          of(c.class_units[2]),
          of(c.arm_units[1]),
          of(c.arm_units[2]),
          static_cast<double>((units & disrupted).count()),
          with(hex_campaign::kSupplied),
          static_cast<double>(fed),
          static_cast<double>(hungry),
          with(hex_campaign::kForage),
          static_cast<double>(exposed),
          static_cast<double>(s.combat_hexes[at(side)].count()),
          static_cast<double>(s.depots[at(side)].count()),
          chain(c, s, side),
          trains(s, side),
          ratings,
          static_cast<double>(s.commands[at(side)] + s.command_change[at(side)])};
}

}  // namespace

void Features<hex_campaign::HexCampaign>::measure(const hex_campaign::HexCampaign& game,
                                                  const State& s, std::span<double> values) {
  const auto& c = game.context_of(s);
  const double progress =
      std::clamp(static_cast<double>(s.turn) / std::max(1, c.scenario.last_turn), 0.0, 1.0);
  TwofoldFeatures features(values, progress);
  static_assert(kNames.size() == 2 * kOfPosition + 4 * kOfASide);
  features.add(static_cast<double>(game.outcome(s).margin));
  const auto a_now = hex_campaign::friendly_now(c, s, Side::A);
  features.add(points_near(c, s, a_now));
  features.add(points_force(c, s, a_now));
  features.add(progress);
  features.add_sides(count_side(c, s, Side::A), count_side(c, s, Side::B));
}

LinearModel Features<hex_campaign::HexCampaign>::hand_set() {
  // Weights for raw numbers; only what anybody would say without having seen a campaign.
  static constexpr std::array<HandSetTerm, 13> kHandSet{{{"points_now", 0.01, 0.2},
                                                         {"points_now_late", 0.05, 0.6},
                                                         {"points_near", 0.02, 0.3},
                                                         {"veterans_a", 0.05, 0.5},
                                                         {"veterans_b", -0.05, -0.5},
                                                         {"lines_a", 0.04, 0.4},
                                                         {"lines_b", -0.04, -0.4},
                                                         {"conscripts_a", 0.03, 0.3},
                                                         {"conscripts_b", -0.03, -0.3},
                                                         {"supplied_a", 0.01, 0.1},
                                                         {"supplied_b", -0.01, -0.1},
                                                         {"disrupted_a", 0.02, 0.2},
                                                         {"disrupted_b", -0.02, -0.2}}};
  return hand_set_model(kMechanism, kNames, kHandSet, "set by hand: points, army, supply");
}

}  // namespace niemen::ai

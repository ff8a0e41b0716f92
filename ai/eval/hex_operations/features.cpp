#include "ai/eval/hex_operations/features.h"

#include <algorithm>
#include <cmath>

#include "engine/core/fixed_vector.h"
#include "engine/systems/hex_operations/lookups.h"

namespace niemen::ai {

namespace ops = hex_operations;
using ops::Arm;
using ops::OperationsContext;
using ops::State;

namespace {

/// A lead of so many hexes on the way to a place makes it nearly certain.
constexpr double kHexesOfLead = 6;
/// Farther off than this nobody is near to a place.
constexpr int kFar = 20;
/// What a unit's strength around a place, and on its way to one, loses with each hex.
constexpr double kForceAHexOff = 0.75, kShareAHexOff = 0.95;
/// Whoever controls a place that nobody is near to.
constexpr double kControllersForce = 1;

using BySide = std::array<double, play::kSides>;

/// Combat units of a side: where, and how strong.
struct Units {
  struct Unit {
    std::uint16_t hex;
    std::uint8_t strength;
  };
  core::FixedVector<Unit, ops::kSidePieces> all;

  Units(const OperationsContext& c, const State& s, int side) {
    for (const int index : ops::pieces_on_map(s, side) & c.combat_pieces[side]) {
      const int piece = ops::piece_of(side, index);
      all.push_back({s.hex[piece], static_cast<std::uint8_t>(ops::strength_of(c, s, piece))});
    }
  }
};

constexpr auto powers(double base) {
  std::array<double, 128> table{1};
  for (std::size_t i = 1; i < table.size(); ++i) table[i] = table[i - 1] * base;
  return table;
}

/// Who is near a place.
struct Around {
  int distance = kFar;
  double force = 0, under_way = 0;
};
Around look_around(const Units& units, int hex) {
  static constexpr auto kForce = powers(kForceAHexOff), kShare = powers(kShareAHexOff);
  Around around;
  for (const auto& unit : units.all) {
    const int distance = ops::hex_distance(unit.hex, hex);
    around.distance = std::min(around.distance, distance);
    around.force += kForce[distance] * unit.strength;
    around.under_way += kShare[distance] * unit.strength;
  }
  return around;
}

/// Points of places: shared by who stands nearer, by the forces around each, and by side what all
/// its units are on the way to.
struct Prospects {
  double near = 0, force = 0;
  BySide under_way{};
};
Prospects prospects(const OperationsContext& c, const State& s) {
  const std::array<Units, play::kSides> units{Units(c, s, 0), Units(c, s, 1)};
  Prospects points;
  for (std::size_t i = 0; i < c.places.size(); ++i) {
    const auto a = look_around(units[0], c.places[i].hex);
    const auto b = look_around(units[1], c.places[i].hex);
    const int worth = c.places[i].points;
    const bool controlled = (s.control >> i) & 1U;
    points.near +=
        worth * std::tanh((b.distance - a.distance + (controlled ? 1 : -1)) / kHexesOfLead);
    points.force += worth *
                    (a.force - b.force + (controlled ? kControllersForce : -kControllersForce)) /
                    (a.force + b.force + kControllersForce);
    points.under_way[0] += worth * a.under_way;
    points.under_way[1] += worth * b.under_way;
  }
  return points;
}

/// Of the position, and of each side, in the order of kNames.
constexpr std::size_t kOfPosition = 9, kOfASide = 6;
using SideCount = std::array<double, kOfASide>;

/// Areas in which a Depot stands.
std::uint64_t stocked_areas(const OperationsContext& c, const State& s) {
  std::uint64_t areas = 0;
  for (const int index : ops::pieces_on_map(s, 0) & c.depot_pieces[0]) {
    const int area = c.area[s.at(index)];
    if (area != ops::kNoArea) areas |= std::uint64_t{1} << area;
  }
  return areas;
}

SideCount count_side(const OperationsContext& c, const State& s, int side, std::uint64_t stocked) {
  SideCount count{};
  auto& [strength, cavalry, supply, leaders, disrupted, hungry] = count;
  for (const int index : ops::pieces_on_map(s, side)) {
    const int piece = ops::piece_of(side, index);
    const auto& info = c.pieces[piece];
    if (info.arm == Arm::Leader) leaders += info.offence + info.defence;
    if (info.arm == Arm::Supply) ++supply;
    if (!ops::is_combat(info.arm)) continue;
    strength += ops::strength_of(c, s, piece);
    cavalry += info.arm == Arm::Cavalry;
    disrupted += s.disrupted(piece);
    const int area = c.area[s.at(piece)];
    if (area == ops::kNoArea) continue;
    const bool fed = side == 0 && ((stocked >> area) & 1U);
    hungry += ((s.full >> area) & 1U) && !fed;
  }
  return count;
}

}  // namespace

void Features<ops::HexOperations>::measure(const ops::HexOperations& game, const State& s,
                                           std::span<double> values) {
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
                   ? std::max(0, c.rules.victory_index[turn - 1] - ops::victory_points(c, s))
                   : 0);
  features.add(progress);
  features.add(s.leader_lost ? 0 : 1);
  const auto depots = ops::pieces_on_map(s, 0) & c.depot_pieces[0];
  features.add(depots.count());
  const auto stocked = stocked_areas(c, s);
  features.add_sides(count_side(c, s, 0, stocked), count_side(c, s, 1, stocked));
}

LinearModel Features<ops::HexOperations>::hand_set() {
  // Weights for raw numbers; only what anybody would say without having seen a campaign.
  static constexpr std::array<HandSetTerm, 8> kHandSet{{{"points_now", 0.05, 0.3},
                                                        {"points_now_late", 0.2, 0.6},
                                                        {"points_near", 0.05, 0.3},
                                                        {"strength_a", 0.02, 0.1},
                                                        {"strength_b", -0.02, -0.1},
                                                        {"leader_lives", 0.5, 2.5},
                                                        {"hungry_a", -0.05, -0.25},
                                                        {"hungry_b", 0.05, 0.25}}};
  return hand_set_model(kMechanism, kNames, kHandSet, "set by hand: points, army, supply");
}

}  // namespace niemen::ai

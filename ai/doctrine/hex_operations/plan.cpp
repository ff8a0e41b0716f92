#include "ai/doctrine/hex_operations/plan.h"

#include <algorithm>
#include <bit>
#include <queue>

namespace niemen::ai::hex_operations {

using engine::OperationsContext;
using engine::PieceSet;
using engine::State;

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// From how far off somebody can come up to attack a hex, in hexes.
constexpr int kAttackReach = 6;
/// Friends this near to an attack stand by it when the enemy's turn comes, in hexes.
constexpr int kFriendsReach = 2;
/// Enemy strength left near an attack that its friends dare to face, for each point that they face
/// elsewhere: who has won the field has some of it spent.
constexpr float kBoldest = 1.5F;
/// Who is this near to a place counts at it.
constexpr int kNearPlace = 4;
/// Least strength that is sent to a place.
constexpr float kLeastSent = 3;
/// Roads that are this long are not marched for a single place.
constexpr int kLongWay = 60;

PieceSet combat_on_map(const OperationsContext& c, const State& s, int side) {
  return engine::pieces_on_map(s, side) & c.combat_pieces[at(side)];
}

/// Movement Points of the cheapest ways to one hex, by Dijkstra's method; ways are as dear back as
/// forth but for the terrain at their ends, which is near enough.
std::array<std::uint8_t, engine::kHexCodes> distances_to(const OperationsContext& c, int hex) {
  std::array<std::uint8_t, engine::kHexCodes> distance;
  distance.fill(PlannerBasis::kFar);
  using Entry = std::pair<int, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  distance[at(hex)] = 0;
  open.push({0, hex});
  while (!open.empty()) {
    const auto [so_far, here] = open.top();
    open.pop();
    if (so_far > distance[at(here)]) continue;
    for (int d = 0; d < engine::kDirections; ++d) {
      const int next = c.neighbour[at(here)][at(d)];
      if (next == engine::kNoHex) continue;
      const int cost = so_far + c.step_cost[at(next)][at(engine::opposite(d))];
      if (cost >= distance[at(next)]) continue;
      distance[at(next)] = static_cast<std::uint8_t>(cost);
      open.push({cost, next});
    }
  }
  return distance;
}

}  // namespace

PlannerBasis::PlannerBasis(const engine::HexOperations& g, std::array<Doctrine, 2> d)
    : game(g), doctrines(std::move(d)) {
  for (const auto& place : game.context().places)
    distance.push_back(distances_to(game.context(), place.hex));
}

int strength_near(const OperationsContext& game, const State& state, int side, int hex, int reach) {
  int strength = 0;
  for (const int index :
       engine::pieces_near(state, side, hex, reach) & game.combat_pieces[at(side)]) {
    const int piece = engine::piece_of(side, index);
    if (engine::hex_distance(state.at(piece), hex) <= reach)
      strength += engine::strength_of(game, state, piece);
  }
  return strength;
}

void StrengthAround::look(const OperationsContext& game, const State& state, int side,
                          const PieceSet& pieces) {
  for (int index = 0; index < engine::kSidePieces; ++index) {
    const int piece = engine::piece_of(side, index);
    const bool counts = pieces.contains(index);
    const int hex = counts ? state.at(piece) : engine::kNoHex;
    const int strength = counts ? engine::strength_of(game, state, piece) : 0;
    if (hex == at_[at(index)] && strength == strength_[at(index)]) continue;
    if (at_[at(index)] != engine::kNoHex) add_around(at_[at(index)], -strength_[at(index)]);
    if (counts) add_around(hex, strength);
    at_[at(index)] = static_cast<std::uint16_t>(hex);
    strength_[at(index)] = static_cast<std::uint8_t>(strength);
  }
}

/// In a column a run of rows, as hex_distance measures.
void StrengthAround::add_around(int hex, int strength) {
  const int column = engine::column_of(hex);
  const int slant = engine::row_of(hex) - (column + 1) / 2;
  for (int c = std::max(1, column - reach_); c <= std::min(engine::kMaxColumn, column + reach_);
       ++c) {
    const int off = c - column, middle = slant + (c + 1) / 2;
    const int first = std::max(1, middle + std::max(-reach_, -reach_ - off));
    const int last = std::min(engine::kMaxRow, middle + std::min(reach_, reach_ - off));
    for (int r = first; r <= last; ++r)
      sums_[at(engine::hex_code(c, r))] += static_cast<std::int16_t>(strength);
  }
}

void Strengths::look(const OperationsContext& game, const State& state, int side) {
  auto enemies = combat_on_map(game, state, 1 - side);
  if (state.segment != 2) enemies &= engine::unmarked(state, 1 - side, engine::kDoomed);
  threats_[at(1 - side)].look(game, state, 1 - side, enemies);
  look_at_own(game, state, side);
}

void Strengths::look_at_own(const OperationsContext& game, const State& state, int side) {
  side_ = side;
  const auto units = combat_on_map(game, state, side);
  supports_[at(side)].look(game, state, side, units);
  corps.fill(0);
  stocked = 0;
  for (const int index : units) {
    const int piece = engine::piece_of(side, index);
    const int area = game.area[at(state.at(piece))];
    if (area != engine::kNoArea) corps[at(area)] += engine::is_corps(game, state, piece);
  }
  for (const int index : engine::pieces_on_map(state, side) & game.depot_pieces[at(side)]) {
    const int area = game.area[at(state.at(engine::piece_of(side, index)))];
    if (area != engine::kNoArea) stocked |= std::uint64_t{1} << area;
  }
}

void TurnPlan::make(const PlannerBasis& basis, const State& state, int side_to_plan,
                    const Strengths& strengths) {
  side = side_to_plan;
  turn = state.turn;
  considered = {};
  assembly.fill(engine::kNoHex);
  assign_goals(basis, state, strengths);
  assign_attacks(basis, state, strengths);
}

namespace {

/// A place that somebody is to be sent to.
struct Errand {
  int place;
  float worth;
  float need;  ///< strength
};
using Errands = core::FixedVector<Errand, engine::kMaxPoints>;

/// Worth of a place: what its points are worth, less for how far the next unit is.
Errands find_errands(const PlannerBasis& basis, const State& s, int side) {
  const auto& c = basis.game.context();
  const auto& d = basis.doctrines[at(side)];
  Errands errands;
  for (int place = 0; place < static_cast<int>(c.places.size()); ++place) {
    const auto& info = c.places[at(place)];
    const bool ours = engine::controls(s, side, place);
    const int enemies = strength_near(c, s, 1 - side, info.hex, kNearPlace);
    if (ours && enemies == 0) continue;
    int nearest = PlannerBasis::kFar;
    for (const int index : combat_on_map(c, s, side))
      nearest = std::min<int>(nearest,
                              basis.distance[at(place)][at(s.at(engine::piece_of(side, index)))]);
    if (nearest > kLongWay) continue;
    const float need =
        std::max(kLeastSent, (ours ? d.guard : d.need) * static_cast<float>(enemies));
    const float worth =
        d.weight[at(place)] * static_cast<float>(info.points) / static_cast<float>(10 + nearest);
    if (worth > 0) errands.push_back({place, worth, need});
  }
  std::sort(errands.begin(), errands.end(), [](const Errand& a, const Errand& b) {
    return a.worth != b.worth ? a.worth > b.worth : a.place < b.place;
  });
  return errands;
}

/// The place that everybody else marches to.
int main_place(const PlannerBasis& basis, const State& s, int side) {
  const auto& main = basis.doctrines[at(side)].main;
  for (const int place : main)
    if (engine::controls(s, 0, place) == (side == 1) || side == 1)
      if (side == 0 || engine::controls(s, 1, place)) return place;
  return main.back();
}

}  // namespace

void TurnPlan::assign_goals(const PlannerBasis& basis, const State& s, const Strengths&) {
  const auto& c = basis.game.context();
  const int elsewhere = main_place(basis, s, side);
  goal.fill(static_cast<std::uint8_t>(elsewhere));
  auto free = combat_on_map(c, s, side);
  for (const auto& errand : find_errands(basis, s, side)) {
    float sent = 0;
    while (sent < errand.need && !free.empty()) {
      int best = -1, least = kLongWay;
      for (const int index : free) {
        const int way = basis.distance[at(errand.place)][at(s.at(engine::piece_of(side, index)))];
        if (way < least) {
          least = way;
          best = index;
        }
      }
      if (best < 0) break;
      free.erase(best);
      goal[at(best)] = static_cast<std::uint8_t>(errand.place);
      sent += static_cast<float>(engine::strength_of(c, s, engine::piece_of(side, best)));
    }
  }
}

namespace {

/// Units that could attack a hex together from one hex.
struct Assembly {
  int from = engine::kNoHex;
  int target = engine::kNoHex;
  int percent = 0;
  int prey = 0;  ///< strength attacked
  PieceSet pieces;
};

bool is_ready(const State& s, int piece) {
  return !s.disrupted(piece) && !s.marked(piece, engine::kMoved | engine::kCounted);
}

/// Steps that a piece may take to come up, by the crow's flight.
int march_reach(const OperationsContext& c, const State& s, int piece) {
  return engine::allowance_of(c, s, piece) - 1;
}

/// Columns and rows that no march of one allowance goes beyond.
int longest_march(const OperationsContext& c) {
  int longest = 0;
  for (const auto& unit : c.rules.units) longest = std::max(longest, unit[1]);
  return longest;
}

/// Units of `free` that can come up to a hex, the nearest first, of equals the lowest.
core::FixedVector<int, engine::kSidePieces> who_can_come(const OperationsContext& c, const State& s,
                                                         int side, int hex, const PieceSet& free) {
  std::array<int, engine::kSidePieces> ways;
  core::FixedVector<int, engine::kSidePieces> units;
  // The last step of the way costs what its ground does.
  int last = PlannerBasis::kFar;
  for (int d = 0; d < engine::kDirections; ++d)
    if (const int next = c.neighbour[at(hex)][at(d)]; next != engine::kNoHex)
      last = std::min<int>(last, c.step_cost[at(next)][at(engine::opposite(d))]);
  for (const int index : free) {
    const int piece = engine::piece_of(side, index);
    const int steps = engine::hex_distance(s.at(piece), hex);
    const int way = steps == 0 ? 0 : steps - 1 + last;
    if (way > march_reach(c, s, piece)) continue;
    ways[at(index)] = way;
    units.push_back(index);
  }
  std::sort(units.begin(), units.end(), [&](int a, int b) {
    return ways[at(a)] != ways[at(b)] ? ways[at(a)] < ways[at(b)] : a < b;
  });
  return units;
}

Assembly gather(const OperationsContext& c, const State& s, int side, int from, int direction,
                const PieceSet& free, int wanted) {
  Assembly found;
  found.from = from;
  found.target = c.neighbour[at(from)][at(direction)];
  const bool crossed = (c.river[at(from)] >> direction) & 1U;
  const int defence = engine::defence_of(c, s, 1 - side, found.target, crossed, true);
  found.prey = strength_near(c, s, 1 - side, found.target, 0);
  if (defence == 0) return found;
  int units = 0, bonus = 0;
  const auto percent = [&] { return 100 * (units + std::min(units, bonus)) / defence; };
  // The Leader of the greatest bonus in reach first, then units, the nearest first.
  const auto near = free & engine::pieces_near(s, side, from, longest_march(c));
  int leader = -1;
  for (const int index : near& c.leader_pieces[at(side)]) {
    const int piece = engine::piece_of(side, index);
    if (engine::hex_distance(s.at(piece), from) > march_reach(c, s, piece)) continue;
    if (leader < 0 || c.pieces[at(piece)].offence > c.pieces[at(leader)].offence) leader = piece;
  }
  if (leader >= 0) bonus = c.pieces[at(leader)].offence;
  for (const int index : who_can_come(c, s, side, from, near & c.combat_pieces[at(side)])) {
    if (percent() >= wanted) break;
    found.pieces.insert(index);
    units += engine::strength_of(c, s, engine::piece_of(side, index));
  }
  if (leader >= 0 && units > 0) found.pieces.insert(engine::index_of(leader));
  found.percent = percent();
  return found;
}

/// Whether a unit guards the place that it stands in: it is not taken along to an attack.
bool is_garrison(const PlannerBasis& basis, const State& s, int side, int index, int goal) {
  const auto& c = basis.game.context();
  const auto& place = c.places[at(goal)];
  return c.combat_pieces[at(side)].contains(index) && engine::controls(s, side, goal) &&
         s.at(engine::piece_of(side, index)) == place.hex && place.points > 0 &&
         strength_near(c, s, 1 - side, place.hex, kNearPlace) > 0;
}

/// Whether those who attack from a hex can stay there: they are fed, and the rest of the enemy near
/// is no more than they and their friends can face.
bool can_stay(const PlannerBasis& basis, const State& s, int side, const Assembly& attack,
              const Strengths& strengths) {
  const auto& c = basis.game.context();
  const int area = c.area[at(attack.from)];
  if (area != engine::kNoArea && s.depletion(area) == engine::Depletion::Full &&
      !((strengths.stocked >> area) & 1U))
    return false;
  PieceSet come = attack.pieces & c.combat_pieces[at(side)];
  for (const int index :
       engine::pieces_near(s, side, attack.from, kFriendsReach) & c.combat_pieces[at(side)])
    if (engine::hex_distance(s.at(engine::piece_of(side, index)), attack.from) <= kFriendsReach)
      come.insert(index);
  int friends = 0;
  for (const int index : come) friends += engine::strength_of(c, s, engine::piece_of(side, index));
  const int enemies = strength_near(c, s, 1 - side, attack.from, kNearPlace) - attack.prey;
  return static_cast<float>(enemies) <=
         kBoldest * basis.doctrines[at(side)].boldness * static_cast<float>(friends);
}

}  // namespace

void TurnPlan::assign_attacks(const PlannerBasis& basis, const State& s,
                              const Strengths& strengths) {
  const auto& c = basis.game.context();
  const auto& d = basis.doctrines[at(side)];
  PieceSet free;
  for (const int index :
       engine::pieces_on_map(s, side) & (c.combat_pieces[at(side)] | c.leader_pieces[at(side)]))
    if (is_ready(s, engine::piece_of(side, index)) &&
        !is_garrison(basis, s, side, index, goal[at(index)]))
      free.insert(index);
  engine::HexSet attacked;
  constexpr int kMaxAttacks = 6;  ///< one after the other: each takes its units from the rest
  for (int attack = 0; attack < kMaxAttacks; ++attack) {
    Assembly best;
    auto looked_at = attacked;
    for (const int index : engine::pieces_on_map(s, 1 - side)) {
      const int hex = s.at(engine::piece_of(1 - side, index));
      if (looked_at.contains(hex)) continue;
      looked_at.insert(hex);
      if (strength_near(c, s, side, hex, kAttackReach) == 0) continue;
      for (int way = 0; way < engine::kDirections; ++way) {
        const int from = c.neighbour[at(hex)][at(way)];
        if (from == engine::kNoHex || c.fortress_at(from)) continue;
        if (engine::occupied_by(s, 1 - side, from)) continue;
        const auto found = gather(c, s, side, from, engine::opposite(way), free, d.wanted_percent);
        const int worth = std::min(found.percent, d.wanted_percent) * (1 + found.prey);
        if (found.percent >= d.attack_percent &&
            worth > std::min(best.percent, d.wanted_percent) * (1 + best.prey) &&
            can_stay(basis, s, side, found, strengths))
          best = found;
      }
    }
    if (best.pieces.empty()) return;
    attacked.insert(best.target);
    free -= best.pieces;
    for (const int index : best.pieces) assembly[at(index)] = static_cast<std::uint16_t>(best.from);
  }
}

}  // namespace niemen::ai::hex_operations

// A position as one side's general sees it: stacks, dangers, supply of the next turn, objectives.
#pragma once

#include <array>
#include <memory>

#include "ai/doctrine/hex_campaign/doctrine.h"
#include "ai/doctrine/hex_campaign/geography.h"
#include "engine/core/fixed_vector.h"
#include "engine/systems/hex_campaign/state.h"

namespace niemen::ai::hex_doctrine {
inline namespace NIEMEN_HEX_SIZE {

using hex_campaign::PieceSet;
using hex_campaign::State;

/// What does not change in a campaign: shared by all planners of a match.
struct Strategy {
  Strategy(const Context& context, PerSide<Doctrine> chosen);
  Geography geography;
  PerSide<Doctrine> doctrines;
  PerSide<std::vector<Prize>> prizes;
  PerSide<std::array<std::uint8_t, hex_campaign::kMaxHexes>> points{};  ///< per hex, of its prizes
  PerSide<HexSet> prize_places;
  /// Units that arrive at the end of a turn where they must be fed (13.2), by turn.
  std::array<PieceSet, hex_campaign::kMaxTurns + 1> arriving{};
  std::array<HexSet, hex_campaign::kMaxHexes> near{};  ///< at most kDangerReach steps off
  /// The same, all bits set for each hex near; to be gone through many at a time.
  std::array<std::array<std::uint8_t, hex_campaign::kMaxHexes>, hex_campaign::kMaxHexes>
      near_masks{};
  PerSide<std::array<HexSet, hex_campaign::kMaxHexes>> forced_march{};  ///< within one of the side
};

/// A march and an attack.
inline constexpr int kDangerReach = 4;
inline constexpr int kMaxStacks = 120;
inline constexpr int kMaxObjectives = 36;

/// All that one side has in a hex.
struct Stack {
  Hex hex = 0;
  std::int8_t units = 0;
  std::int8_t ready = 0;   ///< units in good order
  std::int8_t free = 0;    ///< those of them that are bound to no place
  std::int8_t rating = 0;  ///< of its best Commander
  std::int8_t commanders = 0;
  std::int8_t value = 0;      ///< worth in combat, supports and terrain apart
  std::int8_t occupancy = 0;  ///< half factors
  std::int8_t objective = 0;  ///< index into Appraisal::objectives
  std::int8_t guns = 0;       ///< artillery in good order
};

/// A place to take or to hold, and the units wanted there.
struct Objective {
  Hex hex = 0;
  int weight = 0;
  int need = 0;
  int reach = 0;      ///< stacks further away are not called
  bool main = false;  ///< a thrust of the doctrine
};

using Stacks = core::FixedVector<Stack, kMaxStacks>;
using Objectives = core::FixedVector<Objective, kMaxObjectives>;

/// Worth in combat of these units under the best of these Commanders: Combat Factors, combined
/// arms, rating (11.3-11.7).
int combat_value(const Context& c, const State& s, const PieceSet& units,
                 const PieceSet& commanders);
/// Units of artillery.
int guns_among(const Context& c, const PieceSet& units);
/// How dear a unit is to its owner; the cheapest takes the hit.
int unit_worth(const Context& c, int unit);

/// Computed from a position, part by part where something changed since the last time.
class Appraisal {
 public:
  Appraisal(const Context& context, std::shared_ptr<const Strategy> strategy, Side side);

  /// Brings stacks and dangers up to date with the position, which is all that combat needs. Does
  /// nothing for an equal position.
  void look(const State& s);
  /// Brings everything up to date: supply and objectives as well.
  void survey(const State& s);
  void forget() { known_ = false; }
  /// Counts positions seen: whoever keeps conclusions compares it.
  std::uint32_t version() const { return version_; }

  Side side() const { return me_; }
  const Doctrine& doctrine() const { return strategy_->doctrines[seat_]; }
  const Values& values() const { return doctrine().values; }
  const DoctrinePhase& phase() const { return *phase_; }
  const Stacks& own() const { return own_; }
  const Stacks& foes() const { return foes_; }
  const Stack* own_at(int hex) const { return at(own_, own_index_, hex); }
  const Stack* foe_at(int hex) const { return at(foes_, foe_index_, hex); }
  int own_ready(int hex) const {
    const auto* stack = own_at(hex);
    return stack ? stack->ready : 0;
  }
  int foe_ready(int hex) const {
    const auto* stack = foe_at(hex);
    return stack ? stack->ready : 0;
  }
  /// Hexes with enemy units, and hexes next to some.
  const HexSet& foe_hexes() const { return foe_hexes_; }
  const HexSet& fronts() const { return fronts_; }
  /// What an enemy stack and those beside it bring against an attack, as a rule. Precondition: the
  /// stack is one of foes().
  int defence_of(const Stack& foe) const {
    return foe_defence_[static_cast<std::size_t>(&foe - foes_.begin())];
  }
  /// What could be brought to bear against a hex next turn.
  int danger(int hex) const;
  int foes_near(int hex) const { return near_ready_[static_cast<std::size_t>(hex)]; }
  /// The next turn's. This, trains_next_turn(), quarters() and objectives are as of survey().
  const HexSet& supplied() const { return supplied_; }
  /// Hexes in which a march next to enemy cavalry ends.
  const HexSet& held() const { return held_; }
  const HexSet& friendly() const { return friendly_; }
  /// The same and what counts as friendly for forage, Depots and routes.
  const HexSet& foraged() const { return foraged_; }
  /// Hexes nobody enters or attacks, for idle units in them, or that the side may not enter now.
  const HexSet& barred() const { return barred_; }
  /// Cities whose Depot would carry a prize through the winter, with the prize's points.
  const core::FixedVector<Prize, 4>& quarters() const { return quarters_; }
  const Objectives& objectives() const { return objectives_; }
  const Objective& objective_of(const Stack& stack) const {
    return objectives_[static_cast<std::size_t>(stack.objective)];
  }
  int points(int hex) const { return strategy_->points[seat_][static_cast<std::size_t>(hex)]; }
  int steps(int from, int to) const { return strategy_->geography.steps(me_, from, to); }
  const Strategy& strategy() const { return *strategy_; }
  /// Whether the side holds a place: friendly and free of enemies, or its units are in it.
  bool holds(const State& s, int hex) const;
  /// Units that must stay when a stack leaves this hex.
  int garrison_needed(const State& s, int hex) const;
  /// Trains of the next turn, if the Depots stay as they are (7.2).
  int trains_next_turn() const { return trains_next_turn_; }
  /// The turn whose reach of supply counts for what is done now: the next, or in autumn the first
  /// of winter.
  int supply_turn(const State& s) const;
  /// The position as it stands, in that turn.
  State at_next_supply(const State& s) const;
  bool is_last_turn(const State& s) const;

 private:
  using Index = std::array<std::int8_t, hex_campaign::kMaxHexes>;
  static const Stack* at(const Stacks& stacks, const Index& index, int hex) {
    const auto i = index[static_cast<std::size_t>(hex)];
    return i < 0 ? nullptr : &stacks[static_cast<std::size_t>(i)];
  }
  void find_stacks(const State& s, Side side, Stacks& stacks, Index& index);
  PieceSet bound_units(const State& s, Side side) const;
  void find_barred(const State& s);
  void find_dangers();
  void find_fronts();
  void find_supply(const State& s);
  void choose_objectives(const State& s);
  void find_quarters(const State& s);
  void assign_objectives();
  Hex stand_of(const State& s, const Thrust& thrust, int strength) const;
  int thrust_draw(int points) const { return values().thrust + values().thrust_point * points; }
  void advance_thrust(const State& s, const Thrust& thrust, int strength);

  const Context& c_;
  std::shared_ptr<const Strategy> strategy_;
  Side me_;
  std::size_t seat_;
  bool known_ = false, surveyed_ = false;
  std::uint32_t version_ = 0;
  std::array<std::uint16_t, hex_campaign::kMaxPieces> pieces_{};
  PerSide<hex_campaign::CitySet> depots_{};
  std::uint8_t turn_ = 0;

  const DoctrinePhase* phase_ = nullptr;
  Stacks own_, foes_;
  Index own_index_{}, foe_index_{};
  std::array<std::uint8_t, hex_campaign::kMaxHexes> near_best_{}, near_ready_{};
  std::array<std::int16_t, kMaxStacks> foe_defence_{};
  HexSet supplied_, held_, friendly_, foraged_, barred_, foe_hexes_, fronts_;
  int trains_next_turn_ = 0;
  Objectives objectives_;
  core::FixedVector<Prize, 4> quarters_;
};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::ai::hex_doctrine

// A position of an area campaign: 496 bytes, no pointers, no padding.
//
//   bytes    what
//     0-143  units of the invader: a word a place
//   144-287  units of the defender: a word a place; its top four bits hold who knows which stack
//   288-431  work of the current phase (a union: movement, attrition, combat, supply, set-up)
//   432-456  leaders: place, | 0x80 when it moved in this segment; kDead, kNotArrived
//   457      victory points beyond control (leader lost, turn victories), signed
//   458-459  Corps lost in combat this Game-Turn, by side
//   460-463  control: a bit a place worth points, set where the invader has a marker
//   464-467  symbols: a bit a place worth points, set where a stack stands on the Fortress symbol
//   468-475  Areas 50% depleted, a bit each
//   476-483  Areas 100% depleted
//   484-495  turn, step, decider, phasing side, and what the pending decision is about
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "engine/play/actor.h"
#include "engine/systems/area_campaign/context.h"

namespace niemen::area_campaign {

/// The decision or die that is due.
enum class Step : std::uint8_t {
  SetUp,
  Reinforce,
  AttritionDie,
  AttritionArea,
  AttritionPlace,
  MoveStack,
  MoveTarget,
  MoveShare,
  MarchStack,
  MarchTarget,
  MarchUnit,
  MarchDie,
  Scorch,
  CreateDepot,
  ChooseBattle,
  AttackPlan,
  DefencePlan,
  RetireCavalry,
  RetireSupply,
  RetireLeaders,
  RetireArea,
  PlanLoss,
  PlanRetreat,
  CombatDie,
  Pursue,
  PursuitDie,
  PursuitStake,
  PursuitLoss,
  LastRetreat,
  DropDepots,
  SettleArea,
  FeedCorps,
  SupplyTrack,
  UnsuppliedDie,
  PoliticalLoss,
  Over,
  Count
};

inline constexpr int kDead = 0x7E;
inline constexpr int kNotArrived = 0x7F;
inline constexpr int kMovedFlag = 0x80;

/// A PlaceSet inside a union: without constructors.
struct PlaceBits {
  std::array<std::uint64_t, 2> words;

  PlaceSet set() const { return PlaceSet{words}; }
  void operator=(const PlaceSet& places) { words = places.words; }
};

/// Free set-up: places that this group's limit closes, and which group and unit come next.
struct SetUpWork {
  PlaceBits used;
  std::array<std::uint8_t, 128> rest;
};

/// Attrition: Areas named for this die, losses still due.
struct AttritionWork {
  std::uint64_t named;
  std::array<std::uint8_t, 2> due;  ///< Infantry, Cavalry
  std::uint8_t area;                ///< named last
  std::uint8_t kind;                ///< of the loss that the owner places
  std::array<std::uint8_t, 132> rest;
};

/// Movement: how many units of each place have moved (or tried to) in this segment, packed like
/// units. In the forced march segment bit 9 of a place says that a Corps entered it.
struct MovementWork {
  std::array<std::uint16_t, kMaxPlaces> moved;
};
inline constexpr std::uint16_t kEnteredFlag = 1U << 9;

/// Combat: battles still to fight, and the one being fought.
struct CombatWork {
  PlaceBits to_fight;
  std::uint8_t place;
  std::uint8_t attacker;     ///< side; the other one after "switch"
  std::uint8_t attack_plan;  ///< kNowhere while none is chosen
  std::uint8_t defence_plan;
  std::uint8_t attacker_double;
  std::uint8_t defender_double;
  std::uint8_t soften;
  std::uint8_t stage;            ///< of the plan's results, see combat.cpp
  std::uint8_t retreat_side;     ///< kNowhere while nobody must retreat
  std::uint8_t retreat_chooser;  ///< side that names the place
  std::uint8_t retreat_to;       ///< kNowhere while not named
  std::uint8_t leaving_side;     ///< whose retreat before combat is being settled
  std::uint8_t leaving_cavalry;
  std::uint8_t leaving_supply;
  std::array<std::uint8_t, 2> leaving_leaders;  ///< bits of the side's leaders, low byte first
  std::uint8_t losses;                          ///< Corps to lose (pursuit)
  std::uint8_t loser;                           ///< side that loses them
  std::uint8_t pursuit_extra;                   ///< one or two more than the stake
  std::array<std::uint8_t, 109> rest;
};

/// Supply: who draws on what. Areas by index.
struct SupplyWork {
  /// 1 + Area + 64 * side of the Corps that draw on this Area from next door, or 0.
  std::array<std::uint8_t, kMaxAreas> user_of;
  /// Corps drawing on this Area; in a 100% depleted Area kFedByDepot; after the chart was
  /// consulted, the Area's new state.
  std::array<std::uint8_t, kMaxAreas> users;
  std::uint64_t settled;  ///< Areas whose Corps have named their source (of `side`)
  std::uint8_t side;
  std::uint8_t area;
  std::uint8_t source;  ///< Area drawn on, or kFromDepot
  std::uint8_t left;    ///< Corps still to feed
  std::uint8_t spare;
  std::uint8_t place;                   ///< unsupplied dice
  std::array<std::uint8_t, 2> to_roll;  ///< Infantry, Cavalry of that place still to roll for
};
inline constexpr std::uint8_t kFedByDepot = 0x80;
inline constexpr std::uint8_t kFromDepot = 0xFE;

union Work {
  MovementWork movement;
  SetUpWork set_up;
  AttritionWork attrition;
  CombatWork combat;
  SupplyWork supply;
};
static_assert(sizeof(MovementWork) == 144 && sizeof(SetUpWork) == 144);
static_assert(sizeof(AttritionWork) == 144 && sizeof(CombatWork) == 144);
static_assert(sizeof(SupplyWork) == 144);

/// A word of units: bits 0-4 Infantry Corps, 5-8 Cavalry Corps, 9-11 Supply units, 12-15 Depots
/// (the invader's only; in the defender's words these bits say who knows what of the place).
inline constexpr ByKind<int> kKindShift{{0, 5, 9, 12}};
inline constexpr ByKind<int> kKindMost{{31, 15, 7, 15}};
inline constexpr std::uint16_t kCorpsMask = 0x01FF;
inline constexpr std::uint16_t kMarchMask = 0x01FF;
inline constexpr std::array<std::uint16_t, 2> kUnitMask{0xFFFF, 0x0FFF};

constexpr int field(std::uint16_t word, Kind kind) {
  return (word >> kKindShift[kind]) & kKindMost[kind];
}
constexpr std::uint16_t one_of(Kind kind) {
  return static_cast<std::uint16_t>(1U << kKindShift[kind]);
}
constexpr int corps_in(std::uint16_t word) {
  return field(word, Kind::Infantry) + field(word, Kind::Cavalry);
}

/// What the enemy of a stack knows of it: its contents, or how many Corps it has.
enum class Knowledge : int { Contents = 0, Number = 1 };

struct State {
  std::array<std::array<std::uint16_t, kMaxPlaces>, 2> units;
  Work work;
  std::array<std::uint8_t, kMaxLeaders> leaders;
  std::int8_t bonus;
  std::array<std::uint8_t, 2> combat_losses;
  std::array<std::uint8_t, 4> control_bytes;  ///< see control()
  std::array<std::uint8_t, 4> symbol_bytes;
  std::array<std::uint8_t, 8> half_bytes;
  std::array<std::uint8_t, 8> full_bytes;
  std::uint8_t turn;
  Step step;
  play::Actor decider;
  std::uint8_t phasing;  ///< side whose Player-Turn it is
  std::uint8_t place;    ///< pending: where from (movement), which row (arrivals)
  std::uint8_t target;   ///< pending: where to, or position in the row's queue
  std::uint8_t kind;     ///< pending: the Kind asked for, kKinds for leaders
  std::uint8_t taken;    ///< pending: Supply units taken, to carry Depots
  std::uint8_t flags;    ///< pending: see ShareFlag
  std::uint8_t marches;  ///< forced marches tried in this Player-Turn
  std::uint8_t segment;  ///< which Player-Turn of the Game-Turn: 0 or 1
  std::uint8_t spare;    ///< always 0

  std::uint16_t word(int side, int at) const { return units[side][at] & kUnitMask[side]; }
  int count(int side, int at, Kind what) const {
    if (what == Kind::Depot && side == 1) return 0;
    return field(units[side][at], what);
  }
  int corps(int side, int at) const { return corps_in(units[side][at]); }
  void add(int side, int at, Kind what, int number) {
    auto& cell = units[side][at];
    cell = static_cast<std::uint16_t>(cell + one_of(what) * number);
  }

  bool knows(int owner, int at, Knowledge what) const {
    return (units[1][at] >> (12 + owner * 2 + static_cast<int>(what))) & 1U;
  }
  void set_knows(int owner, int at, Knowledge what, bool value) {
    const auto bit = static_cast<std::uint16_t>(1U << (12 + owner * 2 + static_cast<int>(what)));
    auto& cell = units[1][at];
    cell = static_cast<std::uint16_t>(value ? cell | bit : cell & ~bit);
  }

  template <class T, std::size_t N>
  static T load(const std::array<std::uint8_t, N>& bytes) {
    static_assert(sizeof(T) == N);
    T value;
    std::memcpy(&value, bytes.data(), N);
    return value;
  }
  std::uint32_t control() const { return load<std::uint32_t>(control_bytes); }
  std::uint32_t symbols() const { return load<std::uint32_t>(symbol_bytes); }
  std::uint64_t half() const { return load<std::uint64_t>(half_bytes); }
  std::uint64_t full() const { return load<std::uint64_t>(full_bytes); }
  void set_control(std::uint32_t bits) { std::memcpy(control_bytes.data(), &bits, 4); }
  void set_symbols(std::uint32_t bits) { std::memcpy(symbol_bytes.data(), &bits, 4); }
  void set_half(std::uint64_t bits) { std::memcpy(half_bytes.data(), &bits, 8); }
  void set_full(std::uint64_t bits) { std::memcpy(full_bytes.data(), &bits, 8); }
  Depletion depletion(int area) const {
    if ((full() >> area) & 1U) return Depletion::Full;
    return (half() >> area) & 1U ? Depletion::Half : Depletion::None;
  }
  bool is_full(int area) const { return (full() >> area) & 1U; }

  int leader_place(int leader) const { return leaders[leader] & ~kMovedFlag; }

  friend bool operator==(const State& a, const State& b) {
    return std::memcmp(&a, &b, sizeof(State)) == 0;
  }
};
static_assert(sizeof(State) == 496);
static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>);

/// Bits of State::flags while a stack is being divided.
enum ShareFlag : std::uint8_t {
  kShareSomething = 1,  ///< a unit has been taken
  kShareCorps = 2,      ///< a Corps has been taken
  kShareContents = 4,   ///< the enemy knew both stacks' contents, or the target was empty
  kShareNumber = 8,     ///< likewise the number of Corps
};

/// How many leaders of `side` are at the place; with `unmoved`, only those that may still move.
/// Eight bytes at a time: a byte of the difference is zero where the place is the one asked for.
inline int leaders_at(const AreaContext& game, const State& state, int side, int at, bool unmoved) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kLow = 0x7F * kOnes, kHigh = 0x80 * kOnes;
  constexpr std::size_t kOffset = offsetof(State, leaders);
  static_assert(kOffset + 32 <= sizeof(State));
  std::array<std::uint64_t, 4> bytes;
  std::memcpy(bytes.data(), reinterpret_cast<const std::byte*>(&state) + kOffset, sizeof bytes);
  int number = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto place = unmoved ? bytes[i] : bytes[i] & kLow;
    const auto difference = place ^ (kOnes * static_cast<std::uint64_t>(at));
    const auto differs = ((difference & kLow) + kLow) | difference;
    number += std::popcount(~differs & kHigh & game.leader_bytes[side][i]);
  }
  return number;
}
/// True when `side` has a leader at the place.
inline bool has_leader(const AreaContext& game, const State& state, int side, int at) {
  return game.rules.optional_rules && leaders_at(game, state, side, at, false) > 0;
}
/// True when any unit or leader of `side` is at the place.
inline bool occupied(const AreaContext& game, const State& state, int side, int at) {
  return state.word(side, at) != 0 || has_leader(game, state, side, at);
}

}  // namespace niemen::area_campaign

// A position of hex operations: 944 bytes, no pointers, no padding.
//
//   bytes    what
//     0-287  pieces: the hex code of each, or kGone, kOutside, kUndeployed
//   288-431  pieces: status (bit 0 reduced to a Division, bits 1-3 disruption, bit 4 fresh marker)
//   432-575  pieces: marks of the current Player-Turn or Interphase, see Mark
//   576-735  attacks of the Combat Phase, see Attack
//   736-895  work of the current step (a union: set-up, attrition, movement, combat, supply)
//   896-903  Areas 50% depleted, a bit each
//   904-911  Areas 100% depleted
//   912-915  control: a bit a place, set where the invader has a marker
//   916-919  spoilt: a bit a place, set where enemies of its first owner have passed (Supply J)
//   920-943  turn, step, decider, phasing side and the like
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "engine/play/actor.h"
#include "engine/systems/hex_operations/context.h"

namespace niemen::hex_operations {

/// The decision or die that is due.
enum class Step : std::uint8_t {
  SetUp,
  Arrive,
  AttritionDie,
  AttritionLoss,
  MoveUnit,
  MoveStep,
  MarchDie,
  MarchOption,
  MarchSecondDie,
  StackLoss,
  CreateDepot,
  Scorch,
  DeclareAttack,
  Withdraw,
  WithdrawStep,
  ChooseBattle,
  CommitLeader,
  CombatDie,
  ExchangeLoss,
  RetreatUnit,
  RetreatStep,
  Advance,
  FeedFortress,
  FeedUnit,
  SupplyTrack,
  UnsuppliedDie,
  PoliticalLoss,
  LeaderFlees,
  Over,
  Count
};
inline constexpr std::size_t kSteps = static_cast<std::size_t>(Step::Count);

/// Where a piece is that stands on no hex.
inline constexpr std::uint16_t kGone = 0;             ///< eliminated, or never in play
inline constexpr std::uint16_t kUndeployed = 0xFFFE;  ///< set-up will place it
inline constexpr std::uint16_t kOutside = 0xFFFF;     ///< comes, or waits, outside the map
constexpr bool on_map(std::uint16_t position) { return position != kGone && position < kHexCodes; }

/// Status of a piece.
inline constexpr std::uint8_t kDivision = 1;
inline constexpr int kMarkerShift = 1;
inline constexpr std::uint8_t kMarkerMask = 7 << kMarkerShift;
inline constexpr std::uint8_t kFresh = 16;

/// The phase in which a unit was disrupted; the marker comes off at the end of the same phase of
/// the next Game-Turn (Disruption B).
enum class Marker : std::uint8_t { None, MovementA, CombatA, MovementB, CombatB };
constexpr Marker movement_marker(int side) {
  return side == 0 ? Marker::MovementA : Marker::MovementB;
}
constexpr Marker combat_marker(int side) { return side == 0 ? Marker::CombatA : Marker::CombatB; }

/// Marks of a piece in a Player-Turn.
enum Mark : std::uint8_t {
  kMoved = 1,        ///< has moved, or has been told to stay
  kCounted = 2,      ///< took part in an Automatic Elimination
  kHeld = 4,         ///< stays in a stack that nobody can leave
  kDoomed = 8,       ///< automatically eliminated, to be removed when combat begins
  kWithdrew = 16,    ///< has changed its hex in this Combat Phase
  kInvolved = 32,    ///< takes part in the attack of its hex
  kRetreating = 64,  ///< still has to retreat
  kAlong = 128,      ///< goes along with the unit that moves or retreats
};
/// Marks of a piece in the Supply Interphase.
enum SupplyMark : std::uint8_t {
  kFed = 1,         ///< has a source
  kUnsupplied = 2,  ///< has none, and a die is due
  kByDepot = 4,     ///< its source is a Depot
};

/// An attack of the Combat Phase: all Combat units of `from` against one neighbour, or out of a
/// Fortress against several.
struct Attack {
  std::uint16_t from;
  std::uint8_t targets;  ///< bit a direction
  std::uint8_t state;    ///< bits 0-5: may advance there; see the flags
};
inline constexpr std::uint8_t kFought = 64;
inline constexpr std::uint8_t kOverwhelms = 128;  ///< at odds that make Infantry stand (Combat D.2)
inline constexpr int kMaxAttacks = 40;

/// Set-up: how many of the scenario's deployment list have been placed.
struct SetUpWork {
  std::uint8_t next;
  std::array<std::uint8_t, 159> rest;
};

/// Attrition: losses due, and which piece outside the map is asked for.
struct AttritionWork {
  std::array<std::uint8_t, 2> due;  ///< Infantry, Cavalry
  std::uint8_t next;                ///< piece
  std::array<std::uint8_t, 157> rest;
};

/// Movement: the unit that moves.
struct MovementWork {
  std::uint16_t start;     ///< hex in which it began the phase; kNoHex when it came from outside
  std::uint16_t entering;  ///< hex that Leaders leave before the unit enters it, or kNoHex
  std::uint8_t piece;      ///< kNoPiece between units
  std::uint8_t kind;       ///< 1 plain, 2 double, 3 triple
  std::uint8_t part;       ///< allowance that is being spent: 1 to 3
  std::uint8_t points;     ///< left of it
  std::uint8_t steps;      ///< taken in this allowance
  std::uint8_t leader;     ///< that leaves `entering` next
  std::uint8_t stopped;    ///< by a zone of control
  std::uint8_t first_die;  ///< of the forced march
  std::uint8_t result;     ///< MarchResult to be carried out when the march ends
  std::array<std::uint8_t, 147> rest;
};
inline constexpr std::uint8_t kNoPiece = 0xFF;

inline constexpr int kMaxWalk = 12;  ///< hexes of one retreat, its first included

/// Combat: the battle that is fought, and the unit that retreats.
struct CombatWork {
  std::array<std::uint16_t, kMaxWalk> walk;  ///< hexes passed by the unit that retreats
  std::uint32_t goals;           ///< places: the nearest friendly Fortresses at its start
  std::uint16_t odds;            ///< percent, at most 65535
  std::uint8_t battle;           ///< index of the first attack of the battle
  std::uint8_t piece;            ///< that retreats
  std::uint8_t walked;           ///< hexes in `walk`
  std::uint8_t points;           ///< left: Movement Points (scattered), else hexes
  std::uint8_t result;           ///< SideResult that is being carried out
  std::uint8_t side;             ///< of those who retreat or lose
  std::uint8_t defender_result;  ///< SideResult still to carry out
  std::uint8_t exchange;         ///< half exchange: twice the strength the attacker must still lose
  std::uint8_t leader;           ///< next leader to be asked for
  std::uint8_t rivers;           ///< 1: some attack of the battle crosses an unbridged river
  std::uint8_t die;
  std::uint8_t emptied;  ///< bits: targets whose defenders have all withdrawn
  std::array<std::uint8_t, 118> rest;
};

/// Supply: who draws on what.
struct SupplyWork {
  /// 1 + Area (and 64 for the defender) whose units draw on this one from next door, or 0.
  std::array<std::uint8_t, kMaxAreas> user_of;
  std::array<std::uint8_t, kMaxAreas> users;  ///< Corps that draw on this Area
  std::uint64_t with_unit;                    ///< Areas settled by the "With Supply unit" track
  std::uint64_t drawn;                        ///< Areas that somebody draws on
  std::uint8_t piece;                         ///< that is asked for
  std::uint8_t area;                          ///< whose track is asked for
  std::uint8_t place;                         ///< Fortress that feeds one unit
  std::array<std::uint8_t, 13> rest;
};

union Work {
  SetUpWork set_up;
  AttritionWork attrition;
  MovementWork movement;
  CombatWork combat;
  SupplyWork supply;
};
static_assert(sizeof(SetUpWork) == 160 && sizeof(AttritionWork) == 160);
static_assert(sizeof(MovementWork) == 160 && sizeof(CombatWork) == 160);
static_assert(sizeof(SupplyWork) == 160);

struct State {
  std::array<std::uint16_t, kPieces> hex;
  std::array<std::uint8_t, kPieces> status;
  std::array<std::uint8_t, kPieces> marks;
  std::array<Attack, kMaxAttacks> attacks;
  Work work;
  std::uint64_t half;
  std::uint64_t full;
  std::uint32_t control;
  std::uint32_t spoilt;
  std::uint8_t turn;
  Step step;
  play::Actor decider;
  std::uint8_t phasing;  ///< side whose Player-Turn it is
  std::uint8_t segment;  ///< which Player-Turn of the Game-Turn: 0 or 1; 2 the Interphases
  std::uint8_t attack_count;
  std::uint8_t leader_lost;  ///< 1: the leader that counts was eliminated
  std::array<std::uint8_t, 17> spare;

  Depletion depletion(int area) const {
    if ((full >> area) & 1U) return Depletion::Full;
    return (half >> area) & 1U ? Depletion::Half : Depletion::None;
  }
  bool is_on_map(int piece) const { return on_map(hex[piece]); }
  int at(int piece) const { return hex[piece]; }
  bool marked(int piece, std::uint8_t mark) const { return (marks[piece] & mark) != 0; }
  void mark(int piece, std::uint8_t mark) { marks[piece] |= mark; }
  void unmark(int piece, std::uint8_t mark) { marks[piece] &= static_cast<std::uint8_t>(~mark); }
  bool is_division(int piece) const { return status[piece] & kDivision; }
  Marker marker(int piece) const {
    return static_cast<Marker>((status[piece] & kMarkerMask) >> kMarkerShift);
  }
  bool disrupted(int piece) const { return marker(piece) != Marker::None; }

  friend bool operator==(const State& a, const State& b) {
    return std::memcmp(&a, &b, sizeof(State)) == 0;
  }
};
static_assert(sizeof(State) == 944);
static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>);

}  // namespace niemen::hex_operations

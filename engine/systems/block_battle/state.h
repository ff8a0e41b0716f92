// A position of a block battle: no pointers, no padding, at most 1 KiB.
//
// Blocks and areas are indices of the context; sets of blocks are one side's, a bit each. What the
// enemy of a block knows of it is part of the position (see veils.h): his memory is exact.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "engine/play/actor.h"
#include "engine/systems/block_battle/context.h"

namespace niemen::block_battle {

/// The decision or die that is due, in the order of the rulebook.
enum class Step : std::uint8_t {
  Deploy,
  InitiativeDice,
  Enter,
  EnterAt,
  Pin,
  Command,
  CommandAt,
  CommandRole,
  Bombard,
  BombardAt,
  BombardBy,
  NameDefender,
  BombardDice,
  BombardLoss,
  Withdraw,
  Move,
  MoveBy,
  MoveTo,
  LeaderMove,
  LeaderMoveTo,
  Straggle,
  StraggleTo,
  StragglerDie,
  ChooseBattle,
  MainBorder,
  Square,
  Shelter,
  NextBlock,
  BlockTurn,
  RetreatDie,
  FireDice,
  TakeHit,
  Onward,
  Regroup,
  RegroupTo,
  Supply,
  Capture,
  Burn,
  BurnDie,
  Transfer,
  NightMove,
  Over,
  Count
};

// Places that are no areas.
inline constexpr int kOffBoard = 0x7B;  ///< left the board, for good
inline constexpr int kWaiting = 0x7C;   ///< of this day, still to enter or to be deployed
inline constexpr int kAbsent = 0x7D;    ///< comes in the night, or not at all
inline constexpr int kDead = 0x7E;

/// What goes on in the night between the days (9.3), in its order.
enum class Night : std::uint8_t {
  Day,
  LateBlocks,
  Transfers,
  Redeployment,
  Redeploying,
  FirstSupply,
  SecondSupply
};

/// Whom a block fires at (6.62).
enum class Target : std::uint8_t { Everybody, Squares, Open };

inline constexpr int kShelters = 8;  ///< squares with a guest in one battle

/// A set of directed borders: bit 2 * border, + 1 towards its second area.
using DirectedSet = std::array<std::uint64_t, kMaxBorders / 32>;
/// For each border a count up to 3, as two planes of bits.
using BorderCounts = std::array<std::array<std::uint64_t, kMaxBorders / 64>, 2>;

/// A byte of what is known of a block's strength: steps lost, and between which numbers of steps
/// the enemy knows it to be.
struct Loss {
  std::uint8_t bits;
  int lost() const { return bits & 3; }
  int least() const { return (bits >> 2) & 3; }
  int most() const { return (bits >> 4) & 3; }
  static Loss of(int lost, int least, int most) {
    return {static_cast<std::uint8_t>(lost | least << 2 | most << 4)};
  }
};

struct State {
  std::array<std::uint8_t, kMaxBlocks> place;
  std::array<Loss, kMaxBlocks> loss;
  std::array<std::uint8_t, kMaxBlocks> veil;  ///< its lowest block (veils.h)
  std::array<std::uint8_t, kMaxBlocks> via;   ///< area from which it entered its battle, or kNone

  // Sets of blocks, by side.
  std::array<BlockSet, 2> moved;   ///< in this Action; in a battle: in their first round
  std::array<BlockSet, 2> active;  ///< headquarters face up
  std::array<BlockSet, 2> fired;   ///< artillery that bombarded
  std::array<BlockSet, 2> pinned;
  std::array<BlockSet, 2> reserve;  ///< in a battle, not yet in it
  std::array<BlockSet, 2> flank;
  std::array<BlockSet, 2>
      acted;  ///< in an Action: stay where they are; in a battle: had their turn
  std::array<BlockSet, 2> square;
  std::array<BlockSet, 2> guest;  ///< sheltered in a square
  std::array<BlockSet, 2> half;   ///< carry a half-hit

  std::array<AreaSet, 2> occupied;
  std::array<AreaSet, 2> attack;  ///< areas where the side is the Attacker
  AreaSet fresh;  ///< entry areas without a limit for stacking; in the Supply Phase: one step given
  AreaSet twice;  ///< in the night: two steps given
  std::array<DirectedSet, 2> entered;  ///< borders by which the side entered battles
  std::array<BorderCounts, 2> used;    ///< 0: movement, 1: withdrawals; in battles: by side
  std::array<std::uint64_t, kMaxBorders / 64> fired_over;
  std::array<std::array<std::uint8_t, kMaxAreas>, 2> crowd;  ///< blocks in each area

  std::uint8_t turn;  ///< from 1
  Step step;
  play::Actor decider;
  Step phase;                 ///< where the Action, or the battle, goes on
  std::uint8_t phasing;       ///< side
  std::uint8_t first_player;  ///< side of Player 1
  std::uint8_t pending;       ///< block that is decided about, or kNone
  std::uint8_t pending_area;
  std::uint8_t pending_to;
  std::uint8_t index;        ///< position in what is gone through one by one
  std::uint8_t first_roll;   ///< initiative of side A, 0 before
  std::uint8_t naming_done;  ///< redoubts have their block for this Bombard phase
  std::array<std::uint8_t, kMaxRedoubts> named;  ///< block with double defence, or kNone
  std::array<std::uint8_t, kOffices> holder;     ///< army headquarters face up, or kNone
  std::array<std::uint8_t, kOffices> commands;   ///< that it still has
  std::array<std::uint8_t, 2> hits;              ///< to be taken, by side
  std::uint8_t self_hits;

  std::uint8_t battle;    ///< area, or kNone
  std::uint8_t attacker;  ///< side
  std::uint8_t round;
  std::uint8_t stage;      ///< whose turn it is in the round (battle.cpp)
  std::uint8_t exchanged;  ///< the roles have changed (6.4)
  std::uint8_t charging;
  Target target;
  std::array<std::uint8_t, 2> off_used;  ///< blocks that left over the board's edge, by account
  std::array<std::uint8_t, kShelters> shelter_square;  ///< blocks, kNone where there is none
  std::array<std::uint8_t, kShelters> shelter_guest;

  std::array<std::uint8_t, 1 << kMaxSources> demand;  ///< points drawn on each set of sources
  std::uint8_t points_left;                           ///< of a captured source
  std::uint8_t captured;     ///< a bit a source that was captured once: 3 * owner + position
  std::uint8_t bridges_out;  ///< a bit a bridge that is burnt or not built
  std::uint8_t burnt;        ///< a bit a bridge that is burnt
  std::uint8_t given;        ///< a bit a division given to the other corps
  std::uint8_t day;          ///< 0 or 1
  Night night;
  std::uint8_t overfull;  ///< area over its limit, that a block leaves next (3.31), or kNone
  Step shown_phase;       ///< the last phase of the Action that the enemy has seen begin (B-61)
  std::array<std::uint8_t, 4> spare;  ///< always 0

  int at(int block) const { return place[block]; }
  int lost(int block) const { return loss[block].lost(); }
  int crowded(int side, int area) const { return crowd[side][area]; }
  bool by_night() const { return night != Night::Day; }
  AreaSet held(int side) const { return occupied[side]; }
  AreaSet contested() const { return occupied[0] & occupied[1]; }

  friend bool operator==(const State& a, const State& b) {
    return std::memcmp(&a, &b, sizeof(State)) == 0;
  }
};
static_assert(sizeof(State) <= 1024);
static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>);

}  // namespace niemen::block_battle

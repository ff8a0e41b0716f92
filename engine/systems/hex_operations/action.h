// Actions of hex operations as integers: bits 0-15 a value, bits 16-23 the verb, the rest zero.
#pragma once

#include <cstdint>

#include "engine/play/actor.h"
#include "engine/systems/hex_operations/state.h"

namespace niemen::hex_operations {

/// What an action does; what its value means stands beside it.
enum class Verb : std::uint8_t {
  Roll,             ///< face of the die, 1 to 6 (Nature)
  Deploy,           ///< hex
  ArriveAt,         ///< hex of a Fortress
  WaitOutside,      ///< 0
  Lose,             ///< piece
  EndMoves,         ///< 0
  Move,             ///< piece
  MarchDouble,      ///< piece
  MarchTriple,      ///< piece
  Crush,            ///< hex and direction: Automatic Elimination
  StepTo,           ///< hex
  TakeDepot,        ///< 0
  NextAllowance,    ///< 0
  Halt,             ///< 0
  Risk,             ///< 0: roll again
  EndDepots,        ///< 0
  CreateDepot,      ///< piece
  EndScorch,        ///< 0
  Scorch,           ///< Area
  EndAttacks,       ///< 0
  Attack,           ///< hex and direction
  Sally,            ///< hex: out of a Fortress, rivers left out
  SallyOverRivers,  ///< hex
  EndWithdrawals,   ///< 0
  Withdraw,         ///< piece
  Fight,            ///< hex of the attackers
  Commit,           ///< piece: a Leader takes part
  HoldBack,         ///< piece
  Retreat,          ///< piece
  TakeAlong,        ///< piece
  EndAdvances,      ///< 0
  Advance,          ///< piece and direction
  FeedFrom,         ///< piece: the Fortress feeds it
  FeedNobody,       ///< 0
  UseDepot,         ///< 0
  UseArea,          ///< Area
  WithoutUnit,      ///< 0: the supply track
  WithUnit,         ///< 0
  Count
};

inline constexpr int kVerbShift = 16;

constexpr play::Action encode(Verb verb, int value = 0) {
  return static_cast<play::Action>(verb) << kVerbShift | static_cast<play::Action>(value);
}
constexpr Verb verb_of(play::Action action) { return static_cast<Verb>(action >> kVerbShift); }
constexpr int value_of(play::Action action) { return static_cast<int>(action & 0xFFFF); }
/// True for integers whose verb exists.
constexpr bool is_action(play::Action action) {
  return (action >> kVerbShift) < static_cast<play::Action>(Verb::Count);
}

/// A hex or a piece together with a direction.
constexpr int directed(int what, int direction) { return what * 8 + direction; }
constexpr int directed_what(int value) { return value >> 3; }
constexpr int directed_way(int value) { return value & 7; }

/// What a verb's value counts.
enum class ValueRange : std::uint8_t { Nothing, Die, Hex, Piece, HexWay, PieceWay, Area };
ValueRange range_of(Verb verb);

}  // namespace niemen::hex_operations

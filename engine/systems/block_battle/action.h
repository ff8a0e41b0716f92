// Actions of a block battle as integers: bits 0-7 a value, bits 8-15 the verb, the rest zero.
#pragma once

#include <cstdint>

#include "engine/play/actor.h"
#include "engine/systems/block_battle/context.h"

namespace niemen::block_battle {

/// What an action does; what its value means stands beside it.
enum class Verb : std::uint8_t {
  Deploy,         ///< area
  Roll,           ///< die, or sum of two dice (Nature)
  Hits,           ///< hits, + 16 for each six that counts (Nature)
  Enter,          ///< headquarters of the corps
  EnterNobody,    ///< 0
  EnterAt,        ///< area
  Pin,            ///< block
  Activate,       ///< headquarters
  EndCommand,     ///< 0
  ActivateAt,     ///< area
  LeadCorps,      ///< 0
  LeadArmy,       ///< 0
  Bombard,        ///< artillery
  EndBombard,     ///< 0
  BombardAt,      ///< area
  OrderedBy,      ///< army headquarters
  Name,           ///< block that has the redoubt
  Take,           ///< block that takes a hit
  WithdrawTo,     ///< area
  WithdrawOff,    ///< 0
  Stand,          ///< 0: a one-step block stays in its redoubt
  Move,           ///< block
  EndMove,        ///< 0
  MoveTo,         ///< area
  Stay,           ///< 0
  MoveLeader,     ///< headquarters
  EndLeaders,     ///< 0
  Straggle,       ///< block
  EndStraggle,    ///< 0
  Fight,          ///< area
  MainFrom,       ///< area from which the main attack comes
  FormSquare,     ///< block
  BreakSquare,    ///< block
  EndSquares,     ///< 0
  Shelter,        ///< block
  ShelterNobody,  ///< 0
  Next,           ///< block whose turn comes
  Fire,           ///< 0
  FireAtSquares,  ///< 0
  FireAtOpen,     ///< 0
  Charge,         ///< 0
  RetreatTo,      ///< area
  RetreatOff,     ///< 0
  OnwardTo,       ///< area
  Regroup,        ///< block
  EndRegroup,     ///< 0
  RegroupTo,      ///< area
  Supply,         ///< block
  EndSupply,      ///< 0
  Burn,           ///< bridge
  BurnNone,       ///< 0
  Give,           ///< 0: the division goes to the other corps
  Keep,           ///< 0
  Redeploy,       ///< headquarters
  RedeployNone,   ///< 0
  Perish,         ///< 0: no way out
  Count
};

inline constexpr int kVerbShift = 8;

constexpr play::Action encode(Verb verb, int value = 0) {
  return static_cast<play::Action>(verb) << kVerbShift | static_cast<play::Action>(value);
}
constexpr Verb verb_of(play::Action action) { return static_cast<Verb>(action >> kVerbShift); }
constexpr int value_of(play::Action action) { return static_cast<int>(action & 0xFF); }
/// True for integers that are an action at all.
constexpr bool is_action(play::Action action) {
  return (action >> kVerbShift) < static_cast<play::Action>(Verb::Count);
}

inline constexpr int kSixShift = 4;  ///< of the sixes in the value of Hits

/// What a verb's value counts.
enum class ValueRange : std::uint8_t { Nothing, Area, Block, Dice, Hits, Bridge };
ValueRange range_of(Verb verb);
/// Number of values of `range`, from lowest_value(range) on.
int value_count(const BlockContext& game, ValueRange range);
constexpr int lowest_value(ValueRange range) { return range == ValueRange::Dice ? 1 : 0; }

}  // namespace niemen::block_battle

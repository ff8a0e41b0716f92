// Actions of an area campaign as integers: bits 0-7 a value, bits 8-15 the verb, the rest zero.
#pragma once

#include <cstdint>

#include "engine/play/actor.h"
#include "engine/systems/area_campaign/context.h"

namespace niemen::area_campaign {

/// What an action does; what its value means stands beside it.
enum class Verb : std::uint8_t {
  Deploy,             ///< place
  Reinforce,          ///< place
  Roll,               ///< face of the die, 1 to 6 (Nature)
  NameArea,           ///< Area
  LoseAt,             ///< place
  EndMove,            ///< 0
  MoveFrom,           ///< place
  DropDepot,          ///< place
  MoveTo,             ///< place
  TakeAll,            ///< 0
  TakeInfantry,       ///< number
  TakeCavalry,        ///< number
  TakeSupply,         ///< number
  TakeDepots,         ///< number
  TakeLeader,         ///< leader
  TakeNoLeader,       ///< 0
  EndMarch,           ///< 0
  MarchFrom,          ///< place
  MarchTo,            ///< place
  MarchInfantry,      ///< 0
  MarchCavalry,       ///< 0
  MarchLeader,        ///< leader
  EndScorch,          ///< 0
  Scorch,             ///< Area
  EndCreate,          ///< 0
  CreateDepot,        ///< place
  Fight,              ///< place
  AttackPlan,         ///< chit
  DefencePlan,        ///< chit
  RetireCavalry,      ///< number
  RetireSupply,       ///< number
  RetireLeader,       ///< leader
  RetireNoLeader,     ///< 0
  SendTo,             ///< place: where the enemy's retreat before combat goes
  LoseInfantry,       ///< 0
  LoseCavalry,        ///< 0
  StandFast,          ///< 0
  RetreatTo,          ///< place
  NoPursuit,          ///< 0
  Pursue,             ///< 0
  Stake,              ///< number of Cavalry
  GiveUpInfantry,     ///< number of Infantry among the losses
  EndDrop,            ///< 0
  Settle,             ///< Area
  Feed,               ///< number
  WithoutSupplyUnit,  ///< 0
  WithSupplyUnit,     ///< 0
  LoseInfantryAt,     ///< place (political loss)
  LoseCavalryAt,      ///< place
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

/// What a verb's value counts.
enum class ValueRange : std::uint8_t { Nothing, Place, Area, Die, Number, Plan, Leader };
ValueRange range_of(Verb verb);
/// Values of `range` are lowest_value(range) .. lowest_value(range) + value_count(...) - 1.
int value_count(const AreaContext& game, ValueRange range);
constexpr int lowest_value(ValueRange range) { return range == ValueRange::Die ? 1 : 0; }

}  // namespace niemen::area_campaign

// What can happen in a block battle, and why a number is what it is. Sentences: narrate.cpp.
#pragma once

#include <cstdint>
#include <string>

#include "engine/systems/block_battle/state.h"

namespace niemen::block_battle {

enum class EventKind : std::uint16_t {
  Turn,            ///< amount: the turn
  Deployed,        ///< piece, place
  SetUpDone,       ///< side
  InitiativeRoll,  ///< side, amount: the sum
  FirstPlayer,     ///< side
  Enters,          ///< piece: headquarters of the corps; place
  Pins,            ///< side, place, amount
  Pinned,          ///< piece
  Activates,       ///< piece, place, amount: strength
  Bombards,        ///< piece, place: target, amount: dice; modifiers
  BombardResult,   ///< amount: hits, face: sixes on friends
  Named,           ///< piece, place
  LosesStep,       ///< piece, place
  StepLost,        ///< side, place: somebody there
  HalfHit,         ///< piece
  Ignores,         ///< side, place
  Withdraws,       ///< piece (owner only), side, place, to
  LeavesBoard,     ///< piece or nobody, side, place
  Moves,           ///< piece (owner only), side, place, to
  Attacks,         ///< side, place: from, to
  Reinforces,      ///< side, place: from, to
  LeaderReduced,   ///< piece, amount: strength left
  StragglerRoll,   ///< side, place, face; modifiers
  Eliminated,      ///< piece, place
  SomebodyGone,    ///< side, place: a block is gone, whoever it was
  Battle,          ///< place, side: the Attacker
  Reveals,         ///< side, piece, amount: strength
  Round,           ///< place, amount
  RolesExchanged,  ///< side: the new Defender
  MainAttack,      ///< side, place: from
  FormsSquare,     ///< piece
  BreaksSquare,    ///< piece
  Shelters,        ///< piece: the square, place: nobody; to: the guest
  Fires,           ///< piece, amount: dice; modifiers
  FireResult,      ///< amount: hits, face: hits on himself
  Retreats,        ///< piece, place, to
  RetreatRoll,     ///< piece, face
  Overstacked,     ///< piece, place
  BattleOver,      ///< place, side: the victor, or nobody
  Regroups,        ///< side, place, to
  SupplyGiven,     ///< side, place: a step came back to a block there
  SupplyTaken,     ///< piece, place, amount: strength
  SourceCaptured,  ///< side, place, amount: points
  OutOfSupply,     ///< side, place
  BridgeBurnt,     ///< place, to
  BurnRoll,        ///< side, place, to, face
  BridgeBuilt,     ///< place, to
  Night,
  Given,      ///< piece
  Redeploys,  ///< piece
  Points,     ///< side, amount
  Count
};

enum class ModifierCode : std::uint16_t {
  Firepower,  ///< what the block is rated
  WoodsFrom,
  WoodsInto,
  WoodsBorder,
  SwampInto,
  SlopeUp,
  SlopeDown,
  StragglerAttack,
  CavalryInWoods,
  CavalryInSwamp,
  ArtilleryInWoods,
  ArtilleryInSwamp,
  Village,
  Charge,
  HorseAtSquares,
  ArtilleryAtSquares,
  InSquare,
  Sheltered,
  PursuitCavalry,
  PursuitCossack,
  Flank,
  WeakerAtSquares,  ///< a Cossack's dice, not its firepower
  WeakerInSquare,   ///< militia's dice
  Count
};

}  // namespace niemen::block_battle

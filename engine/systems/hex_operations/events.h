// What happens in hex operations, as data. narrate.cpp says it in words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/play/recorder.h"
#include "engine/systems/hex_operations/context.h"

namespace niemen::hex_operations {

struct State;

/// Kinds of events. What their numbers mean beyond the obvious (the places and pieces in the order
/// of the sentence) stands beside them. A piece is its slot, and kAsDivision more when it is a
/// Division; an Area is any hex of it.
enum class EventKind : std::uint16_t {
  TurnBegins,  ///< amount: the turn
  PlayerTurnBegins,
  SupplyBegins,
  Deploys,
  Arrives,         ///< at a Fortress
  Waits,           ///< outside the map
  AttritionDie,    ///< amount: Infantry Corps times 16 plus Cavalry Corps
  Lost,            ///< amount: Cause
  Moves,           ///< one place: it enters the map there; two: from, to; amount: points
  Stopped,         ///< by a zone of control
  MarchDie,        ///< amount: MarchResult
  MarchSecondDie,  ///< likewise
  MarchHalted,
  Reduced,  ///< a Corps to a Division
  Disrupted,
  Crushed,  ///< amount: percent
  DepotCreated,
  Scorched,
  Attacks,  ///< from, to
  Withdraws,
  Lapses,        ///< an attack; from
  Battle,        ///< from, to; amount: percent; modifiers: the account of both strengths
  CombatResult,  ///< face 0: no die; amount: see result_text
  Retreats,      ///< from, to
  NoRetreat,
  Advances,  ///< from, to
  Control,   ///< the side takes the place
  Draws,     ///< amount: Corps that draw on the Area
  Unsupplied,
  UnsuppliedDie,
  Depleted,  ///< amount: percent
  Level,     ///< amount: victory points; the modifier: the index of the turn
  Besieged,
  Over,  ///< amount: victory points
  Count
};
inline constexpr int kAsDivision = 256;

/// Why a piece was lost.
enum class Cause : std::uint8_t {
  Attrition,
  ForcedMarch,
  Stacking,
  AutomaticElimination,
  LoneDepot,
  Combat,
  Exchange,
  NoRetreat,
  DisruptedTwice,
  Expended,
  Unsupplied,
  Political,
  Siege
};

/// Why a modifier is there.
enum class ModifierCode : std::uint16_t {
  Unit,      ///< strength of the piece
  Leader,    ///< bonus of the piece
  Alone,     ///< strength of the piece without Combat units
  Terrain,   ///< factor of the place
  River,     ///< factor
  Fortress,  ///< factor of the place
  Index      ///< Victory Points Index of the turn
};

/// What an event is about; fields that do not matter stay as they are.
struct Facts {
  int piece = -1;
  int hex = -1;
  int to = -1;
  int area = -1;
  int side = -1;
  int amount = 0;
  int face = 0;
  std::vector<play::Modifier> modifiers{};
};

/// The result of a battle as the Combat Results Table prints it, out of an event's amount.
std::string result_text(int code);

/// Adds the event to the recorder.
void record(const OperationsContext& game, const State& state, play::EventRecorder& recorder,
            EventKind what, Facts facts);

}  // namespace niemen::hex_operations

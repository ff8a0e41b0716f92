// What happens in an area campaign, as data; narrate.cpp has the words.
//
// Places of an event are places of the map; an Area stands as its first place. Pieces are units: a
// Kind, or kKinds + leader; a stack has an entry for each of its units.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/play/event.h"
#include "engine/systems/area_campaign/state.h"

namespace niemen::area_campaign {

/// What happened; beside it what the parts of the event mean. `side` is whose doing or loss it is.
enum class EventKind : std::uint16_t {
  TurnBegins,          ///< amount: the Game-Turn
  PlayerTurnBegins,    ///< side
  UnitDeploys,         ///< side, place, piece; its owner's secret
  UnitArrives,         ///< side, place, piece
  AttritionRolled,     ///< side, face; pieces: what it has to lose
  AreaNamed,           ///< side that names; place: the Area
  StackMoves,          ///< side; places: from, to
  StackHasMoved,       ///< side, place; pieces: what has moved there; its owner's secret
  CorpsTriesMarch,     ///< side; places: from, to
  LeaderMarches,       ///< side; places: from, to
  MarchSucceeds,       ///< side, face; places: from, to
  MarchStays,          ///< side, face; places: from, to
  MarchFails,          ///< side, face; places: from, to
  DepotGivenUp,        ///< side, place
  AreaLaidWaste,       ///< side; place: the Area
  DepotMade,           ///< side, place
  BattleBegins,        ///< side that attacks, place
  AttackPlanChosen,    ///< side; amount: the plan; its owner's secret
  DefencePlanChosen,   ///< likewise
  StackRevealed,       ///< side, place, pieces
  PlansRevealed,       ///< side that attacks; amount: kPlans * its plan + the other's
  NoGeneralToAttack,   ///< side
  OddsReckoned,        ///< side that attacks, place; amount: percentage, or kSure
  CombatRolled,        ///< side that attacks, place, face; amount: percentage
  CombatResolved,      ///< amount: CombatResult
  PursuitBegins,       ///< side
  PursuitRolled,       ///< side, face; amount: Cavalry Corps more than the enemy has
  PursuitResolved,     ///< side; amount: PursuitResult
  Retreats,            ///< side, pieces; places: from, to
  CorpsLost,           ///< side, place, pieces; amount: LossCause
  StackLost,           ///< side, place, pieces; amount: LossCause
  LeaderLost,          ///< side, piece
  SupplyBegins,        ///< nothing more
  DepotExpended,       ///< side, place
  SupplyFromNextDoor,  ///< side; amount: Corps; places: the Area they are in, the one they draw on
  AreaHolds,           ///< place: the Area; amount: Corps that draw on it
  AreaHalfDepletes,    ///< likewise
  AreaFullyDepletes,   ///< likewise
  UnsuppliedSurvives,  ///< side, place, face
  UnsuppliedDies,      ///< side, place, face
  ControlGained,       ///< side (the invader), place; amount: points
  ControlLost,         ///< side (the invader), place; amount: points
  TurnScored,          ///< losses of both and what they change are modifiers
  PointsCounted,       ///< side (the invader); amount: victory points; modifier: the Index
  Count
};

/// Why Corps are lost; from BattlePlan on it is in combat.
enum class LossCause : std::uint8_t {
  Attrition,
  ForcedMarch,
  Unsupplied,
  Political,
  BattlePlan,
  Combat,
  Pursuit,
  NoInfantry,   ///< a stack without Infantry, against one with
  NoCorps,      ///< a stack without Corps, against one with
  NoCorpsLeft,  ///< likewise after the combat
  NoRetreat,
  Count
};
/// Where the rules have each cause, in the order of LossCause.
inline constexpr core::EnumArray<LossCause, std::string_view> kLossRules{
    {"Attrition", "Movement D", "Unsupplied Chart", "Victory B", "Combat E", "Combat F", "Combat I",
     "Combat D", "Combat D", "Combat J", "Combat K"}};
constexpr bool is_combat(LossCause cause) { return cause >= LossCause::BattlePlan; }

/// Why a value is what it is.
enum class ModifierCode : std::uint16_t {
  None,
  BestGenerals,
  ArmyLeadership,
  FortressAttacked,
  BestCavalryLeaders,
  AttackingInfantry,  ///< of the odds, down to DefendersDouble
  DefendingInfantry,
  GeneralsLead,
  AttackersDouble,
  DefendersDouble,
  InvaderLosses,  ///< of the turn's score, down to TurnScore
  DefenderLosses,
  TurnScore,
  VictoryIndex,
  Count
};

/// The row of a kind of event: what it is called, how a log divides by it, where the rules have it.
struct EventKindRow {
  EventKind kind;
  play::EventRow row;
  std::string_view rule;
};

namespace event_rows {
using enum EventKind;
using enum play::Weight;
using play::Joining;
inline constexpr std::array<EventKindRow, static_cast<std::size_t>(EventKind::Count)> kRows{{
    {TurnBegins, {"turn", Turn}, "Sequence of Play"},
    {PlayerTurnBegins, {"player-turn", Phase}, "Sequence of Play"},
    {UnitDeploys, {"unit-deploys", Operation, Joining::Place}, "Game Set-up"},
    {UnitArrives, {"unit-arrives", Operation, Joining::Place}, "Reinforcements"},
    {AttritionRolled, {"attrition-rolled", Operation}, "Attrition"},
    {AreaNamed, {"area-named", Detail}, "Attrition"},
    {StackMoves, {"stack-moves", Operation}, "Movement A"},
    {StackHasMoved, {"stack-has-moved", Detail}, "Movement A"},
    {CorpsTriesMarch, {"corps-tries-march", Operation}, "Movement D"},
    {LeaderMarches, {"leader-marches", Operation}, "Leaders A"},
    {MarchSucceeds, {"march-succeeds", Detail}, "Movement D"},
    {MarchStays, {"march-stays", Detail}, "Movement D"},
    {MarchFails, {"march-fails", Detail}, "Movement D"},
    {DepotGivenUp, {"depot-given-up", Operation}, "Supply D"},
    {AreaLaidWaste, {"area-laid-waste", Operation}, "Supply B"},
    {DepotMade, {"depot-made", Operation}, "Supply B"},
    {BattleBegins, {"battle", Operation}, "Combat"},
    {AttackPlanChosen, {"attack-plan-chosen", Detail}, "Combat step 1"},
    {DefencePlanChosen, {"defence-plan-chosen", Detail}, "Combat step 1"},
    {StackRevealed, {"stack-revealed", Detail}, "Combat step 2"},
    {PlansRevealed, {"plans-revealed", Detail}, "Combat step 4"},
    {NoGeneralToAttack, {"no-general", Detail}, "Leaders C"},
    {OddsReckoned, {"odds", Detail}, "Combat step 5"},
    {CombatRolled, {"combat-rolled", Detail}, "Combat F"},
    {CombatResolved, {"combat-resolved", Detail}, "Combat F"},
    {PursuitBegins, {"pursuit", Detail}, "Combat I"},
    {PursuitRolled, {"pursuit-rolled", Detail}, "Combat I"},
    {PursuitResolved, {"pursuit-resolved", Detail}, "Pursuit Table"},
    {Retreats, {"retreats", Detail}, "Combat K"},
    {CorpsLost, {"corps-lost", Detail}, "by its cause"},
    {StackLost, {"stack-lost", Detail}, "by its cause"},
    {LeaderLost, {"leader-lost", Detail}, "Leaders"},
    {SupplyBegins, {"supply", Phase}, "Supply"},
    {DepotExpended, {"depot-expended", Detail}, "Supply D"},
    {SupplyFromNextDoor, {"supply-from-next-door", Detail}, "Supply G"},
    {AreaHolds, {"area-holds", Detail}, "Supply H"},
    {AreaHalfDepletes, {"area-half-depletes", Detail}, "Supply H"},
    {AreaFullyDepletes, {"area-fully-depletes", Detail}, "Supply H"},
    {UnsuppliedSurvives, {"unsupplied-survives", Detail}, "Unsupplied Chart"},
    {UnsuppliedDies, {"unsupplied-dies", Detail}, "Unsupplied Chart"},
    {ControlGained, {"control-gained", Detail}, "Victory A"},
    {ControlLost, {"control-lost", Detail}, "Victory A"},
    {TurnScored, {"turn-scored", Operation}, "Victory, optional B"},
    {PointsCounted, {"points-counted", Operation}, "Victory B"},
}};
constexpr bool in_order() {
  for (std::size_t i = 0; i < kRows.size(); ++i)
    if (static_cast<std::size_t>(kRows[i].kind) != i) return false;
  return true;
}
static_assert(in_order(), "each kind of event has its row, in the order of EventKind");
}  // namespace event_rows

constexpr const EventKindRow& event_kind_row(std::uint16_t kind) { return event_rows::kRows[kind]; }
constexpr EventKind kind_of(const play::Event& event) { return static_cast<EventKind>(event.kind); }

/// An event of a kind, with the rule of its row.
inline play::Event event_of(EventKind kind) {
  play::Event event;
  event.kind = static_cast<std::uint16_t>(kind);
  event.rule = event_kind_row(event.kind).rule;
  return event;
}
inline play::Modifier modifier_of(ModifierCode code, int value, std::string_view rule) {
  play::Modifier modifier;
  modifier.code = static_cast<std::uint16_t>(code);
  modifier.value = value;
  modifier.rule = rule;
  return modifier;
}

/// Adds `number` units of a kind to the pieces of an event.
inline void add_pieces(play::Event& event, Kind kind, int number) {
  event.pieces.insert(event.pieces.end(), static_cast<std::size_t>(number), static_cast<int>(kind));
}
/// How many units of a kind an event is about.
int count_pieces(const play::Event& event, Kind kind);
/// Adds the stack of `side` at a place, its Leaders last.
void add_stack(play::Event& event, const AreaContext& game, const State& state, int side, int at);

}  // namespace niemen::area_campaign

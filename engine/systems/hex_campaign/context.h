// Everything that does not change in play: map, rules, pieces, tables, scenario. Shared by all
// threads, never copied into a state. Built and checked by load.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/fixed_vector.h"
#include "engine/core/origin.h"
#include "engine/map/entry_costs.h"
#include "engine/map/hex_map.h"
#include "engine/play/actor.h"
#include "engine/systems/hex_campaign/rules.h"
#include "engine/systems/hex_campaign/size.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

inline constexpr Size kSize = sizes::NIEMEN_HEX_SIZE;
inline constexpr int kHexWords = kSize.hex_words;
using map::Hex;
using HexMap = map::HexMap<kHexWords>;
using HexSet = HexMap::HexSet;
using EntryCosts = map::EntryCosts<kHexWords>;
inline constexpr int kMaxHexes = HexMap::kMaxHexes;
inline constexpr int kMaxPlaces = 0x3F0;  ///< hexes that a position tells apart (state.h)
using map::kNoHex;
using play::Side;

/// Combat units and Commanders of both sides: combat units first, then Commanders, each in the
/// order of the files.
inline constexpr int kPieceWords = kSize.piece_words;
inline constexpr int kMaxPieces = kSize.pieces;
using PieceSet = core::BitSet<kPieceWords>;
using Piece = std::int16_t;
inline constexpr Piece kNoPiece = -1;

enum class Arm : std::uint8_t { Infantry, Cavalry, Artillery, Count };    // 3.1
enum class UnitClass : std::uint8_t { Veteran, Line, Conscript, Count };  // 3.1
/// Seniority of Commanders, highest first (16.2, 16.4).
enum class Seniority : std::uint8_t { Supreme, Infantry, Cavalry, Cossack, Corps, None };

/// Special characteristics of Commanders (14.5, 16.4). Bits of PieceData::traits.
enum Trait : std::uint32_t {
  kTraitEasesMarch = 1U << 0,       ///< -1 on the march die of units accompanied throughout
  kTraitEasesMarchBasic = 1U << 1,  ///< the same in the basic game (14.5)
  kTraitBurdensMarch = 1U << 2,     ///< +1 on the march die when he instigates it; no -1 of 16.2
  kTraitInspires = 1U << 3,         ///< +1 CF per unit, at most 3, attack and defence
  kTraitLeadsCavalry = 1U << 4,     ///< attacking, +1 CF per cavalry unit
  kTraitReluctant = 1U << 5,        ///< units under him may refuse to move
  kTraitRival = 1U << 6,            ///< quarrels with other rivals until rivalry_to_turn
  kTraitSuddenDeath = 1U << 7,      ///< his loss under 11.19 ends the game
  kTraitInspiresTwo = 1U << 8,      ///< as inspires, at most 2 (Nemesis 16.2)
  kTraitInspiresAttack = 1U << 9,   ///< the same, attacking only
  kTraitLeadsCossacks = 1U << 10,   ///< attacking, +1 CF per Cossack unit, at most 2
  kTraitCavalryCorps = 1U << 11,    ///< alone he counts for cavalry only (Nemesis 16.2)
};

/// What binds a unit to where it starts (Nemesis 14.10-14.13).
enum class Bond : std::uint8_t {
  None,
  Frozen,    ///< until an armistice: it neither moves nor fights, nor is it fought
  Neutral,   ///< the same until its power joins side B
  Garrison,  ///< in its city, until relieved: always fed, attacks nobody, falls if it must go
  Fortress,  ///< the same, but it may march out and withdraw
};

/// One counter.
struct PieceData {
  std::string id;    ///< unique, used in notation: "I-Vet-Inf-1", "napoleon"
  std::string name;  ///< for people
  Side side = Side::A;
  bool commander = false;
  Arm arm = Arm::Infantry;
  UnitClass unit_class = UnitClass::Veteran;
  int rating = 0;                         ///< CR of a Commander (3.4)
  Seniority seniority = Seniority::None;  ///< of a Commander (16.2)
  std::uint32_t traits = 0;               ///< of a Commander
  PieceSet commands;                      ///< units he is able to command (16.2)
  std::string corps;                      ///< "I", "1-II", "3-X"; empty for none
  int army = 0;                           ///< Russian army number of a unit or Commander (16.2)
  std::string nationality;                ///< for people and 3.6
  bool guard = false;
  bool foreign_contingent = false;  ///< 16.11, 16.13
  bool spared = false;              ///< 16.13: lost only after other contingents
  bool own_source = false;          ///< supplied by its side's local source too (1.1)
  bool reluctant_ally = false;      ///< 16.10
  bool reserve = false;             ///< Cavalry Reserve (16.7)
  bool expedition = false;          ///< 16.12
  bool uprising_trigger = false;    ///< V Corps (16.8)
  bool augmented = false;           ///< Combat Factor of two (18.9)
  int strength = 0;                 ///< Combat Factors of its own; 0: by its class (3.2)
  int occupancy = 0;                ///< half factors of its own; 0: by its class (3.2)
  bool uprising_victim = false;     ///< 3rd Army (16.8)
  bool no_forced_march = false;     ///< until the release card is played (16.1)
  bool additional = false;          ///< only with additional_commanders (16.3)
  bool absent = false;              ///< in no play in this part of a linked campaign
  bool carried = false;             ///< comes from the part before, by no row of this one
  Bond bond = Bond::None;
  bool cossack = false;      ///< always fed (6.6), 13.1
  bool exempt = false;       ///< always fed while it is bound
  bool unblockable = false;  ///< arrives whatever the enemy does (14.14)
  bool aloof = false;        ///< of an ally who keeps to himself (14.8)
  bool wavering = false;     ///< of a power that may change sides (3.6)
  int idle_to_turn = 0;      ///< neither moves nor fights, nor is it fought, to this turn (14.6)
  int with_power = -1;       ///< comes only when this power has joined side B
  HexSet home;               ///< always fed there (6.6)
  Piece counterpart_of = kNoPiece;  ///< the unit of side A whose place it takes (14.9)
  int nation = -1;  ///< of a nationality's pieces, Guards included; -1: none (Nemesis 16.6)
  bool with_countrymen = false;  ///< a Commander who comes with a counterpart of his nation (14.9)
  HexSet late_entry;             ///< where it arrives after a late truce; empty: `entry` (16.4)
  HexSet leaves_if_entered;      ///< he goes when side B enters one of these (Nemesis 16.2)
  HexSet region;                 ///< out of it he has no designation from region_from_turn on
  int region_from_turn = 0;      ///< 0: everywhere
  HexSet truce_quarters;         ///< where it goes in a truce; empty: the zone of its side (14.15)
  int arrival_turn = 0;          ///< 0: set-up; else end of that turn (13.2)
  int leaves_turn = 0;           ///< of a Commander: start of the turn in which he goes; 0: never
  HexSet entry;                  ///< set-up or arrival hexes
  HexSet free_entry;             ///< hexes of the free set-up
  bool joins_stack = false;      ///< a Commander who is set up with any stack in `entry` (14.1)
  bool second_year = false;      ///< listed in 16.13 as a winter reinforcement
  HexSet second_year_entry;      ///< where it comes then (13.3)
  std::string source;
  core::Origin origin;
};

/// Cities of a map by their index, as Depots are kept.
using CitySet = core::BitSet<kSize.city_words>;
inline constexpr int kMaxCities = CitySet::kCapacity;

struct City {
  std::string name;
  Hex hex = kNoHex;
  bool fortified = false;
  std::string source;
  core::Origin origin;
};

/// One row of the victory table (14.7, 16.9 and a designer's own).
struct VictoryRow {
  enum class What : std::uint8_t { Place, Losses, Battles, Exits };
  enum class When : std::uint8_t { End, ByTurn, Held };
  What what = What::Place;
  When when = When::End;
  Hex hex = kNoHex;     ///< Place: at the end it is scored by whoever holds it
  HexSet hexes;         ///< Exits: where units may leave the map
  Side side = Side::A;  ///< who scores; Losses: for units of the other side
  int points = 0;       ///< per place, per unit lost or gone; Battles: times the battle score
  int power = -1;       ///< Place: it counts only when this power has joined side B
  int turn = 0;         ///< ByTurn: the last turn that counts
  int turns_held = 0;   ///< Held: ends of turns in a row
  core::Origin origin;
};

struct VictoryLevel {
  std::string name;
  int from_margin = 0;  ///< lowest margin (side A's points minus side B's) of this level
};

/// A condition that ends the game at the end of a turn: the side holds all the places.
struct SuddenDeath {
  Side winner = Side::A;
  HexSet places;
  int from_turn = 1, to_turn = kMaxTurns;
  /// It does not count once the other side held all places of one of these as a turn ended (17.2).
  std::vector<HexSet> averted_by;
  core::Origin origin;
};

struct VictoryTable {
  PerSide<int> least_lead{1, 1};  ///< points more than the other side that are needed to win
  std::vector<VictoryRow> rows;
  std::vector<SuddenDeath> sudden_deaths;
  std::vector<VictoryLevel> levels;  ///< ascending; the last whose from_margin is reached
  Side tie_winner = Side::A;         ///< 14.7
  bool tie_draws = false;
  HexSet independence_places;  ///< 16.9: all of them, or side B wins
  PerSide<HexSet> exits;       ///< hexes of rows for units that leave the map
};

/// One instruction of a card (16.1).
struct CardEffect {
  enum class What : std::uint8_t {
    SupplyTrains,     ///< amount: change of this turn's trains of `side`
    CombatCommands,   ///< amount: change of this turn's Combat Commands of `side`
    MarchDie,         ///< amount: added to every march die of `side` this turn
    ReleaseCorps,     ///< units with no_forced_march may force march from now on
    RemoveCommander,  ///< `piece` leaves play
    RemoveUnits,      ///< amount units of `side` out of `units` leave play, chosen by `chooser`
    DisruptUnits,     ///< the same, disrupted
    RallyUnits,  ///< amount disrupted units of `side` out of `units` are rallied, owner's choice
    Raids,       ///< amount: change of the raid score this turn
  };
  What what = What::SupplyTrains;
  Side side = Side::A;
  Side chooser = Side::A;
  int amount = 0;
  Piece piece = kNoPiece;
  PieceSet units;
};

/// A power whose ground may come to count for both sides or for side B (14.9, 14.16). In State by
/// its index.
struct Power {
  std::string id;
  HexSet hexes;
  HexSet cities;   ///< those that move it, held by side B (14.9b)
  HexSet sources;  ///< USS of side B once it has joined (14.16b)
  int sources_from_turn = 1;
  bool wavers = false;  ///< moved by its cities and by a defeat of the supreme Commander
  bool common = false;  ///< friendly to both sides until it joins (17.3)

  /// Whether it is one that comes in with an armistice (14.16).
  bool is_ally() const { return !wavers && !common; }
};
inline constexpr int kMaxPowers = 4;

/// Ground closed to sides for some turns, or until a power joins side B.
struct Closure {
  HexSet hexes;
  PerSide<bool> closed{true, true};
  bool routes = true;      ///< to supply routes too
  int to_turn = 0;         ///< the last turn; 0: any
  int power = -1;          ///< until this power joins; -1: for ever
  bool if_bought = false;  ///< only once a power's neutrality has been bought (16.5)
};

/// Hexes that count as friendly for forage, Depots and routes only (14.7, 18.5).
struct SupplyGround {
  HexSet hexes;
  int from_turn = 1, to_turn = kMaxTurns;
};

/// A random event card. Cards with a single text bind both players and cannot be held.
struct Card {
  std::string title;
  std::string text[play::kSides];  ///< what the card says to each side, in our words
  bool single = false;
  bool removed_in_second_year = false;  ///< 16.13
  bool first_deck = true;
  bool in_opening_deal = true;
  int power = -1;  ///< it is in the pack only as this power stands (16.1, 17.7); -1: always
  bool needs_joined = false;  ///< ... once that has joined side B; else only before
  std::vector<CardEffect> effects[play::kSides];  ///< single: effects[0] only
};
inline constexpr int kMaxCards = 56;

/// A hex restriction of the free set-up: at least `count` units of `arm` within `hexes` (14.1).
struct SetUpQuota {
  Side side = Side::B;
  Arm arm = Arm::Infantry;
  int count = 0;
  int within_of_border = 0;
  HexSet hexes;
};

/// How a part of a linked campaign goes on from another, and what holds in it (17).
struct Linked {
  bool after_supply = false;        ///< the next part begins in the last turn's supply phase (17.3)
  bool sheds_disrupted = false;     ///< side A's disrupted units do not go over (17.3)
  bool begins_anew = false;         ///< turns, commands and points begin anew in this part (17.5)
  bool switches = false;            ///< sources of supply may be switched (17.4)
  PerSide<int> trains{};            ///< of a side that has not switched (17.5)
  PerSide<HexSet> sources_after{};  ///< cities that are sources once it has switched
  PerSide<HexSet> edge_after{};     ///< the same on a map edge
  HexSet lost_sources;              ///< side B in all of them makes side A switch
  HexSet home;                      ///< ground of side B whose Depots reach far (17.9e), and where
                                    ///< it may be reinforced before it reaches the common ground
  Piece supreme = kNoPiece;         ///< who may leave side A for a time (17.9c)
  int supreme_leaves_turn = 0;      ///< 0: not in this part
  int forfeits_from_turn = 0;       ///< arrivals of side A that his staying costs
  std::vector<Hex> garrisons;       ///< cities that side A may garrison once it has switched (17.6)
  HexSet fortresses;                ///< those of them that take many units, artillery too
  int garrison_reach = 0;           ///< how far from its city a unit may be made its garrison
  Piece castellan = kNoPiece;       ///< Commander who comes with the garrison of a fortress
};

/// A scenario's starting position and limits.
struct Scenario {
  std::string name;
  std::string title;
  std::string preset;  ///< the only one it is played under; empty: any
  bool free_setup = false;
  int first_turn = 1;
  int last_turn = 16;  ///< at most the rules' number of turns
  /// Scenarios from the middle of a campaign give a whole position instead of a set-up.
  std::string position;
  std::vector<SetUpQuota> quotas;
};

/// A side's deployment prepared in a file, played instead of its set-up decisions (14.1).
struct Opening {
  std::string name;  ///< empty: the side sets up decision by decision
  std::string title;
  std::vector<std::pair<Piece, Hex>> places;  ///< every piece of the set-up
  std::vector<Hex> depots;                    ///< in the order in which they are founded
  bool hungry = false;                        ///< that some units start unsupplied is its idea
};

struct Context {
  std::string title;   ///< for people
  std::string preset;  ///< name of its file in presets/
  PerSide<std::string> side_names;
  /// What the turns of the first and of the second year are called, from turn 1 and from the first
  /// turn of that year; may be shorter.
  std::array<std::vector<std::string>, 2> calendar;
  Rules rules;
  HexMap map;
  std::vector<City> cities;

  // Boards, indexed by compact hex.
  HexSet difficult;           ///< forest, marsh, rough ground (2.2)
  HexSet fortified;           ///< fortified cities
  HexSet city;                ///< hexes with a city
  PerSide<HexSet> enterable;  ///< hexes the side's units may enter (2.2, 14.6)
  PerSide<HexSet> friendly;   ///< friendly territory before 16.9 (1.1)
  PerSide<std::vector<SupplyGround>> supply_ground;
  std::vector<Power> powers;
  std::vector<Closure> closures;
  PerSide<HexSet> source_if_held;  ///< USS while a unit of the side is in it (14.17)
  Hex outpost = kNoHex;            ///< 14.14
  PerSide<HexSet> truce_zone;      ///< 14.15
  HexSet confined;                 ///< side A may not leave it when it missed a truce (14.15)
  HexSet neutral;                  ///< territory that is friendly to neither side
  HexSet pass;  ///< mountain passes: difficult in winter, entered by their road only (2.2)
  /// What entering a hex costs a side, out of winter and in it.
  PerSide<std::array<EntryCosts, 2>> entry_costs;
  /// Where entering off the road costs a side two or more, and three.
  PerSide<std::array<HexSet, 2>> slow;
  PerSide<HexSet> no_depot;             ///< cities where the side may not found Depots (7.3)
  PerSide<HexSet> source_edge;          ///< hexes on a map edge that is a USS (1.1): distance 1
  PerSide<HexSet> source_city;          ///< USS cities (1.1): distance 0
  PerSide<HexSet> local_source;         ///< edge hexes of a source for own_source units (1.1)
  HexSet restoration;                   ///< where side B's lost units come back (16.13)
  PerSide<HexSet> steadfast;            ///< cities whose units out of supply keep order (6.4)
  HexSet capital;                       ///< cities of 9.2, by first capture by side A
  HexSet stay_contingents;              ///< 16.11: side A in one of them keeps its contingents
  Hex uprising_city = kNoHex;           ///< 16.8
  HexSet independence_area;             ///< cities of 16.9
  HexSet baltic_city;                   ///< unfriendly cities that may become a source (16.13)
  std::vector<HexSet> downstream;       ///< per hex: cities down-stream of it (16.13)
  std::vector<int> city_at;             ///< per hex: index into cities, or -1
  std::vector<std::string> terrain;     ///< per hex, for people
  std::vector<std::string> territory;   ///< per hex, for people
  std::vector<std::string> hex_source;  ///< per hex: rule number or "reconstructed: why"
  /// Hexes as they are drawn though nobody can enter them (lakes, mountains, sea).
  struct ClosedHex {
    map::Coordinates at;
    std::string terrain;
  };
  std::vector<ClosedHex> closed;
  struct RiverSide {
    map::Coordinates a, b;
    std::string river;
    bool bridged = false;
    std::string source;
  };
  std::vector<RiverSide> rivers;
  std::vector<std::pair<map::Coordinates, map::Coordinates>> roads;  ///< hexsides with a road
  std::vector<HexSet> by_road;  ///< per hex: neighbours by road

  std::vector<PieceData> pieces;  ///< at most kMaxPieces
  int units = 0;                  ///< pieces [0, units) are combat units, the rest Commanders
  std::vector<Card> cards;        ///< at most kMaxCards
  VictoryTable victory;
  std::vector<std::string> overrides;  ///< what was asked to be changed, "key=value"
  Scenario scenario;
  PerSide<Opening> openings;                   ///< selected by the request
  Side deploys_first = Side::B;                ///< 14.1
  std::map<std::string, std::string> colours;  ///< "#rrggbb" of terrains and nationalities
  std::uint64_t data_hash = 0;
  Linked linked;
  int part = 0;          ///< of a linked campaign, in their order
  int turns_before = 0;  ///< of the parts before, whose turns this one does not count itself
  std::shared_ptr<const Context> next;  ///< the part that follows
  /// The game's folders, what is extended first: for those who keep data of their own there.
  std::vector<std::filesystem::path> folders;

  // Derived by finish_context().
  PerSide<PieceSet> units_of, commanders_of;  ///< of the side, in play under the rules
  PieceSet in_play;
  std::array<PieceSet, 3> arm_units;
  std::array<PieceSet, 3> class_units;
  PieceSet combat_units;
  std::array<std::uint8_t, kMaxPieces> occupancy{};  ///< half occupancy factors
  /// The units whose number has a digit in base two: half occupancy factors, and Combat Factors
  /// above one. Only as many digits as the game needs.
  using Digits = core::FixedVector<PieceSet, 6>;
  Digits occupancy_digits, strength_above_one;
  std::array<std::uint8_t, kMaxPieces> kind{};  ///< equal kinds cannot be told apart (units)
  std::vector<PieceSet> kinds;                  ///< units of each kind, in a fixed order
  PieceSet cossack, bound, aloof, wavering;
  std::vector<Piece> counterparts;  ///< units that take another's place (14.9)
  PieceSet cavalry_corps;           ///< Commanders limited so, if 16.2 is in force
  PieceSet regional;                ///< Commanders with a region, if 16.2 is in force
  PieceSet leavers;                 ///< with leaves_if_entered, if 16.2 is in force
  PieceSet restrained;              ///< with a bond or idle for some turns
  std::array<std::int8_t, kMaxPieces> garrison{};  ///< index among bound garrisons, -1: none
  PerSide<HexSet> no_first_depot;                  ///< where the other side may set up (N-26)
  PieceSet foreign, spared, own_source, reluctant_ally, reserve, uprising_trigger, uprising_victim,
      no_forced_march, expedition;

  const PieceData& piece(int i) const { return pieces[static_cast<std::size_t>(i)]; }
};

/// Fills in what is derived from the data and the rules in force. Call once after loading.
void finish_context(Context& context);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

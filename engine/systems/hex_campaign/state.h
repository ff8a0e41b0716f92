// A position of a hex campaign: a small value without pointers.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "engine/core/word_lanes.h"
#include "engine/systems/hex_campaign/context.h"
#include "engine/systems/hex_campaign/work.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// The parts of a turn, in the order of 5.1 and ruling T-20. A phase is resumed until it has
/// nothing left to decide.
enum class Phase : std::uint8_t {
  SetUpFirst,
  SetUpSecond,  // 14.1
  Independence,
  ContingentsLeave,
  CombatCommands,
  Cards,
  Blanks,  // start of a turn
  Forage,
  GeneralSupply,
  ReserveLosses,  // 6
  ConvertDepots,
  RemoveDepots,
  AllocateTrains,
  ForageMarkers,
  EstablishDepots,  // 7
  Rally,
  Movement,
  MovementEnd,  // 8
  Combat,
  CombatEnd,           // 9-11
  CommandersMovement,  // 12
  Raids,
  Reinforcements,  // 13
  Exits,           // rows of the victory table
  Restoration,
  Return,
  WinterDecision,
  WinterQuarters,
  EndOfTurn,  // 16.13, 14.7
  Over,
  // Behind the others, so that their numbers stay: the start of a turn
  Truce,
  Redeploy,  // Nemesis 14.15
  // Nemesis 17: the start of a turn, the end of the supply phase, from part to part
  Departures,
  SwitchSources,
  HandOver,
  Count
};

/// The decision that is pending: who decides is `State::actor`, what may be chosen is listed by the
/// chapter that owns the step.
enum class Step : std::uint8_t {
  None,
  // setup.cpp
  PlacePiece,
  PlaceDepot,
  // political_dimension.cpp, random_events.cpp, optional_rules.cpp
  DeclareIndependence,
  ContingentLoss,
  DealCard,
  DrawCard,
  PlayCard,
  CardLoss,
  PlaceBlank,
  UprisingDie,
  ExpeditionDie,
  // general_supply.cpp, cavalry_and_climate.cpp
  ForageDie,
  ReserveDie,
  ReserveLoss,
  // active_supply.cpp
  ConvertDepot,
  RemoveDepot,
  AllocateTrain,
  EstablishDepot,
  // rally_and_movement.cpp
  ChooseRally,
  RallyUnit,
  ChooseMarch,
  ChooseGroup,
  TakeForGroup,
  AttachCapacity,
  SeniorToMove,
  ReluctantDie,
  ChaosDie,
  March,
  AttritionDie,
  AttritionLoss,
  ExcessLoss,
  // combat_overview.cpp
  ChooseAttack,
  ChooseTarget,
  ChooseOrdered,
  TakeForOrder,
  CommitAttack,
  OrderDie,
  // combat_detail.cpp
  WithdrawBeforeCombat,
  CommitDefence,
  NameAttackSupport,
  AttackSupportDie,
  NameDefenceSupport,
  DefenceSupportDie,
  SeniorToAttack,
  SeniorToDefend,
  AttackDie,
  DefenceDie,
  LoserHit,
  LoserExtraHit,
  LoserHitsDie,
  WinnerHit,
  WinnerExtraHit,
  Withdraw,
  PursuitLoss,
  WithdrawTo,
  OverflowUnit,
  OverflowCommander,
  OverflowTo,
  OverflowLoss,
  Advance,
  TakeForAdvance,
  // commanders.cpp (11.19, 12)
  CommanderDie,
  CommanderEscape,
  ChooseCommander,
  MoveCommander,
  // raids_and_reinforcements.cpp
  RaidDie,
  PlaceReinforcement,
  // two_year_campaign.cpp
  RestorationDie,
  ChooseRestored,
  PlaceRestored,
  ReturnDie,
  ReturnTo,
  ChooseWinter,
  QuarterPiece,
  ChooseSource,
  WinterLossDie,
  WinterLoss,
  WinterCommanderLoss,
  WinterFateDie,
  // victory.cpp
  LeaveMap,
  Over,
  // truce.cpp; behind the others, whose numbers name their dice
  TruceDie,
  CallTruce,
  AnswerTruce,
  TakeQuarters,
  PlaceTruceDepot,
  // linked_campaign.cpp
  KeepSupreme,
  RecallCommander,
  ChooseSources,
  PlaceSwitchedDepot,
  // truce.cpp (Nemesis 16.5)
  OfferPoints,
  AnswerOffer,
  // linked_campaign.cpp (Nemesis 17.6)
  StationGarrison,
  Count
};

/// Places that are not hexes.
enum Place : std::uint16_t {
  kPlaceMask = 0x3FF,
  kFirstOffMap = kMaxPlaces,
  kNotArrived = 0x3F0,    ///< still to come (13.2)
  kNeverArrived = 0x3F1,  ///< could not be placed when due (13.3); never restored (T-30)
  kLost = 0x3F2,          ///< out of play, may be restored (16.13)
  kLostForGood = 0x3F3,   ///< out of play in the second year, or out of the game
  kAway = 0x3F4,          ///< gone home, may come back (16.13)
  kNotInPlay = 0x3F5,     ///< not used under the rules in force
  kExited = 0x3F6,        ///< left the map for points of the victory table
};

/// Status bits of a piece, beside its place.
enum Status : std::uint16_t {
  kDisrupted = 1U << 10,    ///< 3.3
  kForcedMarch = 1U << 11,  ///< 8.4
  kFoughtOnce = 1U << 12,   ///< two bits: combats this turn, at most 3 (11.2)
  kFoughtMask = 3U << 12,
  kForage = 1U << 14,    ///< under a forage marker (7.6)
  kSupplied = 1U << 15,  ///< in General Supply this turn (6.1, R-9)
};

/// A Supply Train on the map. Bits 0-9 hex, 10 genuine, 11 face up, 12 attached to a moving group
/// as a capacity train (15.2).
using Train = std::uint16_t;
inline constexpr Train kTrainGenuine = 1U << 10, kTrainFaceUp = 1U << 11, kTrainAttached = 1U << 12;
inline constexpr int kMaxTrains = 20;
inline constexpr int kMaxRaised = 10;
inline constexpr int kMaxBlanks = 5;
inline constexpr int kMaxVictoryRows = 24;
inline constexpr int kOrdinalBuckets = 32;
inline constexpr std::uint16_t kNoHexBits = kPlaceMask;
/// Veil group of a piece whose identity the opponent knows (15.1).
inline constexpr std::uint8_t kKnown = 255;

/// Position::allegiance: how a power stands.
enum class Stance : std::uint8_t { AtFirst, OpenToBoth, Joined };
/// Position::uprising: how far 16.8 and 16.9 have come.
enum Uprising : std::uint8_t { kUntried, kNoUprising, kRisen, kIndependent };
/// Bits of Position::truce.
enum Truce : std::uint8_t {
  kTruceInForce = 1,
  kTruceMissed = 2,        ///< the last turn for one has passed
  kPowersMoved = 4,        ///< what moves a wavering power has happened this turn (14.9)
  kTruceRefused = 8,       ///< side B has refused an offer (14.15)
  kNeutralityBought = 16,  ///< 16.5
  kPartMask = 96,          ///< two bits: the part of a linked campaign
};
inline constexpr int kPartShift = 5;
/// Bits of Politics::marks.
enum PoliticalMark : std::uint8_t {
  kVictoryOfA = 1,  ///< side A has won a decisive victory this turn (16.6)
  kTension = 2,     ///< 16.6 holds this turn
  kLateTruce = 4,   ///< the truce came late (16.4)
};

/// Bits of Position::winter_decided in a linked campaign, which knows no two-year campaign (17.9a).
enum LinkedBit : std::uint8_t {
  kSwitchedA = 1,  ///< sources of supply switched (17.4)
  kSwitchedB = 2,
  kRevertedB = 4,      ///< ... and lost again
  kMustSwitchA = 8,    ///< side A lost its sources in the turn before
  kMustRevertB = 16,   ///< side B lost those that it had switched to
  kSupremeStays = 32,  ///< 17.9c
  kSupremeLeft = 64,
  kAverted = 128,  ///< side A held what averts a sudden death (17.2)
};

/// Veil groups of pieces, by piece; where stacks are never secret there is one for all.
struct Veils {
  std::array<std::uint8_t, static_cast<std::size_t>(kSize.veils)> groups;

  static constexpr std::size_t slot(std::size_t piece) {
    return kSize.veils == kMaxPieces ? piece : 0;
  }
  std::uint8_t& operator[](std::size_t piece) { return groups[slot(piece)]; }
  const std::uint8_t& operator[](std::size_t piece) const { return groups[slot(piece)]; }
  void fill(std::uint8_t group) { groups.fill(group); }
  auto begin() { return groups.begin(); }
  auto end() { return groups.end(); }
};

/// Position::progress of a place whose points are won.
inline constexpr std::uint8_t kScored = 255;

/// What is remembered only where powers may change sides; nothing where there are none.
template <int kContingents>
struct Politics {
  /// The hex + 1 that each counterpart's unit has left this turn, 0 for none (14.9), by the order
  /// of Context::counterparts.
  std::array<std::uint16_t, static_cast<std::size_t>(kContingents)> left;
  std::uint8_t marks;    ///< bits: see PoliticalMark
  std::uint8_t offered;  ///< battle points offered for neutrality (16.5)

  bool marked(PoliticalMark mark) const { return (marks & mark) != 0; }
  void mark(PoliticalMark mark, bool on) {
    marks = static_cast<std::uint8_t>(on ? marks | mark : marks & ~mark);
  }
  int left_hex(std::size_t i) const { return left[i] - 1; }
  void set_left_hex(std::size_t i, int hex) { left[i] = static_cast<std::uint16_t>(hex + 1); }
  int offer() const { return offered; }
  void set_offer(int points) { offered = static_cast<std::uint8_t>(points); }
};
template <>
struct Politics<0> {
  bool marked(PoliticalMark) const { return false; }
  void mark(PoliticalMark, bool) {}
  int left_hex(std::size_t) const { return -1; }
  void set_left_hex(std::size_t, int) {}
  int offer() const { return 0; }
  void set_offer(int) {}
};

/// The garrisons that side A has made of its units (Nemesis 17.6); nothing where no campaigns are
/// linked. Cities count in the order of Linked::garrisons.
template <bool kLinked>
struct Stations : Politics<kSize.contingents> {
  PieceSet made;          ///< units that are garrisons and stand in their city yet
  std::uint32_t founded;  ///< cities that have had a garrison
  std::uint32_t joined;   ///< cities whose garrison was joined by others (14.12)

  PieceSet made_garrisons() const { return made; }
  void make_garrison(int unit) { made.insert(unit); }
  void end_garrisons(const PieceSet& units) { made -= units; }
  std::uint32_t cities_garrisoned() const { return founded; }
  std::uint32_t garrisons_joined() const { return joined; }
  void note_garrisoned(std::uint32_t cities) { founded |= cities; }
  void note_garrison_joined(std::uint32_t cities) { joined |= cities; }
};
template <>
struct Stations<false> : Politics<kSize.contingents> {
  PieceSet made_garrisons() const { return {}; }
  void make_garrison(int) {}
  void end_garrisons(const PieceSet&) {}
  std::uint32_t cities_garrisoned() const { return 0; }
  std::uint32_t garrisons_joined() const { return 0; }
  void note_garrisoned(std::uint32_t) {}
  void note_garrison_joined(std::uint32_t) {}
};

/// What must be remembered. All fields are packed without padding; see the assertions below.
struct Position : Stations<kSize.linked> {
  // 8-byte fields
  PieceSet moved;   ///< moved in this phase (8.3, 12.2)
  PieceSet locked;  ///< freed a held hex for others, may not move (R-37)
  PieceSet held;    ///< stood next to enemy cavalry when movement began (R-81)
  WorkPieces choice;
  PieceSet group;  ///< that marches, attacks or advances
  PieceSet fate;   ///< Commanders who must roll under 11.19
  PerSide<CitySet> depots;
  CitySet converted_cities;  ///< friendly to side A since 16.9
  std::uint64_t deck;        ///< cards not drawn yet, by card index

  // 2-byte fields
  std::array<std::uint16_t, kMaxPieces> piece;  ///< bits 0-9 place, 10-15 status
  PerSide<std::array<Train, kMaxTrains>> train;
  std::array<std::uint16_t, kMaxRaised> raised;  ///< bits 0-9 hex, 10-12 trains, 13 of last turn
  PerSide<std::array<std::uint16_t, kMaxBlanks>> blanks;  ///< hexes of blank counters
  WorkPlaces places;
  std::uint16_t added_source;  ///< USS of 16.13, kNoHexBits for none

  // 1-byte fields
  Veils veil;                                         ///< veil group of a piece (15.1)
  std::array<std::uint8_t, kOrdinalBuckets> ordinal;  ///< dice rolled for a subject this turn
  /// By victory row: Held and ByTurn of places: turns held, kScored once the points are won; losses
  /// and battles ByTurn: the score so far; Exits: units gone.
  std::array<std::uint8_t, kMaxVictoryRows> progress;
  Phase phase;
  Step step;
  play::Actor actor;
  Side side;  ///< whose opportunity it is in two-sided phases
  std::uint8_t turn;
  std::uint8_t second_year;  ///< 0 first year, 1 second year (16.13)
  WorkNumbers work;
  PerSide<std::uint8_t> train_count;
  PerSide<std::uint8_t> to_place;        ///< trains (7.4) or Depots (14.15, 17.4)
  PerSide<std::uint8_t> dummies;         ///< dummy trains not allocated yet
  PerSide<std::uint8_t> out;             ///< 1: out of the present sequence
  PerSide<std::uint8_t> converted;       ///< 1: converted a Depot this turn (7.1)
  PerSide<std::uint8_t> train_losses;    ///< permanent (8.7)
  PerSide<std::int8_t> train_change;     ///< by cards, this turn
  PerSide<std::int8_t> command_change;   ///< permanent (9.2)
  PerSide<std::int8_t> command_passing;  ///< by 9.2, next turn
  PerSide<std::uint8_t> commands;        ///< Combat Commands left this turn
  PerSide<std::uint8_t> orders;          ///< orders given this turn (R-95)
  Side commands_first;                   ///< who attacks first (9.3)
  std::uint8_t raised_count;
  std::uint8_t path_length;  ///< of WorkPlaces::march
  std::uint8_t battle_points;
  std::uint8_t captured;      ///< capitals: bit 2i captured once, bit 2i+1 left once (9.2)
  std::uint8_t reserve_lost;  ///< 16.7
  std::uint8_t uprising;      ///< see Uprising
  std::uint8_t uprising_turn;
  std::uint8_t corps_released;        ///< the card of 16.1 has been played
  std::uint8_t winter_decided;        ///< 16.13: the one decision has been taken; 17: LinkedBit
  PerSide<std::uint8_t> hand;         ///< card held, index + 1 (16.1)
  PerSide<std::uint8_t> drawn;        ///< card drawn this turn, index + 1
  PerSide<std::uint8_t> played;       ///< card played this turn, index + 1
  PerSide<std::int8_t> march_change;  ///< by cards, this turn
  std::int8_t raid_change;            ///< by cards, this turn
  PerSide<std::uint8_t> lost_units;   ///< combat units lost so far
  // Combat under way
  std::uint8_t support_candidates, attack_supports, defence_supports;  ///< by direction from target
  PerSide<std::uint8_t> committed;
  std::int8_t attack_value, defence_value;  ///< before the die, then final
  std::int8_t difference;
  std::uint8_t hits_main, hits_support_odd;  ///< hits taken by the stack; parity by direction
  PerSide<std::uint8_t> strength;            ///< undisrupted units before combat, supports included
  PerSide<std::uint8_t> fallen;              ///< units eliminated in this combat
  WorkSeniors seniors;
  std::uint8_t outcome;  ///< 0 none, else Outcome::Winner + 1
  std::uint8_t sudden;   ///< 1: ended by a sudden death
  WorkStage stage;
  PerSide<std::array<std::uint8_t, kMaxBlanks>> blank_veil;  ///< veil group of a blank (15.1)
  std::uint8_t allegiance;              ///< stance of each power, two bits each
  std::uint8_t truce;                   ///< bits: see Truce
  std::uint8_t outpost_points;          ///< 14.14
  std::uint8_t relieved;                ///< 14.12: garrisons that were joined, by index
  std::array<std::uint8_t, 2> sortied;  ///< garrisons that have left or fallen, by index
  static constexpr int kMaxGarrisons = 16;

  bool operator==(const Position& other) const {
    return std::memcmp(this, &other, sizeof(Position)) == 0;
  }
};
static_assert(sizeof(Position) <= kSize.remembered);
static_assert(std::has_unique_object_representations_v<Position>);

struct State : Position {
  // Caches: functions of the above, kept up to date by place_pieces() and set_disrupted().
  PerSide<HexSet> combat_hexes;   ///< hexes with a combat unit
  PerSide<HexSet> cavalry_hexes;  ///< hexes with undisrupted cavalry

  bool operator==(const State&) const = default;
};
static_assert(sizeof(State) <= 2 * kSize.remembered);
static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>);

// --- reading -------------------------------------------------------------------------------------

inline int place(const State& s, int piece) {
  return s.piece[static_cast<std::size_t>(piece)] & kPlaceMask;
}
inline bool on_map(const State& s, int piece) { return place(s, piece) < kFirstOffMap; }
inline bool has_status(const State& s, int piece, std::uint16_t bit) {
  return (s.piece[static_cast<std::size_t>(piece)] & bit) != 0;
}
inline bool disrupted(const State& s, int piece) { return has_status(s, piece, kDisrupted); }
inline int fought(const State& s, int piece) {
  return (s.piece[static_cast<std::size_t>(piece)] & kFoughtMask) >> 12;
}

/// Pieces whose packed word, under `mask`, equals `value`.
inline PieceSet scan(const State& s, std::uint16_t mask, std::uint16_t value) {
  using core::WordLanes;
  const auto masks = WordLanes::all(mask), wanted = WordLanes::all(value);
  return {core::ask_words<kMaxPieces>(
      [&](std::size_t first) { return equal(WordLanes::load(&s.piece[first]) & masks, wanted); })};
}
/// Pieces of which a packed word under `mask` is another in `now` than in `before`.
inline PieceSet changed_pieces(const std::array<std::uint16_t, kMaxPieces>& before,
                               const std::array<std::uint16_t, kMaxPieces>& now,
                               std::uint16_t mask) {
  using core::WordLanes;
  const auto masks = WordLanes::all(mask), none = WordLanes::all(0);
  return {core::ask_words<kMaxPieces, true>([&](std::size_t first) {
    return equal((WordLanes::load(&before[first]) ^ WordLanes::load(&now[first])) & masks, none);
  })};
}
/// All pieces of both sides in a hex.
inline PieceSet pieces_at(const State& s, int hex) {
  return scan(s, kPlaceMask, static_cast<std::uint16_t>(hex));
}
/// All pieces with a status bit set, on the map or off.
inline PieceSet with_status(const State& s, std::uint16_t bit) { return scan(s, bit, bit); }

inline PieceSet units_at(const Context& c, const State& s, Side side, int hex) {
  return pieces_at(s, hex) & c.units_of[static_cast<std::size_t>(side)];
}
inline PieceSet commanders_at(const Context& c, const State& s, Side side, int hex) {
  return pieces_at(s, hex) & c.commanders_of[static_cast<std::size_t>(side)];
}
inline PieceSet side_pieces(const Context& c, Side side) {
  return c.units_of[static_cast<std::size_t>(side)] |
         c.commanders_of[static_cast<std::size_t>(side)];
}
/// What the digits of numbers in base two add up to for a set of units.
inline int sum_of(const Context::Digits& digits, const PieceSet& units) {
  int total = 0;
  for (std::size_t digit = 0; digit < digits.size(); ++digit)
    total += (units & digits[digit]).count() << digit;
  return total;
}
/// Combat Factors of a set of units (3.2, 18.9).
inline int combat_factors(const Context& c, const PieceSet& units) {
  return units.count() + sum_of(c.strength_above_one, units);
}
/// Occupancy of a set of units, in half factors (3.2).
inline int occupancy(const Context& c, const PieceSet& units) {
  return sum_of(c.occupancy_digits, units);
}
inline bool has_depot(const Context& c, const State& s, Side side, int hex) {
  const int city = c.city_at[static_cast<std::size_t>(hex)];
  return city >= 0 && s.depots[static_cast<std::size_t>(side)].contains(city);
}
inline HexSet depot_hexes(const Context& c, const State& s, Side side) {
  HexSet hexes;
  for (int city : s.depots[static_cast<std::size_t>(side)])
    hexes.insert(c.cities[static_cast<std::size_t>(city)].hex);
  return hexes;
}
/// The turn; at set-up the first one to come.
inline int turn_of(const Context& c, const State& s) {
  return s.turn == 0 ? c.scenario.first_turn : s.turn;
}
inline bool is_winter(const Context& c, const State& s) {  // 1.1, 16.13
  const int turn = turn_of(c, s);
  return !s.second_year && (turn >= c.rules.winter_from_turn || turn <= c.rules.winter_to_turn);
}
/// A Commander as a byte of the position: his piece where a byte holds it, else his number among
/// the Commanders.
inline std::uint8_t commander_byte(const Context& c, int commander) {
  return static_cast<std::uint8_t>(kMaxPieces > 256 ? commander - c.units : commander);
}
inline int commander_of_byte(const Context& c, std::uint8_t byte) {
  return kMaxPieces > 256 ? byte + c.units : byte;
}
/// The part of a linked campaign that a position is in, from the first one.
inline const Context& part_of(const Context& first, const Position& s) {
  const Context* part = &first;
  while (part->next && part->part < (s.truce & kPartMask) >> kPartShift) part = part->next.get();
  return *part;
}
/// 17.4: whether a side has switched its sources and lives on the new ones.
inline bool has_switched(const State& s, Side side) {
  if (side == Side::A) return (s.winter_decided & kSwitchedA) != 0;
  return (s.winter_decided & (kSwitchedB | kRevertedB)) == kSwitchedB;
}
/// Friendly territory now (1.1, 16.9).
HexSet friendly_now(const Context& c, const State& s, Side side);
/// The same and what counts as friendly for forage, Depots and routes only (14.7, 18.5).
HexSet friendly_for_supply(const Context& c, const State& s, Side side);
/// What entering hexes costs the side in the season (2.2).
inline const EntryCosts& entry_costs(const Context& c, const State& s, Side side) {
  return c.entry_costs[static_cast<std::size_t>(side)][is_winter(c, s)];
}
inline Stance stance(const State& s, int power) {
  return static_cast<Stance>((s.allegiance >> (2 * power)) & 3);
}
inline bool has_joined(const State& s, int power) {
  return power >= 0 && stance(s, power) == Stance::Joined;
}
/// Hexes that nobody of the side may enter now, whatever the terrain (14.14-14.16); with `routes`
/// only those closed to supply routes too.
HexSet closed_hexes(const Context& c, const State& s, Side side, bool routes = false);
/// Whether a hex is one of them.
bool is_closed(const Context& c, const State& s, Side side, int hex);
/// Whether the terrain and the times allow the side to enter a hex.
inline bool may_enter(const Context& c, const State& s, Side side, int hex) {
  return c.enterable[static_cast<std::size_t>(side)].contains(hex) &&
         (c.closures.empty() || !is_closed(c, s, side, hex));
}
/// Of some pieces on the map, those that neither move nor fight now, nor are fought (14.6, 14.10,
/// 14.11).
PieceSet idle_among(const Context& c, const State& s, const PieceSet& pieces);
/// Whether such units stand in a hex: no other unit enters it, nobody attacks it.
bool is_sheltered(const Context& c, const State& s, int hex);
/// Of some pieces on the map, the garrisons that stand in their city yet (14.12, 14.13, 17.6).
PieceSet garrisons_among(const Context& c, const State& s, const PieceSet& pieces);
/// What binds a unit to its place: by the data, or since it was made a garrison (17.6).
Bond bond_of(const Context& c, const State& s, int unit);
/// Whether some of the units may be idle or garrisons; no others are asked one by one.
inline bool may_be_bound(const Context& c, const State& s, const PieceSet& units) {
  return units.intersects(c.restrained) || units.intersects(s.made_garrisons());
}
/// Whether no unit at all is idle or a garrison.
inline bool all_unbound(const Context& c, const State& s) {
  return c.restrained.empty() && s.made_garrisons().empty();
}
/// 6.6: units that 6.4 passes over.
bool always_fed(const Context& c, const State& s, int unit);
/// 14.8: whether aloof units would share a hex with other pieces of their side and none of their
/// own Commanders, if `coming` stood there as well and `going` did not.
bool would_mix(const Context& c, const State& s, int hex, const PieceSet& coming,
               const PieceSet& going = {});
/// Hexes with any piece of the side, Commanders included.
HexSet occupied_hexes(const Context& c, const State& s, Side side);
/// Capacity of a hex in half factors: 4.1 and 15.2.
int capacity(const Context& c, const State& s, int hex);

// --- writing -------------------------------------------------------------------------------------

/// Puts pieces that stand in one place (a hex or off the map) into another; keeps the caches.
/// Status goes along; leaving the map clears it.
void place_pieces(const Context& c, State& s, const PieceSet& pieces, int to);
void place_piece(const Context& c, State& s, int piece, int to);
void set_disrupted(const Context& c, State& s, int piece, bool value);
inline void set_status(State& s, int piece, std::uint16_t bit) {
  s.piece[static_cast<std::size_t>(piece)] |= bit;
}
inline void clear_status(State& s, int piece, std::uint16_t bits) {
  s.piece[static_cast<std::size_t>(piece)] &= static_cast<std::uint16_t>(~bits);
}
inline void clear_status_of_all(State& s, std::uint16_t bits) {
  for (auto& word : s.piece) word &= static_cast<std::uint16_t>(~bits);
}
/// Computes the caches from scratch.
void rebuild_caches(const Context& c, State& s);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

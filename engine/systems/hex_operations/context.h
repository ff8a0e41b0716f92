// What does not change in play: the map, the rules, the scenario. Shared by all threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/bit_set.h"
#include "engine/core/fixed_vector.h"
#include "engine/core/origin.h"
#include "engine/systems/hex_operations/rules.h"

namespace niemen::hex_operations {

/// A hex is named by its column (1 to 62) times 64 plus its row (1 to 62): any such code below
/// kHexCodes indexes the tables of the map, whether or not the hex can be entered.
using HexCode = std::uint16_t;
inline constexpr int kHexCodes = 64 * 64;
inline constexpr HexCode kNoHex = 0;
inline constexpr int kDirections = 6;  ///< clockwise: N, NE, SE, S, SW, NW
inline constexpr int kMaxColumn = 62;
inline constexpr int kMaxRow = 62;
constexpr HexCode hex_code(int column, int row) { return static_cast<HexCode>(column * 64 + row); }
inline constexpr int kRowBits = 6, kRowMask = (1 << kRowBits) - 1;
constexpr int column_of(int hex) { return hex >> kRowBits; }
constexpr int row_of(int hex) { return hex & kRowMask; }
constexpr int opposite(int direction) { return (direction + 3) % kDirections; }
/// How many hexes lie between, plus one; 0 for the same hex.
inline int hex_distance(int a, int b) {
  // Axial coordinates of a grid whose even columns stand half a hex lower.
  const int q1 = column_of(a), q2 = column_of(b);
  const int r1 = row_of(a) - (q1 + 1) / 2, r2 = row_of(b) - (q2 + 1) / 2;
  const int dq = q1 - q2, dr = r1 - r2;
  return std::max({std::abs(dq), std::abs(dr), std::abs(dq + dr)});
}

/// Pieces have slots, side by side: 0 to 71 the invader's, 72 to 143 the defender's.
inline constexpr int kSidePieces = 72;
inline constexpr int kPieces = 2 * kSidePieces;
constexpr int side_of_piece(int piece) { return piece < kSidePieces ? 0 : 1; }

inline constexpr int kMaxAreas = 64;
inline constexpr int kNoArea = 0xFF;
inline constexpr int kMaxPoints = 32;  ///< places worth points or fortresses
inline constexpr int kNoPlace = 0xFF;

/// A set of hexes.
using HexSet = core::BitSet<kHexCodes / 64>;
/// A set of pieces of one side.
using PieceSet = core::BitSet<2>;

enum class Arm : std::uint8_t { Infantry, Cavalry, Leader, Supply, Depot };
constexpr bool is_combat(Arm arm) { return arm <= Arm::Cavalry; }

/// What a hexside is to somebody who crosses it.
enum class Hexside : std::uint8_t { Land, Bridged, River };

/// A hex as the map shows it, for words and pictures.
struct Hex {
  HexCode code = kNoHex;
  std::string name;  ///< of a town, or empty
  std::string terrain;
  std::string country;
  std::string source;
  int points = 0;
  bool fortress = false;
  core::Origin origin;
};

/// A river along a hexside.
struct River {
  HexCode first = kNoHex, second = kNoHex;
  std::string name;
  std::string source;
  bool bridged = false;
};

/// A place whose control counts: a Fortress, or a town worth points.
struct PointPlace {
  HexCode hex = kNoHex;
  int points = 0;
  bool fortress = false;
  bool in_defenders_country = false;
  std::string name;
  core::Origin origin;
};

struct Piece {
  std::string id;    ///< "french-inf-3", "french-Napoleon"
  std::string name;  ///< of a leader, else empty
  Arm arm = Arm::Infantry;
  bool division = false;  ///< at the start
  bool exists = false;    ///< in this scenario, on the map or still to come
  char letter = 0;        ///< of a leader
  int offence = 0;        ///< bonus of a leader
  int defence = 0;
  bool points = false;    ///< the leader whose loss costs victory points
  HexCode hex = kNoHex;   ///< where it stands at the start
  int group = -1;         ///< of the set-up, if it deploys
  int arrival = -1;       ///< row of reinforcements, if it comes later
  int marker = 0;         ///< of disruption at the start, see Marker
  bool doubtful = false;  ///< there by a doubtful reading: openings need not place it
};

/// Units that arrive together.
struct Arrival {
  std::string id;
  int side = 0;
  int turn = 0;
  std::string entry;         ///< as the file names it
  bool by_fortress = false;  ///< also at a lawful Fortress (H-46)
  std::vector<HexCode> entries;
  std::string source;
  core::Origin origin;
};

/// Units that deploy as their owner likes.
struct Group {
  std::string id;
  int side = 0;
  std::vector<HexCode> hexes;  ///< ascending
  bool apart = false;          ///< neither on nor beside enemy units
  std::string source;
};

struct Scenario {
  std::string id;
  std::string name;
  int first_turn = 1;
  int level = 0;
  std::uint32_t controlled = 0;  ///< by place
  std::uint32_t passed = 0;      ///< by place: Fortresses that enemies have passed through
  std::uint64_t half_depleted = 0;
  std::uint64_t fully_depleted = 0;
  std::vector<Group> groups;
  /// Pieces in the order in which they deploy: by group, as the file lists them.
  std::vector<std::uint8_t> deployment;
};

/// Sides by index: 0 is the invader (play::Side::A), 1 the defender (play::Side::B).
struct OperationsContext {
  Rules rules;
  std::array<std::string, 2> side_names;
  std::string defender_country;
  std::vector<std::string> dates;  ///< of the Game-Turns, for people

  std::vector<Hex> hexes;  ///< all that are named, ascending by code
  std::vector<River> rivers;
  std::vector<std::string> areas;  ///< names, in code order
  std::vector<PointPlace> places;
  std::vector<Piece> pieces;  ///< kPieces of them

  // Hot copies of the map, by hex code.
  std::array<std::uint8_t, kHexCodes> open{};                           ///< 1: can be entered
  std::array<std::array<HexCode, kDirections>, kHexCodes> neighbour{};  ///< kNoHex: none to enter
  /// Movement Points to go there by direction; 0 where no way leads.
  std::array<std::array<std::uint8_t, kDirections>, kHexCodes> step_cost{};
  std::array<std::uint8_t, kHexCodes> entry_cost{};
  std::array<std::uint8_t, kHexCodes> least_exit{};  ///< cheapest step out
  std::array<std::uint8_t, kHexCodes> defence{};     ///< the terrain's factor
  std::array<std::uint8_t, kHexCodes> river{};       ///< bit a direction: any river
  std::array<std::uint8_t, kHexCodes> unbridged{};   ///< bit a direction: river without bridge
  std::array<std::uint8_t, kHexCodes> zone{};  ///< bit a direction: a zone of control goes there
  std::array<std::uint8_t, kHexCodes> area{};
  std::array<std::uint8_t, kHexCodes> place{};  ///< index of a place that counts, or kNoPlace
  std::uint32_t fortresses = 0;                 ///< by place
  std::uint32_t defenders_places = 0;           ///< by place: in the defender's country
  std::array<std::uint64_t, kMaxAreas> area_neighbours{};

  // Hot copies of the pieces.
  std::array<Arm, kPieces> arm{};
  std::array<PieceSet, 2> combat_pieces{};
  std::array<PieceSet, 2> cavalry_pieces{};
  std::array<PieceSet, 2> leader_pieces{};
  std::array<PieceSet, 2> supply_pieces{};
  std::array<PieceSet, 2> depot_pieces{};
  int victory_leader = -1;

  std::vector<Arrival> arrivals;
  Scenario scenario;
  std::array<bool, 2> opening{};  ///< an opening file has deployed this side
  int level_offset = 0;           ///< points at the start that no controlled place explains
  std::vector<std::filesystem::path> folders;    ///< of the game: where its doctrines are
  std::array<std::string, 2> default_doctrines;  ///< names, by side

  bool fortress_at(int hex) const {
    const int at = place[hex];
    return at != kNoPlace && ((fortresses >> at) & 1U);
  }
  int area_count() const { return static_cast<int>(areas.size()); }
  /// Index into `hexes` of this code, or -1.
  int find_hex(int code) const;
  /// The hex of this number ("1624") or name ("Pilviski"); kNoHex if there is none.
  HexCode hex_named(std::string_view text) const;
  /// The number of a hex: "1624".
  static std::string hex_id(int code);
  /// The number and the name: "1624 Pilviski".
  std::string hex_text(int code) const;
};

}  // namespace niemen::hex_operations

// What does not change in play: the map, the blocks, the scenario. Shared by all threads.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/origin.h"
#include "engine/play/game.h"
#include "engine/systems/block_battle/rules.h"

namespace niemen::block_battle {

inline constexpr int kMaxBlocks = 104;   ///< of both sides
inline constexpr int kMaxSide = 56;      ///< blocks of one side
inline constexpr int kMaxAreas = 64;     ///< with the ways in from off the map
inline constexpr int kMaxBorders = 128;  ///< likewise
inline constexpr int kMaxBridges = 4;    ///< that may burn, or stand only later
inline constexpr int kMaxRedoubts = 5;
inline constexpr int kMaxSources = 3;  ///< of supply, a side
inline constexpr int kMaxStrength = 6;
inline constexpr int kFaces = 4;  ///< of a block
inline constexpr int kNone = 0xFF;
inline constexpr int kForbidden = -9;  ///< modifier of a bombardment that may not be made

/// A set of areas, and a set of blocks of one side, a bit each.
using AreaSet = std::uint64_t;
using BlockSet = std::uint64_t;
constexpr AreaSet area_bit(int area) { return AreaSet{1} << area; }

enum class Terrain : std::uint8_t { Clear, Woods, Swamp };
enum class Water : std::uint8_t { None, Stream, River };
enum class Crossing : std::uint8_t { None, Bridge, Dam, Ford };
/// Seen from the first area of the border to the second.
enum class Slope : std::uint8_t { None, Up, Down, Double };
enum class Arm : std::uint8_t {
  Headquarters,
  Infantry,
  Cavalry,
  LightArtillery,
  HeavyArtillery,
  HorseArtillery
};
constexpr bool is_artillery(Arm arm) { return arm >= Arm::LightArtillery; }
/// Moves three areas by road (5.41).
constexpr bool is_mounted(Arm arm) {
  return arm == Arm::Headquarters || arm == Arm::Cavalry || arm == Arm::HorseArtillery;
}

/// Who an army headquarters leads: everybody, or one of two armies.
enum class Office : std::uint8_t { Chief, FirstArmy, SecondArmy };
inline constexpr int kOffices = 3;

/// Map edges an area touches, a bit each.
enum Edge : std::uint8_t { kWest = 1, kNorth = 2, kEast = 4, kSouth = 8 };

struct Area {
  std::string id;
  std::string name;
  std::string source;
  Terrain terrain = Terrain::Clear;
  bool village = false;
  bool redoubt = false;
  bool east = false;     ///< of the Startline
  int supply_side = -1;  ///< whose source of supply it is
  int symbols = 0;       ///< supply symbols
  std::uint8_t edges = 0;
  bool gate = false;    ///< a way in from off the map, no area of the board
  double x = 0, y = 0;  ///< kilometres east and north of Borodino church
  std::vector<std::array<double, 2>> outline;
  core::Origin origin;
};

struct Border {
  std::string id;
  std::string source;
  int first = 0, second = 0;
  Terrain terrain = Terrain::Clear;
  Water water = Water::None;
  Crossing crossing = Crossing::None;
  bool burnable = false;
  bool later = false;  ///< its bridge is built in the night
  Slope slope = Slope::None;
  bool road = false;
  core::Origin origin;
};

struct Block {
  std::string id;
  std::string name;
  std::string source;
  int side = 0;
  Arm arm = Arm::Infantry;
  std::array<std::uint8_t, kFaces> steps{};  ///< strength by steps lost
  int faces = 1;
  char letter = 'C';
  int firepower = 1;
  int range = 0;         ///< Command Range
  int attached = kNone;  ///< the headquarters that commands it, or kNone
  int army = -1;         ///< Office as an int, or -1
  int office = -1;       ///< Office that it holds from the start, or -1
  int points = 0;
  bool guard = false, cossack = false, militia = false, light = false, dear = false;
  core::Origin origin;
};

/// One day of battle.
struct Day {
  std::string name;
  int turns = 0;
  int first_hour = 0;
  int main_symbols = 1;  ///< points of a source with two symbols
};

struct Scenario {
  std::string id;
  std::string name;
  bool first_day = false, second_day = false;
  int second_redoubt = 2;                           ///< points for a redoubt, side B
  std::array<std::uint8_t, kMaxBlocks> place{};     ///< fixed place or kNone
  std::array<std::uint8_t, kMaxBlocks> lost{};      ///< steps lost at the start
  std::array<bool, kMaxBlocks> absent{};            ///< comes in the night, or never
  std::array<bool, kMaxBlocks> enters{};            ///< comes with its corps
  std::vector<int> entering;                        ///< headquarters of corps that enter
  std::array<BlockSet, kMaxBlocks> deploys_with{};  ///< headquarters whose range counts; 0: any
  std::array<bool, kMaxBlocks> by_opening{};        ///< place from an opening, not printed
  std::array<bool, 2> opening{};                    ///< the side's set-up is given
};

/// Outcomes of a handful of dice: hits, and where they matter sixes.
struct HitOdds {
  std::vector<play::ChanceOutcome> plain;  ///< value: hits
  std::vector<play::ChanceOutcome> sixes;  ///< value: hits | sixes << 4
};

/// Sides by index: 0 is play::Side::A.
struct BlockContext {
  Rules rules;
  std::array<std::string, 2> side_names;
  std::vector<Area> areas;  ///< the ways in stand last
  std::vector<Border> borders;
  std::vector<Block> blocks;   ///< side A's first
  std::array<int, 2> first{};  ///< a side's first block
  std::array<int, 2> count{};  ///< how many it has
  Scenario scenario;
  std::array<Day, 2> days;

  // Hot copies of the map. [bridges out] is the set of State::bridges_out.
  std::array<AreaSet, kMaxAreas> touching{};  ///< areas that share a border, passable or not
  std::array<std::array<AreaSet, kMaxAreas>, 1 << kMaxBridges> foot{};  ///< where blocks can go
  std::array<std::array<AreaSet, kMaxAreas>, 1 << kMaxBridges> guns{};  ///< where artillery can
  std::array<std::array<AreaSet, kMaxAreas>, 1 << kMaxBridges> road{};
  std::array<std::array<std::uint8_t, kMaxAreas>, kMaxAreas> border_of{};  ///< or kNone
  /// Battle Limits from an area to another; the second without the border's bridge.
  std::array<std::array<std::uint8_t, kMaxAreas>, kMaxAreas> limit{}, limit_without{};
  std::array<std::array<std::int8_t, kMaxAreas>, kMaxAreas> bombard{};  ///< modifiers
  std::array<std::uint8_t, kMaxAreas> stack{};
  AreaSet redoubts = 0, works = 0, villages = 0, woods = 0, swamps = 0, east = 0, gates = 0,
          board = 0;
  AreaSet gun_places = 0;          ///< where artillery can stand at all
  std::array<AreaSet, 2> edges{};  ///< areas from which the side may leave the board
  std::array<AreaSet, 2> sources{};
  std::array<std::vector<int>, 2> source_list;  ///< areas
  std::vector<int> bridges;                     ///< borders, in the order of the bits
  std::vector<int> redoubt_list;                ///< areas
  std::vector<int> entry_areas;                 ///< and at the same position:
  std::vector<int> gate_areas;

  // Hot copies of the blocks; sets are of one side's blocks.
  std::array<BlockSet, 2> headquarters{}, infantry{}, cavalry{}, artillery{}, heavy{}, mounted{},
      cossacks{}, militia{}, light{}, dear{};
  std::array<std::array<BlockSet, 3>, 2> letters{};  ///< blocks that fire with A, B, C
  /// By [divisions given][headquarters]: blocks attached to it; with special command too.
  std::array<std::array<BlockSet, kMaxBlocks>, 4> attached{}, commanded{};
  /// By [day][office]: side B's blocks of the army.
  std::array<std::array<BlockSet, kOffices>, 2> army{};
  std::array<std::array<std::uint8_t, kFaces>, kMaxBlocks> strength{};
  std::array<std::uint8_t, kMaxBlocks> faces{};

  std::vector<int> divisions;  ///< that may be given to another corps
  int divisions_to = kNone;
  int passing_corps = kNone;  ///< headquarters of the corps that changes armies
  int night_moves = 0;
  int waits_for_range_of = kNone;
  std::array<std::vector<int>, 2> succession;
  std::vector<int> army_succession;
  std::array<std::array<HitOdds, kDieFaces + 1>, kMaxStrength + 1> odds;  ///< [dice][firepower]

  std::vector<std::filesystem::path> folders;    ///< of the game: where its doctrines are
  std::array<std::string, 2> default_doctrines;  ///< names, by side

  int area_count() const { return static_cast<int>(areas.size()); }
  int block_count() const { return static_cast<int>(blocks.size()); }
  int side_of(int block) const { return block >= first[1] ? 1 : 0; }
  BlockSet bit(int block) const { return BlockSet{1} << (block - first[side_of(block)]); }
  int block_of(int side, int position) const { return first[side] + position; }
  /// Index of the area or block with this id, or -1.
  int find_area(std::string_view id) const;
  int find_block(std::string_view id) const;
};

}  // namespace niemen::block_battle

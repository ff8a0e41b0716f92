// What does not change in play: the map, the rules, the scenario. Shared by all threads.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/bit_set.h"
#include "engine/core/enum_array.h"
#include "engine/core/fixed_vector.h"
#include "engine/core/origin.h"
#include "engine/systems/area_campaign/rules.h"

namespace niemen::area_campaign {

inline constexpr int kMaxPlaces = 72;  ///< Areas and Sub-areas that units enter
inline constexpr int kMaxAreas = 64;
inline constexpr int kMaxNeighbours = 12;
inline constexpr int kMaxParts = 4;     ///< Sub-areas of one Area
inline constexpr int kMaxPoints = 32;   ///< places worth victory points, fortresses included
inline constexpr int kMaxLeaders = 25;  ///< of both sides together
inline constexpr int kNowhere = 0xFF;

/// A set of places.
using PlaceSet = core::BitSet<2>;
/// A set of leaders of both sides.
using LeaderSet = core::BitSet<1>;

enum class Kind : std::uint8_t { Infantry, Cavalry, Supply, Depot };
inline constexpr int kKinds = 4;
inline constexpr auto kAllKinds = core::values_of<Kind, kKinds>();
template <class T>
using ByKind = core::EnumArray<Kind, T, kKinds>;

/// An Area or Sub-area as the map shows it.
struct Place {
  std::string id;  ///< "R27a"
  std::string name;
  std::string country;
  std::string fortress;  ///< its name, or empty
  std::string source;
  int number = 0;   ///< 27 of "R27a"
  char letter = 0;  ///< 'a' of "R27a", 0 where an Area is not divided
  int area = 0;     ///< index of the Area it belongs to
  int points = 0;   ///< victory points for the invader's control
  bool in_defenders_country = false;
  double longitude = 0;  ///< degrees, of its middle
  double latitude = 0;
  std::vector<std::vector<std::array<double, 2>>> outlines;  ///< longitude, latitude
  core::Origin origin;
};

/// An Area as the supply rules see it: one or more places.
struct Area {
  std::string id;
  core::FixedVector<std::uint8_t, kMaxParts> places;
  core::FixedVector<std::uint8_t, 16> neighbours;  ///< Areas
};

struct Leader {
  std::string letter;
  std::string name;
  int side = 0;
  int points = 0;
  bool cavalry = false;
};

/// Units named in configuration: "2ic 1cc A B".
struct UnitList {
  ByKind<int> counts{};
  std::vector<int> leaders;
};

/// Units that arrive or deploy together, one after the other: `queue` holds a Kind, or
/// kKinds + leader. In the standard game leaders are left out.
struct Arrival {
  std::string id;
  int side = 0;
  int turn = 0;  ///< reinforcements only
  std::vector<std::uint8_t> queue;
  PlaceSet places;
  bool at_free_fortress = false;  ///< reinforcements: any fortress not under enemy control
  int corps_limit = 0;  ///< deployment: most Corps of this group in one place; 0: no limit
  int depot_limit = 0;  ///< likewise for Depots
  core::Origin origin;
};

/// A unit that stands on the map when the scenario begins.
struct PlacedUnits {
  int side = 0;
  int place = 0;
  UnitList units;
};

struct Scenario {
  std::string id;
  std::string name;
  int first_turn = 1;
  int level = 0;
  PlaceSet controlled;
  std::uint64_t half_depleted = 0;
  std::uint64_t fully_depleted = 0;
  std::vector<PlacedUnits> placed;
  std::vector<Arrival> groups;  ///< free set-up, in the order of deployment
  /// Groups that an opening file deploys already, as (group, place, queue entry) in queue order.
  std::array<bool, 2> opening{};
  std::string position;  ///< as text, where the scenario begins with one; else empty
};

/// Sides by index: 0 is the invader (play::Side::A), 1 the defender (play::Side::B).
struct AreaContext {
  Rules rules;
  std::array<std::string, 2> side_names;
  std::vector<Place> places;
  std::vector<Area> areas;
  /// Hot copies of the map.
  std::array<core::FixedVector<std::uint8_t, kMaxNeighbours>, kMaxPlaces> neighbours;
  std::array<PlaceSet, kMaxPlaces> adjacent{};  ///< the same as sets
  /// Borders to cross between two places; kMaxPlaces - 1 where no way leads.
  std::array<std::array<std::uint8_t, kMaxPlaces>, kMaxPlaces> distance{};
  std::array<std::uint8_t, kMaxPlaces> area_of{};
  std::array<std::uint8_t, kMaxPlaces> point_of{};  ///< index of a place worth points, or kNowhere
  std::vector<std::uint8_t> point_places;           ///< places worth points
  PlaceSet with_points;                             ///< the same as a set
  std::array<std::int8_t, kMaxPoints> points{};
  PlaceSet fortresses;
  PlaceSet defenders_country;

  std::vector<Leader> leaders;  ///< the invader's first
  int first_defender_leader = 0;
  /// By side: 0x80 in the bytes of its leaders, for looking at eight of them at once.
  std::array<std::array<std::uint64_t, 4>, 2> leader_bytes{};
  int victory_leader = -1;
  std::vector<Arrival> reinforcements;  ///< by turn, the rows of a turn in file order
  PlaceSet fallback;
  Scenario scenario;
  int level_offset = 0;  ///< points at the start that no controlled place explains
  std::vector<std::filesystem::path> folders;    ///< of the game: where its doctrines are
  std::array<std::string, 2> default_doctrines;  ///< names, by side
  std::string defender_country;
  std::vector<std::string> turn_names;  ///< "late June 1812", by turn, from turn 1; may be empty
  std::vector<std::vector<std::array<double, 2>>> off_limits;  ///< shapes no unit enters

  int place_count() const { return static_cast<int>(places.size()); }
  int area_count() const { return static_cast<int>(areas.size()); }
  int winter(int turn) const { return turn >= rules.winter_first_turn ? 1 : 0; }
  int leader_begin(int side) const { return side == 0 ? 0 : first_defender_leader; }
  int leader_end(int side) const {
    return side == 0 ? first_defender_leader : static_cast<int>(leaders.size());
  }
  /// Index of the place with this id, or -1.
  int find_place(std::string_view id) const;
};

}  // namespace niemen::area_campaign

// What is summed over the campaigns of a run instead of being kept campaign by campaign: who held
// and entered which place, and how often each rule came into use.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ai/lab/campaign.h"

namespace niemen::lab {

/// A place of the map, as a mechanism declares it for maps of a run.
struct MapPlace {
  std::string id;       ///< as in the game's notation
  std::string name;     ///< of the city or area; may be empty
  std::string kind;     ///< terrain or country, for people
  double x = 0, y = 0;  ///< its middle; x grows eastward, y northward
  std::string outline;  ///< well-known text: "POLYGON((x y, ...))" or "MULTIPOLYGON(...)"
};

/// What a deployment has where, as a mechanism declares it.
struct DeployedPieces {
  std::string place;  ///< id of a MapPlace
  std::string piece;  ///< as in the game's files; "depot" for Depots
  int count = 1;
};

/// Something that a rule lets happen: a choice, a die, a modifier, a card.
struct RuleUse {
  std::string rule;  ///< its number in the rulebook
  std::string use;   ///< what happens, in words; unique within the game
};

struct PlaceTally {
  std::array<std::uint32_t, play::kSides> held{};     ///< ends of turns with the side in it
  std::array<std::uint32_t, play::kSides> entered{};  ///< how often the side came in
  bool operator==(const PlaceTally&) const = default;
};

/// What one campaign adds, in the order in which the mechanism declares places and rules.
struct Tally {
  std::vector<PlaceTally> places;
  std::vector<std::uint32_t> uses;
  bool operator==(const Tally&) const = default;
};

/// A tally as bytes for the log: mostly zeros, so runs of them take little room.
std::string pack_tally(const Tally& tally);
/// Reads it back for as many places and rules. Throws InputError when the bytes do not fit.
Tally unpack_tally(std::string_view bytes, std::size_t places, std::size_t rules);

/// The sums of one combination of an experiment.
class TallySums {
 public:
  TallySums(std::size_t places, std::size_t rules);
  void add(const Tally& tally);
  bool empty() const { return campaigns_ == 0; }

  /// Lines of places.csv and rules.csv, in the order of declaration.
  std::string place_lines(const std::string& cell, const std::vector<MapPlace>& places) const;
  std::string rule_lines(const std::string& cell, const std::vector<RuleUse>& rules) const;

 private:
  struct PlaceSum {
    std::array<std::uint64_t, play::kSides> held{}, entered{};
    std::uint64_t campaigns_entered = 0;
  };
  struct UseSum {
    std::uint64_t uses = 0, campaigns = 0;
  };
  std::uint64_t campaigns_ = 0;
  std::vector<PlaceSum> places_;
  std::vector<UseSum> uses_;
};

Table place_table();
Table rule_table();
/// map.csv: the places once, with their outlines.
Table map_table();
std::string map_lines(const std::vector<MapPlace>& places);
/// deployments.csv: each named deployment once.
Table deployment_table();
std::string deployment_lines(play::Side side, const std::string& opening,
                             const std::vector<DeployedPieces>& pieces);

}  // namespace niemen::lab

// The size of the mechanism that a game needs, and its loader. No type that depends on the size is
// known here.
#include <algorithm>
#include <array>
#include <memory>

#include "engine/systems/hex_campaign/join_parts.h"
#include "engine/systems/hex_campaign/rules.h"
#include "engine/systems/hex_campaign/size.h"

namespace niemen::hex_campaign {

using Load = std::unique_ptr<play::AnyGame>(const play::GameRequest&, const play::GameFolder&,
                                            const core::ConfigValue&);
namespace small {
Load load_sized;
}
namespace medium {
Load load_sized;
}
namespace large {
Load load_sized;
}

namespace {

struct Build {
  Size size;
  Load* load;
};
/// Ascending.
constexpr std::array kBuilds{Build{sizes::small, small::load_sized},
                             Build{sizes::medium, medium::load_sized},
                             Build{sizes::large, large::load_sized}};

/// The text of a cell or value; empty where the loader will find that it is missing.
std::string text_at(const core::ConfigValue& table, std::string_view key) {
  const auto it = table.table.find(key);
  return it == table.table.end() ? "" : it->second.text;
}

bool is_closed(const core::ConfigValue& sides, const core::ConfigValue& hex) {
  const auto terrain = sides.table.find("terrain");
  if (terrain == sides.table.end()) return false;
  const auto word = terrain->second.table.find(text_at(hex, "terrain"));
  return word != terrain->second.table.end() && text_at(word->second, "passage") == "closed";
}

bool fits(const Size& size, const core::ConfigValue& tree) {
  constexpr int kWord = 64;
  int hexes = 0, cities = 0;
  for (const auto& hex : tree.table.at("hexes").list) {
    hexes += !is_closed(tree.table.at("sides"), hex);
    cities += !text_at(hex, "city").empty();
  }
  const auto& units = tree.table.at("units").list;
  const auto contingents = std::count_if(units.begin(), units.end(), [](const auto& unit) {
    return !text_at(unit, "counterpart_of").empty();
  });
  const bool powers = tree.table.at("sides").table.count("power") > 0;
  if (contingents > size.contingents || (powers && size.contingents == 0)) return false;
  const auto pieces = units.size() + tree.table.at("commanders").list.size();
  return hexes <= size.hex_words * kWord && cities <= size.city_words * kWord &&
         pieces <= static_cast<std::size_t>(size.pieces);
}

}  // namespace

/// Loads a game folder of this mechanism in the smallest size that holds it; the largest says what
/// is too much. Throws core::InputError.
std::unique_ptr<play::AnyGame> load_game(const play::GameRequest& request,
                                         const play::GameFolder& folder) {
  auto tree = read_game(request, folder);
  join_parts(folder, tree);
  for (const auto& build : kBuilds)
    if (fits(build.size, tree)) return build.load(request, folder, tree);
  return kBuilds.back().load(request, folder, tree);
}

std::vector<core::ParameterDescription> describe_rules() {
  auto rows = core::describe_parameters(rule_parameters());
  for (auto& row : rows) row.default_value.clear();  // every game says them
  for (auto& row : core::describe_parameters(own_rule_parameters())) {
    row.help += "; may be left out";
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace niemen::hex_campaign

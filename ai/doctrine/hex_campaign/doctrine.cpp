#include "ai/doctrine/hex_campaign/doctrine.h"

#include <algorithm>
#include <map>

#include "engine/map/hex_map.h"

namespace niemen::ai::hex_doctrine {

namespace {

using core::ConfigTable;
using hex_campaign::VictoryRow;

constexpr std::array<std::string_view, 2> kSideWords{"a", "b"};
constexpr std::array<std::string_view, 3> kPostures{"advance", "hold", "withdraw"};
/// A sudden death weighs as much as many points.
constexpr int kSuddenDeathPoints = 8;
constexpr int kMostThrusts = 6;

/// A city by its name, or a hex by its number; kNoHex when the game has neither.
Hex find_place(const Context& context, const std::string& name) {
  for (const auto& city : context.cities)
    if (city.name == name) return city.hex;
  const auto at = map::parse_coordinates(name);
  return at ? context.map.find(*at) : hex_campaign::kNoHex;
}

Thrust read_thrust(ConfigTable& table, const Context& context) {
  Thrust thrust;
  thrust.share = static_cast<int>(table.integer("share", 1, 100));
  for (const auto& name : table.texts("places")) {
    const Hex hex = find_place(context, name);
    if (hex == hex_campaign::kNoHex)
      table.fail("places", "\"" + name + "\" is neither a city nor a hex of this game");
    thrust.places.push_back(hex);
  }
  if (thrust.places.empty()) table.fail("places", "\"places\" names no place");
  table.finish();
  return thrust;
}

DoctrinePhase read_phase(ConfigTable& table, const Context& context) {
  DoctrinePhase phase;
  phase.from_turn = static_cast<int>(table.integer("from_turn", 1, hex_campaign::kMaxTurns));
  phase.posture = static_cast<Posture>(table.choice("posture", kPostures));
  for (auto& thrust : table.tables("thrust")) phase.thrusts.push_back(read_thrust(thrust, context));
  if (phase.thrusts.empty() || phase.thrusts.size() > kMostThrusts)
    table.fail("thrust", "a phase needs 1 to " + std::to_string(kMostThrusts) + " thrusts");
  table.finish();
  return phase;
}

}  // namespace

Doctrine read_doctrine(const core::ConfigValue& value, const std::string& name,
                       const Context& context) {
  ConfigTable table(value);
  Doctrine doctrine;
  doctrine.name = name;
  doctrine.title = table.text("title");
  doctrine.side = table.choice("side", kSideWords) == 0 ? Side::A : Side::B;
  doctrine.standard = table.flag_or("standard", false);
  const auto number = [&](const char* key, int& target, int min, int max) {
    target = static_cast<int>(table.integer_or(key, target, min, max));
  };
  number("attack_lead", doctrine.attack_lead, -6, 12);
  number("caution", doctrine.caution, 0, 500);
  number("depot_price", doctrine.depot_price, 0, 1000);
  number("garrison", doctrine.garrison, 0, 6);
  for (auto& phase : table.tables("phase")) doctrine.phases.push_back(read_phase(phase, context));
  if (doctrine.phases.empty() || doctrine.phases.front().from_turn != 1)
    table.fail("phase", "the first phase must be from turn 1");
  for (std::size_t i = 1; i < doctrine.phases.size(); ++i)
    if (doctrine.phases[i].from_turn <= doctrine.phases[i - 1].from_turn)
      table.fail("phase", "phases must stand in the order of their turns");
  table.finish();
  return doctrine;
}

std::vector<Doctrine> load_doctrines(const Context& context) {
  std::map<std::string, std::filesystem::path> files;  // the nearest folder's file counts
  for (const auto& folder : context.folders) {
    const auto doctrines = folder / "doctrines";
    if (!std::filesystem::is_directory(doctrines)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(doctrines))
      if (entry.path().extension() == ".toml") files[entry.path().stem().string()] = entry.path();
  }
  std::vector<Doctrine> found;
  for (const auto& [name, file] : files)
    found.push_back(read_doctrine(core::read_toml(file), name, context));
  return found;
}

std::vector<Prize> prizes_of(const Context& context, Side side) {
  std::vector<Prize> prizes;
  const auto add = [&](Hex hex, int points) {
    for (auto& prize : prizes) {
      if (prize.hex != hex) continue;
      prize.points += points;
      return;
    }
    prizes.push_back({hex, points});
  };
  for (const auto& row : context.victory.rows) {
    if (row.what != VictoryRow::What::Place) continue;
    (void)side;
    add(row.hex, row.points);
  }
  for (const auto& death : context.victory.sudden_deaths)
    for (const int hex : death.places) add(static_cast<Hex>(hex), kSuddenDeathPoints);
  return prizes;
}

Doctrine derive_doctrine(const Context& context, Side side) {
  const auto seat = static_cast<std::size_t>(play::index(side));
  Doctrine doctrine;
  doctrine.name = side == Side::A ? "derived-a" : "derived-b";
  doctrine.title = "From the victory table and the map";
  doctrine.side = side;
  DoctrinePhase phase;
  auto prizes = prizes_of(context, side);
  // Sources and places that are ours are where we come from.
  HexSet home = context.friendly[seat];
  const auto distance = [&](Hex hex) {
    HexSet reached = home & context.enterable[seat];
    int steps = 0;
    while (!reached.contains(hex) && steps < 40) {
      HexSet next = reached;
      for (const int from : reached) next |= context.map.around(static_cast<Hex>(from));
      reached = (next & context.enterable[seat]) | reached;
      ++steps;
    }
    return steps;
  };
  std::stable_sort(prizes.begin(), prizes.end(), [&](const Prize& a, const Prize& b) {
    return a.points * 100 / (distance(a.hex) + 4) > b.points * 100 / (distance(b.hex) + 4);
  });
  std::vector<Hex> enemy, mine;
  for (const auto& prize : prizes) {
    const bool own = context.friendly[seat].contains(prize.hex);
    (own ? mine : enemy).push_back(prize.hex);
    if (phase.thrusts.size() >= kMostThrusts - 1) continue;
    const int share = std::clamp(prize.points * 100 / (distance(prize.hex) + 4), 1, 100);
    phase.thrusts.push_back({share, {prize.hex}});
  }
  if (phase.thrusts.empty()) {
    // Nothing to win on the map: off it where that is paid for, else the middle of what is ours.
    const HexSet& exits = context.victory.exits[seat];
    int place = std::max(home.first(), 0);
    if (!exits.empty()) place = exits.first();
    for (const int hex : exits)
      if (distance(static_cast<Hex>(hex)) < distance(static_cast<Hex>(place))) place = hex;
    phase.thrusts.push_back({1, {static_cast<Hex>(place)}});
  }
  // Each thrust goes on to the enemy's other places.
  for (auto& thrust : phase.thrusts)
    for (const Hex hex : enemy)
      if (std::find(thrust.places.begin(), thrust.places.end(), hex) == thrust.places.end())
        thrust.places.push_back(hex);
  doctrine.phases.push_back(std::move(phase));
  return doctrine;
}

}  // namespace niemen::ai::hex_doctrine

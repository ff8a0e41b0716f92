#include "ai/doctrine/hex_campaign/doctrine.h"

#include <algorithm>
#include <array>

#include "engine/core/faults.h"
#include "engine/core/look.h"
#include "engine/map/hex_map.h"
#include "engine/play/game_folder.h"

namespace niemen::ai::hex_doctrine {
inline namespace NIEMEN_HEX_SIZE {

namespace {

using core::ConfigTable;
using hex_campaign::VictoryRow;

constexpr std::array<std::string_view, 2> kSideWords{"a", "b"};
constexpr std::array<std::string_view, 3> kPostures{"advance", "hold", "withdraw"};
/// A sudden death weighs as much as many points.
constexpr int kSuddenDeathPoints = 8;
constexpr int kMaxThrusts = 6;

constexpr std::array kValueKeys{
    ValueKey{"thrust", &Values::thrust, 0, 1000, "draw of a place that a thrust goes to"},
    ValueKey{"thrust_point", &Values::thrust_point, 0, 1000, "the same for each of its points"},
    ValueKey{"hold", &Values::hold, 0, 1000, "draw of a threatened place that counts"},
    ValueKey{"hold_point", &Values::hold_point, 0, 1000, "the same for each of its points"},
    ValueKey{"take", &Values::take, 0, 1000, "draw of a weakly held place off the way"},
    ValueKey{"take_point", &Values::take_point, 0, 1000, "the same for each of its points"},
    ValueKey{"least_force", &Values::least_force, 0, 60, "units sent to an undefended place"},
    ValueKey{"force", &Values::force, 0, 1000,
             "percent of the enemies near a place that are sent to take it"},
    ValueKey{"defend_reach", &Values::defend_reach, 0, 60,
             "hexes from which help is called to a threatened place"},
    ValueKey{"opportunity_reach", &Values::opportunity_reach, 0, 60,
             "hexes from which a weakly held place is worth a detour"},
    ValueKey{"most_defenders", &Values::most_defenders, 0, 60,
             "units called to a threatened place"},
    ValueKey{"quarter_pull", &Values::quarter_pull, 0, 1000,
             "percent: draw of winter quarters, of that of the place they feed"},
    ValueKey{"quarter_force", &Values::quarter_force, 0, 60, "units sent there"},
    ValueKey{"quarter_reach", &Values::quarter_reach, 0, 60, "hexes from which they are called"},
    ValueKey{"support", &Values::support, 0, 100,
             "percent: chance that a neighbour comes to help, as a rule"},
    ValueKey{"step", &Values::step, 0, 1000, "a hex nearer to the objective, per unit"},
    ValueKey{"most_draw", &Values::most_draw, 0, 1000, "percent: an objective of great weight"},
    ValueKey{"unsupplied", &Values::unsupplied, 0, 1000,
             "a unit that will be out of supply, where that kills"},
    ValueKey{"unsupplied_mild", &Values::unsupplied_mild, 0, 1000,
             "the same where it only disrupts"},
    ValueKey{"danger", &Values::danger, 0, 1000, "a point of danger beyond the defence, per unit"},
    ValueKey{"most_danger", &Values::most_danger, 0, 60, "points of danger that are counted"},
    ValueKey{"tolerance", &Values::tolerance, 0, 60,
             "danger beyond the defence that is shrugged off"},
    ValueKey{"capture", &Values::capture, 0, 1000, "a city taken"},
    ValueKey{"point", &Values::point, 0, 1000, "a victory point taken"},
    ValueKey{"enemy_depot", &Values::enemy_depot, 0, 1000, "a Depot of the enemy's taken"},
    ValueKey{"ground", &Values::ground, 0, 1000, "a victory point of the hex attacked"},
    ValueKey{"unfed", &Values::unfed, 0, 100, "percent: of a place taken where nobody can stay"},
    ValueKey{"raid", &Values::raid, 0, 1000, "13.1: a lone unit in raiders' country"},
    ValueKey{"company", &Values::company, 0, 1000, "a small group that joins another"},
    ValueKey{"small_group", &Values::small_group, 0, 60, "units in it"},
    ValueKey{"attrition", &Values::attrition, 0, 1000, "a unit lost on the march, for nothing"},
    ValueKey{"lone_attrition", &Values::lone_attrition, 0, 1000,
             "a unit that is alone and disrupted"},
    ValueKey{"fed_attack", &Values::fed_attack, 0, 1000,
             "percent: of an attack, to a train without which the stack must forage"},
    ValueKey{"train", &Values::train, 0, 1000, "a train of the next turn, spent on not foraging"},
    ValueKey{"winter_train", &Values::winter_train, 0, 1000,
             "the same in winter, when Depots take them all"},
    ValueKey{"least_gain", &Values::least_gain, 0, 1000, "of a march"},
    ValueKey{"least_chance", &Values::least_chance, 0, 100,
             "percent: below this no order is given"},
    ValueKey{"good_chance", &Values::good_chance, 0, 100,
             "percent: no more Commands than this needs"},
    ValueKey{"command", &Values::command, 0, 1000, "a unit that gets a Commander"},
    ValueKey{"rating", &Values::rating, 0, 1000,
             "a point of a better Commander, per unit he can inspire"},
    ValueKey{"guard", &Values::guard, 0, 1000,
             "a unit around a Commander whose loss ends the game"},
    ValueKey{"errand", &Values::errand, 0, 1000, "to be where a Depot can be given back"},
    ValueKey{"least_move", &Values::least_move, 0, 1000, "of a Commander's move"},
    ValueKey{"rally", &Values::rally, 0, 1000, "a unit back in good order"},
    ValueKey{"delay", &Values::delay, 0, 1000,
             "a unit that waits for those beside it to rally (8.4)"},
    ValueKey{"rescue", &Values::rescue, 0, 1000, "a unit that would be out of supply"},
    ValueKey{"rescue_point", &Values::rescue_point, 0, 1000,
             "a victory point that would be starved out"},
    ValueKey{"depot_loss", &Values::depot_loss, 0, 1000,
             "a Depot that is lost, per turn left: a train each (8.7)"},
    ValueKey{"reach", &Values::reach, 0, 1000,
             "a hex that a unit can go nearer to its objective, fed"},
    ValueKey{"stepping_stone", &Values::stepping_stone, 0, 1000,
             "per unit that goes where a Depot will help on: a step that it helps"},
    ValueKey{"spared_train", &Values::spared_train, 0, 1000, "a train a turn that a Depot spares"},
    ValueKey{"garrison_point", &Values::garrison_point, 0, 1000,
             "a victory point whose garrison need not forage"},
    ValueKey{"winter_point", &Values::winter_point, 0, 1000, "the same when winter comes"},
    ValueKey{"quarter", &Values::quarter, 0, 1000,
             "a victory point that is carried through the winter"},
    ValueKey{"usual_trains", &Values::usual_trains, 1, 100,
             "percent: with so many left a Depot has its usual price"},
    ValueKey{"serves", &Values::serves, 0, 60, "hexes from which stacks think of a Depot"},
    ValueKey{"winter_depot_price", &Values::winter_depot_price, 0, 1000,
             "of a Depot when few march"},
    ValueKey{"least_train_gain", &Values::least_train_gain, 0, 1000,
             "below this a train is better not used"},
    ValueKey{"fed", &Values::fed, 0, 1000, "a unit that starts the campaign in supply"},
    ValueKey{"first_depot_price", &Values::first_depot_price, 0, 1000,
             "of the trains that a Depot of the set-up costs"},
    ValueKey{"set_up_chain", &Values::set_up_chain, 0, 9,
             "most Depots of the set-up in a chain laid to units that starve; below 2 none is"},
};

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
    const bool good = core::attempt([&] {
      if (hex == hex_campaign::kNoHex)
        table.fail("places", "\"" + name + "\" is neither a city nor a hex of this game");
    });
    if (good) thrust.places.push_back(hex);
  }
  if (thrust.places.empty() && core::all_was_read())
    core::report(table, "places", "\"places\" names no place");
  table.finish();
  return thrust;
}

DoctrinePhase read_phase(ConfigTable& table, const Context& context) {
  DoctrinePhase phase;
  phase.from_turn = static_cast<int>(table.integer("from_turn", 1, hex_campaign::kMaxTurns));
  phase.posture = static_cast<Posture>(table.choice("posture", kPostures));
  for (auto& thrust : table.tables("thrust")) phase.thrusts.push_back(read_thrust(thrust, context));
  if (phase.thrusts.empty() || phase.thrusts.size() > kMaxThrusts)
    core::report(table, "thrust", "a phase needs 1 to " + std::to_string(kMaxThrusts) + " thrusts");
  table.finish();
  return phase;
}

/// Changes what the table names.
void read_values(ConfigTable table, Values& values) {
  for (const auto& key : kValueKeys) {
    int& value = values.*key.value;
    value = static_cast<int>(table.integer_or(key.name, value, key.least, key.most));
  }
  table.finish();
}

}  // namespace

std::span<const ValueKey> value_keys() { return kValueKeys; }

std::vector<core::ParameterDescription> value_parameters() {
  const Values usual;
  std::vector<core::ParameterDescription> rows;
  for (const auto& key : kValueKeys)
    rows.push_back({std::string(key.name), "integer", std::to_string(usual.*key.value),
                    std::to_string(key.least) + " to " + std::to_string(key.most),
                    std::string(key.help)});
  return rows;
}

PerSide<Values> load_values(const Context& context) {
  PerSide<Values> values;
  for (const auto& folder : context.folders) {
    const auto file = folder / "values.toml";
    if (!core::is_there(file)) continue;
    const auto config = core::read_toml(file);
    ConfigTable table(config);
    for (std::size_t seat = 0; seat < values.size(); ++seat)
      read_values(table.table(kSideWords[seat]), values[seat]);
    table.finish();
  }
  return values;
}

Doctrine read_doctrine(const core::ConfigValue& value, const std::string& name,
                       const Context& context, const PerSide<Values>& values) {
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
  doctrine.truce = table.flag_or("truce", doctrine.side == Side::B);  // it brings B its ally
  number("neutrality", doctrine.neutrality, 0, context.rules.battle_points_max);
  doctrine.values = values[play::index(doctrine.side)];
  read_values(table.table("values"), doctrine.values);
  for (auto& phase : table.tables("phase")) doctrine.phases.push_back(read_phase(phase, context));
  if (doctrine.phases.empty() || doctrine.phases.front().from_turn != 1)
    core::report(table, "phase", "the first phase must be from turn 1");
  for (std::size_t i = 1; i < doctrine.phases.size(); ++i)
    if (doctrine.phases[i].from_turn <= doctrine.phases[i - 1].from_turn)
      core::report(table, "phase", "phases must stand in the order of their turns");
  table.finish();
  return doctrine;
}

std::vector<Doctrine> load_doctrines(const Context& context) {
  const auto values = load_values(context);
  std::vector<Doctrine> found;
  for (const auto& name : play::list_files(context.folders, "doctrines", "toml")) {
    const auto file = play::find_file(context.folders, "doctrines/" + name + ".toml");
    found.push_back(read_doctrine(core::read_toml(file), name, context, values));
  }
  return found;
}

std::vector<Prize> prizes_of(const Context& context) {
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
    add(row.hex, row.points);
  }
  // Cities that move a power are worth their share of what counts on its ground (Nemesis 14.9).
  for (const auto& power : context.powers) {
    if (!context.rules.allegiances || !power.wavers) continue;
    int moved = 0;
    for (const auto& row : context.victory.rows)
      if (row.what == VictoryRow::What::Place && power.hexes.contains(row.hex)) moved += row.points;
    for (const int hex : power.cities)
      add(static_cast<Hex>(hex), moved / context.rules.allegiance_cities);
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
  doctrine.truce = side == Side::B;
  doctrine.values = load_values(context)[seat];
  DoctrinePhase phase;
  auto prizes = prizes_of(context);
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
    if (phase.thrusts.size() >= kMaxThrusts - 1) continue;
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

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::ai::hex_doctrine

#include "ai/doctrine/area_campaign/doctrine.h"

#include "engine/core/config.h"
#include "engine/core/faults.h"
#include "engine/play/game_folder.h"

namespace niemen::ai::area_campaign {

namespace {

constexpr std::array<std::string_view, 3> kAttack{"attack_stronger", "attack_even",
                                                  "attack_weaker"};
constexpr std::array<std::string_view, 3> kDefence{"defend_stronger", "defend_even",
                                                   "defend_weaker"};

/// A setting that is a number with a fraction, from `least` on.
struct Real {
  std::string_view key;
  float Doctrine::*at;
  int least, most;
  std::string_view help;
};
constexpr Real kReals[] = {
    {"points", &Doctrine::points, 0, 100, "worth of a victory point, in Infantry Corps"},
    {"reach", &Doctrine::reach, 0, 1, "share of an objective's pull left one Area farther off"},
    {"mass", &Doctrine::mass, -10, 10, "worth of joining a friendly Infantry Corps"},
    {"danger", &Doctrine::danger, 0, 100,
     "cost of each enemy Corps next door that the stack cannot face"},
    {"boldness", &Doctrine::boldness, 0, 100, "enemy Infantry next door that one of ours can face"},
    {"hunger", &Doctrine::hunger, 0, 100, "cost of a Corps in a 100% depleted Area"},
    {"crowding", &Doctrine::crowding, 0, 100, "cost of each Corps beyond what an Area feeds"},
    {"attack_odds", &Doctrine::attack_odds, 0, 100,
     "least Infantry odds to march into the enemy for"},
    {"fight", &Doctrine::fight, 0, 100, "worth of each enemy Corps attacked at these odds"},
    {"flee_odds", &Doctrine::flee_odds, 0, 100,
     "enemy odds next door from which Corps force march away"},
    {"stand_odds", &Doctrine::stand_odds, 0, 100, "own odds from which a Defender stands"},
    {"scorch_odds", &Doctrine::scorch_odds, 0, 100,
     "enemy odds near from which an Area is laid waste"}};

/// A setting that is a whole number.
struct Whole {
  std::string_view key;
  int Doctrine::*at;
  int least, most;
  std::string_view help;
};
constexpr Whole kWhole[] = {
    {"largest_stack", &Doctrine::largest_stack, 1, 99, "Infantry that marches together"},
    {"dash_points", &Doctrine::dash_points, 0, 99,
     "victory points from which Corps force march to a free place"},
    {"pursuit_surplus", &Doctrine::pursuit_surplus, 1, 99,
     "Cavalry surplus from which there is a pursuit"},
    {"depot_from_turn", &Doctrine::depot_from_turn, 1, 99, "Depots are made from this turn on"}};

constexpr int kMostGarrison = 31;
constexpr int kMostHold = 100;

void read_plans(core::ConfigTable& table, std::string_view key,
                std::array<float, engine::kPlans>& plans) {
  const auto weights = table.integers(key, 0, 100);
  std::int64_t sum = 0;
  for (auto weight : weights) sum += weight;
  if (weights.size() != plans.size() || sum == 0)
    return core::report(table, key, "needs four weights, not all of them zero");
  for (std::size_t i = 0; i < plans.size(); ++i) plans[i] = static_cast<float>(weights[i]);
}

void read_places(core::ConfigTable& doctrine, const engine::AreaContext& context,
                 Doctrine& result) {
  std::vector<std::string> ids;
  for (const auto& place : context.places) ids.push_back(place.id);
  const auto find = [&](core::ConfigTable& table, std::string_view key, const std::string& id) {
    const int at = context.find_place(id);
    if (at < 0) core::fail_unknown(table, key, "place", id, ids);
    return at;
  };
  core::each_row(doctrine, "objective", [&](core::ConfigTable& row) {
    const int at = find(row, "id", row.text("id"));
    result.objectives[at] = static_cast<float>(row.real("worth", -100, 100));
    row.finish();
  });
  for (const auto& id : doctrine.texts("deploy"))
    core::attempt([&] { result.deploy.insert(find(doctrine, "deploy", id)); });
}

}  // namespace

Doctrine read_doctrine(const std::filesystem::path& file, const engine::AreaContext& context) {
  const auto value = core::read_toml(file);
  core::ConfigTable table(value);
  Doctrine d;
  d.name = file.stem().string();
  table.text("about");
  const std::array<std::string_view, 2> sides{context.side_names[0], context.side_names[1]};
  d.side = table.choice("side", sides);
  read_places(table, context, d);
  for (const auto& row : kReals)
    d.*row.at = static_cast<float>(table.real(row.key, row.least, row.most));
  d.hold = static_cast<float>(table.real_or("hold", d.hold, 0, kMostHold));
  d.finishes = table.flag_or("finishes", d.finishes);
  for (const auto& row : kWhole)
    d.*row.at = static_cast<int>(table.integer(row.key, row.least, row.most));
  d.garrison = static_cast<int>(table.integer_or("garrison", d.garrison, 0, kMostGarrison));
  for (std::size_t i = 0; i < 3; ++i) {
    read_plans(table, kAttack[i], d.attack_plans[i]);
    read_plans(table, kDefence[i], d.defence_plans[i]);
  }
  table.finish();
  return d;
}

std::vector<core::ParameterDescription> doctrine_parameters() {
  std::vector<core::ParameterDescription> rows{
      {"about", "text", "", "", "what the general is after"},
      {"side", "text", "", "a name of [sides]", ""},
      {"deploy", "list of text", "", "ids of areas.csv", "preferred places of a free set-up"},
      {"objective.id", "text", "", "an id of areas.csv", "a place to march for"},
      {"objective.worth", "number", "", "-100 to 100", "what it is worth beyond its points"}};
  const auto add = [&](const auto& row, const char* type) {
    rows.push_back({std::string(row.key), type, "",
                    std::to_string(row.least) + " to " + std::to_string(row.most),
                    std::string(row.help)});
  };
  for (const auto& row : kReals) add(row, "number");
  rows.push_back(
      {"hold", "number", "0", "0 to " + std::to_string(kMostHold),
       "worth of a victory point of the side's own, with an enemy next door, to the last "
       "Corps there"});
  rows.push_back(
      {"finishes", "flag", "false", "true, false", "on the last turn it looks at points alone"});
  for (const auto& row : kWhole) add(row, "whole number");
  rows.push_back({"garrison", "whole number", "0", "0 to " + std::to_string(kMostGarrison),
                  "Infantry that stays in each objective of one's own, and in a place of one's own "
                  "with points while enemy Infantry is within three Areas"});
  for (const auto& [keys, words] : {std::pair{kAttack, "attacking"}, {kDefence, "defending"}})
    for (const auto key : keys)
      rows.push_back({std::string(key), "4 whole numbers", "", "0 to 100, not all 0",
                      std::string("weights of the four battle plans, ") + words +
                          " when stronger (3:2), even or weaker (2:3)"});
  return rows;
}

std::vector<std::string> doctrine_names(const engine::AreaContext& context) {
  return play::list_files(context.folders, "doctrines", "toml");
}

std::filesystem::path doctrine_file(const engine::AreaContext& context, const std::string& name) {
  return play::find_file(context.folders, "doctrines/" + name + ".toml");
}

}  // namespace niemen::ai::area_campaign

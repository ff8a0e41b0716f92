#include "ai/doctrine/area_campaign/doctrine.h"

#include "engine/core/config.h"
#include "engine/play/game_folder.h"

namespace niemen::ai::area_campaign {

namespace {

void read_plans(core::ConfigTable& table, std::string_view key,
                std::array<float, engine::kPlans>& plans) {
  const auto weights = table.integers(key, 0, 100);
  std::int64_t sum = 0;
  for (auto weight : weights) sum += weight;
  if (weights.size() != plans.size() || sum == 0)
    table.fail(key, "needs four weights, not all of them zero");
  for (std::size_t i = 0; i < plans.size(); ++i) plans[i] = static_cast<float>(weights[i]);
}

void read_places(core::ConfigTable& doctrine, const engine::AreaContext& context,
                 Doctrine& result) {
  const auto find = [&](core::ConfigTable& table, std::string_view key, const std::string& id) {
    const int at = context.find_place(id);
    if (at < 0) table.fail(key, "there is no place \"" + id + "\"");
    return at;
  };
  for (auto& row : doctrine.tables("objective")) {
    const int at = find(row, "id", row.text("id"));
    result.objectives[static_cast<std::size_t>(at)] =
        static_cast<float>(row.real("worth", -100, 100));
    row.finish();
  }
  for (const auto& id : doctrine.texts("deploy"))
    result.deploy.insert(find(doctrine, "deploy", id));
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
  const auto real = [&](std::string_view key, double least, double most) {
    return static_cast<float>(table.real(key, least, most));
  };
  const auto integer = [&](std::string_view key, int least, int most) {
    return static_cast<int>(table.integer(key, least, most));
  };
  d.points = real("points", 0, 100);
  d.reach = real("reach", 0, 1);
  d.mass = real("mass", -10, 10);
  d.danger = real("danger", 0, 100);
  d.boldness = real("boldness", 0, 100);
  d.hunger = real("hunger", 0, 100);
  d.crowding = real("crowding", 0, 100);
  d.attack_odds = real("attack_odds", 0, 100);
  d.fight = real("fight", 0, 100);
  d.largest_stack = integer("largest_stack", 1, 99);
  d.flee_odds = real("flee_odds", 0, 100);
  d.dash_points = integer("dash_points", 0, 99);
  d.stand_odds = real("stand_odds", 0, 100);
  d.pursuit_surplus = integer("pursuit_surplus", 1, 99);
  d.depot_from_turn = integer("depot_from_turn", 1, 99);
  d.scorch_odds = real("scorch_odds", 0, 100);
  constexpr std::array<std::string_view, 3> kAttack{"attack_stronger", "attack_even",
                                                    "attack_weaker"};
  constexpr std::array<std::string_view, 3> kDefence{"defend_stronger", "defend_even",
                                                     "defend_weaker"};
  for (std::size_t i = 0; i < 3; ++i) {
    read_plans(table, kAttack[i], d.attack_plans[i]);
    read_plans(table, kDefence[i], d.defence_plans[i]);
  }
  table.finish();
  return d;
}

std::vector<std::string> doctrine_names(const engine::AreaContext& context) {
  return play::list_files(context.folders, "doctrines", "toml");
}

std::filesystem::path doctrine_file(const engine::AreaContext& context, const std::string& name) {
  return play::find_file(context.folders, "doctrines/" + name + ".toml");
}

}  // namespace niemen::ai::area_campaign

#include "ai/doctrine/hex_operations/doctrine.h"

#include <fmt/format.h>

#include "engine/core/config.h"
#include "engine/core/faults.h"
#include "engine/core/names.h"
#include "engine/play/game_folder.h"

namespace niemen::ai::hex_operations {

namespace {

constexpr double kMaxWorth = 100;
constexpr int kMaxPercent = 10'000;

/// A setting that is a number with a fraction, from 0 to kMaxWorth.
struct Real {
  std::string_view key;
  float Doctrine::*at;
  std::string_view help;
};
constexpr Real kReals[] = {
    {"need", &Doctrine::need, "strength sent to a place, as a multiple of the enemy's near it"},
    {"guard", &Doctrine::guard, "the same for a place of one's own that the enemy threatens"},
    {"danger", &Doctrine::danger,
     "cost of a point of enemy strength in reach beyond what is faced, in Movement Points"},
    {"boldness", &Doctrine::boldness, "enemy strength in reach that a point of ours near can face"},
    {"hunger", &Doctrine::hunger,
     "cost of ending in a 100% depleted Area without a Depot, in Movement Points"},
    {"crowding", &Doctrine::crowding,
     "cost of each Corps beyond what an Area feeds undepleted, in Movement Points"},
    {"shelter", &Doctrine::shelter, "worth of standing in a friendly Fortress, in Movement Points"},
    {"scorch", &Doctrine::scorch,
     "enemy strength near against ours from which an Area is laid waste"}};

/// A setting that is a percentage.
struct Percentage {
  std::string_view key;
  int Doctrine::*at;
  std::string_view help;
};
constexpr Percentage kPercentages[] = {
    {"attack_percent", &Doctrine::attack_percent, "least odds of an attack that nobody must make"},
    {"wanted_percent", &Doctrine::wanted_percent,
     "odds at which no more units are brought up for an attack"},
    {"stand_percent", &Doctrine::stand_percent, "odds from which units retreat before combat"}};

int read_place(core::ConfigTable& table, std::string_view key, const std::string& name,
               const engine::OperationsContext& context) {
  const auto hex = context.hex_named(name);
  if (hex == engine::kNoHex || context.place[hex] == engine::kNoPlace) {
    std::vector<std::string> names;
    for (const auto& place : context.places) names.push_back(place.name);
    table.fail(key, "\"" + name + "\"" + core::likely_name(name, names) +
                        " is no fortress and worth no points");
  }
  return context.place[hex];
}

}  // namespace

Doctrine read_doctrine(const std::filesystem::path& file,
                       const engine::OperationsContext& context) {
  const auto value = core::read_toml(file);
  core::ConfigTable table(value);
  Doctrine doctrine;
  doctrine.name = file.stem().string();
  table.text("name");
  table.text("why");
  const std::array<std::string_view, 2> sides{context.side_names[0], context.side_names[1]};
  doctrine.side = table.choice("side", sides);
  for (const auto& [key, at, help] : kReals)
    doctrine.*at = static_cast<float>(table.real_or(key, doctrine.*at, 0, kMaxWorth));
  for (const auto& [key, at, help] : kPercentages)
    doctrine.*at = static_cast<int>(table.integer_or(key, doctrine.*at, 0, kMaxPercent));
  doctrine.depot_units = static_cast<int>(
      table.integer_or("depot_units", doctrine.depot_units, 1, engine::kSidePieces));
  for (const auto& name : table.texts("main"))
    core::attempt([&] { doctrine.main.push_back(read_place(table, "main", name, context)); });
  if (doctrine.main.empty() && core::all_was_read())
    core::report(table, "main", "a place to march to is needed");
  doctrine.weight.fill(1);
  auto weights = table.table("weights");
  for (const auto& name : weights.keys())
    core::attempt([&] {
      doctrine.weight[read_place(weights, name, name, context)] =
          static_cast<float>(weights.real(name, 0, kMaxWorth));
    });
  weights.finish();
  table.finish();
  return doctrine;
}

std::vector<core::ParameterDescription> doctrine_parameters() {
  const Doctrine usual;
  std::vector<core::ParameterDescription> rows{
      {"name", "text", "", "", "for people"},
      {"why", "text", "", "", "what the general is after"},
      {"side", "text", "", "a name of [sides]", ""},
      {"main", "list of text", "", "names or numbers of Fortresses and of hexes worth points",
       "where whoever is not needed elsewhere marches, the first that still counts"}};
  for (const auto& [key, at, help] : kReals)
    rows.push_back({std::string(key), "number", fmt::format("{}", usual.*at),
                    fmt::format("0 to {}", kMaxWorth), std::string(help)});
  for (const auto& [key, at, help] : kPercentages)
    rows.push_back({std::string(key), "whole number", std::to_string(usual.*at),
                    fmt::format("0 to {}", kMaxPercent), std::string(help)});
  rows.push_back({"depot_units", "whole number", std::to_string(usual.depot_units),
                  fmt::format("1 to {}", engine::kSidePieces),
                  "Combat units in an Area for which a Depot is made"});
  rows.push_back({"weights.PLACE", "number", "1", fmt::format("0 to {}", kMaxWorth),
                  "what the points of such a place count; a Fortress without points counts too"});
  return rows;
}

std::vector<std::string> doctrine_names(const engine::OperationsContext& context) {
  return play::list_files(context.folders, "doctrines", "toml");
}

std::filesystem::path doctrine_file(const engine::OperationsContext& context,
                                    const std::string& name) {
  return play::find_file(context.folders, "doctrines/" + name + ".toml");
}

}  // namespace niemen::ai::hex_operations

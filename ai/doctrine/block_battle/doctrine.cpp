#include "ai/doctrine/block_battle/doctrine.h"

#include "engine/core/config.h"
#include "engine/core/faults.h"
#include "engine/play/game_folder.h"

namespace niemen::ai::block_battle {

namespace {

constexpr int kMaxWorth = 100;
constexpr int kMaxWhole = 99;

/// A setting that is a number with a fraction, from 0 to kMaxWorth.
struct Real {
  std::string_view key;
  float Doctrine::*at;
  std::string_view help;
};
constexpr Real kReals[] = {
    {"pull", &Doctrine::pull, "worth of an area nearer to the objectives, in steps"},
    {"attack_odds", &Doctrine::attack_odds,
     "own expected hits against the enemy's from which it attacks"},
    {"join", &Doctrine::join, "worth of each strength that joins a battle"},
    {"hold", &Doctrine::hold, "worth of staying in an objective"},
    {"safety", &Doctrine::safety, "cost of each enemy strength next door that is not faced"},
    {"mass", &Doctrine::mass, "worth of each friendly block in an area"},
    {"retreat_odds", &Doctrine::retreat_odds,
     "own share of expected hits below which blocks go back"}};

/// A setting that is a whole number, to kMaxWhole.
struct Whole {
  std::string_view key;
  int Doctrine::*at;
  int least;
  std::string_view help;
};
constexpr Whole kWhole[] = {
    {"least_command", &Doctrine::least_command, 0, "blocks that make an activation worth a step"},
    {"straggle_from", &Doctrine::straggle_from, 1,
     "strength from which a block goes without command"}};

}  // namespace

Doctrine read_doctrine(const std::filesystem::path& file, const engine::BlockContext& context) {
  const auto value = core::read_toml(file);
  core::ConfigTable table(value);
  Doctrine d;
  d.name = file.stem().string();
  table.text("about");
  const std::array<std::string_view, 2> sides{context.side_names[0], context.side_names[1]};
  d.side = table.choice("side", sides);
  std::vector<std::string> ids;
  for (const auto& area : context.areas) ids.push_back(area.id);
  core::each_row(table, "objective", [&](core::ConfigTable& row) {
    const auto id = row.text("id");
    const int area = context.find_area(id);
    if (area < 0) core::fail_unknown(row, "id", "area", id, ids);
    d.objectives[area] = static_cast<float>(row.real("worth", -kMaxWorth, kMaxWorth));
    row.finish();
  });
  for (const auto& row : kReals) d.*row.at = static_cast<float>(table.real(row.key, 0, kMaxWorth));
  d.charges = table.flag("charges");
  d.presses = table.flag_or("presses", d.presses);
  d.urgency = static_cast<float>(table.real_or("urgency", d.urgency, 0, 1));
  for (const auto& row : kWhole)
    d.*row.at = static_cast<int>(table.integer(row.key, row.least, kMaxWhole));
  table.finish();
  return d;
}

std::vector<core::ParameterDescription> doctrine_parameters() {
  const auto to = [](int least, int most) {
    return std::to_string(least) + " to " + std::to_string(most);
  };
  std::vector<core::ParameterDescription> rows{
      {"about", "text", "", "", "what the general is after"},
      {"side", "text", "", "a name of [sides]", ""},
      {"objective.id", "text", "", "an id of areas.csv", "an area to stand in"},
      {"objective.worth", "number", "", to(-kMaxWorth, kMaxWorth), "what that is worth, in steps"}};
  for (const auto& row : kReals)
    rows.push_back({std::string(row.key), "number", "", to(0, kMaxWorth), std::string(row.help)});
  rows.push_back({"charges", "flag", "", "true, false", "infantry charges with the bayonet"});
  rows.push_back(
      {"presses", "flag", "false", "true, false",
       "while it loses by the account it comes on, and attacks where points are to be won"});
  rows.push_back({"urgency", "number", "0", "0 to 1",
                  "share of its caution that a side which presses has lost by the last turn"});
  for (const auto& row : kWhole)
    rows.push_back({std::string(row.key), "whole number", "", to(row.least, kMaxWhole),
                    std::string(row.help)});
  return rows;
}

std::vector<std::string> doctrine_names(const engine::BlockContext& context) {
  return play::list_files(context.folders, "doctrines", "toml");
}

std::filesystem::path doctrine_file(const engine::BlockContext& context, const std::string& name) {
  return play::find_file(context.folders, "doctrines/" + name + ".toml");
}

}  // namespace niemen::ai::block_battle

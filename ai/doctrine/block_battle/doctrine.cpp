#include "ai/doctrine/block_battle/doctrine.h"

#include "engine/core/config.h"
#include "engine/play/game_folder.h"

namespace niemen::ai::block_battle {

Doctrine read_doctrine(const std::filesystem::path& file, const engine::BlockContext& context) {
  constexpr double kMaxWorth = 100;
  const auto value = core::read_toml(file);
  core::ConfigTable table(value);
  Doctrine d;
  d.name = file.stem().string();
  table.text("about");
  const std::array<std::string_view, 2> sides{context.side_names[0], context.side_names[1]};
  d.side = table.choice("side", sides);
  for (auto& row : table.tables("objective")) {
    const auto id = row.text("id");
    const int area = context.find_area(id);
    if (area < 0) row.fail("id", "there is no area \"" + id + "\"");
    d.objectives[area] = static_cast<float>(row.real("worth", -kMaxWorth, kMaxWorth));
    row.finish();
  }
  const auto real = [&](std::string_view key) {
    return static_cast<float>(table.real(key, 0, kMaxWorth));
  };
  d.pull = real("pull");
  d.attack_odds = real("attack_odds");
  d.join = real("join");
  d.hold = real("hold");
  d.safety = real("safety");
  d.mass = real("mass");
  d.retreat_odds = real("retreat_odds");
  d.charges = table.flag("charges");
  d.least_command = static_cast<int>(table.integer("least_command", 0, 99));
  d.straggle_from = static_cast<int>(table.integer("straggle_from", 1, 99));
  table.finish();
  return d;
}

std::vector<std::string> doctrine_names(const engine::BlockContext& context) {
  return play::list_files(context.folders, "doctrines", "toml");
}

std::filesystem::path doctrine_file(const engine::BlockContext& context, const std::string& name) {
  return play::find_file(context.folders, "doctrines/" + name + ".toml");
}

}  // namespace niemen::ai::block_battle

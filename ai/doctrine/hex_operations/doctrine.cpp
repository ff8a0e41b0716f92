#include "ai/doctrine/hex_operations/doctrine.h"

#include "engine/core/config.h"
#include "engine/play/game_folder.h"

namespace niemen::ai::hex_operations {

namespace {

constexpr double kMaxWorth = 100;
constexpr int kMaxPercent = 10'000;

int read_place(core::ConfigTable& table, std::string_view key, const std::string& name,
               const engine::OperationsContext& context) {
  const auto hex = context.hex_named(name);
  if (hex == engine::kNoHex || context.place[hex] == engine::kNoPlace)
    table.fail(key, "\"" + name + "\" is no fortress and worth no points");
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
  const auto read = [&](std::string_view key, float& target) {
    target = static_cast<float>(table.real_or(key, target, 0, kMaxWorth));
  };
  read("need", doctrine.need);
  read("guard", doctrine.guard);
  read("danger", doctrine.danger);
  read("boldness", doctrine.boldness);
  read("hunger", doctrine.hunger);
  read("crowding", doctrine.crowding);
  read("shelter", doctrine.shelter);
  read("scorch", doctrine.scorch);
  const auto read_percent = [&](std::string_view key, int& target) {
    target = static_cast<int>(table.integer_or(key, target, 0, kMaxPercent));
  };
  read_percent("attack_percent", doctrine.attack_percent);
  read_percent("wanted_percent", doctrine.wanted_percent);
  read_percent("stand_percent", doctrine.stand_percent);
  doctrine.depot_units = static_cast<int>(
      table.integer_or("depot_units", doctrine.depot_units, 1, engine::kSidePieces));
  for (const auto& name : table.texts("main"))
    doctrine.main.push_back(read_place(table, "main", name, context));
  if (doctrine.main.empty()) table.fail("main", "a place to march to is needed");
  doctrine.weight.fill(1);
  auto weights = table.table("weights");
  for (const auto& name : weights.keys())
    doctrine.weight[read_place(weights, name, name, context)] =
        static_cast<float>(weights.real(name, 0, kMaxWorth));
  weights.finish();
  table.finish();
  return doctrine;
}

std::vector<std::string> doctrine_names(const engine::OperationsContext& context) {
  return play::list_files(context.folders, "doctrines", "toml");
}

std::filesystem::path doctrine_file(const engine::OperationsContext& context,
                                    const std::string& name) {
  return play::find_file(context.folders, "doctrines/" + name + ".toml");
}

}  // namespace niemen::ai::hex_operations

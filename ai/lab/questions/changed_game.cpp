#include "ai/lab/questions/changed_game.h"

#include <fmt/format.h>

#include <map>
#include <string>

#include "ai/lab/questions/reading.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/play/game_folder.h"

namespace niemen::lab {

namespace {

/// One row of a table of the game in a file of an overlay.
void add_row(const play::GameFolder& folder, const std::string& table, const std::string& id,
             const std::string& field, const std::string& value,
             std::map<std::string, std::string>& files) {
  if (!folder.find(table + ".toml").empty()) {
    for (const auto& [list, rows] : folder.toml(table + ".toml").table)
      for (const auto& row : rows.list) {
        const auto found = row.table.find("id");
        if (found != row.table.end() && found->second.text == id)
          files[table + ".toml"] +=
              fmt::format("[[{}]]\nid = {}\n{} = {}\n", list, core::toml_text(id), field, value);
      }
  } else if (!folder.find(table + ".csv").empty()) {
    files[table + ".csv"] += fmt::format("id,{}\n{},{}\n", field, id, value);
  }
}

}  // namespace

void leave_changed_game(const Experiment& experiment, const Cell& wanted,
                        const CellFactory& factory, const std::filesystem::path& overlay) {
  const auto game = play::open_game_folder(experiment.request);
  const auto base = std::filesystem::absolute(experiment.request.folder).lexically_normal();
  std::map<std::string, std::string> files;
  std::string rules;
  for (const auto& assignment : wanted.request.overrides) {
    const auto equals = assignment.find('=');
    const auto key = assignment.substr(0, equals), value = assignment.substr(equals + 1);
    const auto first = key.find('.'), last = key.rfind('.');
    if (first == std::string::npos) return;
    const auto before = files.size();
    if (first != last)
      add_row(game, key.substr(0, first), key.substr(first + 1, last - first - 1),
              key.substr(last + 1), value, files);
    if (files.size() > before) continue;
    // A rule, or one of a section of the rules.
    const auto section = key.substr(0, last);
    rules +=
        fmt::format("[{}]\n{} = {}\n", section.starts_with("rules") ? section : "rules." + section,
                    key.substr(last + 1), value);
  }
  files["game.toml"] = "extends = " + core::toml_text(base.string()) + "\n" + rules;
  std::error_code error;
  std::filesystem::create_directories(overlay, error);
  for (const auto& [name, text] : files) core::write_file(overlay / name, text);
  auto cell = base_cell(experiment);
  cell.request.folder = overlay;
  cell.request.overrides.clear();
  bool same = false;
  try {
    same = factory(cell)->info().data_hash == factory(wanted)->info().data_hash;
  } catch (const core::InputError&) {
    same = false;
  }
  if (!same) std::filesystem::remove_all(overlay, error);
}

}  // namespace niemen::lab

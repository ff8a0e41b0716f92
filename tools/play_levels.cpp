#include "tools/play_levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "ai/agents/agent_config.h"
#include "engine/core/config.h"
#include "engine/core/file_writer.h"
#include "engine/core/look.h"
#include "engine/play/game_folder.h"

namespace niemen::tools {

namespace fs = std::filesystem;

namespace {

/// The cells of a row of a table in Markdown.
std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells;
  while (row.starts_with("|")) {
    row.remove_prefix(1);
    const auto end = row.find('|');
    if (end == std::string_view::npos) break;
    auto cell = row.substr(0, end);
    while (cell.starts_with(" ")) cell.remove_prefix(1);
    while (cell.ends_with(" ")) cell.remove_suffix(1);
    cells.emplace_back(cell);
    row.remove_prefix(end);
  }
  return cells;
}

std::string about(const std::string& agent) {
  const auto file = core::read_toml(play::configs_folder() / "agents" / (agent + ".toml"));
  const auto words = file.table.find("about");
  return words == file.table.end() ? std::string() : words->second.text;
}

/// The rows of a table of levels, as scripts/level_cards.py writes it.
std::vector<Level> read_cards(const fs::path& file) {
  constexpr std::size_t kSeconds = 2, kScore = 3, kElo = 4, kCells = 5;
  const auto names = ai::agent_names();
  std::vector<Level> list;
  const auto text = core::read_file(file);
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto cells = cells_of(std::string_view(text).substr(at, end - at));
    at = end + 1;
    if (cells.size() != kCells || !std::ranges::count(names, cells[0])) continue;
    const auto pace =
        cells[kSeconds] == "-" ? std::string("at once") : cells[kSeconds] + " s a turn";
    list.push_back({cells[0],
                    fmt::format("{}: {} Elo {}, {}.", cells[0], about(cells[0]), cells[kElo], pace),
                    cells[kElo], pace, cells[kScore] == "-" ? std::string() : cells[kScore]});
  }
  return list;
}

/// Every agent that was measured in some game, weakest first.
std::vector<std::string> measured() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(play::configs_folder() / "agents"))
    if (entry.path().filename().string().starts_with("cards-")) files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<std::string> names;
  for (const auto& file : files)
    for (const auto& level : read_cards(file))
      if (!std::ranges::count(names, level.name)) names.push_back(level.name);
  return names;
}

}  // namespace

std::vector<Level> levels(std::string_view title) {
  const auto file = play::configs_folder() / "agents" / ("cards-" + std::string(title) + ".md");
  std::vector<Level> list;
  if (core::is_there(file)) list = read_cards(file);
  if (!list.empty()) return list;
  for (const auto& name : measured()) list.push_back({name, name + ": " + about(name)});
  return list;
}

std::uint64_t fresh_key() {
  std::random_device lots;
  return std::uint64_t{lots()} << 32 | lots();
}

}  // namespace niemen::tools

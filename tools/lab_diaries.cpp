// The campaigns that a look back keeps, told as diaries with a map for every turn.
#include <algorithm>
#include <vector>

#include "engine/core/file_writer.h"
#include "engine/play/diary.h"
#include "engine/systems/registry.h"
#include "tools/lab_commands.h"
#include "tools/picture.h"

namespace niemen::tools {

namespace fs = std::filesystem;

std::size_t write_diaries(const fs::path& logs, const fs::path& game) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(logs, none))
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    const auto replay = play::replay_log(
        core::read_file(file), file.string(), [&](std::string_view) { return game; },
        systems::load_game);
    const auto diary = play::diary_of(replay, play::Viewer::Public);
    auto stem = file;
    stem.replace_extension();
    core::write_file(stem.string() + ".txt", play::diary_text(diary, replay.game->info()) + '\n');
    draw_turns(*replay.game, diary, play::read_country(replay.header.request),
               stem.string() + "-maps");
  }
  return files.size();
}

}  // namespace niemen::tools

// libFuzzer target: configuration, overlays and overrides from arbitrary bytes.
//
// The first line of an input names a file of a game ("lorn-valley/rules.toml"; with "+" in front a
// folder that extends the game has it), the second is an override, the rest is what the file holds.
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <vector>

#include "engine/core/config.h"
#include "engine/core/file_writer.h"
#include "engine/core/hash.h"
#include "tests/fuzz/fuzz_support.h"

namespace {

using namespace niemen;
namespace fs = std::filesystem;

constexpr int kSteps = 100;  ///< of a campaign of what was let pass

/// A small game of each mechanism, and files of the larger games that it lacks.
constexpr std::string_view kGames[] = {"lorn-valley", "strategic-1812", "borodino-1812",
                                       "grand-tactical-1812"};
constexpr std::string_view kMore[] = {"lorn-valley/cards.toml", "lorn-valley/map/downstream.csv"};

/// A private copy of the games, in memory where there is such a folder.
class Copy {
 public:
  Copy() {
    auto pattern =
        (fs::is_directory("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path()) /
        "niemen-fuzz-XXXXXX";
    std::string name = pattern.string();
    if (!mkdtemp(name.data())) fuzz::report(name + ": cannot be made");
    root_ = name;
    const auto games = play::configs_folder() / "games";
    for (const auto title : kGames)
      for (const auto& entry : fs::recursive_directory_iterator(games / title)) copy(entry, games);
    files_.insert(files_.end(), std::begin(kMore), std::end(kMore));
    std::sort(files_.begin(), files_.end());
  }
  ~Copy() { fs::remove_all(root_); }

  /// The file that a line names; any other line stands for one of them.
  fs::path file(std::string_view line) const {
    const auto it = std::find(files_.begin(), files_.end(), line);
    return it != files_.end() ? *it : files_[core::hash_text(line) % files_.size()];
  }

  /// Calls `use` with the folder of the game while `text` stands in its file.
  template <class Use>
  void with_replaced(const fs::path& file, std::string_view text, Use use) {
    const auto target = root_ / file;
    const auto original =
        fs::exists(target) ? std::optional(core::read_file(target)) : std::nullopt;
    core::write_file(target, text);
    use(root_ / *file.begin());
    if (original)
      core::write_file(target, *original);
    else
      fs::remove(target);
  }

  /// The same with a folder that extends the game.
  template <class Use>
  void with_overlaid(const fs::path& file, std::string_view text, Use use) {
    const auto folder = root_ / "extension";
    const auto inside = file.lexically_relative(*file.begin());
    fs::create_directories((folder / inside).parent_path());
    const auto base = "extends = \"" + file.begin()->string() + "\"\n";
    core::write_file(folder / "game.toml", base);
    core::write_file(folder / inside, (inside == "game.toml" ? base : "") + std::string(text));
    use(folder);
    fs::remove_all(folder);
  }

 private:
  void copy(const fs::directory_entry& entry, const fs::path& games) {
    const auto name = entry.path().lexically_relative(games);
    const auto extension = name.extension();
    if (extension != ".toml" && extension != ".csv") return;
    fs::create_directories((root_ / name).parent_path());
    fs::copy_file(entry.path(), root_ / name);
    // Doctrines belong to agents.
    if (name.parent_path().filename() != "doctrines") files_.push_back(name.generic_string());
  }

  fs::path root_;
  std::vector<std::string> files_;
};

std::string_view take_line(std::string_view& text) {
  const auto line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

/// The requests under which the file is read.
std::vector<play::GameRequest> requests(const fs::path& file) {
  std::vector<play::GameRequest> result(1);
  const auto kind = file.parent_path().filename();
  if (kind == "scenarios") result[0].scenario = file.stem();
  if (kind == "presets") result[0].preset = file.stem();
  if (kind == "openings") {
    result.resize(2);
    for (std::size_t side = 0; side < 2; ++side) result[side].openings[side] = file.stem();
  }
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  auto name = take_line(text);
  const auto override = take_line(text);
  fuzz::expect_clear_refusal([&] {
    auto root = core::read_toml_text(text, "fuzz.toml");
    const auto copy = root;
    core::overlay(root, copy);
    core::hash_config(root);
    core::apply_override(root, override);
  });
  static Copy copy;
  const bool extends = name.starts_with('+');
  if (extends) name.remove_prefix(1);
  const auto file = copy.file(name);
  const auto load = [&](const fs::path& folder) {
    for (auto& request : requests(file)) {
      request.folder = folder;
      if (!override.empty()) request.overrides.emplace_back(override);
      fuzz::expect_clear_refusal([&] { fuzz::play_some(*systems::load_game(request), kSteps); });
    }
  };
  extends ? copy.with_overlaid(file, text, load) : copy.with_replaced(file, text, load);
  return 0;
}

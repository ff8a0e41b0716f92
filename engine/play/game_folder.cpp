#include "engine/play/game_folder.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>

#include "engine/core/faults.h"
#include "engine/core/look.h"
#include "engine/play/formats.h"

namespace niemen::play {

namespace fs = std::filesystem;

namespace {

bool is_game(const fs::path& folder) { return core::is_regular_file(folder / "game.toml"); }

/// Not what editors, systems and archives keep beside files, under names with a dot before.
bool is_part_of_game(const fs::path& file) { return !file.filename().string().starts_with('.'); }

/// The first folder named "configs" with a "games" folder in it, from `start` upwards.
std::optional<fs::path> configs_above(fs::path start) {
  while (true) {
    if (core::is_folder(start / "configs" / "games")) return start / "configs";
    if (!start.has_parent_path() || start.parent_path() == start) return std::nullopt;
    start = start.parent_path();
  }
}

/// The folder of configurations of the program `program`: that of the tree in which it was built,
/// above it, or that of the prefix in which it is installed, ../share/niemen/configs; whichever is
/// nearer.
std::optional<fs::path> configs_of_program(fs::path program) {
  for (auto folder = program.parent_path();; folder = folder.parent_path()) {
    for (const auto& configs : {folder / "configs", folder / "share" / "niemen" / "configs"})
      if (core::is_folder(configs / "games")) return configs;
    if (!folder.has_parent_path() || folder.parent_path() == folder) return std::nullopt;
  }
}

/// The folder that `extends` in the game.toml of `folder` names: a path, a sibling or a title.
fs::path base_named(const core::ConfigValue& extends, const fs::path& folder) {
  const auto& name = extends.text;
  if (name.find('/') != std::string::npos) {
    if (is_game(folder / name)) return folder / name;
    extends.fail("extends \"" + name + "\": no game.toml lies there, seen from this folder");
  }
  const auto sibling = fs::absolute(folder).lexically_normal().parent_path() / name;
  if (is_game(sibling)) return sibling;
  const auto titles = game_titles();
  if (std::find(titles.begin(), titles.end(), name) != titles.end())
    return configs_folder() / "games" / name;
  std::string allowed;
  for (const auto& title : titles) allowed += ", " + title;
  extends.fail("extends \"" + name + "\": no such game; allowed: a path with a \"/\", a folder " +
               "beside this one" + allowed);
}

/// Takes `extends` out of a game.toml and returns the folder it names, or an empty path.
fs::path take_base(core::ConfigValue& config, const fs::path& folder) {
  const auto it = config.table.find("extends");
  if (it == config.table.end()) return {};
  const auto value = it->second;
  if (value.kind != core::ConfigValue::Kind::Text) value.fail("\"extends\" must be text");
  config.table.erase(it);
  return base_named(value, folder);
}

/// What is read where a file cannot be: nothing, which whoever collects faults knows.
core::ConfigValue nothing_of(const fs::path& file, core::ConfigValue::Kind kind,
                             const core::InputError& error) {
  auto* faults = core::Faults::of_thread();
  if (!faults) throw core::InputError(error);
  faults->add_file(error);
  core::ConfigValue nothing;
  nothing.kind = kind;
  nothing.file = file.string();
  return nothing;
}

/// Reads `name` from every folder that has it, each laid over the one before.
template <class Read>
core::ConfigValue read_layers(const GameFolder& game, std::string_view name,
                              core::ConfigValue::Kind kind, Read read) {
  std::optional<core::ConfigValue> result;
  for (const auto& folder : game.folders) {
    if (!core::is_there(folder / name)) continue;
    core::ConfigValue layer;
    try {
      layer = read(folder / name);
    } catch (const core::InputError& error) {
      layer = nothing_of(folder / name, kind, error);
    }
    if (result) {
      core::overlay(*result, layer);
    } else {
      result = std::move(layer);
    }
  }
  if (!result) {
    const auto file = game.folders.back() / name;
    return nothing_of(file, kind, core::InputError(file.string() + ": the file is missing"));
  }
  return std::move(*result);
}

}  // namespace

fs::path find_file(std::span<const fs::path> folders, std::string_view name) {
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder)
    if (core::is_there(*folder / name)) return *folder / name;
  return {};
}

std::vector<std::string> list_files(std::span<const fs::path> folders, std::string_view subfolder,
                                    std::string_view extension) {
  std::set<std::string> names;
  for (const auto& folder : folders) {
    if (!core::is_folder(folder / subfolder)) continue;
    std::error_code error;
    for (fs::directory_iterator entry(folder / subfolder, error), end; !error && entry != end;
         entry.increment(error)) {
      const auto& file = entry->path();
      if (is_part_of_game(file) && file.extension() == fs::path(".").concat(extension))
        names.insert(file.stem().string());
    }
    if (error) throw core::InputError((folder / subfolder).string() + ": " + error.message());
  }
  return {names.begin(), names.end()};
}

std::vector<fs::path> files_of_game(std::span<const fs::path> folders) {
  std::vector<fs::path> files;
  for (const auto& folder : folders) {
    std::error_code error;
    for (auto entry = fs::recursive_directory_iterator(folder, error);
         !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      const auto& file = entry->path();
      const auto kind = file.extension();
      std::error_code gone;  // an editor's file may be
      if (!is_part_of_game(file))
        entry.disable_recursion_pending();
      else if ((kind == ".toml" || kind == ".csv") && entry->is_regular_file(gone))
        files.push_back(file);
    }
    if (error) throw core::InputError(folder.string() + ": " + error.message());
  }
  std::sort(files.begin(), files.end());
  return files;
}

core::ConfigValue GameFolder::toml(std::string_view name) const {
  asked->emplace(name);
  return read_layers(*this, name, core::ConfigValue::Kind::Table,
                     [](const fs::path& file) { return core::read_toml(file); });
}

core::ConfigValue GameFolder::csv(std::string_view name) const {
  asked->emplace(name);
  auto rows = read_layers(*this, name, core::ConfigValue::Kind::List,
                          [](const fs::path& file) { return core::read_csv(file); });
  const auto changed = changes.find(std::string(name));
  if (changed == changes.end()) return rows;
  core::ConfigValue root;
  auto& table = root.table[fs::path(name).stem().string()] = std::move(rows);
  for (const auto& assignment : changed->second)
    core::attempt([&] { core::apply_override(root, assignment); });
  return std::move(table);
}

namespace {

/// The CSV file of a game that an override is of ("blocks.old-guard.points=4": blocks.csv); empty:
/// of none.
std::string table_of(const GameFolder& game, std::string_view assignment) {
  const std::string name(assignment.substr(0, assignment.find_first_of(".=")));
  for (const auto& file : {name + ".csv", "map/" + name + ".csv"})
    if (!name.empty() && !find_file(game.folders, file).empty()) return file;
  return {};
}

}  // namespace

GameFolder open_game_folder(const GameRequest& request) {
  GameFolder game;
  game.title = title_of(request.folder);
  std::vector<core::ConfigValue> layers;
  int format = kFormat;
  for (auto folder = request.folder; !folder.empty();) {
    for (const auto& known : game.folders)
      if (core::are_the_same(known, folder))
        throw core::InputError((folder / "game.toml").string() + ": extends itself in a circle");
    layers.push_back(core::read_toml(folder / "game.toml"));
    // What extends a game has its format: it says only what it changes.
    format = take_format(layers.back(), kFirstFormat);
    game.folders.push_back(folder);
    folder = take_base(layers.back(), folder);
  }
  std::reverse(game.folders.begin(), game.folders.end());
  game.config = std::move(layers.back());
  for (auto layer = layers.rbegin() + 1; layer != layers.rend(); ++layer)
    core::overlay(game.config, *layer);
  if (!request.inline_config.empty())
    core::overlay(game.config,
                  core::read_toml_text(request.inline_config, request.inline_config_name));
  keep_format(game.config, format);
  for (const auto& assignment : request.overrides)
    if (const auto file = table_of(game, assignment); !file.empty())
      game.changes[file].push_back(assignment);
  return game;
}

fs::path configs_folder() {
  if (const char* named = std::getenv("NIEMEN_CONFIGS"); named && *named) {
    if (!core::is_folder(fs::path(named) / "games"))
      throw core::InputError(std::string(named) + ": NIEMEN_CONFIGS has no folder \"games\"");
    return named;
  }
  std::error_code ignored;
  if (const auto here = configs_above(fs::current_path(ignored))) return *here;
  if (const auto there = configs_of_program(fs::read_symlink("/proc/self/exe", ignored)))
    return *there;
  throw core::InputError(
      "no folder \"configs/games\" here, above, or above the program, and no "
      "\"share/niemen/configs/games\" above it; name it in NIEMEN_CONFIGS");
}

fs::path find_game_folder(std::string_view title_or_folder) {
  const auto folder = without_slash(title_or_folder);
  if (!title_or_folder.empty() && is_game(folder)) return folder;
  std::string allowed;
  for (const auto& title : game_titles()) {
    if (title == title_or_folder) return configs_folder() / "games" / title;
    allowed += ", " + title;
  }
  throw core::InputError("no game \"" + std::string(title_or_folder) +
                         "\"; allowed: a folder with a game.toml" + allowed);
}

fs::path without_slash(fs::path path) {
  while (!path.has_filename() && path.has_relative_path()) path = path.parent_path();
  return path;
}

std::string title_of(const fs::path& folder) {
  return fs::absolute(folder / "").lexically_normal().parent_path().filename();
}

std::vector<std::string> game_titles() {
  std::vector<std::string> titles;
  for (const auto& entry : fs::directory_iterator(configs_folder() / "games"))
    if (is_game(entry.path())) titles.push_back(entry.path().filename().string());
  std::sort(titles.begin(), titles.end());
  return titles;
}

}  // namespace niemen::play

// niemen new: a game folder that extends an existing one.
#include <filesystem>
#include <iostream>

#include "engine/core/file_writer.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"

namespace niemen::tools {

namespace fs = std::filesystem;

namespace {

std::string first_file(const std::string& base) {
  return "# A game of its own that starts as " + base +
         ".\n"
         "#\n"
         "# State here, and in files of the same names as those of the game it extends, only what\n"
         "# you change: a key, a row (by its id; delete = true removes it), a scenario, an "
         "opening.\n"
         "# Check it with `niemen validate --game <this folder>`, look at it with `niemen show`.\n"
         "extends = \"" +
         base + "\"\n";
}

/// Fills `folder`, which does not exist, or leaves nothing behind.
template <class Fill>
void make_folder(const fs::path& folder, Fill fill) {
  auto part = folder;
  part += ".part";
  try {
    fs::create_directories(part);
    fill(part);
    fs::rename(part, folder);
  } catch (const fs::filesystem_error& error) {
    std::error_code ignored;
    fs::remove_all(part, ignored);
    throw core::InputError(folder.string() + ": cannot be written: " + error.code().message());
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(part, ignored);
    throw;
  }
}

}  // namespace

int new_command(int argc, char** argv) {
  cxxopts::Options options("niemen new",
                           "Makes a game folder that extends an existing game, or a copy of it.");
  options.positional_help("FOLDER");
  options.add_options()("from", "The game to start from", cxxopts::value<std::string>())(
      "copy", "Copy every file instead of extending")("folder", "The new folder",
                                                      cxxopts::value<std::string>());
  options.parse_positional("folder");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  if (!arguments->count("folder") || !arguments->count("from"))
    throw UsageError("write: niemen new FOLDER --from GAME");

  const fs::path folder = (*arguments)["folder"].as<std::string>();
  const auto base = play::find_game_folder((*arguments)["from"].as<std::string>());
  if (fs::exists(folder)) throw core::InputError(folder.string() + ": exists already");
  make_folder(folder, [&](const fs::path& part) {
    if (arguments->count("copy")) {
      fs::copy(base, part, fs::copy_options::recursive);
    } else {
      core::write_file(part / "game.toml", first_file(base.filename().string()));
    }
  });
  std::cout << folder.string() << ": made; look at it with: niemen show --game " << folder.string()
            << '\n';
  return kGood;
}

}  // namespace niemen::tools

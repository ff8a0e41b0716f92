// niemen edit: a game's files and its map in a browser, to be changed.
#include <filesystem>
#include <iostream>

#include "engine/core/error.h"
#include "engine/play/game_folder.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/edit/desk.h"
#include "tools/page_server.h"
#include "tools/serve/greeting.h"
#include "tools/serve/network.h"

namespace niemen::tools {

namespace {

/// The folder of a game of one's own, without links in its path.
std::filesystem::path folder_to_edit(const std::string& named) {
  const auto folder = std::filesystem::canonical(play::find_game_folder(named));
  if (!named.empty() &&
      std::filesystem::is_regular_file(std::filesystem::path(named) / "game.toml"))
    return folder;
  throw core::InputError(named + ": is no folder with a game.toml; niemen new my-game --from " +
                         named + " --copy makes one of your own");
}

}  // namespace

int edit_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen edit",
      "Serves the files of a game and its map as a page to change them on, to\n"
      "this machine alone: open the address that it prints. Each change is\n"
      "validated, and 200 campaigns between doctrines say what it does to the\n"
      "balance. Nothing is written until you save, and then the same files with\n"
      "their comments. Ctrl-C ends it.");
  options.positional_help("GAME_FOLDER");
  options.add_options()("folder", "The folder of the game", cxxopts::value<std::string>())(
      "port", "Port on 127.0.0.1 (0: any that is free)",
      cxxopts::value<std::string>()->default_value("1815"))(
      "seconds", "End by itself after so long (0: go on)",
      cxxopts::value<std::string>()->default_value("0"));
  options.parse_positional("folder");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  if (!arguments->count("folder")) throw UsageError("usage: niemen edit GAME_FOLDER");
  const auto port = port_option(*arguments);
  const auto folder = folder_to_edit((*arguments)["folder"].as<std::string>());

  const auto token = serve::new_token();
  serve::Network* line = nullptr;
  edit::Desk desk(folder,
                  [&](serve::TabId tab, std::string text) { line->send(tab, std::move(text)); });
  serve::Network network(port, token, listener_of(desk));
  line = &network;
  std::cout << "Open http://127.0.0.1:" << network.port() << "/edit.html#t=" << token
            << "\nCtrl-C ends it; what is not saved by then is lost." << std::endl;
  serve_pages(network, *arguments);
  for (const auto& name : desk.unsaved()) std::cout << name << ": was changed and not saved\n";
  std::cout << "Closed\n";
  return kGood;
}

}  // namespace niemen::tools

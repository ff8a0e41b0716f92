// What the fuzz targets share: the games of the tree, loaded once a request, and what is asked of
// every refusal. tests/fuzz/README.md says how the targets are run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/faults.h"
#include "engine/play/any_game.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tests/play/toy_games.h"

namespace niemen::fuzz {

/// Ends the program, which the fuzzer takes for a crash.
[[noreturn]] inline void report(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

/// Runs `read`. Bad input must be refused by one clear line for each fault.
template <class Read>
void expect_clear_refusal(Read read) {
  try {
    read();
  } catch (const core::InputError& error) {
    const auto unreadable = [](char letter) {
      return static_cast<unsigned char>(letter) < ' ' || letter == '\x7f';
    };
    for (const auto& line : core::lines_of(error))
      if (line.empty() || std::any_of(line.begin(), line.end(), unreadable))
        report("not one clear line: \"" + line + "\"");
  }
}

/// The first `steps` decisions and dice of a campaign at random: what a reader lets pass must be
/// playable.
inline void play_some(const play::AnyGame& any, int steps) {
  constexpr std::uint64_t kKey = 1;
  if (const auto fault = any.fuzz_campaign(kKey, steps))
    report("after " + std::to_string(fault->step) + " steps: " + fault->what);
}

/// The folder of a game of the tree, or a toy game.
inline std::filesystem::path find_any(std::string_view title) {
  if (title == "kuhn" || title == "pennies" || title == "pig") return toys::find_toy(title);
  static const auto titles = play::game_titles();
  // Only by title: no file outside the games decides what an input does.
  if (std::find(titles.begin(), titles.end(), title) == titles.end())
    throw core::InputError("no game \"" + std::string(title) + "\"");
  return play::configs_folder() / "games" / title;
}

/// Loads what find_any() found. The last games are kept, for loading takes most of the time.
inline std::unique_ptr<play::AnyGame> load_any(const play::GameRequest& request) {
  if (!request.folder.has_parent_path()) return toys::load_toy(request);
  constexpr std::size_t kKept = 64;
  static std::map<std::vector<std::string>, std::unique_ptr<play::AnyGame>> kept;
  std::vector<std::string> key{request.folder,      request.scenario,    request.preset,
                               request.openings[0], request.openings[1], request.inline_config};
  key.insert(key.end(), request.overrides.begin(), request.overrides.end());
  auto found = kept.find(key);
  if (found == kept.end()) {
    auto game = systems::load_game(request);
    if (kept.size() == kKept) kept.clear();
    found = kept.emplace(std::move(key), std::move(game)).first;
  }
  return found->second->clone();
}

}  // namespace niemen::fuzz

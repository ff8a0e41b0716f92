#include "tools/plot_script.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <iostream>

#include "engine/play/game_folder.h"

namespace niemen::tools {

bool run_plot_script(const std::string& name, const std::filesystem::path& folder,
                     const std::vector<std::string>& arguments) {
  const auto script = play::configs_folder().parent_path() / "scripts" / name;
  std::vector<std::string> words{"/usr/bin/python3", script.string(), folder.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::cout.flush();
  // The program blocks signals for its own watcher; the child must not.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, argv[0], nullptr, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  int status = 1;
  if (failed == 0) ::waitpid(child, &status, 0);
  if (failed == 0 && status == 0) return true;
  std::cerr << "niemen: the pictures could not be drawn (" << script.string()
            << " with python3, pandas and matplotlib); the tables are complete\n";
  return false;
}

}  // namespace niemen::tools

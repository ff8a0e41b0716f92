// What this program was built from, for manifests.
#pragma once

#include <string>

namespace niemen::lab {

struct BuildInfo {
  std::string version;
  std::string compiler;
  std::string flags;
  std::string git_commit;  ///< empty outside a repository
  bool git_dirty = false;  ///< files differed from it when the program was built
  std::string processor;
};

BuildInfo build_info();

/// SHA-256 of the running program.
std::string program_sha256();

}  // namespace niemen::lab

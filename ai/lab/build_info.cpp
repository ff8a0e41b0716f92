#include "ai/lab/build_info.h"

#include <revision.h>  // written by each build

#include <fstream>

#include "engine/core/digest.h"

namespace niemen::lab {

BuildInfo build_info() {
  BuildInfo info;
  info.version = NIEMEN_VERSION;
#if defined(__clang__)
  info.compiler = "clang " __clang_version__;
#else
  info.compiler = "g++ " __VERSION__;
#endif
  info.flags = NIEMEN_FLAGS;
  info.git_commit = kGitCommit;
  info.git_dirty = kGitDirty;
  std::ifstream cpu("/proc/cpuinfo");
  for (std::string line; std::getline(cpu, line);)
    if (line.starts_with("model name")) {
      info.processor = line.substr(line.find(':') + 2);
      break;
    }
  return info;
}

std::string program_sha256() {
  static const std::string digest = core::sha256_file("/proc/self/exe");
  return digest;
}

}  // namespace niemen::lab

#include "ai/processors.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <thread>

namespace niemen::ai {

namespace {

namespace fs = std::filesystem;
constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// Both numbers in microseconds; a quota below 1 is none.
double share(double quota, double period) {
  return quota > 0 && period > 0 ? quota / period : kNoLimit;
}

/// "150000 100000", or "max 100000".
double quota_of_version_2(const fs::path& group) {
  std::ifstream in(group / "cpu.max");
  double quota = 0, period = 0;
  return in >> quota >> period ? share(quota, period) : kNoLimit;
}

double quota_of_version_1(const fs::path& group) {
  std::ifstream quota_file(group / "cpu.cfs_quota_us"), period_file(group / "cpu.cfs_period_us");
  double quota = 0, period = 0;
  return quota_file >> quota && period_file >> period ? share(quota, period) : kNoLimit;
}

/// The least of a group and all above it. In a container the path may be the host's, of which only
/// the top is there.
template <class Quota>
double least_above(const fs::path& mount, std::string_view path, const Quota& quota_of) {
  double least = quota_of(mount);
  fs::path group = mount;
  for (const auto& part : fs::path(path).relative_path()) {
    group /= part;
    least = std::min(least, quota_of(group));
  }
  return least;
}

}  // namespace

double quota_of_groups(const fs::path& membership, const fs::path& mount) {
  double least = kNoLimit;
  std::ifstream in(membership);
  for (std::string line; std::getline(in, line);) {  // "4:cpu,cpuacct:/user", "0::/user"
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const auto controllers = line.substr(first + 1, second - first - 1);
    const auto path = std::string_view(line).substr(second + 1);
    if (controllers.empty())
      for (const auto& top : {mount, mount / "unified"})
        least = std::min(least, least_above(top, path, quota_of_version_2));
    else if (("," + controllers + ",").find(",cpu,") != std::string::npos)
      for (const auto& top : {mount / controllers, mount / "cpu"})
        least = std::min(least, least_above(top, path, quota_of_version_1));
  }
  return least;
}

int processors() {
  static const int kFound = [] {
    cpu_set_t mine;
    const int bound = ::sched_getaffinity(0, sizeof mine, &mine) == 0 ? CPU_COUNT(&mine) : 0;
    const int there =
        bound > 0 ? bound : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const double left = std::ceil(quota_of_groups("/proc/self/cgroup", "/sys/fs/cgroup"));
    return static_cast<int>(std::clamp<double>(left, 1, there));
  }();
  return kFound;
}

}  // namespace niemen::ai

#include "ai/processors.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "engine/core/file_writer.h"

using namespace niemen;
namespace fs = std::filesystem;

namespace {

struct Folder {
  fs::path path = fs::temp_directory_path() / ("niemen-groups-" + std::to_string(::getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
};

/// A file of control groups, with the folders above it.
void say(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  core::write_file(file, text);
}

}  // namespace

TEST_CASE("control groups of both versions say how much of the processors is left",
          "[processors]") {
  const Folder folder;
  const auto membership = folder.path / "cgroup", mount = folder.path / "fs";
  const auto quota = [&] { return ai::quota_of_groups(membership, mount); };
  CHECK(std::isinf(quota()));  // no such files

  SECTION("version 2") {
    say(membership, "0::/job/step\n");
    say(mount / "cpu.max", "max 100000\n");
    CHECK(std::isinf(quota()));
    say(mount / "job/step/cpu.max", "400000 100000\n");
    CHECK(quota() == 4);
    say(mount / "job/cpu.max", "150000 100000\n");  // the least of all above it
    CHECK(quota() == 1.5);
  }
  SECTION("version 1, beside a version 2 without a limit") {
    say(membership, "5:memory:/\n4:cpu,cpuacct:/docker/ab\n0::/\n");
    say(mount / "cpu,cpuacct/docker/ab/cpu.cfs_quota_us", "-1\n");
    say(mount / "cpu,cpuacct/docker/ab/cpu.cfs_period_us", "100000\n");
    CHECK(std::isinf(quota()));
    say(mount / "cpu,cpuacct/docker/ab/cpu.cfs_quota_us", "50000\n");
    CHECK(quota() == 0.5);
  }
  SECTION("in a container, which sees its own group at the top") {
    say(membership, "4:cpu:/docker/ab\n");
    say(mount / "cpu/cpu.cfs_quota_us", "300000\n");
    say(mount / "cpu/cpu.cfs_period_us", "100000\n");
    CHECK(quota() == 3);
  }
  CHECK(ai::processors() >= 1);
}

// How many threads are worth while here.
#pragma once

#include <filesystem>

namespace niemen::ai {

/// Processors' worth of time that control groups leave this program, the least of all groups that
/// it is in (both versions of them); infinite: no group says. `membership` is what Linux keeps in
/// /proc/self/cgroup, `mount` where the groups lie, /sys/fs/cgroup.
double quota_of_groups(const std::filesystem::path& membership, const std::filesystem::path& mount);

/// Processors that this program may use, at least one: those it is bound to, or fewer where its
/// control group leaves it less of their time, as containers and batch systems do. A part of one
/// counts as one.
int processors();

}  // namespace niemen::ai

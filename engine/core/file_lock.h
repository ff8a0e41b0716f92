// Locks that keep two programs from one file.
#pragma once

#include <filesystem>

namespace niemen::core {

/// Takes the lock of an open file, until it is closed. False: another program holds it. Where the
/// file system knows no locks (Lustre, some NFS and container mounts) nobody is kept out; that is
/// told on standard error, once.
bool take_lock(int descriptor, const std::filesystem::path& file);

}  // namespace niemen::core

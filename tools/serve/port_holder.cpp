#include "tools/serve/port_holder.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace niemen::serve {

namespace {

namespace fs = std::filesystem;

/// The number of the socket that listens on a port, as the table of the kernel has it; empty: none.
std::string listening_socket(std::uint16_t port) {
  constexpr std::string_view kListens = "0A";
  const std::array<std::string, 2> addresses{fmt::format("0100007F:{:04X}", port),
                                             fmt::format("00000000:{:04X}", port)};
  std::ifstream table("/proc/net/tcp");
  for (std::string line; std::getline(table, line);) {
    std::istringstream words(line);
    std::string row, local, remote, state, queues, timer, retries, user, timeouts, socket;
    words >> row >> local >> remote >> state >> queues >> timer >> retries >> user >> timeouts >>
        socket;
    if (state == kListens && std::ranges::find(addresses, local) != addresses.end()) return socket;
  }
  return {};
}

/// Whether a process, by its folder in /proc, holds an open file with such a target.
bool holds(const fs::path& process, const std::string& target) {
  std::error_code error;
  for (fs::directory_iterator file(process / "fd", error), end; !error && file != end;
       file.increment(error)) {
    std::error_code unread;
    if (fs::read_symlink(file->path(), unread) == target) return true;
  }
  return false;
}

}  // namespace

std::string port_holder(std::uint16_t port) {
  const auto socket = listening_socket(port);
  if (socket.empty()) return {};
  std::error_code error;
  for (fs::directory_iterator process("/proc", error), end; !error && process != end;
       process.increment(error)) {
    if (!holds(process->path(), "socket:[" + socket + "]")) continue;
    std::string name;
    std::ifstream comm(process->path() / "comm");
    if (std::getline(comm, name))
      return fmt::format("{}, process {}", name, process->path().filename().string());
  }
  return {};
}

}  // namespace niemen::serve

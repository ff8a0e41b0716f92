#include "ai/agents/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>

#include "ai/agents/agent.h"

extern char** environ;

namespace niemen::ai {

namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What posix_spawn is told, freed when it goes.
struct SpawnPlan {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  explicit SpawnPlan(int child_end) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, child_end, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, child_end, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    // A group of its own, so that its children can be killed with it.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
};

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command) {
  // A socket rather than pipes: writing to a dead child is then an error, not a signal.
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw AgentFailure(std::string("cannot open a socket: ") + std::strerror(errno));
  socket_ = ends[0];
  fcntl(socket_, F_SETFL, fcntl(socket_, F_GETFL) | O_NONBLOCK);
  std::vector<char*> arguments;
  for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const SpawnPlan plan(ends[1]);
  const int error = posix_spawnp(&process_, arguments[0], &plan.files, &plan.attributes,
                                 arguments.data(), environ);
  close(ends[1]);
  if (error == 0) return;
  close(socket_);
  throw AgentFailure("cannot start \"" + command[0] + "\": " + std::strerror(error));
}

ChildProcess::~ChildProcess() {
  close(socket_);
  kill(-process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

void ChildProcess::wait_for(short events, double deadline, const char* failure) const {
  for (;;) {
    const double left = deadline - now();
    if (left <= 0) throw AgentFailure(failure);
    pollfd watched{socket_, events, 0};
    constexpr double kLongestPoll = 1e6;  // milliseconds; poll takes an int
    const int ready =
        poll(&watched, 1, static_cast<int>(std::ceil(std::min(left * 1e3, kLongestPoll))));
    if (ready > 0) return;
    if (ready < 0 && errno != EINTR)
      throw AgentFailure(std::string("cannot wait for the program: ") + std::strerror(errno));
  }
}

void ChildProcess::write_line(const std::string& line, double seconds) {
  const double deadline = now() + seconds;
  const auto text = line + '\n';
  for (std::size_t sent = 0; sent < text.size();) {
    const auto count = send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (count > 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_for(POLLOUT, deadline, "the program does not read what it is sent");
    } else if (errno != EINTR) {
      throw AgentFailure("the program has ended");
    }
  }
}

std::string ChildProcess::read_line(double seconds) {
  const double deadline = now() + seconds;
  for (;;) {
    const auto end = buffer_.find('\n');
    if (end != std::string::npos) {
      auto line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    if (buffer_.size() > kLongestLine) throw AgentFailure("the program floods its output");
    wait_for(POLLIN, deadline, "the program did not answer in time");
    std::array<char, 4096> chunk;
    const auto count = recv(socket_, chunk.data(), chunk.size(), 0);
    if (count > 0) {
      buffer_.append(chunk.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
      throw AgentFailure("the program has ended");
    }
  }
}

}  // namespace niemen::ai

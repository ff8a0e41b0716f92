#include "ai/agents/program.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <mutex>
#include <system_error>
#include <utility>

extern char** environ;

namespace niemen::ai {

namespace {

/// What posix_spawn is told, freed when it goes.
struct SpawnPlan {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  explicit SpawnPlan(const ProgramStart& start) {
    posix_spawn_file_actions_init(&files);
    const std::array<std::pair<int, int>, 3> streams{
        {{start.input, STDIN_FILENO}, {start.output, STDOUT_FILENO}, {start.error, STDERR_FILENO}}};
    for (const auto& [file, stream] : streams)
      if (file >= 0) posix_spawn_file_actions_adddup2(&files, file, stream);
    posix_spawnattr_init(&attributes);
    // Niemen blocks signals for its own watcher and ignores some; what it starts must not.
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
};

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> list;
  for (const auto& word : words) list.push_back(const_cast<char*>(word.c_str()));
  list.push_back(nullptr);
  return list;
}

/// Starts it; -1 and the error when it cannot be.
pid_t spawn(const ProgramStart& start, int& error) {
  const SpawnPlan plan(start);
  auto words = pointers(start.words), environment = pointers(start.environment);
  pid_t process = -1;
  error = posix_spawnp(&process, words[0], &plan.files, &plan.attributes, words.data(),
                       start.environment.empty() ? environ : environment.data());
  return error == 0 ? process : -1;
}

/// The process groups at work. Guarded by the mutex.
std::mutex groups_mutex;
std::vector<pid_t> groups;

}  // namespace

Program::Program(const ProgramStart& start) {
  int error = 0;
  leader_ = spawn(start, error);
  if (leader_ < 0) throw std::system_error(error, std::generic_category());
  const std::lock_guard lock(groups_mutex);
  groups.push_back(leader_);
  guard();
}

Program::~Program() {
  if (leader_ < 0) return;
  signal(SIGKILL);
  finish();
}

/// A shell that waits for the other end of a pipe to be closed, as the system does when Niemen
/// dies.
void Program::guard() {
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return;
  ProgramStart shell;
  shell.words = {"/bin/sh", "-c", "read end; kill -s KILL -- \"-$1\"", "guard",
                 std::to_string(leader_)};
  shell.input = pipe[0];
  int error = 0;
  guard_ = spawn(shell, error);
  ::close(pipe[0]);
  lifeline_ = pipe[1];
}

bool Program::has_ended() const {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(leader_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == leader_;
}

std::string Program::end_words() const {
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(leader_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid != leader_)
    return {};
  return (info.si_code == CLD_EXITED ? "with exit status " : "by signal ") +
         std::to_string(info.si_status);
}

void Program::signal(int number) const { ::kill(-leader_, number); }

int Program::finish() {
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(leader_), &info, WEXITED | WNOWAIT) != 0 &&
         errno == EINTR) {
  }
  // As long as nobody has asked for its status, no other process can have its number.
  signal(SIGKILL);
  {
    const std::lock_guard lock(groups_mutex);
    std::erase(groups, leader_);
  }
  if (guard_ > 0) {
    ::kill(guard_, SIGKILL);
    ::waitpid(guard_, nullptr, 0);
  }
  if (lifeline_ >= 0) ::close(lifeline_);
  int status = 0;
  ::waitpid(std::exchange(leader_, -1), &status, 0);
  return status;
}

void Program::end_all() {
  const std::lock_guard lock(groups_mutex);
  for (const auto group : groups) ::kill(-group, SIGKILL);
}

}  // namespace niemen::ai

#include "ai/agents/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <system_error>

#include "ai/agents/agent.h"
#include "engine/core/error.h"

namespace niemen::ai {

namespace {

/// Seconds between two looks at whether a stop is requested or a program has ended.
constexpr double kLookEvery = 0.05;
/// Seconds that a program has after the end of its input, and after SIGTERM.
constexpr double kToEnd = 2, kToEndWhenStopped = 0.5, kToTerminate = 1,
                 kToTerminateWhenStopped = 0.5;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// poll() on one socket for at most `seconds`.
int poll_for(int socket, short events, double seconds) {
  pollfd watched{socket, events, 0};
  return poll(&watched, 1, static_cast<int>(std::ceil(std::max(seconds, 0.0) * 1e3)));
}

}  // namespace

/// Time that is given, of which only that counts in which Niemen itself ran: a suspended job or a
/// paused container, in which the program stood still too, shows as a look that comes far too late.
class Patience {
 public:
  explicit Patience(double seconds) : left_(seconds) {}
  /// Seconds that are left, from one look to the next.
  double left() {
    constexpr double kLongestBetweenLooks = 1;
    const double at = now();
    left_ -= std::min(at - looked_, kLongestBetweenLooks);
    looked_ = at;
    return left_;
  }

 private:
  double left_;
  double looked_ = now();
};

ChildProcess::ChildProcess(const std::vector<std::string>& command) {
  // A socket rather than pipes: writing to a dead child is then an error, not a signal.
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw AgentFailure(std::string("cannot open a socket: ") + std::strerror(errno));
  socket_ = ends[0];
  fcntl(socket_, F_SETFL, fcntl(socket_, F_GETFL) | O_NONBLOCK);
  try {
    program_ = std::make_unique<Program>(
        ProgramStart{.words = command, .input = ends[1], .output = ends[1]});
  } catch (const std::system_error& error) {
    close(ends[0]);
    close(ends[1]);
    throw AgentFailure("cannot start \"" + command[0] + "\": " + error.code().message());
  }
  close(ends[1]);
}

ChildProcess::~ChildProcess() {
  const bool stopped = stop_.stop_requested();
  shutdown(socket_, SHUT_WR);
  if (!ends_within(stopped ? kToEndWhenStopped : kToEnd)) {
    program_->signal(SIGTERM);
    ends_within(stopped ? kToTerminateWhenStopped : kToTerminate);
  }
  program_.reset();
  close(socket_);
}

bool ChildProcess::ends_within(double seconds) {
  for (Patience patience(seconds); patience.left() > 0;) {
    if (program_->has_ended()) return true;
    if (poll_for(socket_, POLLIN, kLookEvery) > 0 && !take_output())
      poll(nullptr, 0, static_cast<int>(kLookEvery * 1e3));
    buffer_.clear();
  }
  return false;
}

std::string ChildProcess::ended() const {
  constexpr double kMoment = 0.5;  // seconds from the end of the output to that of the program
  for (const double deadline = now() + kMoment; now() < deadline && !program_->has_ended();)
    poll(nullptr, 0, 1);
  const auto how = program_->end_words();
  return how.empty() ? "the program has closed its output" : "the program has ended " + how;
}

void ChildProcess::wait_for(short events, Patience& patience, const std::string& failure) const {
  for (;;) {
    if (stop_.stop_requested()) throw core::Interrupted();
    const double left = patience.left();
    // What has come in counts, however late it is looked at.
    const int ready = poll_for(socket_, events, std::min(left, kLookEvery));
    if (ready > 0) return;
    if (left <= 0) throw AgentFailure(failure);
    if (ready < 0 && errno != EINTR)
      throw AgentFailure(std::string("cannot wait for the program: ") + std::strerror(errno));
  }
}

void ChildProcess::write_line(const std::string& line, double seconds) {
  Patience patience(seconds);
  const auto text = line + '\n';
  for (std::size_t sent = 0; sent < text.size();) {
    const auto count = send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (count > 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_for(POLLOUT, patience,
               fmt::format("the program did not read what it was sent within {:g} s", seconds));
    } else if (errno != EINTR) {
      throw AgentFailure(ended());
    }
  }
}

bool ChildProcess::take_output() {
  std::array<char, 4096> chunk;
  const auto count = recv(socket_, chunk.data(), chunk.size(), 0);
  if (count > 0) buffer_.append(chunk.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
}

std::string ChildProcess::read_line(double seconds) {
  Patience patience(seconds);
  for (;;) {
    const auto end = buffer_.find('\n');
    if (end != std::string::npos) {
      auto line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    if (buffer_.size() > kLongestLine) throw AgentFailure("the program floods its output");
    wait_for(POLLIN, patience,
             fmt::format("the program did not answer in time, within {:g} s", seconds));
    if (!take_output()) throw AgentFailure(ended());
  }
}

void ChildProcess::require_silence() {
  if (buffer_.empty()) take_output();
  if (buffer_.empty()) return;
  constexpr std::size_t kQuoted = 200;
  throw AgentFailure("is out of step: it wrote \"" + buffer_.substr(0, kQuoted) +
                     "\" before it was asked; each question is answered by one line");
}

}  // namespace niemen::ai

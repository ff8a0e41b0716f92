// A program that answers lines with lines.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace niemen::ai {

/// A child process whose standard input and output are one conversation. Whatever it does - dies,
/// sleeps, floods - no call here waits longer than it was told to. The child (and its own
/// children) are killed when this object goes.
class ChildProcess {
 public:
  /// A longer line is a flood.
  static constexpr std::size_t kLongestLine = 1 << 16;

  /// Throws AgentFailure when the program cannot be started.
  explicit ChildProcess(const std::vector<std::string>& command);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Sends one line. Throws AgentFailure when the child is gone or does not read for `seconds`.
  void write_line(const std::string& line, double seconds);
  /// The next line, without its end. Throws AgentFailure: end of output, time out, flood.
  std::string read_line(double seconds);

 private:
  /// Waits until the socket is ready for `events` or the deadline is past.
  void wait_for(short events, double deadline, const char* failure) const;

  pid_t process_ = -1;
  int socket_ = -1;
  std::string buffer_;
};

}  // namespace niemen::ai

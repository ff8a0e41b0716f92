// A program that answers lines with lines.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "ai/agents/program.h"

namespace niemen::ai {

class Patience;

/// A child process whose standard input and output are one conversation. Whatever it does - dies,
/// sleeps, floods - no call here waits longer than it was told to, and none goes on waiting when a
/// stop is requested (core::Interrupted). When this object goes the child reads the end of its
/// input and has 2 s (0.5 s after a stop) to end by itself; then it and its own children get
/// SIGTERM, and a second (0.5 s) later SIGKILL.
class ChildProcess {
 public:
  /// A longer line is a flood.
  static constexpr std::size_t kLongestLine = 1 << 16;

  /// Throws AgentFailure when the program cannot be started.
  explicit ChildProcess(const std::vector<std::string>& command);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// From now on waiting ends when this is requested.
  void heed(std::stop_token stop) { stop_ = std::move(stop); }
  /// Sends one line. Throws AgentFailure when the child is gone or does not read for `seconds`.
  void write_line(const std::string& line, double seconds);
  /// The next line, without its end. Throws AgentFailure: end of output, time out, flood.
  std::string read_line(double seconds);
  /// Throws AgentFailure when the child has written something that nobody has read.
  void require_silence();

 private:
  /// Waits until the socket is ready for `events` or the deadline is past.
  void wait_for(short events, Patience& patience, const std::string& failure) const;
  /// What to say of a child that speaks no more: how it ended, if it ends within a moment.
  std::string ended() const;
  /// Takes what there is to read. False when the child has closed its output.
  bool take_output();
  /// Waits for the end of the child, reading what it still says.
  bool ends_within(double seconds);

  int socket_ = -1;
  std::unique_ptr<Program> program_;
  std::stop_token stop_;
  std::string buffer_;
};

}  // namespace niemen::ai

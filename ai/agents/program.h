// Programs that Niemen starts, and how they end with it.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace niemen::ai {

/// What a program is started with.
struct ProgramStart {
  std::vector<std::string> words;  ///< the program and its arguments
  /// Open files that become its standard input, output and error; -1: those of Niemen.
  int input = -1, output = -1, error = -1;
  /// "NAME=value", all it sees; empty: the environment of Niemen.
  std::vector<std::string> environment = {};
};

/// A program at work, in a session of its own: without a terminal, so that nothing stops it there,
/// and with all signals as they are by default. It and whatever it starts is killed when this
/// object goes, by end_all(), and (where there is a /bin/sh) when Niemen itself is killed.
class Program {
 public:
  /// Throws std::system_error when it cannot be started.
  explicit Program(const ProgramStart& start);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  bool has_ended() const;
  /// "with exit status 3", "by signal 9"; empty while it is at work.
  std::string end_words() const;
  /// Sends a signal to it and whatever it has started.
  void signal(int number) const;
  /// Waits for its end: the status, as waitpid has it. What it has started is killed.
  int finish();

  /// Kills every program that is at work. For whoever ends Niemen without ado.
  static void end_all();

 private:
  void guard();
  pid_t leader_ = -1;  ///< also its process group
  pid_t guard_ = -1;   ///< waits for the end of Niemen; -1: there is none
  int lifeline_ = -1;  ///< held open as long as Niemen lives
};

}  // namespace niemen::ai

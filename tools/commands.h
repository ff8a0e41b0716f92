// The subcommands of niemen: one file each, `int <name>_command(int argc, char** argv)`.
#pragma once

#include <span>
#include <string_view>

namespace niemen::tools {

/// One subcommand. `run` gets its own name as argv[0] and returns the exit status: 0 good, 1 bad
/// input or a check that failed, 2 wrong usage, 130 interrupted.
struct Command {
  std::string_view name;
  std::string_view summary;
  int (*run)(int argc, char** argv);
  /// Command lines that work in the project's folder, one a line; a test runs each of them.
  std::string_view examples;
};

/// All of them, in the order of `niemen help`.
std::span<const Command> commands();

int analyse_command(int argc, char** argv);
int bench_command(int argc, char** argv);
int case_command(int argc, char** argv);
int describe_command(int argc, char** argv);
int edit_command(int argc, char** argv);
int engine_command(int argc, char** argv);
int export_command(int argc, char** argv);
int fuzz_command(int argc, char** argv);
int lab_command(int argc, char** argv);
int new_command(int argc, char** argv);
int perft_command(int argc, char** argv);
int play_command(int argc, char** argv);
int record_command(int argc, char** argv);
int replay_command(int argc, char** argv);
int review_command(int argc, char** argv);
int practice_command(int argc, char** argv);
int serve_command(int argc, char** argv);
int show_command(int argc, char** argv);
int train_command(int argc, char** argv);
int validate_command(int argc, char** argv);

}  // namespace niemen::tools

// The parts of `niemen lab`, one function a subcommand.
#pragma once

#include <filesystem>

namespace niemen::tools {

int lab_new_command(int argc, char** argv);
int lab_plan_command(int argc, char** argv);
int lab_status_command(int argc, char** argv);
int lab_report_command(int argc, char** argv);
int lab_compare_command(int argc, char** argv);
int lab_replay_command(int argc, char** argv);
int lab_verify_command(int argc, char** argv);
int lab_watch_command(int argc, char** argv);

/// Draws the pictures of a complete run with scripts/lab_report.py: all of the report, or only the
/// picture of the balance. Says on standard error when they cannot be drawn; false then.
bool draw_run(const std::filesystem::path& folder, bool picture_only);

}  // namespace niemen::tools

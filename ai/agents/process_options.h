// How a program that plays is started and asked.
#pragma once

#include <string>
#include <vector>

namespace niemen::ai {

/// What an agent file of kind process says.
struct ProcessOptions {
  std::vector<std::string> command;  ///< program and arguments
  double answer_seconds = 10;        ///< patience for one answer
  bool skip_forced = false;          ///< decisions without a choice are not asked
  bool view = true;                  ///< what the side sees comes along as data
};

}  // namespace niemen::ai

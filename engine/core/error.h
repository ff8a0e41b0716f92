// What a person did wrong in a file, a command line or a request: one clear line.
#pragma once

#include <stdexcept>
#include <string>

namespace niemen::core {

/// Bad input. what() reads "file:line: what is wrong; what is allowed" (file and line where known).
/// Thrown by readers, caught once at the edge of each program; nothing is half done when it flies.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
  InputError(const std::string& file, int line, const std::string& message)
      : std::runtime_error(file + ":" + std::to_string(line) + ": " + message) {}
};

}  // namespace niemen::core

// What a person did wrong in a file, a command line or a request: one clear line.
#pragma once

#include <stdexcept>
#include <string>

namespace niemen::core {

/// `message` on one line that a person can read: no line breaks or other control characters, and
/// whatever it quotes cut short.
inline std::string one_line(std::string message) {
  constexpr std::size_t kLongest = 4000, kEnd = 1000;
  if (message.size() > kLongest)
    message.replace(kLongest - kEnd, message.size() - kLongest, " [...] ");
  for (char& letter : message)
    if (static_cast<unsigned char>(letter) < ' ' || letter == '\x7f') letter = ' ';
  return message;
}

/// Bad input. what() reads "file:line: what is wrong; what is allowed" (file and line where known).
/// Thrown by readers, caught once at the edge of each program; nothing is half done when it flies.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(one_line(message)) {}
  InputError(const std::string& file, int line, const std::string& message)
      : InputError(file + ":" + std::to_string(line) + ": " + message) {}
};

/// Work that was asked to stop. Caught once at the edge of each program; nothing is half done when
/// it flies.
class Interrupted : public std::runtime_error {
 public:
  explicit Interrupted(const std::string& message = "interrupted; nothing was written")
      : std::runtime_error(one_line(message)) {}
};

}  // namespace niemen::core

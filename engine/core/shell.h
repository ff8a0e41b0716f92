// Words of a command line that a person can paste into a shell.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace niemen::core {

/// `word` as a shell takes it for one word, quoted where it needs to be.
inline std::string shell_word(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos)
    return std::string(word);
  std::string quoted = "'";
  for (const char letter : word) quoted += letter == '\'' ? "'\\''" : std::string(1, letter);
  return quoted + "'";
}

/// The same for a file or folder; one whose name begins with "-" is not to be taken for an option.
inline std::string shell_path(const std::filesystem::path& path) {
  const auto text = path.string();
  return shell_word(text.starts_with('-') ? "./" + text : text);
}

}  // namespace niemen::core

// Where a person types and reads: a terminal with line editing, or a script on standard input.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace niemen::tools {

/// What came of asking for a line.
struct Line {
  enum class Kind { Text, End, Interrupt };
  Kind kind = Kind::End;
  std::string text;
};

enum class Ink { Plain, Bold, Dim, SideA, SideB, Warning };

class Terminal {
 public:
  /// `plain`: sentences only, for a screen reader: no colour, no rules, no tables.
  explicit Terminal(bool plain);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// What a word being typed can become, given the line before it.
  using Completer = std::function<std::vector<std::string>(std::string_view before)>;
  /// A line; Interrupt when Ctrl-C was pressed. Prompts appear only where somebody types.
  Line read(const std::string& prompt, const Completer& completer = {});

  /// Prints lines, broken at the width; `indent` spaces before all but the first of each.
  void say(std::string_view text, int indent = 0);
  /// Prints as it is: rows of a table.
  void print(std::string_view text);
  void heading(std::string_view text);
  /// In colour where there is any; colour never says anything alone.
  std::string ink(Ink ink, std::string_view text) const;
  /// One line that is written over again; only where somebody looks.
  void progress(std::string_view text);
  /// Before somebody else sits down: nothing that was shown or typed can be called back, neither
  /// from what has scrolled away nor by a key.
  void forget();

  bool plain() const { return plain_; }
  bool typed() const { return editor_ != nullptr; }  ///< somebody sits at a terminal
  int line_number() const { return line_number_; }   ///< of the script, from 1
  int width() const;
  /// Whether as much was said since something was last read as the screen holds; never where nobody
  /// looks, or where sentences are read out.
  bool is_full() const;

  /// How often Ctrl-C was pressed since it was last asked.
  int take_interrupts();
  bool must_leave() const { return leave_; }  ///< SIGTERM came

 private:
  struct Editor;
  Line read_script();
  void end_progress();
  bool plain_, colour_;
  int line_number_ = 0;
  int said_ = 0;  ///< lines since something was last read
  bool progress_shown_ = false;
  int wake_ = -1;  ///< wakes an editor that waits for a key; negative where nobody types
  std::unique_ptr<Editor> editor_;
  std::atomic<int> interrupts_{0};
  std::atomic<bool> leave_{false};
};

}  // namespace niemen::tools

// What is wrong with files, collected by whoever reads them: a person is told all of it at once.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/config.h"
#include "engine/core/error.h"

namespace niemen::core {

/// Sorts lines that begin "file:line: " by file and line, those without a place first; each once.
void sort_by_place(std::vector<std::string>& lines);

/// Several faults; what() has a line for each.
class InputFaults : public InputError {
 public:
  explicit InputFaults(std::vector<std::string> lines);
  const char* what() const noexcept override { return text_.c_str(); }
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
  std::string text_;
};

/// The lines of an error: one, or those of InputFaults.
std::vector<std::string> lines_of(const InputError& error);

/// What follows from a fault that has been told, and is not told itself.
class ToldFault : public InputError {
 public:
  using InputError::InputError;
};

/// While one lives, this thread's readers of tables report to it what is wrong and go on with
/// something harmless in its place. Whoever made it looks at the end whether there is anything.
class Faults {
 public:
  Faults();
  ~Faults();
  Faults(const Faults&) = delete;
  Faults& operator=(const Faults&) = delete;
  /// Of this thread, the innermost; null when nobody collects: then readers throw.
  static Faults* of_thread();

  /// An error that says no line is about a whole, and told only when no part of it was told.
  void add(const InputError& error);
  /// A fault of a key of a row.
  void add(const ConfigValue& row, std::string_view key, const InputError& error);
  /// A file that cannot be read: what is missing elsewhere may stand in it.
  void add_file(const InputError& error);
  /// A row that is left out: whoever names it, or what it has, is not told that there is no such
  /// thing.
  void leave_out(const ConfigValue& row);
  /// The same of a name alone.
  void leave_out(const std::string& name) { names_.insert(name); }
  /// On which line the columns of a table have their names.
  void note_header(const std::string& file, int line) { headers_[file] = line; }
  /// The place of a fault that all rows of a table share: its header line, or the row's own.
  const ConfigValue& header_of(const ConfigValue& row, ConfigValue& place) const;

  bool is_faulty(const ConfigValue& row) const;
  bool is_faulty(const ConfigValue& row, std::string_view key) const;
  bool knows(const std::string& name) const { return names_.count(name) > 0; }
  bool lacks_files() const { return lacks_files_; }
  bool any() const { return !lines_.empty(); }
  /// Throws InputFaults when there is any fault.
  void throw_if_any() const;

 private:
  using Place = std::pair<std::string, int>;
  Faults* outer_;
  std::vector<std::string> lines_;
  std::map<Place, std::set<std::string, std::less<>>> keys_;  ///< with a fault, by row
  std::set<std::string> names_;                               ///< of rows with a fault
  std::map<std::string, int> headers_;
  bool lacks_files_ = false;
};

/// Calls `read`. What it throws is collected, or flies on where nobody collects. Whether it did
/// not throw.
template <class Read>
bool attempt(Read read) {
  auto* faults = Faults::of_thread();
  if (!faults) {
    read();
    return true;
  }
  try {
    read();
    return true;
  } catch (const InputError& error) {
    faults->add(error);
    return false;
  }
}

/// Calls `read` with a strict view of each row; a row that it throws at is left out.
template <class Read>
void each_row(const ConfigValue& list, Read read) {
  for (const auto& value : list.list) {
    const bool good = attempt([&] {
      ConfigTable row(value);
      read(row);
    });
    if (auto* faults = Faults::of_thread(); faults && !good) faults->leave_out(value);
  }
}
/// The same of the rows under `key`; of none when there is no such key.
template <class Read>
void each_row(ConfigTable& table, std::string_view key, Read read) {
  for (auto& row : table.tables(key)) {
    const bool good = attempt([&] { read(row); });
    if (auto* faults = Faults::of_thread(); faults && !good) faults->leave_out(row.value());
  }
}

/// `message` with the key that it is about before it, unless it names it.
std::string with_key(std::string_view key, const std::string& message);

/// Throws what has been collected, if anything has.
void stop_at_faults();

/// A fault of one cell: told where somebody collects, and thrown elsewhere.
void report(const ConfigTable& row, std::string_view key, const std::string& message);

/// An InputError: `name`, under `key`, is none of `names`, of which the nearest is named; `what`
/// it should be: "area".
[[noreturn]] void fail_unknown(const ConfigTable& table, std::string_view key,
                               std::string_view what, const std::string& name,
                               const std::vector<std::string>& names);

/// The faults of a whole (a file, a game), which nobody can judge who has not read all its parts.
inline bool all_was_read() {
  const auto* faults = Faults::of_thread();
  return !faults || !faults->any();
}

}  // namespace niemen::core

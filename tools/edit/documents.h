// The files of a game's folder as texts that are edited: what is changed, undone, saved, and what
// has been changed on the disk meanwhile.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace niemen::edit {

struct Document {
  std::string text;                 ///< as it stands in the editor
  std::optional<std::string> disk;  ///< as it was read or saved last; empty: a new file
  bool gone = false;                ///< a new file whose making was undone
  std::string fixed;                ///< why it cannot be changed; empty: it can
  bool changed() const { return gone ? disk.has_value() : !disk || *disk != text; }
};

/// `removed` stands at `at` in the text of a file, and `inserted` takes its place.
struct Splice {
  std::string file;
  std::size_t at = 0;
  std::string removed;
  std::string inserted;
  bool makes_file = false;
};

/// What a person did at once, and takes back at once.
struct Change {
  std::string words;
  std::vector<Splice> splices;
};

/// Texts by the names of files in the folder: "units.csv", "map/hexes.csv".
using Texts = std::map<std::string, std::string>;

class Documents {
 public:
  /// Reads the TOML and CSV files of the folder. Throws InputError: no such folder.
  explicit Documents(std::filesystem::path folder);

  const std::filesystem::path& folder() const { return folder_; }
  /// Those that are there, by name.
  std::vector<std::string> names() const;
  bool has(std::string_view name) const;
  /// Throws InputError: no such file of the folder.
  const Document& get(std::string_view name) const;
  Texts texts() const;
  /// Counts every change of the texts.
  std::uint64_t revision() const { return revision_; }

  /// Makes a change of several parts, each of the text as the parts before it leave it. Throws
  /// InputError, and nothing is changed: a part is not there, its file cannot be changed.
  void apply(Change change);
  bool can_undo() const { return !done_.empty(); }
  bool can_redo() const { return !undone_.empty(); }
  /// What undo() and redo() would take back or do again, in words.
  std::string undo_words() const { return done_.empty() ? "" : done_.back().words; }
  std::string redo_words() const { return undone_.empty() ? "" : undone_.back().words; }
  void undo();
  void redo();

  /// Takes in what others have written where nothing was changed here; the files that were. New
  /// files are read too.
  std::vector<std::string> refresh();
  /// Files that were changed here and, since they were read, on the disk too.
  std::vector<std::string> conflicts() const;
  /// Forgets what was changed here in a file and reads it again.
  void take_theirs(std::string_view name);
  /// Writes what was changed, each file at once, and returns their names. Throws InputError, and
  /// nothing is written: a file was changed or removed on the disk since it was read, or leads
  /// out of the folder.
  std::vector<std::string> save();

 private:
  Document& editable(const Splice& splice);
  void put(const Splice& splice);
  void forget_changes();
  void read_new_files();
  /// What a file on the disk holds now; empty: it is not there.
  std::optional<std::string> on_disk(const std::string& name) const;
  /// Throws InputError: the path leads through a link, or out of the folder.
  void require_inside(const std::string& name) const;

  std::filesystem::path folder_;
  std::map<std::string, Document, std::less<>> documents_;
  std::vector<Change> done_, undone_;
  std::uint64_t revision_ = 1;
};

}  // namespace niemen::edit

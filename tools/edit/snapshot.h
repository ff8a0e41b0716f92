// The texts of the editor as a game that can be loaded: files in a temporary folder, so that the
// designer's own stay as they are until he saves.
#pragma once

#include <filesystem>
#include <string>

#include "tools/edit/documents.h"

namespace niemen::edit {

/// A fault by its place in the game's folder.
struct FaultLine {
  std::string file;  ///< "units.csv"; empty: of the whole game
  int line = 0;      ///< 0: of the whole file
  std::string text;
};

class Snapshot {
 public:
  /// Writes the texts of the game in `folder`. What it extends stays where it is. Throws
  /// InputError: the disk is full.
  Snapshot(const std::filesystem::path& folder, const Texts& texts);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  const std::filesystem::path& folder() const { return game_; }
  /// A line of validation, with the names of the designer's files.
  FaultLine fault_of(const std::string& line) const;
  /// A message with the names of the designer's files.
  std::string words_of(std::string message) const;

 private:
  std::filesystem::path of_, root_, game_;
};

}  // namespace niemen::edit

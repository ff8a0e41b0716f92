// The file of a session: lines that are only ever added, on the disk before anybody is told so.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace niemen::play {

/// Held by one program at a time; the system lets go of it when a program dies.
class SessionFile {
 public:
  /// Makes a new file, readable by its owner alone. Throws InputError when there is one already or
  /// it cannot be made.
  static SessionFile create(const std::filesystem::path& file);
  /// Throws InputError when it cannot be read and written, or another program holds it.
  static SessionFile open(const std::filesystem::path& file);
  /// A file that nobody else sees and that goes with the program.
  static SessionFile in_memory();
  /// The same, with what is in `file` and its name. Throws InputError when that cannot be read.
  static SessionFile copy_of(const std::filesystem::path& file);
  SessionFile(SessionFile&& other) noexcept;
  SessionFile& operator=(SessionFile&& other) noexcept;
  ~SessionFile();

  const std::filesystem::path& path() const { return path_; }
  std::string read() const;
  /// Adds whole lines; returns when they are on the disk. Throws InputError (disk full) with the
  /// file as it was.
  void append(std::string_view lines);
  /// Puts `text` in the place of all that is in the file, at once or not at all. Throws InputError
  /// with the file as it was.
  void replace(std::string_view text);
  /// Cuts the file to its first `bytes` bytes.
  void cut(std::size_t bytes);

 private:
  SessionFile(std::filesystem::path path, int descriptor);
  [[noreturn]] void fail(const std::string& what) const;
  std::filesystem::path path_;
  int descriptor_;
  std::size_t size_ = 0;
};

}  // namespace niemen::play

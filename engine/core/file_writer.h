// Writing a file so that nobody ever sees half of it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace niemen::core {

/// Writes into a file of its own beside the target and renames it at commit(). Without commit() the
/// target is as it was and that file is removed. A target that is there keeps its mode; of a link,
/// the file that it points to is written. What is not a regular file (a pipe, /dev/null), and
/// whatever standard output or error goes to, is written directly. Throws InputError when the disk
/// is full, a limit is reached or the place cannot be written.
class FileWriter {
 public:
  explicit FileWriter(std::filesystem::path target);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  void write(std::string_view text);
  /// Makes what was written the file. Throws InputError if any of it could not be written.
  void commit();

 private:
  void open_beside();
  void flush();
  [[noreturn]] void fail(int error) const;
  std::filesystem::path target_;  ///< as it was named
  std::filesystem::path place_;   ///< where it leads
  std::filesystem::path part_;    ///< empty: written directly
  std::string buffer_;
  int descriptor_ = -1;
};

/// Writes a whole file through a FileWriter.
void write_file(const std::filesystem::path& target, std::string_view text);

/// Throws InputError if `target` could not be written now, and leaves everything as it is: for
/// programs that work long before they write.
void check_writable(const std::filesystem::path& target);

/// A name beside `place` that nothing has: `make` is called with names until it returns true
/// (false: something of that name is there). Returns the name that was made.
std::filesystem::path make_beside(const std::filesystem::path& place,
                                  const std::function<bool(const std::filesystem::path&)>& make);

/// Whether `name` serves as the name of a file on one line: not empty, "." or "..", no "/", no
/// control characters, no "-" at its beginning.
bool is_file_name(std::string_view name);

/// Reads a whole text file, without the byte order mark that some editors put before it. Throws
/// InputError (missing, a folder, unreadable).
std::string read_file(const std::filesystem::path& file);

}  // namespace niemen::core

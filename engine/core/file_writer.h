// Writing a file so that nobody ever sees half of it.
#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

namespace niemen::core {

/// Writes beside the target ("<name>.part") and renames at commit(). Without commit() the target
/// is as it was and the part is removed. Throws InputError when the disk is full or the place
/// cannot be written. A target that is not a regular file (/dev/stdout) is written directly.
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
  [[noreturn]] void fail();
  std::filesystem::path target_;
  std::filesystem::path part_;
  std::ofstream out_;
  bool committed_ = false;
};

/// Writes a whole file through a FileWriter.
void write_file(const std::filesystem::path& target, std::string_view text);

/// Reads a whole file. Throws InputError (missing, a folder, unreadable).
std::string read_file(const std::filesystem::path& file);

}  // namespace niemen::core

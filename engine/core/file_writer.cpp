#include "engine/core/file_writer.h"

#include <cerrno>
#include <cstring>
#include <sstream>
#include <system_error>

#include "engine/core/error.h"

namespace niemen::core {

namespace fs = std::filesystem;

FileWriter::FileWriter(fs::path target) : target_(std::move(target)), part_(target_) {
  std::error_code ignored;
  if (fs::is_directory(target_, ignored))
    throw InputError(target_.string() + ": is a folder, not a file");
  if (!fs::exists(target_, ignored) || fs::is_regular_file(target_, ignored)) part_ += ".part";
  out_.open(part_, std::ios::binary | std::ios::trunc);
  if (!out_) fail();
}

FileWriter::~FileWriter() {
  if (committed_ || part_ == target_) return;
  out_.close();
  std::error_code ignored;
  fs::remove(part_, ignored);
}

void FileWriter::write(std::string_view text) {
  if (!out_.write(text.data(), static_cast<std::streamsize>(text.size()))) fail();
}

void FileWriter::commit() {
  out_.close();
  if (!out_) fail();
  if (part_ != target_) {
    std::error_code error;
    fs::rename(part_, target_, error);
    if (error) throw InputError(target_.string() + ": cannot be written: " + error.message());
  }
  committed_ = true;
}

void FileWriter::fail() {
  throw InputError(target_.string() + ": cannot be written: " + std::strerror(errno));
}

void write_file(const fs::path& target, std::string_view text) {
  FileWriter writer(target);
  writer.write(text);
  writer.commit();
}

std::string read_file(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored))
    throw InputError(file.string() + ": is a folder, not a file");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(file.string() + ": cannot be opened");
  std::ostringstream text;
  text << in.rdbuf();
  if (in.bad()) throw InputError(file.string() + ": cannot be read");
  return text.str();
}

}  // namespace niemen::core

// SHA-256 of texts and files, as 64 hexadecimal digits.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace niemen::core {

std::string sha256(std::string_view bytes);
/// Throws InputError when the file cannot be read.
std::string sha256_file(const std::filesystem::path& file);

}  // namespace niemen::core

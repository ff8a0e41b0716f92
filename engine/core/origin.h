// Where data come from, for whoever complains about them when the file has long been read.
#pragma once

#include <string>

namespace niemen::core {

/// The row of a file, or whatever else has a line there, that something was read from.
struct Origin {
  std::string file;
  int line = 0;  ///< 0: no file says it

  /// "file:line: ", with which a complaint begins; nothing where no file says it.
  std::string words() const { return line == 0 ? "" : file + ':' + std::to_string(line) + ": "; }
};

/// Where a value of a file stands (a core::ConfigValue).
template <class Value>
Origin origin_of(const Value& value) {
  return {value.file, value.line};
}

}  // namespace niemen::core

// Strict configuration: TOML and CSV files as values that know their file and line.
//
// A reader takes what it expects from a table and then calls finish(): whatever was not taken is an
// unknown key, and an error. Overlays let one folder extend another.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"

namespace niemen::core {

/// A configuration value with its origin. Copies are deep.
struct ConfigValue {
  enum class Kind { Text, Integer, Real, Flag, List, Table };
  Kind kind = Kind::Table;
  std::string file;
  int line = 0;
  std::string text;
  std::int64_t integer = 0;
  double real = 0;
  bool flag = false;
  std::vector<ConfigValue> list;
  std::map<std::string, ConfigValue, std::less<>> table;

  /// An InputError at this value's file and line.
  [[noreturn]] void fail(const std::string& message) const;
};

/// Reads a TOML file. Throws InputError (missing file, syntax) with file and line.
ConfigValue read_toml(const std::filesystem::path& file);
/// Reads TOML from text; `name` stands for the file in messages.
ConfigValue read_toml_text(std::string_view text, const std::string& name);
/// `text` as a string of TOML, with its quotation marks.
std::string toml_text(std::string_view text);
/// Reads a CSV file with a header line into a list of tables of text values. Lines starting with
/// '#' are comments.
ConfigValue read_csv(const std::filesystem::path& file);

/// Lays `change` over `base`: tables are merged key by key; in lists of tables, rows with an equal
/// `id` are merged, `delete = true` removes the row, and new rows are appended; anything else is
/// replaced.
void overlay(ConfigValue& base, const ConfigValue& change);
/// Applies one "path.to.key=value" (value in TOML syntax, bare words as text) to the tree. List
/// elements are named by position: "supply_trains.french[8]=12" counts from 1.
/// Throws InputError when the path does not exist or the types differ.
void apply_override(ConfigValue& root, std::string_view assignment);
/// A hash of keys and values, blind to files, lines and comments.
std::uint64_t hash_config(const ConfigValue& value, std::uint64_t seed = 0);

/// A strict view of one table: typed getters, and finish() for what nobody asked for.
/// Getters without a default throw InputError when the key is missing.
class ConfigTable {
 public:
  explicit ConfigTable(const ConfigValue& table);

  bool has(std::string_view key) const;
  std::int64_t integer(std::string_view key, std::int64_t min, std::int64_t max);
  std::int64_t integer_or(std::string_view key, std::int64_t fallback, std::int64_t min,
                          std::int64_t max);
  double real(std::string_view key, double min, double max);
  double real_or(std::string_view key, double fallback, double min, double max);
  bool flag(std::string_view key);
  bool flag_or(std::string_view key, bool fallback);
  std::string text(std::string_view key);
  std::string text_or(std::string_view key, std::string fallback);
  /// The position of the value in `allowed`; anything else is an error that lists them.
  int choice(std::string_view key, std::span<const std::string_view> allowed);
  int choice_or(std::string_view key, int fallback, std::span<const std::string_view> allowed);
  std::vector<std::int64_t> integers(std::string_view key, std::int64_t min, std::int64_t max);
  std::vector<std::string> texts(std::string_view key);
  std::vector<std::string> texts_or_none(std::string_view key);
  /// A sub-table, or an empty one when the key is absent.
  ConfigTable table(std::string_view key);
  /// A list of tables, or an empty list when the key is absent.
  std::vector<ConfigTable> tables(std::string_view key);
  /// The raw value (marked as taken), or null when absent.
  const ConfigValue* take(std::string_view key);
  /// All keys present, in order.
  std::vector<std::string> keys() const;

  /// Throws InputError naming the first key that nobody took and the keys that are allowed.
  void finish() const;
  /// An InputError at the key's line (or the table's, when the key is absent).
  [[noreturn]] void fail(std::string_view key, const std::string& message) const;
  const ConfigValue& value() const { return *value_; }

 private:
  const ConfigValue& need(std::string_view key, ConfigValue::Kind kind);
  const ConfigValue* value_;
  std::shared_ptr<std::set<std::string, std::less<>>> asked_;
};

}  // namespace niemen::core

#include "engine/core/faults.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "engine/core/names.h"

namespace niemen::core {

namespace {

thread_local Faults* innermost = nullptr;

/// Where a row says what others name it, or what is in it, by.
constexpr std::string_view kNames[] = {"id",   "name",      "letter", "city",   "corps",
                                       "area", "territory", "zone",   "country"};

/// The file and line with which a complaint begins ("file:line: "); no file: it says none.
std::pair<std::string_view, int> place_of(std::string_view line) {
  const auto end = line.find(": ");
  const auto colon = end == line.npos ? end : line.substr(0, end).rfind(':');
  if (colon == line.npos) return {};
  const auto digits = line.substr(colon + 1, end - colon - 1);
  if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos) return {};
  return {line.substr(0, colon), std::atoi(std::string(digits).c_str())};
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

}  // namespace

void sort_by_place(std::vector<std::string>& lines) {
  std::vector<std::string> unique;
  for (auto& line : lines)
    if (std::find(unique.begin(), unique.end(), line) == unique.end())
      unique.push_back(std::move(line));
  lines = std::move(unique);
  std::stable_sort(lines.begin(), lines.end(), [](const std::string& a, const std::string& b) {
    return place_of(a) < place_of(b);
  });
}

InputFaults::InputFaults(std::vector<std::string> lines)
    : InputError(lines.empty() ? std::string() : lines.front()),
      lines_(std::move(lines)),
      text_(joined(lines_)) {}

std::vector<std::string> lines_of(const InputError& error) {
  if (const auto* several = dynamic_cast<const InputFaults*>(&error)) return several->lines();
  return {error.what()};
}

Faults::Faults() : outer_(innermost) { innermost = this; }

Faults::~Faults() { innermost = outer_; }

Faults* Faults::of_thread() { return innermost; }

void Faults::add(const InputError& error) {
  if (dynamic_cast<const ToldFault*>(&error)) return;
  for (const auto& line : lines_of(error))
    if (lines_.empty() || !place_of(line).first.empty()) lines_.push_back(line);
}

void Faults::add(const ConfigValue& row, std::string_view key, const InputError& error) {
  keys_[{row.file, row.line}].emplace(key);
  leave_out(row);
  if (!dynamic_cast<const ToldFault*>(&error)) lines_.emplace_back(error.what());
}

void Faults::add_file(const InputError& error) {
  lacks_files_ = true;
  lines_.emplace_back(error.what());
}

void Faults::leave_out(const ConfigValue& row) {
  keys_[{row.file, row.line}];
  for (const auto key : kNames)
    if (const auto cell = row.table.find(key);
        cell != row.table.end() && cell->second.kind == ConfigValue::Kind::Text)
      names_.insert(cell->second.text);
}

const ConfigValue& Faults::header_of(const ConfigValue& row, ConfigValue& place) const {
  const auto header = headers_.find(row.file);
  if (header == headers_.end()) return row;
  place.file = row.file;
  place.line = header->second;
  return place;
}

bool Faults::is_faulty(const ConfigValue& row) const {
  if (keys_.count({row.file, row.line})) return true;
  const auto below = [this](const auto& child) { return is_faulty(child); };
  return std::any_of(row.list.begin(), row.list.end(), below) ||
         std::any_of(row.table.begin(), row.table.end(), [&](const auto& entry) {
           const auto& child = entry.second;
           return (!child.table.empty() || !child.list.empty()) && below(child);
         });
}

bool Faults::is_faulty(const ConfigValue& row, std::string_view key) const {
  const auto keys = keys_.find({row.file, row.line});
  return keys != keys_.end() && keys->second.count(key) > 0;
}

void Faults::throw_if_any() const {
  if (lines_.empty()) return;
  auto lines = lines_;
  sort_by_place(lines);
  throw InputFaults(std::move(lines));
}

std::string with_key(std::string_view key, const std::string& message) {
  const bool named = key.empty() || message.starts_with(key) ||
                     message.find("\"" + std::string(key) + "\"") != std::string::npos;
  return named ? message : std::string(key) + ": " + message;
}

void stop_at_faults() {
  if (const auto* faults = Faults::of_thread()) faults->throw_if_any();
}

void report(const ConfigTable& row, std::string_view key, const std::string& message) {
  auto* faults = Faults::of_thread();
  if (!faults) row.fail(key, message);
  if (faults->is_faulty(row.value(), key)) return;
  const auto cell = row.value().table.find(key);
  try {
    (cell == row.value().table.end() ? row.value() : cell->second).fail(with_key(key, message));
  } catch (const InputError& error) {
    faults->add(row.value(), key, error);
  }
}

void fail_unknown(const ConfigTable& table, std::string_view key, std::string_view what,
                  const std::string& name, const std::vector<std::string>& names) {
  const auto* faults = Faults::of_thread();
  if (faults && (faults->knows(name) || faults->lacks_files()))
    throw ToldFault("\"" + name + "\" is left out");
  table.fail(key, "there is no " + std::string(what) + " \"" + name + "\"" +
                      likely_name(name, names) + "; allowed: " + allowed_names(name, names));
}

}  // namespace niemen::core

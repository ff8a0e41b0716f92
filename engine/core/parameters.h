// Parameters declared exactly once: key, kind, default, range, meaning. Readers, `describe`, hashes
// and sweep ranges are all derived from the one table.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/config.h"

namespace niemen::core {

/// One parameter of `Owner`. Flags and choices are integers too (0/1, position in `choices`).
template <class Owner>
struct Parameter {
  enum class Kind { Integer, Flag, Choice, IntegerList };
  std::string_view key;
  Kind kind = Kind::Integer;
  int& (*at)(Owner&) = nullptr;              ///< for single values
  std::span<int> (*list)(Owner&) = nullptr;  ///< for lists of fixed length
  int min = 0;
  int max = 0;
  std::span<const std::string_view> choices{};
  bool repeat_last = false;  ///< a shorter list is filled up with its last number
  std::string_view help;
};

/// Reads every parameter of the table into `owner`; every key must be present, within its range.
/// Throws InputError with file and line.
template <class Owner>
void read_parameters(ConfigTable& table, std::span<const Parameter<Owner>> parameters,
                     Owner& owner) {
  using Kind = typename Parameter<Owner>::Kind;
  for (const auto& parameter : parameters) {
    switch (parameter.kind) {
      case Kind::Integer:
        parameter.at(owner) =
            static_cast<int>(table.integer(parameter.key, parameter.min, parameter.max));
        break;
      case Kind::Flag: parameter.at(owner) = table.flag(parameter.key) ? 1 : 0; break;
      case Kind::Choice:
        parameter.at(owner) = table.choice(parameter.key, parameter.choices);
        break;
      case Kind::IntegerList: {
        const auto numbers = table.integers(parameter.key, parameter.min, parameter.max);
        const auto target = parameter.list(owner);
        const bool short_enough =
            parameter.repeat_last && !numbers.empty() && numbers.size() <= target.size();
        if (numbers.size() != target.size() && !short_enough)
          table.fail(parameter.key, "\"" + std::string(parameter.key) + "\" needs " +
                                        std::to_string(target.size()) + " numbers, not " +
                                        std::to_string(numbers.size()));
        for (std::size_t i = 0; i < target.size(); ++i)
          target[i] = static_cast<int>(numbers[std::min(i, numbers.size() - 1)]);
        break;
      }
    }
  }
}

/// A parameter as `niemen describe` prints it.
struct ParameterDescription {
  std::string key;
  std::string type;
  std::string default_value;
  std::string allowed;
  std::string help;
};

/// Describes the table with the defaults of a default-constructed Owner.
template <class Owner>
std::vector<ParameterDescription> describe_parameters(
    std::span<const Parameter<Owner>> parameters) {
  using Kind = typename Parameter<Owner>::Kind;
  Owner defaults;
  std::vector<ParameterDescription> result;
  for (const auto& parameter : parameters) {
    ParameterDescription row{std::string(parameter.key), "", "", "", std::string(parameter.help)};
    const auto range = std::to_string(parameter.min) + " to " + std::to_string(parameter.max);
    switch (parameter.kind) {
      case Kind::Integer:
        row.type = "integer";
        row.default_value = std::to_string(parameter.at(defaults));
        row.allowed = range;
        break;
      case Kind::Flag:
        row.type = "flag";
        row.default_value = parameter.at(defaults) ? "true" : "false";
        row.allowed = "true, false";
        break;
      case Kind::Choice:
        row.type = "choice";
        row.default_value = parameter.choices[static_cast<std::size_t>(parameter.at(defaults))];
        for (auto choice : parameter.choices)
          row.allowed += (row.allowed.empty() ? "" : ", ") + std::string(choice);
        break;
      case Kind::IntegerList: {
        const auto numbers = parameter.list(defaults);
        row.type = std::to_string(numbers.size()) + " integers";
        for (int number : numbers)
          row.default_value += (row.default_value.empty() ? "" : " ") + std::to_string(number);
        row.allowed = range + " each";
        break;
      }
    }
    result.push_back(std::move(row));
  }
  return result;
}

/// The parameters of a table of a file. Several may be of one table.
template <class Owner>
struct ParameterSection {
  std::string_view name;
  std::span<const Parameter<Owner>> parameters;
};

/// Reads every parameter of the sections called `name`, as read_parameters.
template <class Owner>
void read_section(ConfigTable& table, std::span<const ParameterSection<Owner>> sections,
                  std::string_view name, Owner& owner) {
  for (const auto& section : sections)
    if (section.name == name) read_parameters(table, section.parameters, owner);
}

/// All of them, with keys as `--set` takes them: "supply.depot_serves".
template <class Owner>
std::vector<ParameterDescription> describe_sections(
    std::span<const ParameterSection<Owner>> sections) {
  std::vector<ParameterDescription> rows;
  for (const auto& section : sections)
    for (auto& row : describe_parameters(section.parameters)) {
      row.key = std::string(section.name) + "." + row.key;
      rows.push_back(std::move(row));
    }
  return rows;
}

}  // namespace niemen::core

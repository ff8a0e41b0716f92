// Defaults of parameters as values of a file, put where a file leaves them out: overlays and
// overrides find them there by their names, and no hash knows of them.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "engine/core/parameters.h"
#include "engine/core/unsaid.h"

namespace niemen::core {

/// What a file would say that says the default of a parameter.
template <class Owner>
ConfigValue default_value_of(const Parameter<Owner>& parameter) {
  using Kind = typename Parameter<Owner>::Kind;
  Owner defaults;
  ConfigValue value;
  const auto number = [](int of) {
    ConfigValue one;
    one.kind = ConfigValue::Kind::Integer;
    one.integer = of;
    one.line = kNowhere;
    return one;
  };
  switch (parameter.kind) {
    case Kind::Integer: return number(parameter.at(defaults));
    case Kind::Flag:
      value.kind = ConfigValue::Kind::Flag;
      value.flag = parameter.at(defaults) != 0;
      break;
    case Kind::Choice:
      value.kind = ConfigValue::Kind::Text;
      value.text = parameter.choices[static_cast<std::size_t>(parameter.at(defaults))];
      break;
    case Kind::IntegerList:
      value.kind = ConfigValue::Kind::List;
      for (const int one : parameter.list(defaults)) value.list.push_back(number(one));
      break;
  }
  return value;
}

/// Puts the defaults of parameters into a table that leaves them out.
template <class Owner>
void say_defaults(ConfigValue& table, std::span<const Parameter<Owner>> parameters) {
  for (const auto& parameter : parameters)
    if (!table.table.contains(parameter.key))
      say_nowhere(table, parameter.key, default_value_of(parameter));
}

/// The same of sections, each a table of `root`; `except` is a key that means something when it is
/// left out.
template <class Owner>
void say_defaults(ConfigValue& root, std::span<const ParameterSection<Owner>> sections,
                  std::string_view except = {}) {
  for (const auto& section : sections) {
    if (!root.table.contains(section.name)) say_nowhere(root, section.name, {});
    auto& table = root.table.find(section.name)->second;
    if (table.kind != ConfigValue::Kind::Table) continue;
    for (const auto& parameter : section.parameters)
      if (parameter.key != except && !table.table.contains(parameter.key))
        say_nowhere(table, parameter.key, default_value_of(parameter));
  }
}

}  // namespace niemen::core

// niemen describe: every parameter with type, default, range and meaning.
#include <fmt/format.h>

#include <iostream>

#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"

namespace niemen::tools {

int describe_command(int argc, char** argv) {
  cxxopts::Options options("niemen describe",
                           "Lists parameters: key, type, default, what is allowed, meaning.");
  options.positional_help("[TABLE...]");
  options.add_options()("tables", "Tables of parameters; without, all of them",
                        cxxopts::value<std::vector<std::string>>());
  options.parse_positional("tables");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;

  const auto tables = systems::parameter_tables();
  std::vector<std::string> wanted;
  if (arguments->count("tables")) wanted = (*arguments)["tables"].as<std::vector<std::string>>();
  for (const auto& name : wanted) {
    std::string allowed;
    bool known = false;
    for (const auto& table : tables) {
      known = known || table.name == name;
      allowed += (allowed.empty() ? "" : ", ") + table.name;
    }
    if (!known) throw core::InputError("no table \"" + name + "\"; allowed: " + allowed);
  }
  for (const auto& table : tables) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), table.name) == wanted.end())
      continue;
    fmt::print("{}: {}\n", table.name, table.summary);
    for (const auto& row : table.rows)
      fmt::print("  {} ({}; default {}; {})\n      {}\n", row.key, row.type,
                 row.default_value.empty() ? "none" : row.default_value, row.allowed, row.help);
  }
  return kGood;
}

}  // namespace niemen::tools

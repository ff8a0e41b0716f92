// niemen describe: every parameter with type, default, range and meaning.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/described_tables.h"

namespace niemen::tools {

namespace {

void print_text(const DescribedTable& table) {
  fmt::print("{}: {}\n", table.name, table.summary);
  for (const auto& row : table.rows) {
    fmt::print("  {} ({}", row.key, row.type);
    if (!row.default_value.empty()) fmt::print("; default {}", row.default_value);
    if (!row.allowed.empty()) fmt::print("; {}", row.allowed);
    fmt::print(")\n      {}\n", row.help);
  }
}

void print_markdown(const DescribedTable& table) {
  fmt::print("## {}\n\n{}\n\n| key | type | default | allowed | meaning |\n|---|---|---|---|---|\n",
             table.name, table.summary);
  for (const auto& row : table.rows)
    fmt::print("| `{}` | {} | {} | {} | {} |\n", row.key, row.type, row.default_value, row.allowed,
               row.help);
  fmt::print("\n");
}

/// Of tables, the key or column that an override names ("blocks.old-guard.points", "victory.bid").
std::vector<DescribedTable> tables_with(const std::vector<DescribedTable>& tables,
                                        std::string_view name) {
  const auto first = name.substr(0, name.find('.'));
  const auto last = name.substr(name.rfind('.') + 1);
  std::vector<DescribedTable> found;
  for (const auto& table : tables) {
    auto one = table;
    std::erase_if(one.rows, [&](const core::ParameterDescription& row) {
      const bool of_table = table.name == first || table.file == first;
      return row.key != name &&
             !(of_table && (row.key == last || row.key.ends_with("." + std::string(last))));
    });
    if (!one.rows.empty()) found.push_back(std::move(one));
  }
  return found;
}

}  // namespace

int describe_command(int argc, char** argv) {
  cxxopts::Options options("niemen describe",
                           "Lists parameters: key, type, default, what is allowed, meaning.");
  options.positional_help("[TABLE | KEY...]");
  options.add_options()("tables",
                        "Tables of parameters, or keys as --set has them "
                        "(blocks.old-guard.points); without, all tables",
                        cxxopts::value<std::vector<std::string>>())("markdown",
                                                                    "As tables of Markdown");
  options.parse_positional("tables");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;

  const auto tables = described_tables();
  std::vector<std::string> wanted;
  if (arguments->count("tables")) wanted = (*arguments)["tables"].as<std::vector<std::string>>();
  std::vector<DescribedTable> keys;
  std::erase_if(wanted, [&](const std::string& name) {
    const auto found =
        name.find('.') == name.npos ? std::vector<DescribedTable>{} : tables_with(tables, name);
    keys.insert(keys.end(), found.begin(), found.end());
    return !found.empty();
  });
  if (!keys.empty()) {
    for (const auto& table : keys)
      if (arguments->count("markdown"))
        print_markdown(table);
      else
        print_text(table);
    if (wanted.empty()) return kGood;
  }
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
    if (arguments->count("markdown"))
      print_markdown(table);
    else
      print_text(table);
  }
  return kGood;
}

}  // namespace niemen::tools

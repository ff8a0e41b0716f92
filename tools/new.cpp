// niemen new: a game folder that extends an existing one, or a blank one.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <system_error>
#include <vector>

#include "engine/core/config.h"
#include "engine/core/file_writer.h"
#include "engine/core/shell.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"

namespace niemen::tools {

namespace fs = std::filesystem;

namespace {

/// What a game in `folder` names to extend the one in `base`: its title where that finds it.
std::string extends_word(const fs::path& base, const fs::path& folder) {
  const auto title = base.filename().string();
  const auto beside = folder.parent_path() / title;
  const bool shipped = fs::equivalent(base.parent_path(), play::configs_folder() / "games");
  if (beside == base || (shipped && !fs::exists(beside))) return title;
  const auto path = base.lexically_relative(folder).string();
  return path.find('/') == std::string::npos ? path + "/" : path;
}

std::string first_file(const std::string& base) {
  return fmt::format(
      "# A game of its own that starts as {}.\n"
      "#\n"
      "# State here, and in files of the same names as those of the game it extends, only what\n"
      "# you change: a key, a row (by its id; delete = true removes it), a scenario, an opening.\n"
      "# Check it with `niemen validate --game <this folder>`, look at it with `niemen show`.\n"
      "extends = {}\n",
      core::one_line(base), core::toml_text(base));
}

/// A folder that goes again, with all that is in it, unless it is kept.
class Scaffold {
 public:
  explicit Scaffold(fs::path folder) : folder_(std::move(folder)) {}
  ~Scaffold() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
  }
  Scaffold(const Scaffold&) = delete;
  Scaffold& operator=(const Scaffold&) = delete;
  const fs::path& path() const { return folder_; }
  void keep() { folder_.clear(); }

 private:
  fs::path folder_;
};

/// The topmost folder on the way to `folder` that is not there; empty when all are.
fs::path first_missing(fs::path folder) {
  fs::path missing;
  for (; !fs::exists(folder); folder = folder.parent_path()) missing = folder;
  return missing;
}

/// Whoever is told that a game was made can load it.
void check_loads(const fs::path& part, const fs::path& folder) {
  try {
    play::GameRequest request;
    request.folder = part;
    systems::load_game(request);
  } catch (const core::InputError& error) {
    std::string message = error.what();
    if (const auto at = message.find(part.string()); at != std::string::npos)
      message.replace(at, part.string().size(), folder.string());
    throw core::InputError(folder.string() + ": is not made, for it would not load: " + message);
  }
}

/// Fills `folder`, which does not exist, by way of one beside it, or leaves nothing behind.
template <class Fill>
void make_folder(const fs::path& folder, Fill fill) {
  try {
    Scaffold parents(first_missing(folder.parent_path()));
    fs::create_directories(folder.parent_path());
    Scaffold part(
        core::make_beside(folder, [](const fs::path& name) { return fs::create_directory(name); }));
    fill(part.path());
    check_loads(part.path(), folder);
    fs::rename(part.path(), folder);
    part.keep();
    parents.keep();
  } catch (const fs::filesystem_error& error) {
    const auto place = error.path1().empty() ? "" : " (" + error.path1().string() + ")";
    throw core::InputError(folder.string() + ": cannot be made: " + error.code().message() + place);
  }
}

bool lies_in(const fs::path& folder, const fs::path& other) {
  const auto way = folder.lexically_relative(other);
  return !way.empty() && *way.begin() != "..";
}

std::string listed(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The folder of the smallest game of a mechanism.
fs::path blank_game(const std::string& mechanism) {
  const auto names = systems::mechanism_names();
  if (std::find(names.begin(), names.end(), mechanism) != names.end())
    return play::configs_folder() / "blank" / mechanism;
  throw core::InputError("there is no blank game of \"" + mechanism +
                         "\"; allowed: " + listed(names));
}

/// The values that a file of rules gives, a line each, as they stand there.
std::map<std::string, std::string> given_values(const fs::path& file) {
  std::map<std::string, std::string> values;
  std::ifstream lines(file);
  constexpr std::string_view kGives = " = ";
  for (std::string line; std::getline(lines, line);)
    if (const auto at = line.find(kGives); at != std::string::npos && line[0] != '#')
      values[line.substr(0, at)] = line.substr(at + kGives.size());
  return values;
}

/// What a rule is unless a game says otherwise, as rules.toml has it.
std::string default_value(const core::ParameterDescription& rule) {
  auto value = rule.default_value;
  if (rule.type == "choice") value = core::toml_text(value);
  if (rule.type.find("integers") != std::string::npos) {
    std::replace(value.begin(), value.end(), ' ', ',');
    value = "[" + value + "]";
  }
  return value;
}

/// Every rule of a mechanism with what it means: those that `file` gives as there, the others as
/// they are unless a game changes them.
std::string all_rules(const std::string& mechanism, const fs::path& file) {
  const auto given = given_values(file);
  std::string text =
      "# Every number and switch of the rules, as they are unless a game changes them.\n";
  for (const auto& table : systems::parameter_tables()) {
    if (table.name != mechanism) continue;
    for (const auto& rule : table.rows) {
      const auto found = given.find(rule.key);
      text += fmt::format("# {} ({}{}{})\n{} = {}\n", rule.help, rule.type,
                          rule.allowed.empty() ? "" : "; ", rule.allowed, rule.key,
                          found == given.end() ? default_value(rule) : found->second);
    }
  }
  return text;
}

/// True when the rules of a mechanism are parts of tables, among others that no parameter is.
bool rules_in_tables(const std::string& mechanism) {
  for (const auto& table : systems::parameter_tables())
    if (table.name == mechanism)
      return std::any_of(table.rows.begin(), table.rows.end(),
                         [](const auto& rule) { return rule.key.find('.') != std::string::npos; });
  return false;
}

/// Fills a new folder with the smallest game of a mechanism.
void make_blank(const fs::path& folder, const std::string& mechanism) {
  const auto blank = blank_game(mechanism);
  make_folder(folder, [&](const fs::path& part) {
    fs::copy(blank, part, fs::copy_options::recursive);
    if (fs::exists(part / "rules.toml") && !rules_in_tables(mechanism))
      core::write_file(part / "rules.toml", all_rules(mechanism, part / "rules.toml"));
  });
}

/// Fills a new folder with a game that starts as another one.
void make_from(const fs::path& folder, const fs::path& base, bool copy) {
  if (copy && lies_in(folder, base))
    throw core::InputError(folder.string() + ": lies in " + base.string() +
                           ", which cannot be copied into itself");
  make_folder(folder, [&](const fs::path& part) {
    if (copy)
      fs::copy(base, part, fs::copy_options::recursive);
    else
      core::write_file(part / "game.toml", first_file(extends_word(base, folder)));
  });
}

}  // namespace

int new_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen new",
      "Makes a game folder that extends an existing game, a copy of it, or the\n"
      "smallest game of a mechanism.");
  options.positional_help("FOLDER");
  options.add_options()("from", "The game to start from", cxxopts::value<std::string>())(
      "copy", "Copy every file instead of extending")(
      "mechanism", "The mechanism of a blank game: " + listed(systems::mechanism_names()),
      cxxopts::value<std::string>())(
      "blank", "The smallest game of a mechanism, to be made into another one")(
      "folder", "The new folder", cxxopts::value<std::string>());
  options.parse_positional("folder");
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const bool blank = arguments->count("blank") > 0;
  if (!arguments->count("folder") || blank == (arguments->count("from") > 0) ||
      blank != (arguments->count("mechanism") > 0))
    throw UsageError(
        "write: niemen new FOLDER --from GAME, or: niemen new FOLDER --mechanism M --blank");

  const auto named = play::without_slash((*arguments)["folder"].as<std::string>());
  // Unlike the name of a run it may begin with "-": it is given as a path.
  if (named.filename() == "." || named.filename() == ".." ||
      !core::is_file_name("game-" + named.filename().string()))
    throw core::InputError("\"" + named.string() + "\" does not serve as the name of a folder");
  if (fs::symlink_status(named).type() != fs::file_type::not_found)
    throw core::InputError(named.string() + ": exists already");
  // Without links and dots, so that the one is found from the other wherever both are called from.
  const auto folder = fs::weakly_canonical(fs::absolute(named));
  if (blank)
    make_blank(folder, (*arguments)["mechanism"].as<std::string>());
  else
    make_from(folder, fs::canonical(play::find_game_folder((*arguments)["from"].as<std::string>())),
              arguments->count("copy") > 0);
  std::cout << named.string() << ": made; look at it with: niemen show --game "
            << core::shell_path(named) << '\n';
  return kGood;
}

}  // namespace niemen::tools

// niemen new: a game folder that extends an existing one, or a blank one.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "engine/core/config.h"
#include "engine/core/faults.h"
#include "engine/core/file_writer.h"
#include "engine/core/look.h"
#include "engine/core/shell.h"
#include "engine/core/text.h"
#include "engine/play/formats.h"
#include "engine/play/game_folder.h"
#include "engine/systems/formats.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/new_blank.h"

namespace niemen::tools {

namespace fs = std::filesystem;

namespace {

/// What a game in `folder` names to extend the one in `base`: its title where that finds it.
std::string extends_word(const fs::path& base, const fs::path& folder) {
  const auto title = base.filename().string();
  const auto beside = folder.parent_path() / title;
  const bool shipped = core::are_the_same(base.parent_path(), play::configs_folder() / "games");
  if (beside == base || (shipped && !core::is_there(beside))) return title;
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
  for (; !core::is_there(folder); folder = folder.parent_path()) missing = folder;
  return missing;
}

/// Whoever is told that a game was made can load it.
void check_loads(const fs::path& part, const fs::path& folder) {
  try {
    play::GameRequest request;
    request.folder = part;
    systems::load_game(request);
  } catch (const core::InputError& error) {
    auto lines = core::lines_of(error);
    for (auto& line : lines)
      if (const auto at = line.find(part.string()); at != std::string::npos)
        line.replace(at, part.string().size(), folder.string());
    lines.front() = folder.string() + ": is not made, for it would not load: " + lines.front();
    throw core::InputFaults(std::move(lines));
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
void make_blank(const fs::path& folder, const std::string& mechanism, const BlankWishes& wishes) {
  const auto blank = blank_game(mechanism);
  make_folder(folder, [&](const fs::path& part) {
    fs::copy(blank, part, fs::copy_options::recursive);
    shape_blank(part, mechanism, wishes);
    if (core::is_there(part / "rules.toml") && !rules_in_tables(mechanism))
      core::write_file(part / "rules.toml", all_rules(mechanism, part / "rules.toml"));
  });
}

bool is_header(std::string_view line) { return line.starts_with('['); }

/// Whether a line of TOML gives the key its value.
bool gives(std::string_view line, std::string_view key) {
  if (!line.starts_with(key)) return false;
  line.remove_prefix(key.size());
  const auto next = line.find_first_not_of(' ');
  return next != std::string_view::npos && line[next] == '=';
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Where the lines of a table end: behind the last that is not empty. `header` is empty for the
/// keys before all tables.
std::size_t end_of_table(std::vector<std::string>& lines, const std::string& header) {
  std::size_t begin = 0;
  if (!header.empty()) {
    const auto at = std::find_if(lines.begin(), lines.end(),
                                 [&](const std::string& line) { return line.starts_with(header); });
    if (at == lines.end()) {
      lines.insert(lines.end(), {"", header});
      return lines.size();
    }
    begin = static_cast<std::size_t>(at - lines.begin()) + 1;
  }
  std::size_t end = begin;
  while (end < lines.size() && !is_header(lines[end])) ++end;
  // Comments at the end are about the table that comes next.
  const auto is_text = [](const std::string& line) { return !line.empty() && line[0] != '#'; };
  while (end < lines.size() && end > begin && !is_text(lines[end - 1])) --end;
  return end;
}

/// Writes a rule into the lines of its file, with all else as it stands.
void write_rule(std::vector<std::string>& lines, const play::OlderRule& rule) {
  const auto dot = rule.key.rfind('.');
  const auto header = dot == std::string::npos ? "" : "[" + rule.key.substr(0, dot) + "]";
  const auto line = rule.key.substr(dot == std::string::npos ? 0 : dot + 1) + " = " + rule.value;
  if (dot != std::string::npos) {
    const auto id = core::toml_text(rule.key.substr(0, dot));
    const auto row = std::find_if(lines.begin(), lines.end(), [&](const std::string& other) {
      return gives(other, "id") && other.find(id) != std::string::npos;
    });
    if (row != lines.end()) {
      lines.insert(row + 1, line);
      return;
    }
  }
  const auto place = end_of_table(lines, header);
  lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(place), line);
  std::erase_if(lines, [&](const std::string& other) {
    return !rule.instead_of.empty() && gives(other, rule.instead_of);
  });
}

/// The line of game.toml that says the format, put before the first that is no comment.
void write_format(std::vector<std::string>& lines) {
  const auto format = fmt::format("{} = {}", play::kFormatKey, play::kFormat);
  auto place = lines.begin();
  for (auto line = lines.begin(); line != lines.end(); ++line)
    if (gives(*line, play::kFormatKey)) {
      *line = format;
      return;
    }
  while (place != lines.end() && (place->empty() || (*place)[0] == '#')) ++place;
  lines.insert(place, format);
}

/// What the files of a game become that is written in the format of today, by their names.
std::map<std::string, std::string> renewed_files(const fs::path& folder,
                                                 const std::vector<play::OlderRule>& older) {
  std::map<std::string, std::vector<std::string>> files;
  const auto lines = [&](const std::string& name) -> std::vector<std::string>& {
    auto& file = files[name];
    if (file.empty() && fs::exists(folder / name)) file = lines_of(core::read_file(folder / name));
    return file;
  };
  for (const auto& rule : older) write_rule(lines(rule.file), rule);
  write_format(lines("game.toml"));
  std::map<std::string, std::string> texts;
  for (const auto& [name, file] : files) texts[name] = fmt::format("{}\n", fmt::join(file, "\n"));
  return texts;
}

/// Writes into a game what its format does not say. Each file is whole or as it was; game.toml,
/// which says the new format, comes last, and until it does the game is of the old one.
void renew(const fs::path& folder) {
  play::GameRequest request;
  request.folder = folder;
  const auto opened = play::open_game_folder(request);
  if (opened.folders.size() > 1) {
    const auto base = opened.folders[opened.folders.size() - 2];
    throw core::InputError(folder.string() + ": extends " + base.string() +
                           " and has its format; niemen new --renew " + core::shell_path(base) +
                           " is what there may be to renew");
  }
  const auto older = systems::older_rules(request);
  if (play::format_of(opened.config) == play::kFormat) {
    std::cout << folder.string() << ": is of the format of today\n";
    return;
  }
  systems::load_game(request);
  const auto files = renewed_files(folder, older);
  try {
    Scaffold part(
        core::make_beside(folder, [](const fs::path& name) { return fs::create_directory(name); }));
    fs::copy(folder, part.path(), fs::copy_options::recursive);
    for (const auto& [name, text] : files) core::write_file(part.path() / name, text);
    check_loads(part.path(), folder);
    for (const auto& [name, text] : files)
      if (name != "game.toml") core::write_file(folder / name, text);
    core::write_file(folder / "game.toml", files.at("game.toml"));
  } catch (const fs::filesystem_error& error) {
    throw core::InputError(folder.string() + ": cannot be renewed: " + error.code().message());
  }
  std::cout << folder.string() << ": is of format " << play::kFormat << " now";
  for (const auto& rule : older)
    std::cout << (&rule == older.data() ? "; written in: " : ", ") << rule.key << " = "
              << rule.value;
  std::cout << '\n';
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

/// The mechanism of a blank game: of --mechanism, or the word after --blank; empty: none is named.
std::string mechanism_of(const cxxopts::ParseResult& arguments) {
  const bool named = arguments.count("mechanism") > 0, word = arguments.count("kind") > 0;
  if (named && word) throw UsageError("the mechanism is named twice");
  return named  ? arguments["mechanism"].as<std::string>()
         : word ? arguments["kind"].as<std::string>()
                : std::string();
}

BlankWishes wishes_of(const cxxopts::ParseResult& arguments) {
  constexpr std::int64_t kMost = 999;
  BlankWishes wishes;
  if (arguments.count("sides")) {
    const auto names = core::split_words(arguments["sides"].as<std::string>(), ",");
    if (names.size() != wishes.sides.size())
      throw core::InputError("--sides names two sides, as in --sides france,prussia");
    std::copy(names.begin(), names.end(), wishes.sides.begin());
  }
  if (arguments.count("turns"))
    wishes.turns = static_cast<int>(whole_option(arguments, "turns", 1, kMost));
  if (arguments.count("areas"))
    wishes.areas = static_cast<int>(whole_option(arguments, "areas", 1, kMost));
  return wishes;
}

}  // namespace

int new_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen new",
      "Makes a game folder that extends an existing game, a copy of it, or the\n"
      "smallest game of a mechanism.");
  options.positional_help("FOLDER [MECHANISM]");
  options.add_options()("from", "The game to start from", cxxopts::value<std::string>())(
      "copy", "Copy every file instead of extending")(
      "mechanism", "The mechanism of a blank game: " + listed(systems::mechanism_names()),
      cxxopts::value<std::string>())(
      "blank", "The smallest game of a mechanism, to be made into another one")(
      "sides", "Of a blank game: what the sides are called, as in france,prussia",
      cxxopts::value<std::string>())("turns", "Of a blank game: how many turns it has",
                                     cxxopts::value<std::string>())(
      "areas", "Of a blank game of areas: how many areas its map has",
      cxxopts::value<std::string>())(
      "renew",
      "Write into an older game of one's own what its format does not say, as it was before",
      cxxopts::value<std::string>())("folder", "The new folder", cxxopts::value<std::string>())(
      "kind", "The mechanism, after --blank", cxxopts::value<std::string>());
  options.parse_positional({"folder", "kind"});
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  if (arguments->count("renew")) {
    if (arguments->arguments().size() > 1) throw UsageError("write: niemen new --renew FOLDER");
    renew(play::without_slash((*arguments)["renew"].as<std::string>()));
    return kGood;
  }
  const bool blank = arguments->count("blank") > 0;
  const auto mechanism = mechanism_of(*arguments);
  const bool shaped =
      arguments->count("sides") || arguments->count("turns") || arguments->count("areas");
  if (!arguments->count("folder") || blank == (arguments->count("from") > 0) ||
      blank == mechanism.empty() || (shaped && !blank))
    throw UsageError(
        "write: niemen new FOLDER --from GAME, or: niemen new FOLDER --blank MECHANISM "
        "(--mechanism "
        "M --blank), with --sides A,B --turns N --areas N as you like");

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
    make_blank(folder, mechanism, wishes_of(*arguments));
  else
    make_from(folder, fs::canonical(play::find_game_folder((*arguments)["from"].as<std::string>())),
              arguments->count("copy") > 0);
  std::cout << named.string() << ": made; look at it with: niemen show --game "
            << core::shell_path(named) << '\n';
  return kGood;
}

}  // namespace niemen::tools

#include "tools/edit/snapshot.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "engine/core/config.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/core/text.h"
#include "engine/play/game_folder.h"
#include "tools/edit/text_places.h"

namespace niemen::edit {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFirstFile = "game.toml";

fs::path new_folder() {
  auto name = (fs::temp_directory_path() / "niemen-edit-XXXXXX").string();
  if (!::mkdtemp(name.data())) throw core::InputError(name + ": this folder cannot be made");
  return name;
}

/// A game.toml in which what it extends is named from the root: the copy lies elsewhere.
std::string with_base(const std::string& text, const fs::path& folder) {
  try {
    for (const auto& place : toml_places(text, kFirstFile)) {
      if (place.path != std::vector<std::string>{"extends"}) continue;
      const bool path = place.text.find('/') != std::string::npos;
      const auto base = path ? folder / place.text : folder.parent_path() / place.text;
      std::error_code none;
      if (!path && !fs::is_regular_file(base / kFirstFile, none)) break;
      auto named = text;
      return named.replace(place.span.from, place.span.to - place.span.from,
                           core::toml_text(base.lexically_normal().string()));
    }
  } catch (const core::InputError&) {
    // Whoever loads it says what is wrong.
  }
  return text;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (auto at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

}  // namespace

Snapshot::Snapshot(const fs::path& folder, const Texts& texts)
    : of_(folder), root_(new_folder()), game_(root_ / play::title_of(folder)) {
  try {
    fs::create_directory(game_);
    for (const auto& [name, text] : texts) {
      fs::create_directories((game_ / name).parent_path());
      core::write_file(game_ / name, name == kFirstFile ? with_base(text, of_) : text);
    }
  } catch (const std::exception&) {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
    throw;
  }
}

Snapshot::~Snapshot() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

std::string Snapshot::words_of(std::string message) const {
  return replaced(replaced(std::move(message), game_.string() + "/", ""), game_.string(),
                  play::title_of(of_));
}

FaultLine Snapshot::fault_of(const std::string& line) const {
  const auto own = game_.string() + "/";
  if (!line.starts_with(own)) return {"", 0, words_of(line)};
  auto rest = line.substr(own.size());
  const auto colon = rest.find(':');
  if (colon == rest.npos) return {"", 0, words_of(line)};
  FaultLine fault{rest.substr(0, colon), 0, ""};
  rest.erase(0, colon + 1);
  const auto digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits > 0 && rest.substr(digits).starts_with(":")) {
    fault.line = std::atoi(rest.substr(0, digits).c_str());
    rest.erase(0, digits + 1);
  }
  fault.text = words_of(core::trimmed(rest));
  return fault;
}

}  // namespace niemen::edit

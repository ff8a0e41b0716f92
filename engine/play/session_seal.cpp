#include "engine/play/session_seal.h"

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/core/digest.h"
#include "engine/core/error.h"
#include "engine/core/sealing.h"
#include "engine/play/session_file.h"
#include "engine/play/session_lines.h"

namespace niemen::play {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

/// Digits that name a key and do not tell it.
std::string id_of(const std::string& key) {
  constexpr std::size_t kDigits = 32;
  return core::sha256(key).substr(0, kDigits);
}

fs::path beside(fs::path file) { return file += ".key"; }

/// Where the key `id` lies; empty where there is no such place.
fs::path among_keys(const std::string& id) {
  const auto folder = data_folder();
  return folder.empty() ? folder : folder / "keys" / (id + ".key");
}

/// Whether the key is on the disk now, readable by its owner alone.
bool keep(const fs::path& place, const std::string& key) {
  if (place.empty()) return false;
  std::error_code failed;
  const bool new_folder = fs::create_directories(place.parent_path(), failed);
  if (new_folder) fs::permissions(place.parent_path(), fs::perms::owner_all, failed);
  try {
    SessionFile::create(place).append(key + "\n" + kSealWords + "\n");
    return true;
  } catch (const core::InputError&) {
    return false;
  }
}

/// The key that lies in a file; empty: none.
std::string key_in(const fs::path& place) {
  std::ifstream in(place);
  std::string key;
  std::getline(in, key);
  return key;
}

/// Moves `names` of an object into one text, so long that its length tells little: a step for which
/// its agent gave a reason is as long as one without a choice.
void seal_members(Json& line, std::string_view key, const std::vector<std::string>& names) {
  constexpr std::size_t kStep = 512;
  auto secret = Json::object();
  for (const auto& name : names) {
    secret[name] = line[name];
    line.erase(name);
  }
  auto text = secret.dump();
  text.resize((text.size() + kStep - 1) / kStep * kStep, ' ');
  line["sealed"] = core::seal_text(key, text);
}

}  // namespace

fs::path data_folder() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  if (data && *data) return fs::path(data) / "niemen";
  if (home && *home) return fs::path(home) / ".local" / "share" / "niemen";
  return {};
}

SessionSeal SessionSeal::fresh(const fs::path& file) {
  const auto key = core::new_key();
  for (const auto& place : {among_keys(id_of(key)), beside(file)})
    if (keep(place, key)) return {key, place};
  throw core::InputError(beside(file).string() +
                         ": the key that seals the campaign cannot be written");
}

SessionSeal SessionSeal::of(std::string_view text, const fs::path& file) {
  const auto header = parse_line(text.substr(0, text.find('\n')));
  if (!header.is_object() || header.value("niemen-session", Json()) != kSealedVersion) return {};
  const auto id = header.value("id", Json());
  if (!id.is_string()) throw core::InputError(file.string(), 1, "\"id\" is not text");
  const auto kept = among_keys(id.get<std::string>());
  for (const auto& place : {beside(file), kept})
    if (const auto key = key_in(place); id_of(key) == id) return {key, place};
  const auto places = (kept.empty() ? "" : kept.string() + " or ") + beside(file).string();
  throw core::InputError(file.string(), 1,
                         "it is sealed, and its key is missing: put it there as " + places +
                             "; the computer where the campaign was begun has it, and behind "
                             "\"seal\" the first line of a copy that was ended");
}

std::string SessionSeal::shut(const std::string& object) const {
  if (!seals()) return object;
  auto line = Json::parse(object);
  if (line.contains("niemen-session")) {
    // Beside the key and the set-ups that were chosen, the sum of the data, which names them.
    seal_members(line, key_, {"key", "data", "openings"});
    line["niemen-session"] = kSealedVersion;
    line["key"] = "sealed until the campaign is over";
    line["id"] = id_of(key_);
    line["about"] = kSealWords;
  } else if (line.contains("n")) {
    std::vector<std::string> names;
    for (const auto& [name, value] : line.items())
      if (name != "n" && name != "turn") names.push_back(name);
    seal_members(line, key_, names);
  }
  return line.dump();
}

bool SessionSeal::open(Json& line) const {
  const auto found = line.find("sealed");
  if (!seals() || found == line.end()) return true;
  const auto text = found->is_string() ? core::open_sealed(key_, found->get<std::string>())
                                       : std::optional<std::string>();
  const auto secret = Json::parse(text.value_or(""), nullptr, false);
  if (!secret.is_object()) return false;
  if (line.contains("niemen-session")) {
    line["niemen-session"] = kSessionVersion;
    line["seal"] = key_;  // whoever ended a copy by mistake finds it there
  }
  for (const auto* name : {"sealed", "id", "about"}) line.erase(name);
  line.update(secret);
  return true;
}

void SessionSeal::discard_key() {
  std::error_code ignored;
  fs::remove(place_, ignored);
  *this = {};
}

}  // namespace niemen::play

// What is secret in the file of a campaign that goes on, sealed with a key that lies apart.
//
// The key is $XDG_DATA_HOME/niemen/keys/ID.key (or ~/.local/share/...); where that cannot be
// written it lies beside the campaign as FILE.key. A campaign that moves to another computer takes
// its key along, to either place. To open the seal before the end is cheating; whoever owns both
// files can.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "engine/play/seal.h"

namespace niemen::play {

/// What people are told of it, where a campaign begins and in its files.
inline constexpr const char* kSealWords =
    "What lies hidden is sealed until the campaign is over; to open it before is cheating.";

class SessionSeal {
 public:
  /// Seals nothing.
  SessionSeal() = default;
  /// A new key for a campaign that is to be kept in `file`. Throws InputError where it can be kept
  /// nowhere.
  static SessionSeal fresh(const std::filesystem::path& file);
  /// With the key that the first line of `text` names, which is what `file` holds; none where it
  /// names none. Throws InputError that says where the key must lie.
  static SessionSeal of(std::string_view text, const std::filesystem::path& file);

  bool seals() const { return !key_.empty(); }
  /// The checksums of the file's lines, which only who has the key can write.
  Seal chain() const { return Seal(key_); }
  /// A line of a session with what is secret in it sealed.
  std::string shut(const std::string& object) const;
  /// The line as it was. False where it is sealed with another key.
  bool open(nlohmann::ordered_json& line) const;
  /// The campaign is over and its file open, which tells the key too: takes the key away. Whoever
  /// ends a copy to look into it must then mend the campaign by hand.
  void discard_key();

 private:
  SessionSeal(std::string key, std::filesystem::path place)
      : key_(std::move(key)), place_(std::move(place)) {}
  std::string key_;
  std::filesystem::path place_;
};

/// Where the program keeps what is its user's; empty where the system names no such place.
std::filesystem::path data_folder();

}  // namespace niemen::play

// Why an action is legal or not: the answer to "why can I not do that?".
#pragma once

#include <cstdint>
#include <string>

namespace niemen::play {

/// `ok` exactly when the action is in the legal list. Otherwise `rule` is the number of the first
/// rule that forbids it ("8.4 bp5"), `reason` says so in words, and `culprit` names the place or
/// piece that stands in the way (empty where there is none).
struct Verdict {
  bool ok = true;
  std::string rule;
  std::string reason;
  std::string culprit;

  static Verdict yes() { return {}; }
  static Verdict no(std::string rule, std::string reason, std::string culprit = {}) {
    return {false, std::move(rule), std::move(reason), std::move(culprit)};
  }
};

}  // namespace niemen::play

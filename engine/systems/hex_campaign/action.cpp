#include "engine/systems/hex_campaign/action.h"

#include <algorithm>
#include <array>

namespace niemen::hex_campaign {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Verb::Count)> kVerbs = {
    "done",  "die",     "card",   "yes",     "whole", "custom",  "take",  "commit", "place",
    "depot", "convert", "remove", "train",   "dummy", "discard", "rally", "march",  "raise",
    "step",  "attack",  "target", "retreat", "move",  "blank",   "pick",  "drop"};

}  // namespace

std::string_view verb_word(Verb verb) { return kVerbs[static_cast<std::size_t>(verb)]; }

std::optional<Verb> verb_named(std::string_view word) {
  const auto it = std::find(kVerbs.begin(), kVerbs.end(), word);
  if (it == kVerbs.end()) return std::nullopt;
  return static_cast<Verb>(it - kVerbs.begin());
}

}  // namespace niemen::hex_campaign

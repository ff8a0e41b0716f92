// Decisions and outcomes of chance of a hex campaign as integers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/play/actor.h"

namespace niemen::hex_campaign {

/// What an action does. The payload is a hex (compact index), a piece, a number, or nothing.
enum class Verb : std::uint8_t {
  Done,    ///< nothing (more) of what the step offers
  Die,     ///< Nature: score 1 to 6
  Card,    ///< Nature draws, or a player plays, the card with this index
  Yes,     ///< accepts what the step offers
  Whole,   ///< the whole stack
  Custom,  ///< a part of the stack, to be chosen kind by kind
  Take,    ///< this many of the kind in question
  Commit,  ///< this many Combat Commands
  // hexes
  Place,
  Depot,
  Convert,
  Remove,
  Train,
  Dummy,
  Discard,
  Rally,
  March,
  Raise,
  StepTo,
  Attack,
  Target,
  Retreat,
  MoveTo,
  Blank,
  // pieces
  Pick,
  Drop,
  Count
};
enum class PayloadKind : std::uint8_t { None, Number, Hex, Piece };

/// Bits 16-23 the verb, bits 0-15 the payload.
inline constexpr int kVerbShift = 16;

constexpr play::Action make_action(Verb verb, int payload = 0) {
  return (static_cast<play::Action>(verb) << kVerbShift) | static_cast<play::Action>(payload);
}
constexpr Verb verb_of(play::Action action) {
  return static_cast<Verb>((action >> kVerbShift) & 0xFF);
}
constexpr int payload_of(play::Action action) { return static_cast<int>(action & 0xFFFF); }

constexpr PayloadKind payload_kind(Verb verb) {
  if (verb == Verb::Done || verb == Verb::Yes || verb == Verb::Whole || verb == Verb::Custom)
    return PayloadKind::None;
  if (verb < Verb::Place) return PayloadKind::Number;
  return verb < Verb::Pick ? PayloadKind::Hex : PayloadKind::Piece;
}
/// Numbers run from 0 up to and without this: dice, cards, counts.
inline constexpr int kNumberPayloads = 56;

/// The word of a verb in the game's notation, as in "march 2207".
std::string_view verb_word(Verb verb);
/// The verb of such a word.
std::optional<Verb> verb_named(std::string_view word);

}  // namespace niemen::hex_campaign

// What happened, as data: words are rendered last, by the mechanism that knows them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/play/actor.h"

namespace niemen::play {

/// A change to a value, and why. `rule` is static text ("11.4").
struct Modifier {
  int value = 0;
  std::string reason = {};  ///< in words; empty until it is rendered
  std::uint16_t code = 0;   ///< the reason, an enumeration of the mechanism
  std::string_view rule = {};
  int place = -1;  ///< index of a space of the board, where one is meant
  int piece = -1;  ///< index of a piece of the mechanism, where one is meant
};

/// How much an event begins, so that a log can be divided: a turn, a phase, an operation (a march,
/// a battle), or something within one.
enum class Weight : std::uint8_t { Turn, Phase, Operation, Detail };

/// How a diary joins events of one kind that follow each other into one sentence: not at all, the
/// steps of one piece along its route (all places in order, amounts added up), or what pieces do at
/// one place (all pieces).
enum class Joining : std::uint8_t { None, Route, Place };

/// What every event of a kind has in common. A mechanism has a table of them, by kind.
struct EventRow {
  std::string_view name;  ///< as logs spell it, e.g. "unit-eliminated"
  Weight weight = Weight::Detail;
  Joining joining = Joining::None;
};

/// One thing that happened. What the numbers mean is said where the mechanism declares its kinds.
struct Event {
  std::uint16_t kind = 0;      ///< an enumeration of the mechanism; indexes its event rows
  std::string_view rule = {};  ///< static text, e.g. "8.4 bp5"
  int side = -1;               ///< whose doing or loss it is, by index; -1: nobody's
  int amount = 0;
  int face = 0;  ///< what the die showed; 0: no die
  std::vector<int> places = {};
  std::vector<int> pieces = {};
  std::vector<Modifier> modifiers = {};
  /// Whose log may hold it, by Viewer: a secret draw is not in the opponent's before it is
  /// revealed.
  bool visible_to[kViewers] = {true, true, true};
  std::string text = {};  ///< in words; empty until it is rendered

  /// Only `owner` (and nobody else) may read it now.
  Event& secret_of(Side owner) {
    for (auto& visible : visible_to) visible = false;
    visible_to[static_cast<int>(viewer_of(owner))] = true;
    return *this;
  }
};

}  // namespace niemen::play

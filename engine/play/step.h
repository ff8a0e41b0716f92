// What a decision is: one row for each step of a mechanism.
#pragma once

#include <cstdint>
#include <string_view>

namespace niemen::play {

/// What a decision or die closes for good: behind it nobody may take anything back.
enum class Barrier : std::uint8_t { None, Die, Reveal };

/// The part of a step's row that every mechanism has; each adds how it lists, refuses and carries
/// out. All texts are static.
struct StepRow {
  std::string_view name;     ///< in notation, e.g. "choose-march"
  std::string_view chapter;  ///< of the rulebook, e.g. "8 Rally and Movement"
  std::string_view rule;     ///< e.g. "8.2"
  /// What is asked, for people: "Choose a stack to move". Of Nature: what the die or card is for.
  std::string_view prompt;
  Barrier barrier = Barrier::None;
};

}  // namespace niemen::play

// What each decision and die is: a row a step. The sequence of play, chance, refusals and prompts
// are driven by the rows.
#pragma once

#include <string>

#include "engine/play/step.h"
#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// How a chapter answers for its steps: lists what may be chosen, refuses the rest by the same
/// tests, and carries out. A chapter that only rolls dice lists and refuses nothing.
struct Chapter {
  std::string_view name;
  void (*list)(const Context&, const State&, ActionList&);
  Reason (*refuse)(const Context&, const State&, Action);
  void (*apply_silently)(Table<play::NullRecorder>&, Action);
  void (*apply_told)(Table<play::EventRecorder>&, Action);

  template <class R>
  void apply(Table<R>& t, Action action) const {
    if constexpr (R::kRecords)
      apply_told(t, action);
    else
      apply_silently(t, action);
  }
};

/// Who decides: a side (State::actor says which), or fate by a die or a card.
enum class Decides : std::uint8_t { Side, Die, Card };

/// A number that helps to name a die; see play::ChanceKey.
using ChanceNumber = std::uint32_t (*)(const Context&, const State&);

struct StepSpec {
  Step step;
  const Chapter* chapter;
  std::string_view name;
  std::string_view rule;
  /// What is asked, or what fate decides. Blanks: {from}, {to}, {on}, {support}, {piece}, {kind},
  /// {count} are what the step is about.
  std::string_view prompt;
  Decides decides = Decides::Side;
  /// A choice that may show what lies face down (15.1), or shows a card.
  bool reveals = false;
  ChanceNumber subject = nullptr;  ///< of a die: what it is rolled for; none: 0
  ChanceNumber ordinal = nullptr;  ///< of a die: how often the same may have been rolled before
};

/// By step.
extern const StepSpec kStepSpecs[static_cast<std::size_t>(Step::Count)];

inline const StepSpec& spec_of(Step step) { return kStepSpecs[static_cast<std::size_t>(step)]; }

/// The hex that the decision or die at hand is about or starts from; kNoHexBits for none.
int hex_in_question(const State& s);
/// The piece that the decision at hand is about, or kNoPiece.
int piece_in_question(const Context& c, const State& s);
/// What is asked, with its blanks filled in; empty when the campaign is over.
std::string prompt_of(const Context& c, const State& s);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

// One row a step: what is asked or rolled, of whom, by which rule, and the functions of its
// chapter.
#pragma once

#include <array>
#include <string_view>

#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

/// What every step has in common, and how it lists, refuses and carries out.
struct Row {
  Step step;
  play::StepRow face;
  void (*list)(const Lister&) = nullptr;  ///< null: a die, or the end
  Verdict (*refuse)(const Refusal&) = nullptr;
  void (*apply)(Play<play::NullRecorder>&, Verb, int) = nullptr;
  void (*record)(Play<play::EventRecorder>&, Verb, int) = nullptr;
};

/// The row of a step.
const Row& row_of(Step step);

}  // namespace niemen::hex_operations

// One row for each step: what it is called, who lists, carries out, rolls.
#pragma once

#include "engine/play/step.h"
#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

/// A set of verbs, a bit each.
using VerbSet = std::uint64_t;
static_assert(static_cast<int>(Verb::Count) <= 64);

struct Row : play::StepRow {
  Step step;
  VerbSet verbs;          ///< that the step takes
  void (*list)(Lister&);  ///< a side's choices; null for Nature
  void (*chance)(const BlockContext&, const State&, play::ChanceList&);  ///< null for a side
  void (*apply)(Play&, Verb, int);
};

const Row& row_of(Step step);
/// The first step that takes the verb.
const Row& row_of(Verb verb);

}  // namespace niemen::block_battle

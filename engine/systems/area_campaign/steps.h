// What a decision is: one row for each Step, one for each of the choices that it takes. Everything
// that asks, lists, refuses or carries out is driven from these rows.
#pragma once

#include <span>

#include "engine/play/dice.h"
#include "engine/play/recorder.h"
#include "engine/play/step.h"
#include "engine/play/verdict.h"
#include "engine/systems/area_campaign/action.h"
#include "engine/systems/area_campaign/procedure.h"

namespace niemen::area_campaign {

/// Values that an action of one verb may have: places, Areas, numbers, plans, leaders, dice.
using ValueSet = PlaceSet;

/// How a choice is carried out, for each recorder.
struct Procedure {
  void (*silent)(Play<play::NullRecorder>&, int);
  void (*recorded)(Play<play::EventRecorder>&, int);
};

/// One choice of a step.
struct ChoiceRow {
  Step step;
  Verb verb;
  std::string_view rule;  ///< of what is chosen, e.g. "Movement A"
  /// The values that may be chosen now: the list is made of them, and `why` looks here first.
  ValueSet (*allowed)(const AreaContext&, const State&);
  /// Why a value that is not allowed is not.
  play::Verdict (*refuse)(const AreaContext&, const State&, int value);
  Procedure procedure;
};

/// One decision or die. `row.prompt` has blanks such as {from}, see AreaCampaign::prompt.
struct StepSpec {
  Step step;
  play::StepRow row;
  /// What names this die beyond turn, step and side; null: nothing more, or no die.
  void (*name_die)(const State&, play::ChanceKey&) = nullptr;
};

const StepSpec& step_spec(Step step);
/// In the order of verbs.
std::span<const ChoiceRow> choices_of(Step step);
/// The row of a verb at a step, or null where the step does not take it.
const ChoiceRow* find_choice(Step step, Verb verb);
/// The rule of a verb that a step does not take: that of the first step that does.
std::string_view rule_of(Verb verb);
/// The step with this name, or Step::Count.
Step step_named(std::string_view name);

}  // namespace niemen::area_campaign

// What an experiment plays next in the light of what it has played: rounds of a tuning, the
// confirmation of a chosen deployment. Every stage follows from the results of complete stages
// alone, so that an interrupted run goes on to the same schedule.
#pragma once

#include <memory>
#include <string>

#include "ai/lab/experiment_source.h"
#include "ai/lab/run_folder.h"

namespace niemen::lab {

/// Adds the campaigns of the next stage to the schedule. False when the experiment has none.
/// `run` must hold every campaign scheduled so far.
bool add_next_stage(ExperimentSource& source, const RecordedRun& run);
/// Adds the first stage of an experiment that chooses its campaigns to a schedule that is empty.
void add_first_stage(ExperimentSource& source);
/// What chooses campaigns of the experiment while others are played; null where nothing does.
std::unique_ptr<Scheduler> make_scheduler(ExperimentSource& source);
/// Campaigns of all stages together.
std::uint64_t campaigns_in_all(const Experiment& experiment);
/// The same in words: how many in which stage, where there are several.
std::string stages_in_words(const Experiment& experiment);

}  // namespace niemen::lab

// What an experiment plays next in the light of what it has played: rounds of a tuning, the
// confirmation of a chosen deployment. Every stage follows from the results of complete stages
// alone, so that an interrupted run goes on to the same schedule.
#pragma once

#include "ai/lab/experiment_source.h"
#include "ai/lab/run_folder.h"
#include "ai/lab/statistics/root_finding.h"

namespace niemen::lab {

/// The best-rated deployment of each side, by position.
struct Choice {
  std::size_t row = 0;
  std::size_t column = 0;
};
Choice choose_openings(const ExperimentSource& source, const RecordedRun& run,
                       std::uint64_t counted);

/// Adds the campaigns of the next stage to the schedule. False when the experiment has none.
/// `run` must hold every campaign scheduled so far.
bool add_next_stage(ExperimentSource& source, const RecordedRun& run);
/// Adds the first round of a tuning to a schedule that is empty.
void add_first_round(ExperimentSource& source);
/// Campaigns of all stages together.
std::uint64_t campaigns_in_all(const Experiment& experiment);

/// Which chosen deployment a confirming campaign plays, from its block.
play::Side confirmation_side(std::uint64_t block);

/// What a tuning asks of one of its parameters, and the campaigns played at its values.
RootQuestion root_question(const Experiment& experiment, const Factor& factor);
std::vector<ResponsePoint> response_points(const ExperimentSource& source, const RecordedRun& run,
                                           const Factor& factor, std::uint64_t counted);

}  // namespace niemen::lab

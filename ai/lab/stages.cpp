#include "ai/lab/stages.h"

#include <fmt/format.h>

#include "ai/lab/questions/question.h"

namespace niemen::lab {

std::unique_ptr<Scheduler> make_scheduler(ExperimentSource& source) {
  const auto make = source.experiment().question->scheduler;
  return make ? make(source) : nullptr;
}

bool add_next_stage(ExperimentSource& source, const RecordedRun& run) {
  const auto before = source.scheduled();
  if (const auto scheduler = make_scheduler(source)) {
    std::uint64_t next = 0;
    for (const auto& summary : run.summaries()) {
      if (summary.id != next++) break;  // what follows was played by what is missing here
      scheduler->add(summary);
    }
    if (source.scheduled() > before) return true;
  }
  const auto add = source.experiment().question->add_stage;
  return add && add(source, &run);
}

void add_first_stage(ExperimentSource& source) {
  if (make_scheduler(source)) return;
  if (const auto add = source.experiment().question->add_stage) add(source, nullptr);
}

std::uint64_t campaigns_in_all(const Experiment& experiment) {
  const auto count = experiment.question->campaigns_in_all;
  return count ? count(experiment) : experiment.campaigns;
}

std::string stages_in_words(const Experiment& experiment) {
  const auto words = experiment.question->stages_in_words;
  return words ? words(experiment) : fmt::format("{} campaigns", experiment.campaigns);
}

}  // namespace niemen::lab

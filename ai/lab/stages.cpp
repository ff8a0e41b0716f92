#include "ai/lab/stages.h"

#include <fmt/format.h>

#include "ai/lab/questions/question.h"

namespace niemen::lab {

bool add_next_stage(ExperimentSource& source, const RecordedRun& run) {
  const auto add = source.experiment().question->add_stage;
  return add && add(source, &run);
}

void add_first_stage(ExperimentSource& source) {
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

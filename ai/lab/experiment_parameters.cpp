#include "ai/lab/experiment_parameters.h"

#include "ai/lab/questions/question.h"
#include "ai/lab/questions/reading.h"

namespace niemen::lab {

std::vector<core::ParameterDescription> experiment_parameters() {
  std::string names;
  for (const auto* question : all_questions())
    names += (names.empty() ? "" : ", ") + std::string(question->name);
  std::vector<core::ParameterDescription> all{
      {"question", "choice", "", names, "what is asked of the campaigns"}};
  const auto add = [&](const std::vector<core::ParameterDescription>& rows) {
    all.insert(all.end(), rows.begin(), rows.end());
  };
  add(shared_parameters());
  for (const auto* question : all_questions()) add(question->parameters());
  return all;
}

}  // namespace niemen::lab

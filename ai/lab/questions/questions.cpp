// Every question that the lab can be asked.
#include <array>

#include "ai/lab/questions/question.h"

namespace niemen::lab {

#define NIEMEN_QUESTIONS(question)                                                     \
  question(balance) question(openings) question(search) question(sweep) question(tune) \
      question(mend) question(rescore) question(skill) question(why)

#define NIEMEN_DECLARE(question) const Question& question();
namespace questions {
NIEMEN_QUESTIONS(NIEMEN_DECLARE)
}  // namespace questions
#undef NIEMEN_DECLARE

std::span<const Question* const> all_questions() {
#define NIEMEN_LIST(question) &questions::question(),
  static const std::array kAll{NIEMEN_QUESTIONS(NIEMEN_LIST)};
#undef NIEMEN_LIST
  return kAll;
}

}  // namespace niemen::lab

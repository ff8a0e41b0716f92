#include "ai/background.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace niemen::ai {

void give_way() {
  constexpr int kNice = 4;  // less than half the share of a thread that does not give way
  const auto thread = static_cast<id_t>(::gettid());
  ::setpriority(PRIO_PROCESS, thread, std::max(kNice, ::getpriority(PRIO_PROCESS, thread)));
}

}  // namespace niemen::ai

#include "ai/lab/set_up.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "engine/core/random.h"

namespace niemen::lab {

namespace {

/// Counters of a side, those that cannot be told apart together.
std::map<std::tuple<int, std::string, std::string>, int> counted(
    const std::vector<play::Counter>& counters) {
  std::map<std::tuple<int, std::string, std::string>, int> counts;
  for (const auto& one : counters) counts[{one.place, one.kind, one.name}] += one.count;
  return counts;
}

}  // namespace

SetUp decisions_to(const SetUpBoard& board, play::Side side, const std::string& name,
                   const std::vector<play::Counter>& target) {
  const auto wanted = counted(target);
  std::vector<bool> places(board.board().spaces.size(), false);
  for (const auto& one : target) places[static_cast<std::size_t>(one.place)] = true;
  const auto fits = [&](const std::vector<play::Counter>& counters) {
    for (const auto& [what, count] : counted(counters)) {
      const auto found = wanted.find(what);
      if (found == wanted.end() || found->second < count) return false;
    }
    return true;
  };
  // What fits first may leave no place for what comes later: then by chance, again and again.
  constexpr std::uint64_t kTries = 400;
  SetUp best{name, {}};
  std::size_t best_fit = 0;
  for (std::uint64_t tries = 0; tries < kTries; ++tries) {
    core::RandomStream random(tries);
    std::size_t fit = 0;
    bool lost = false;
    auto played = board.play(side, [&](const SetUpQuestion& question) {
      std::size_t done = 0;
      std::vector<std::size_t> left;
      for (std::size_t i = 0; i < question.legal.size() && !lost; ++i) {
        const int place = question.place_of(question.legal[i]);
        if (place < 0)
          done = i;
        else if (places[static_cast<std::size_t>(place)])
          left.push_back(i);
      }
      while (!left.empty()) {
        const auto at = tries == 0 ? 0 : random.below(static_cast<std::uint32_t>(left.size()));
        const auto chosen = left[at];
        if (fits(question.after(question.legal[chosen]))) {
          ++fit;
          return chosen;
        }
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
      }
      lost = true;
      return done;
    });
    const bool exact = counted(played.counters) == wanted;
    if (exact || fit > best_fit || tries == 0) best.decisions = std::move(played.decisions);
    best_fit = std::max(best_fit, fit);
    if (exact) break;
  }
  return best;
}

}  // namespace niemen::lab

#include "ai/lab/chances.h"

#include <algorithm>

namespace niemen::lab {

namespace {

constexpr std::size_t kGroups = 10;

double of_winner(double chance, double score) { return score > 0.5 ? chance : 1 - chance; }

/// Chances at one turn: campaigns that reached it, by their lead.
void group_turn(const std::vector<LeadCourse>& courses, std::size_t turn,
                std::vector<std::vector<double>>& chances) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < courses.size(); ++i)
    if (turn < courses[i].leads.size()) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return courses[a].leads[turn] < courses[b].leads[turn];
  });
  const auto size = std::max<std::size_t>(1, (order.size() + kGroups - 1) / kGroups);
  for (std::size_t first = 0; first < order.size();) {
    auto last = std::min(order.size(), first + size);
    while (last < order.size() &&
           courses[order[last]].leads[turn] == courses[order[last - 1]].leads[turn])
      ++last;
    double score = 0;
    for (auto i = first; i < last; ++i) score += courses[order[i]].score;
    for (auto i = first; i < last; ++i)
      chances[order[i]][turn] = score / static_cast<double>(last - first);
    first = last;
  }
}

}  // namespace

std::vector<std::vector<double>> chances_of(const std::vector<LeadCourse>& courses) {
  std::vector<std::vector<double>> chances;
  std::size_t turns = 0;
  for (const auto& course : courses) {
    chances.emplace_back(course.leads.size());
    turns = std::max(turns, course.leads.size());
  }
  for (std::size_t turn = 0; turn < turns; ++turn) group_turn(courses, turn, chances);
  return chances;
}

int decided_turn(const std::vector<double>& chances, double score, double sure) {
  if (score == 0.5) return 0;
  auto turn = static_cast<int>(chances.size());
  for (auto chance = chances.rbegin(); chance != chances.rend(); ++chance, --turn)
    if (of_winner(*chance, score) < sure) break;
  return turn == static_cast<int>(chances.size()) ? 0 : turn + 1;
}

double lowest_chance(const std::vector<double>& chances, double score) {
  double lowest = 1;
  if (score != 0.5)
    for (const double chance : chances) lowest = std::min(lowest, of_winner(chance, score));
  return lowest;
}

}  // namespace niemen::lab

// Win probability over the turns, as the campaigns of a run themselves show it.
#pragma once

#include <cstdint>
#include <vector>

namespace niemen::lab {

/// One campaign: how far side A led at the end of each turn, and its score for side A.
struct LeadCourse {
  std::uint64_t id = 0;
  std::vector<double> leads;
  double score = 0;
};

/// The chance of side A at the end of each turn of each campaign: the mean score of the tenth of
/// the campaigns with the nearest leads at that turn (equal leads stay together).
std::vector<std::vector<double>> chances_of(const std::vector<LeadCourse>& courses);

/// The first turn from which on the winner's chance never fell below `sure`; 0 when it did so in
/// the last turn, or when the campaign was drawn.
int decided_turn(const std::vector<double>& chances, double score, double sure = 0.8);

/// The winner's lowest chance; 1 for a draw.
double lowest_chance(const std::vector<double>& chances, double score);

}  // namespace niemen::lab

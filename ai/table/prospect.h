// What may come: who will hold which place, who will live, where the armies will stand, by
// campaigns that are played on from what one seat knows.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "ai/table/chance.h"

namespace niemen::ai::table {

/// How often something came about in what was played on, 0 to 1, with a 95 % interval.
struct Share {
  double value = 0;
  double low = 0, high = 1;
};

/// A place as it may be. Its holder is who controls it, or whose units alone stand there.
struct PlaceAhead {
  int place = -1;
  std::array<Share, play::kSides> held;      ///< by which side; the rest is nobody's
  std::array<double, play::kSides> units{};  ///< counters that stand there, mean
};

/// A unit that the seat sees on the board now.
struct UnitAhead {
  std::string id;  ///< of its counter, see play::Counter
  std::string name;
  int side = -1;
  int place = -1;  ///< where it stands now
  Share lives;     ///< it is on the board still
};

/// Where an army's most strength stands in one place.
struct ArmyAhead {
  int place = -1;
  double share = 0;  ///< of what was played on, 0 to 1
};

/// The position when a turn begins, or at the end.
struct TurnAhead {
  int turn = 0;
  bool end = false;                ///< of the campaign, whenever that came
  std::vector<PlaceAhead> places;  ///< those that anybody held or stood in, in order of places
  std::vector<UnitAhead> units;    ///< in the order of the view
  std::array<std::vector<ArmyAhead>, play::kSides> main_army;  ///< likeliest first
};

/// What the units that stand together now lose until the next turn begins, in marches, for want of
/// supply and in battle.
struct StackAhead {
  int place = -1;
  int side = -1;
  double strength = 0;       ///< now, as their counters say it
  double lost = 0;           ///< mean, in the same measure
  double low = 0, high = 0;  ///< between which nine of ten campaigns lie
};

struct Prospect {
  int campaigns = 0;  ///< that were played on for it
  std::vector<TurnAhead> turns;
  std::vector<StackAhead> stacks;  ///< in order of places
};

/// Campaigns that are played on for a whole prospect.
inline constexpr int kProspectCampaigns = 200;

/// Plays campaigns on, some at a time, and says what they came to. The same observation and number
/// of campaigns say the same, played at once or bit by bit, on any number of threads.
class Foresight {
 public:
  /// `game` must outlive it. Precondition: the campaign is not over. Throws InputError.
  /// `seed` names the deals and dice.
  Foresight(const play::AnyGame& game, play::AnyObservation observation, int threads,
            std::uint64_t seed = 0);
  ~Foresight();
  /// Plays the next campaigns; fewer when stopped.
  void play(int campaigns, const std::stop_token& stop = {});
  int played() const;
  Prospect prospect() const;

 private:
  struct Tallies;
  const play::AnyGame& game_;
  play::AnyObservation observation_;
  Oracle oracle_;
  std::unique_ptr<Tallies> tallies_;
};

}  // namespace niemen::ai::table

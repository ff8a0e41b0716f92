// What campaigns at random come to: faults, counts and speeds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>

namespace niemen::play {

/// Of a bound on actions: none.
inline constexpr int kWholeCampaign = std::numeric_limits<int>::max();

/// What a checked random campaign found, and where.
struct FuzzFault {
  std::string what;
  int step = 0;          ///< actions applied before it was found
  std::string position;  ///< state_text of the position in which it was found
};

/// What a game does in random campaigns with fixed keys: the same on every machine.
struct BenchCounts {
  std::uint64_t signature = 0;
  std::uint64_t actions = 0;
  int campaigns = 0;
  std::map<std::string, std::uint64_t> by_kind;  ///< how often each kind was decided or drawn
  std::size_t longest_list = 0;                  ///< of legal actions
  double mean_list = 0;
  std::uint64_t longest_campaign = 0;  ///< in actions
};

/// What this machine makes of it, on one thread, in processor time: what else runs does not count.
struct BenchSpeeds {
  double actions_a_second = 0;  ///< decisions and dice
  double campaigns_a_second = 0;
  double copy_nanoseconds = 0;   ///< of one state
  double world_nanoseconds = 0;  ///< of one world sampled from what the side to decide sees
  std::size_t state_bytes = 0;
};

}  // namespace niemen::play

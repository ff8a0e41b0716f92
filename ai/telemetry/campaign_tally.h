// The sums of one campaign while it is watched: what the tallies of all mechanisms do alike.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "ai/telemetry/uses.h"
#include "engine/play/actor.h"

namespace niemen::lab {

/// `Places`: a core::BitSet of places, in the order in which the mechanism declares them.
template <class Places>
class CampaignTally {
 public:
  Tally finish() { return std::move(tally_); }

 protected:
  using BySide = std::array<Places, play::kSides>;

  CampaignTally(std::size_t places, std::size_t uses) {
    tally_.places.resize(places);
    tally_.uses.resize(uses);
  }

  /// Where the sides stand as somebody is about to decide. A place that a side did not stand in
  /// before has been entered, unless it was set up there.
  void stand(const BySide& now, bool setting_up) {
    if (begun_ && !setting_up)
      for (std::size_t side = 0; side < play::kSides; ++side)
        for (const int place : now[side] - stood_[side]) enter(side, place);
    begun_ = begun_ || !setting_up;
    stood_ = now;
  }
  /// A side enters a place by the action that is taken, there may be friends in it already, so that
  /// where it stands afterwards shows no change.
  void enter_at_once(std::size_t side, int place) {
    enter(side, place);
    for (auto& stood : stood_) stood.insert(place);
  }
  /// A turn is over, leaving the sides in these places.
  void hold(const BySide& held) {
    for (std::size_t side = 0; side < play::kSides; ++side)
      for (const int place : held[side])
        ++tally_.places[static_cast<std::size_t>(place)].held[side];
  }
  void use(std::size_t entry) {
    if (entry != kNoUse) ++tally_.uses[entry];
  }

 private:
  void enter(std::size_t side, int place) {
    ++tally_.places[static_cast<std::size_t>(place)].entered[side];
  }

  Tally tally_;
  BySide stood_{};      ///< before the last action
  bool begun_ = false;  ///< the set-up is over
};

}  // namespace niemen::lab

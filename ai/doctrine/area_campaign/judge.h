// A position as one side of an area campaign sees it: what places, marches and leaders are worth.
#pragma once

#include <algorithm>
#include <array>

#include "ai/doctrine/area_campaign/planner.h"

namespace niemen::ai::area_campaign {

/// Least score by which a march must beat staying.
inline constexpr float kWorthMoving = 0.02F;
/// The same for Leaders who go without troops.
inline constexpr float kWorthLeading = 0.3F;
/// Score of what is not to be done.
inline constexpr float kForbidden = -1000;

inline float ratio(int ours, int theirs) {
  return static_cast<float>(ours) / static_cast<float>(std::max(theirs, 1));
}

/// One decision: the position seen from the side to move.
class Judge {
 public:
  /// `pull` is what Pull::find says for this side and position.
  Judge(const PlannerBasis& basis, const engine::State& state, int side,
        const std::array<float, engine::kMaxPlaces>& pull);

  /// What it is worth to have `infantry` and `cavalry` more (they come from `from`) at a place.
  float worth(int at, int from, int infantry, int cavalry) const;

  /// What the place is worth to the last Corps of the side that stands there: points of its own
  /// that an enemy next door could take.
  float hold_worth(int at) const;
  /// What it is worth that the enemy loses so many Corps at a place of his with points, if that
  /// leaves it empty next door to one's own.
  float bare_points(int at, int losses) const;
  /// Whether only points count any more.
  bool finishing() const { return d_.finishes && s_.turn >= c_.rules.last_turn; }

  /// The best place for a stack to go to, and what it gains over staying.
  struct March {
    int to = -1;
    float gain = 0;
  };
  template <class Allowed>
  March best_march(int from, int infantry, int cavalry, Allowed allowed) const {
    March best;
    const float stay = worth(from, from, infantry, cavalry);
    for (int to : c_.neighbours[index(from)]) {
      if (!allowed(to)) continue;
      const float gain = worth(to, from, infantry, cavalry) - stay;
      if (best.to < 0 || gain > best.gain) best = {to, gain};
    }
    return best;
  }
  /// The best place for one of the Leaders here that may still move to go to without troops.
  March best_ride(int from) const;

  /// Infantry attacking at a place against the enemy's there: only as many as Generals lead, each
  /// point of the best General's lead counted as a tenth more. Standard game: the plain odds.
  float attack_odds(int at, int infantry, int from = -1) const;
  /// What a Leader is worth at a place: the Infantry that he enables to attack, what he adds to
  /// dice, the danger to go under with a weak stack.
  float leader_worth(int leader, int at) const;

  /// Enemy, and friendly, Infantry next door; the latter with what is there.
  int enemy_near(int at) const { return enemy_near_[index(at)]; }
  int own_near(int at) const;
  /// Corps in the friendly place with most of them, near ones first.
  float company(int at, int except_from) const;
  /// Units at a place that have not moved in this segment, packed as in engine::State.
  std::uint16_t unmoved(int at) const {
    return static_cast<std::uint16_t>(s_.word(side_, at) - s_.work.movement.moved[index(at)]);
  }

  const Doctrine& doctrine() const { return d_; }
  int side() const { return side_; }
  const engine::State& state() const { return s_; }
  const engine::AreaContext& context() const { return c_; }

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  struct Points {
    int sum = 0;
    int best = 0;
  };
  /// General or Cavalry Leader points of a side at a place, one Leader left out.
  Points leader_points(int side, int at, bool cavalry, int except = -1) const;
  int helpers(int at, int from) const;
  float with_attack(float total, int at, int from, int ours) const;
  float feeding_cost(int at, int from, int arriving) const;

  const PlannerBasis& b_;
  const engine::AreaContext& c_;
  const engine::State& s_;
  const Doctrine& d_;
  int side_;
  const std::array<float, engine::kMaxPlaces>& pull_;
  std::array<int, engine::kMaxPlaces> enemy_near_{};
};

}  // namespace niemen::ai::area_campaign

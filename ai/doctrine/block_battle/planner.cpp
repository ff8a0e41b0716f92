#include "ai/doctrine/block_battle/planner.h"

#include <algorithm>
#include <array>
#include <bit>

namespace niemen::ai::block_battle {

namespace {

using engine::at;
using engine::State;
using engine::Step;
using engine::Verb;

/// Luck in a judgement, so that equal choices are not always taken in one order.
constexpr float kJitter = 0.05F;
/// Declining is worth nothing; what is worse is declined.
constexpr float kNothing = 0;
/// A headquarters alone before the enemy is worth this much less there, in steps.
constexpr float kLeaderAtRisk = 3;
constexpr float kLeaderWithCorps = 0.5F;
constexpr float kArtilleryInFront = 1;
/// What a move must gain, in steps: with enemies near, and far from them.
constexpr float kLeastGain = 0.15F, kLeastGainFar = 0.02F;
/// Of a side that loses by the account as it stands and presses: how much more ground gained is
/// worth, and how much more it keeps together, for it must come on.
constexpr float kPullPressing = 3, kSafetyPressing = 1.5F;
/// Points that an attack may cost whoever has lost all caution.
constexpr float kDare = 4;
/// What a block next door counts against a danger.
constexpr float kNextDoor = 0.5F;

/// Judges the choices of one decision.
class Judge {
 public:
  Judge(const Basis& basis, const State& s, core::RandomStream& random)
      : basis_(basis),
        game_(basis.game.context()),
        s_(s),
        side_(static_cast<int>(s.decider)),
        doctrine_(basis.doctrines[at(static_cast<int>(s.decider))]),
        random_(random) {
    for (auto& side : near_) side.fill(-1);
  }

  play::Action best(const play::ActionList& legal) {
    play::Action best = legal[0];
    float most = -1e9F;
    for (const auto action : legal) {
      const float worth = worth_of(engine::verb_of(action), engine::value_of(action)) +
                          kJitter * static_cast<float>(random_.uniform());
      if (worth > most) {
        most = worth;
        best = action;
      }
    }
    return best;
  }

 private:
  float worth_of(Verb verb, int value) {
    switch (s_.step) {
      case Step::Deploy: return deploy(value);
      case Step::Enter: return verb == Verb::Enter ? 1 : kNothing;
      case Step::EnterAt: return pull(value) - 5 * enemies(value);
      case Step::Pin: return is_leader(value) ? -1 : -hits_of(game_, s_, value);
      case Step::Command: return verb == Verb::Activate ? activation(value) : kNothing;
      case Step::CommandAt: return value == s_.at(s_.pending) ? 1 : kNothing;
      case Step::CommandRole: return verb == Verb::LeadArmy ? 1 : kNothing;
      case Step::Bombard: return verb == Verb::Bombard ? hits_of(game_, s_, value) : kNothing;
      case Step::BombardAt: return bombard(value);
      case Step::NameDefender: return hits_of(game_, s_, value);
      case Step::BombardLoss:
      case Step::TakeHit: return -cost_of_step(value);
      case Step::Withdraw: return withdraw(verb, value);
      case Step::Move: return verb == Verb::Move ? best_move(value) : kNothing;
      case Step::MoveTo:
      case Step::StraggleTo: return verb == Verb::MoveTo ? move_gain(s_.pending, value) : kNothing;
      case Step::LeaderMove: return verb == Verb::MoveLeader ? best_move(value) : kNothing;
      case Step::LeaderMoveTo:
        return verb == Verb::MoveTo ? move_gain(s_.pending, value) : kNothing;
      case Step::Straggle: return verb == Verb::Straggle ? straggle(value) : kNothing;
      default: return in_battle(verb, value);
    }
  }
  float in_battle(Verb verb, int value) {
    switch (s_.step) {
      case Step::ChooseBattle: return battle_order(value);
      case Step::MainBorder: return 0;
      case Step::Square: return square(verb);
      case Step::Shelter: return verb == Verb::Shelter ? 1 : kNothing;
      case Step::NextBlock: return hits_of(game_, s_, value);
      case Step::BlockTurn: return turn(verb, value);
      case Step::Onward: return pull(value) - enemies_near(value);
      case Step::Regroup: return verb == Verb::Regroup ? best_regroup(value) : kNothing;
      case Step::RegroupTo: return pull(value);
      case Step::Supply:
      case Step::Capture: return verb == Verb::Supply ? supply(value) : kNothing;
      case Step::Burn: return verb == Verb::BurnNone ? 1 : kNothing;
      case Step::Transfer: return verb == Verb::Give ? 1 : kNothing;
      case Step::NightMove: return verb == Verb::RedeployNone ? 1 : kNothing;
      default: return 0;
    }
  }

  bool is_leader(int block) const {
    return engine::arm_of(game_, block) == engine::Arm::Headquarters;
  }
  float pull(int area) const { return doctrine_.pull * basis_.pull[at(side_)][at(area)]; }
  float enemies(int area) const { return static_cast<float>(s_.crowded(1 - side_, area)); }
  float enemies_near(int area) const { return blocks_near(1 - side_, area); }
  float friends_near(int area) const { return blocks_near(side_, area); }
  /// Blocks of a side next door: asked for again and again in one decision.
  float blocks_near(int side, int area) const {
    auto& known = near_[at(side)][at(area)];
    if (known >= 0) return known;
    float sum = 0;
    for (auto left = game_.touching[at(area)] & s_.held(side); left; left &= left - 1)
      sum += static_cast<float>(s_.crowded(side, std::countr_zero(left)));
    return known = sum;
  }
  float strength(int block) const { return static_cast<float>(engine::strength(game_, s_, block)); }

  float deploy(int area) const {
    const bool leader = is_leader(s_.pending);
    const bool gun = engine::is_artillery(engine::arm_of(game_, s_.pending));
    float worth = pull(area) + doctrine_.objectives[at(area)];
    worth -= doctrine_.mass * static_cast<float>(s_.crowded(side_, area));
    if (leader || gun) worth -= enemies_near(area);
    return worth;
  }

  // Blocks that would go somewhere, artillery that would fire.
  float activation(int leader) {
    const int strength_left = engine::strength(game_, s_, leader);
    const auto reach =
        engine::in_range(game_, s_, side_, s_.at(leader), game_.blocks[at(leader)].range);
    auto own = game_.commanded[s_.given][at(leader)] | game_.light[at(side_)];
    const bool army = engine::office_of(game_, s_, leader) != engine::kNone;
    if (army) own = (engine::BlockSet{1} << game_.count[at(side_)]) - 1;
    int useful = 0;
    engine::for_each(game_, side_, own & ~s_.active[at(side_)], [&](int block) {
      const int where = s_.at(block);
      if (!engine::is_area(where) || !engine::in_set(reach, where) || block == leader) return;
      const bool gun = engine::is_artillery(engine::arm_of(game_, block));
      if (gun && engine::bombard_targets(game_, s_, block))
        ++useful;
      else if (best_move(block) > kNothing)
        ++useful;
    });
    if (army) useful = std::min(useful, strength_left);
    if (useful == 0) return -1;
    // The last step is kept for a turn that matters.
    const bool last_turn = s_.turn >= engine::last_turn(game_);
    const int needed = strength_left == 1 && !last_turn ? doctrine_.least_command : 1;
    return static_cast<float>(useful - needed) + 0.5F;
  }

  float bombard(int area) const {
    const int power = engine::bombard_firepower(game_, s_.pending, s_.at(s_.pending), area);
    const bool works = side_ == 0 && engine::in_set(game_.redoubts, area);
    const bool friends = engine::is_contested(s_, area);
    return static_cast<float>(power) + 0.2F * enemies(area) - (works ? 0.5F : 0) -
           (friends ? 1.0F : 0);
  }

  float cost_of_step(int block) const {
    const auto& unit = game_.blocks[at(block)];
    const bool last = engine::at_last_face(game_, s_, block);
    return static_cast<float>(unit.firepower) +
           (last ? 3.0F * static_cast<float>(unit.points) : 0) + (unit.dear ? 1.0F : 0);
  }

  float withdraw(Verb verb, int area) const {
    if (verb == Verb::Stand) return 2;
    if (verb == Verb::WithdrawOff) return 0.1F;
    if (verb != Verb::WithdrawTo) return 0;
    return 1 + pull(area) - 0.2F * enemies_near(area);
  }

  /// Whether the side would lose if the battle ended now, and its general does something about it.
  bool must_press() {
    if (!doctrine_.presses) return false;
    if (behind_ < 0) {
      const auto winner = basis_.game.outcome(s_).winner;
      behind_ = winner != (side_ == 0 ? play::Outcome::Winner::A : play::Outcome::Winner::B);
    }
    return behind_ > 0;
  }

  /// How much of its caution a side that presses has lost by now.
  float urgency() const {
    return doctrine_.urgency * static_cast<float>(s_.turn) /
           static_cast<float>(std::max(1, engine::last_turn(game_)));
  }

  /// Blocks that can move in this Action, as headquarters have been activated; all, while nobody
  /// asks for their orders.
  engine::BlockSet commanded() {
    if (!commanded_known_) {
      const bool ordered = s_.step == Step::Move || s_.step == Step::MoveTo;
      commanded_ = ordered ? engine::commanded(game_, s_, side_) : ~engine::BlockSet{0};
      commanded_known_ = true;
    }
    return commanded_;
  }

  /// Blocks that could join an attack on an area now, this one among them.
  Forces attackers_with(int area, int block) {
    Forces forces;
    forces.add(game_, s_, block);
    int room = game_.stack[at(area)] - 1;
    for (auto left = game_.foot[s_.bridges_out][at(area)] & engine::friendly(s_, side_);
         left && room > 0; left &= left - 1) {
      const int from = std::countr_zero(left);
      int over = engine::battle_limit(game_, s_, from, area) - (from == s_.at(block) ? 1 : 0);
      const auto ready = engine::blocks_in(game_, s_, side_, from) & commanded() &
                         ~s_.moved[at(side_)] & ~game_.heavy[at(side_)] &
                         ~game_.headquarters[at(side_)] & ~s_.fired[at(side_)];
      engine::for_each(game_, side_, ready, [&](int one) {
        if (one == block || over <= 0 || room <= 0) return;
        forces.add(game_, s_, one);
        --over;
        --room;
      });
    }
    return forces;
  }

  float worth_of_standing(int block, int area, bool there) {
    const int others = s_.crowded(side_, area) - (there ? 1 : 0);
    const float hurry = must_press() ? urgency() : 0;
    float worth = (must_press() ? kPullPressing * (1 + hurry) : 1) * pull(area) +
                  doctrine_.hold * doctrine_.objectives[at(area)] / static_cast<float>(1 + others);
    // Only so many come into an area, and where no enemy is near none need be together: a column
    // that held together where it formed would not march.
    const float danger = std::min(enemies_near(area), static_cast<float>(game_.stack[at(area)]));
    if (danger > 0) {
      worth += doctrine_.mass * static_cast<float>(others);
      const float faced = static_cast<float>(1 + others) + kNextDoor * friends_near(area);
      const float safety = (must_press() ? kSafetyPressing * (1 - hurry) : 1) * doctrine_.safety;
      worth -= safety * std::max(0.0F, danger - faced);
    }
    const auto arm = engine::arm_of(game_, block);
    if (engine::is_artillery(arm) && others == 0 && enemies_near(area) > 0)
      worth -= kArtilleryInFront;
    if (arm == engine::Arm::Headquarters) worth += leader_bonus(block, area, others);
    return worth;
  }
  float leader_bonus(int leader, int area, int others) const {
    float worth = others == 0 && enemies_near(area) > 0 ? -kLeaderAtRisk : 0;
    int corps = 0;
    engine::for_each(game_, side_, game_.attached[s_.given][at(leader)], [&](int block) {
      const int where = s_.at(block);
      corps += engine::is_area(where) &&
               basis_.distance[at(area)][at(where)] <= game_.blocks[at(leader)].range;
    });
    return worth + kLeaderWithCorps * static_cast<float>(corps);
  }

  float move_gain(int block, int area) {
    return move_gain(block, area, worth_of_standing(block, s_.at(block), true));
  }
  /// `here`: what it is worth where the block stands.
  float move_gain(int block, int area, float here) {
    const int from = s_.at(block);
    if (!engine::has_room(game_, s_, side_, area)) return -1;
    if (engine::in_set(s_.held(1 - side_), area)) return attack_gain(block, area, here);
    const bool far = enemies_near(from) + enemies_near(area) == 0;
    return worth_of_standing(block, area, false) - here - (far ? kLeastGainFar : kLeastGain);
  }
  float attack_gain(int block, int area, float here) {
    if (is_leader(block)) return -1;
    const bool gun = engine::is_artillery(engine::arm_of(game_, block));
    const float prize = doctrine_.hold * doctrine_.objectives[at(area)] + pull(area) - here;
    const float join = doctrine_.join * hits_of(game_, s_, block);
    if (engine::is_contested(s_, area)) {
      const bool attacks = engine::in_set(s_.attack[at(side_)], area);
      return gun && attacks ? -1 : join + std::max(prize, 0.0F);
    }
    if (gun) return -1;
    const auto own = attackers_with(area, block);
    if (must_press()) {
      // What can be won decides: no odds are too bad where that is worth more than the attack
      // costs.
      const float points = points_of_attack(game_, s_, side_, area, own);
      return points < -kDare * urgency() ? -1 : join + std::max(prize, 0.0F) + points;
    }
    const float odds = attack_odds(game_, s_, side_, area, own.hits, own.steps);
    if (odds < doctrine_.attack_odds) return -1;
    return join + prize + 0.5F * std::min(odds - doctrine_.attack_odds, 2.0F);
  }
  /// Nobody is made to give way (3.31): full areas are no targets.
  float best_move(int block) {
    float most = kNothing - 1;
    auto left = engine::move_ways(game_, s_, block).roomy;
    if (!left) return most;
    const float here = worth_of_standing(block, s_.at(block), true);
    for (; left; left &= left - 1)
      most = std::max(most, move_gain(block, std::countr_zero(left), here));
    return most;
  }
  float straggle(int block) {
    if (engine::strength(game_, s_, block) < doctrine_.straggle_from) return -1;
    return best_move(block) - 1;
  }

  float battle_order(int area) const {
    return hits_in(game_, s_, side_, area) - hits_in(game_, s_, 1 - side_, area);
  }

  float square(Verb verb) const {
    if (verb == Verb::EndSquares) return 0.2F;
    float horse = 0, foot = 0;
    engine::for_each(game_, 1 - side_, engine::fighting(game_, s_, 1 - side_), [&](int block) {
      const auto arm = engine::arm_of(game_, block);
      (arm == engine::Arm::Cavalry ? horse : foot) += hits_of(game_, s_, block);
    });
    const bool useful = horse > 2 * foot;
    if (verb == Verb::FormSquare) return useful ? 1 : -1;
    return useful ? -1 : 1;
  }

  /// Points that a step of those who fight is worth to their enemy.
  float points_of_step(int side) const {
    float points = 0, steps = 0;
    engine::for_each(game_, side, engine::fighting(game_, s_, side), [&](int block) {
      points += static_cast<float>(game_.blocks[at(block)].points);
      steps += static_cast<float>(game_.faces[at(block)] - s_.lost(block));
    });
    return steps > 0 ? points / steps : 0;
  }

  float turn(Verb verb, int area) const {
    const float own = hits_in(game_, s_, side_, s_.battle);
    const float enemy = hits_in(game_, s_, 1 - side_, s_.battle);
    const bool retreats = verb == Verb::RetreatTo || verb == Verb::RetreatOff;
    const int block = s_.pending;
    if (!retreats) return fire(verb);
    float worth = -0.5F;
    const bool last = engine::at_last_face(game_, s_, block);
    if (own < doctrine_.retreat_odds * enemy) worth = last || is_leader(block) ? 4 : 2;
    if (is_leader(block) && engine::strength(game_, s_, block) <= 1) worth = std::max(worth, 3.0F);
    // Attackers go who lose more points by each round than they win.
    if (side_ == s_.attacker && own * points_of_step(1 - side_) < enemy * points_of_step(side_))
      worth = std::max(worth, 4.0F);
    // Attackers who cannot win by now go before they are pursued.
    if (side_ == s_.attacker && s_.round + 1 == game_.rules.rounds && own < enemy)
      worth = std::max(worth, 2.5F);
    if (verb == Verb::RetreatOff) return worth - 1;
    return worth + 0.05F * (pull(area) - enemies_near(area));
  }
  float fire(Verb verb) const {
    const int block = s_.pending;
    const auto target = verb == Verb::FireAtSquares ? engine::Target::Squares
                        : verb == Verb::FireAtOpen  ? engine::Target::Open
                                                    : engine::Target::Everybody;
    const bool charge = verb == Verb::Charge;
    const auto what = engine::fire_of(game_, s_, block, target, charge);
    const float hits =
        static_cast<float>(what.dice * what.firepower) / static_cast<float>(engine::kDieFaces);
    const float self = charge ? static_cast<float>(what.dice) / engine::kDieFaces : 0;
    if (charge && !doctrine_.charges) return hits - 2 * self;
    return hits - 0.8F * self;
  }

  float best_regroup(int block) {
    const float here = worth_of_standing(block, s_.battle, true);
    float most = -1;
    for (auto left = engine::regroup_areas(game_, s_, block); left; left &= left - 1) {
      const int area = std::countr_zero(left);
      most = std::max(most, worth_of_standing(block, area, false) - here - 0.5F);
    }
    return most;
  }

  float supply(int block) const {
    const auto& unit = game_.blocks[at(block)];
    const int now = engine::strength(game_, s_, block);
    float worth = 1 + 0.1F * enemies_near(s_.at(block));
    if (is_leader(block)) return worth + (now == 0 ? 5 : 2);
    const int gained = unit.steps[at(s_.lost(block) - 1)] - now;
    return worth + static_cast<float>(gained * unit.firepower) / engine::kDieFaces;
  }

  const Basis& basis_;
  const engine::BlockContext& game_;
  const State& s_;
  int side_;
  const Doctrine& doctrine_;
  core::RandomStream& random_;
  int behind_ = -1;                                                   ///< not asked yet, no, yes
  mutable std::array<std::array<float, engine::kMaxAreas>, 2> near_;  ///< -1: not asked yet
  engine::BlockSet commanded_ = 0;
  bool commanded_known_ = false;
};

}  // namespace

play::Action Planner::choose(const State& world, const play::ActionList& legal,
                             core::RandomStream& random) {
  if (legal.size() == 1) return legal[0];
  return Judge(*basis_, world, random).best(legal);
}

}  // namespace niemen::ai::block_battle

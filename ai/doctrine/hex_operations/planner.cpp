#include "ai/doctrine/hex_operations/planner.h"

#include <algorithm>
#include <bit>

namespace niemen::ai::hex_operations {

using engine::State;
using engine::Step;
using engine::Verb;

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }
Verb verb(play::Action action) { return engine::verb_of(action); }
int value(play::Action action) { return engine::value_of(action); }

constexpr std::int8_t kNotReached = -1;

/// The first action of the list with this verb, or 0 where there is none.
const play::Action* find(const play::ActionList& legal, Verb wanted) {
  const auto* found = std::find_if(legal.begin(), legal.end(),
                                   [&](play::Action action) { return verb(action) == wanted; });
  return found == legal.end() ? nullptr : found;
}

/// The action of the list for which `worth(action)` is greatest; the first of equals.
template <class Worth>
play::Action best_of(const play::ActionList& legal, Worth worth) {
  play::Action best = legal[0];
  float most = worth(best);
  for (std::size_t i = 1; i < legal.size(); ++i)
    if (const float now = worth(legal[i]); now > most) {
      most = now;
      best = legal[i];
    }
  return best;
}

}  // namespace

std::unique_ptr<Policy<engine::HexOperations>> Planner::clone() const {
  return std::make_unique<Planner>(basis_);
}

play::Action Planner::choose(const State& s, const play::ActionList& legal, core::RandomStream&) {
  if (legal.size() == 1) return legal[0];
  switch (s.step) {
    case Step::MoveUnit: return choose_unit(s, legal);
    case Step::MoveStep: return choose_step(s, legal);
    case Step::DeclareAttack: return choose_attack(s, legal);
    case Step::Withdraw: return choose_withdrawal(s, legal);
    case Step::LeaderFlees:
    case Step::WithdrawStep:
    case Step::RetreatStep: return choose_refuge(s, legal);
    case Step::AttritionLoss:
    case Step::StackLoss:
    case Step::ExchangeLoss:
    case Step::PoliticalLoss: return choose_loss(s, legal);
    case Step::Advance: return choose_advance(s, legal);
    case Step::SetUp:
    case Step::Arrive: return choose_place(s, legal);
    default: return choose_other(s, legal);
  }
}

play::Action Planner::choose_other(const State& s, const play::ActionList& legal) {
  const auto& c = context();
  const int side = play::index(play::side_of(s.decider));
  switch (s.step) {
    case Step::MarchOption: return *find(legal, Verb::Halt);
    case Step::CommitLeader: return *find(legal, Verb::Commit);
    case Step::SupplyTrack: return *find(legal, Verb::WithUnit);
    case Step::CreateDepot:
      for (const auto action : legal)
        if (verb(action) == Verb::CreateDepot &&
            engine::combat_units_in(c, s, side, c.area[at(s.at(value(action)))]) >=
                doctrine(side).depot_units)
          return action;
      return legal[0];
    case Step::Scorch:
      for (const auto action : legal) {
        if (verb(action) != Verb::Scorch) continue;
        const int ours = engine::combat_units_in(c, s, side, value(action));
        int theirs = engine::combat_units_in(c, s, 1 - side, value(action));
        for (auto bits = c.area_neighbours[at(value(action))]; bits != 0; bits &= bits - 1)
          theirs += engine::combat_units_in(c, s, 1 - side, std::countr_zero(bits));
        if (static_cast<float>(theirs) > doctrine(side).scorch * static_cast<float>(ours))
          return action;
      }
      return legal[0];
    default: return legal[0];
  }
}

// A Leader is where the most strength can use him, and not where the enemy finds him alone.
float Planner::worth_of_leader(const State& s, int piece, int hex, bool company) const {
  const auto& c = context();
  const int side = engine::side_of_piece(piece);
  float led = 0;
  if (company)
    for (const int index : engine::combat_at(c, s, side, hex))
      led += static_cast<float>(engine::strength_of(c, s, engine::piece_of(side, index)));
  const auto& info = c.pieces[at(piece)];
  const float used = std::min(led, static_cast<float>(std::max(info.offence, info.defence)));
  const float alone = led > 0 ? 0 : strengths_.threat(hex);
  return used - doctrine(side).danger * alone -
         0.05F *
             static_cast<float>(basis_->distance[plan_.goal[at(engine::index_of(piece))]][at(hex)]);
}

float Planner::worth(const State& s, int piece, int hex, bool company) const {
  const auto& c = context();
  const int side = engine::side_of_piece(piece), index = engine::index_of(piece);
  if (const int from = plan_.assembly[at(index)]; from != engine::kNoHex) {
    constexpr float kCarryOut = 100;
    return hex == from ? kCarryOut : -static_cast<float>(engine::hex_distance(hex, from));
  }
  if (c.arm[at(piece)] == engine::Arm::Leader) return worth_of_leader(s, piece, hex, company);
  const auto& d = doctrine(side);
  float total = -static_cast<float>(basis_->distance[plan_.goal[at(index)]][at(hex)]);
  const bool combat = engine::is_combat(c.arm[at(piece)]);
  const int place = c.place[at(hex)];
  const bool shelter =
      place != engine::kNoPlace && c.fortress_at(hex) && engine::controls(s, side, place);
  if (combat && place != engine::kNoPlace && !engine::controls(s, side, place)) {
    constexpr float kTaken = 6;  ///< worth of a point taken now
    total += kTaken * static_cast<float>(c.places[at(place)].points) * d.weight[at(place)];
  }
  const bool here = s.is_on_map(piece) && s.at(piece) == hex;
  const float own = combat ? static_cast<float>(engine::strength_of(c, s, piece)) : 0;
  const float near =
      strengths_.support(hex) + (here || engine::hex_distance(s.at(piece), hex) <= 2 ? 0 : own);
  // Supply units face nobody: friends that stand with them do.
  const bool alone = !combat && !company;
  float exposed = std::max(0.0F, strengths_.threat(hex) - (alone ? 0 : d.boldness * near));
  if (shelter) {
    total += d.shelter * std::min(exposed, own);
    exposed /= static_cast<float>(c.rules.fortress_defence);
  }
  total -= d.danger * exposed;
  const int area = c.area[at(hex)];
  if (!combat || area == engine::kNoArea) return total;
  const bool stocked = (strengths_.stocked >> area) & 1U;
  if (s.depletion(area) == engine::Depletion::Full && !stocked) total -= d.hunger;
  const bool inside = s.is_on_map(piece) && c.area[at(s.at(piece))] == area;
  const auto season = static_cast<std::size_t>(c.rules.winter(s.turn));
  const int fed = c.rules.depletion_columns[season][0][0];
  const int users = strengths_.corps[at(area)] + (inside ? 0 : 1);
  return total - d.crowding * static_cast<float>(std::max(0, users - fed));
}

void Planner::find_way(const State& s, const engine::Mover& mover, Way& way) {
  const auto& c = context();
  way.piece = mover.piece;
  way.hexes.clear();
  const engine::MoveMap map(c, s, engine::side_of_piece(mover.piece), mover.piece, mover.at,
                            engine::march_sight(mover.points));
  core::FixedVector<std::uint16_t, engine::kHexCodes> reached;
  // A step costs a point or more.
  const int west = std::max(0, engine::column_of(mover.at) - mover.points);
  const int east = std::min(engine::kMaxColumn, engine::column_of(mover.at) + mover.points);
  std::fill(left_.begin() + engine::hex_code(west, 0),
            left_.begin() + engine::hex_code(east + 1, 0), kNotReached);
  left_[at(mover.at)] = static_cast<std::int8_t>(mover.points);
  reached.push_back(static_cast<std::uint16_t>(mover.at));
  int best = engine::kNoHex;
  const bool together = map.has(mover.at, engine::MoveMap::kCombat);
  way.worth =
      engine::can_end(map, mover, mover.at) ? worth(s, mover.piece, mover.at, together) : -1000.0F;
  const float staying = way.worth;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    engine::Mover here = mover;
    here.at = reached[i];
    here.points = left_[at(here.at)];
    here.first = mover.first && i == 0;
    if (here.points < c.least_exit[at(here.at)]) continue;
    if (i > 0 && engine::stops(map, mover.piece, here.at)) continue;
    for (int d = 0; d < engine::kDirections; ++d) {
      const int next = c.neighbour[at(here.at)][at(d)];
      if (next == engine::kNoHex) continue;
      // No step costs less than the map says: most are no better than what was found before.
      auto& best_left = left_[at(next)];
      if (here.points - c.step_cost[at(here.at)][at(d)] <= best_left) continue;
      const int price = engine::step_price(map, here, d);
      if (price > here.points || here.points - price <= best_left) continue;
      if (best_left == kNotReached) reached.push_back(static_cast<std::uint16_t>(next));
      best_left = static_cast<std::int8_t>(here.points - price);
      from_[at(next)] = static_cast<std::uint16_t>(here.at);
    }
  }
  constexpr float kWorthMoving = 0.5F;  ///< by which the end must beat staying
  for (std::size_t i = 1; i < reached.size(); ++i) {
    if (!engine::can_end(map, mover, reached[i])) continue;
    const bool company = map.has(reached[i], engine::MoveMap::kCombat);
    const float now = worth(s, mover.piece, reached[i], company);
    if (now <= std::max(way.worth, staying + kWorthMoving)) continue;
    way.worth = now;
    best = reached[i];
  }
  for (int hex = best; hex != engine::kNoHex && hex != mover.at && way.hexes.size() < kMaxSteps;
       hex = from_[at(hex)])
    way.hexes.push_back(static_cast<std::uint16_t>(hex));
}

bool Planner::find_way_of_kind(const State& s, int piece) {
  const auto& c = context();
  const int side = engine::side_of_piece(piece);
  if (!s.is_on_map(piece)) {
    way_.piece = piece;
    way_.hexes.clear();
    return true;  // whoever can come, comes: choose_step finds the hex
  }
  const int mine = engine::index_of(piece);
  for (const int index : engine::pieces_at(s, side, s.at(piece))) {
    const int twin = engine::piece_of(side, index);
    if (plan_.considered.contains(index) || engine::stands_for(c, s, twin) != piece) continue;
    std::swap(plan_.goal[at(mine)], plan_.goal[at(index)]);
    std::swap(plan_.assembly[at(mine)], plan_.assembly[at(index)]);
    find_way(s, engine::fresh_mover(c, s, piece), way_);
    if (!way_.hexes.empty()) return true;
    std::swap(plan_.goal[at(mine)], plan_.goal[at(index)]);
    std::swap(plan_.assembly[at(mine)], plan_.assembly[at(index)]);
    plan_.considered.insert(index);
  }
  return false;
}

bool Planner::make_plan(const State& s) {
  if (plan_.turn == s.turn && plan_.side == s.phasing) return false;
  strengths_.look(context(), s, s.phasing);
  plan_.make(*basis_, s, s.phasing, strengths_);
  return true;
}

play::Action Planner::choose_unit(const State& s, const play::ActionList& legal) {
  if (const auto* crush = find(legal, Verb::Crush)) return *crush;
  if (!make_plan(s)) strengths_.look_at_own(context(), s, s.phasing);
  for (const auto action : legal) {
    if (verb(action) != Verb::Move) continue;
    const int index = engine::index_of(value(action));
    if (!plan_.considered.contains(index) && find_way_of_kind(s, value(action))) return action;
    plan_.considered.insert(index);
  }
  if (const auto* end = find(legal, Verb::EndMoves)) {
    plan_.turn = -1;
    return *end;
  }
  return *find(legal, Verb::Move);  // a stack that must be broken up, whatever the plan says
}

play::Action Planner::choose_step(const State& s, const play::ActionList& legal) {
  const auto mover = engine::current_mover(context(), s);
  const auto legal_step = [&](int hex) {
    const auto wanted = engine::encode(Verb::StepTo, hex);
    return std::binary_search(legal.begin(), legal.end(), wanted) ? wanted : play::Action{0};
  };
  if (way_.piece != mover.piece || way_.hexes.empty()) {
    make_plan(s);
    way_.hexes.clear();
    if (mover.at != engine::kNoHex) find_way(s, mover, way_);
  }
  if (!way_.hexes.empty()) {
    const auto step = legal_step(way_.hexes.back());
    way_.hexes.pop_back();
    if (step != 0) return step;
  }
  way_.piece = engine::kNoPiece;
  if (const auto* halt = find(legal, Verb::Halt)) return *halt;
  return best_of(legal, [&](play::Action action) {
    return verb(action) == Verb::StepTo ? worth(s, mover.piece, value(action)) : -1e6F;
  });
}

play::Action Planner::choose_attack(const State& s, const play::ActionList& legal) {
  const auto& c = context();
  const int side = s.phasing;
  const bool free = verb(legal[0]) == Verb::EndAttacks;
  play::Action best = legal[0];
  float most = -1;
  for (const auto action : legal) {
    if (verb(action) == Verb::EndAttacks) continue;
    auto after = s;
    play::NullRecorder silent;
    basis_->game.apply(after, action, silent);
    if (after.attack_count <= s.attack_count) continue;
    const auto odds = engine::odds_of(c, after, s.attack_count, true);
    const int least = odds.unbridged
                          ? std::max(c.rules.unbridged_least, doctrine(side).attack_percent)
                          : doctrine(side).attack_percent;
    if (free && odds.percent < least) continue;
    const float now =
        static_cast<float>(std::min(odds.percent, 500)) * static_cast<float>(1 + odds.defence);
    if (now <= most) continue;
    most = now;
    best = action;
  }
  return best;
}

play::Action Planner::choose_withdrawal(const State& s, const play::ActionList& legal) {
  const auto& c = context();
  const int side = 1 - s.phasing;
  for (const auto action : legal) {
    if (verb(action) != Verb::Withdraw) continue;
    const int hex = s.at(value(action));
    for (int i = 0; i < s.attack_count; ++i) {
      const auto& attack = s.attacks[at(i)];
      if (attack.state & engine::kFought) continue;
      bool aimed = false;
      for (unsigned bits = attack.targets; bits != 0; bits &= bits - 1)
        aimed = aimed || c.neighbour[attack.from][at(std::countr_zero(bits))] == hex;
      const int least =
          c.fortress_at(hex) ? 2 * doctrine(side).stand_percent : doctrine(side).stand_percent;
      if (aimed && engine::odds_of(c, s, i, true).percent >= least) return action;
    }
  }
  return *find(legal, Verb::EndWithdrawals);
}

play::Action Planner::choose_refuge(const State& s, const play::ActionList& legal) {
  const int side = play::index(play::side_of(s.decider));
  strengths_.look(context(), s, side);
  plan_.turn = -1;
  const int home = doctrine(side).main.back();
  return best_of(legal, [&](play::Action action) {
    if (verb(action) != Verb::StepTo) return -1e6F;
    const int hex = value(action);
    return strengths_.support(hex) - strengths_.threat(hex) -
           0.1F * static_cast<float>(basis_->distance[at(home)][at(hex)]);
  });
}

play::Action Planner::choose_loss(const State& s, const play::ActionList& legal) {
  const int side = play::index(play::side_of(s.decider));
  const int main = doctrine(side).main.front();
  return best_of(legal, [&](play::Action action) {
    const int piece = value(action);
    return static_cast<float>(basis_->distance[at(main)][at(s.at(piece))]) -
           20 * static_cast<float>(engine::strength_of(context(), s, piece)) +
           (s.disrupted(piece) ? 10.0F : 0.0F);
  });
}

play::Action Planner::choose_advance(const State& s, const play::ActionList& legal) {
  const auto& c = context();
  for (const auto action : legal) {
    if (verb(action) != Verb::Advance) continue;
    const int piece = engine::directed_what(value(action));
    const int hex = c.neighbour[at(s.at(piece))][at(engine::directed_way(value(action)))];
    const bool empty = !engine::occupied_by(s, s.phasing, hex);
    if (empty && c.place[at(hex)] != engine::kNoPlace && engine::is_combat(c.arm[at(piece)]))
      return action;
  }
  return *find(legal, Verb::EndAdvances);
}

play::Action Planner::choose_place(const State& s, const play::ActionList& legal) {
  const auto& c = context();
  const int side = play::index(play::side_of(s.decider));
  strengths_.look(c, s, side);
  const int main = doctrine(side).main.front();
  return best_of(legal, [&](play::Action action) {
    if (verb(action) == Verb::WaitOutside) return -1e5F;
    const int hex = value(action);
    constexpr float kStacked = 4;  ///< cost of each unit that stands there already
    return -0.3F * static_cast<float>(basis_->distance[at(main)][at(hex)]) -
           kStacked * static_cast<float>(engine::combat_at(c, s, side, hex).count()) -
           doctrine(side).danger * std::max(0.0F, strengths_.threat(hex) - strengths_.support(hex));
  });
}

}  // namespace niemen::ai::hex_operations

#include "engine/play/flow.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace niemen::play {

namespace {

using Standing = std::vector<int>;  ///< strength by place

Standing standing(const View& view, Side side, std::size_t places) {
  Standing all(places, 0);
  for (const auto& counter : view.counters)
    if (counter.place >= 0 && counter.side == index(side) && counter.kind != "commander")
      all[counter.place] += counter.strength * counter.count;
  return all;
}

int total(const Standing& all) { return std::accumulate(all.begin(), all.end(), 0); }

/// The middle of where the army stands.
Point middle(const Board& board, const Standing& all) {
  Point sum;
  const double weight = std::max(1, total(all));
  for (std::size_t place = 0; place < all.size(); ++place) {
    sum.x += board.spaces[place].centre.x * all[place] / weight;
    sum.y += board.spaces[place].centre.y * all[place] / weight;
  }
  return sum;
}

class Tracer {
 public:
  Tracer(const AnyGame& game, Side side) : game_(game), side_(side), board_(game.board()) {}

  Flow run(std::span<const AnyState> states) {
    auto before = look(states.front());
    int turn = game_.turn(states.front());
    flow_.came = total(before);
    // Who is set up first stands nowhere yet.
    bool begun = turn > 0;
    if (begun) begin(turn, before);
    for (std::size_t i = 1; i < states.size(); ++i) {
      const auto phase = phase_;
      const auto after = look(states[i]);
      const int now = game_.turn(states[i]);
      if (begun) {
        step(before, after, turn, phase);
      } else {
        flow_.came = total(after);
      }
      if (now != turn || i + 1 == states.size()) {
        if (begun) flow_.strength.emplace_back(turn, total(after));
        if (!begun) begin(now, after);
        begun = true;
        turn = now;
        open_.clear();
      }
      before = after;
    }
    for (auto& march : flow_.marches)
      march.back = from_home(march.places.back()) < from_home(march.places.front());
    return std::move(flow_);
  }

 private:
  Standing look(const AnyState& state) {
    const auto view = game_.whole_view(state);
    phase_ = view.phase;
    return standing(view, side_, board_.spaces.size());
  }

  void begin(int turn, const Standing& all) {
    flow_.strength.emplace_back(turn - 1, total(all));
    home_ = middle(board_, all);
  }

  /// What left some places has come to others; what came to none is lost, what came from none is
  /// new.
  void step(const Standing& before, const Standing& after, int turn, const std::string& phase) {
    if (before == after) return;
    auto left = before, come = after;
    for (std::size_t i = 0; i < left.size(); ++i) {
      const int stayed = std::min(left[i], come[i]);
      left[i] -= stayed;
      come[i] -= stayed;
    }
    std::size_t from = 0;
    for (std::size_t to = 0; to < come.size(); ++to)
      while (come[to] > 0) {
        while (from < left.size() && left[from] == 0) ++from;
        if (from == left.size()) break;
        const int strength = std::min(left[from], come[to]);
        left[from] -= strength;
        come[to] -= strength;
        march(static_cast<int>(from), static_cast<int>(to), strength, turn);
      }
    flow_.came += total(come);
    for (std::size_t i = 0; i < left.size(); ++i)
      if (left[i] > 0) flow_.losses.push_back({turn, static_cast<int>(i), left[i], phase});
  }

  /// Goes on with what came to `from` in this turn with the same strength.
  void march(int from, int to, int strength, int turn) {
    for (auto at = open_.rbegin(); at != open_.rend(); ++at) {
      auto& earlier = flow_.marches[*at];
      if (earlier.places.back() != from || earlier.strength != strength) continue;
      earlier.places.push_back(to);
      return;
    }
    open_.push_back(flow_.marches.size());
    flow_.marches.push_back({turn, {from, to}, strength, false});
  }

  double from_home(int place) const {
    const auto& at = board_.spaces[place].centre;
    return std::hypot(at.x - home_.x, at.y - home_.y);
  }

  const AnyGame& game_;
  Side side_;
  Board board_;
  Flow flow_;
  Point home_;
  std::string phase_;
  std::vector<std::size_t> open_;  ///< marches of this turn
};

}  // namespace

Flow flow_of(const AnyGame& game, std::span<const AnyState> states, Side side) {
  return Tracer(game, side).run(states);
}

}  // namespace niemen::play

#include "engine/play/orders.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <set>

#include "engine/core/text.h"

namespace niemen::play {

namespace {

using core::lower;

std::string joined(const std::vector<std::string>& words, std::size_t from, std::size_t to) {
  std::string text;
  for (auto i = from; i < to; ++i) text += (text.empty() ? "" : " ") + words[i];
  return text;
}

/// Indices whose names are `word`, or else begin with it.
template <class Names>
std::vector<int> matches(int count, std::string_view word, const Names& names_of) {
  const auto wanted = lower(word);
  std::vector<int> whole, begun;
  for (int i = 0; i < count; ++i) {
    for (const auto& name : names_of(i)) {
      const auto small = lower(name);
      if (wanted.empty() || !small.starts_with(wanted)) continue;
      (small == wanted ? whole : begun).push_back(i);
      break;
    }
  }
  return whole.empty() ? begun : whole;
}

std::vector<int> spaces_named(const Board& board, std::string_view word) {
  return matches(static_cast<int>(board.spaces.size()), word, [&](int i) {
    const auto& space = board.spaces[static_cast<std::size_t>(i)];
    return std::vector<std::string>{space.id, space.name};
  });
}

/// Own counters on the board; what nobody has seen has no name that would match.
std::vector<int> counters_named(const View& view, std::string_view word) {
  return matches(static_cast<int>(view.counters.size()), word, [&](int i) {
    const auto& counter = view.counters[static_cast<std::size_t>(i)];
    if (!counter.known || counter.place < 0) return std::vector<std::string>{};
    return std::vector<std::string>{counter.name, counter.id, counter.label};
  });
}

Order order_of_counter(const Board& board, const View& view, Side side, std::string_view who,
                       int to) {
  const auto found = counters_named(view, who);
  if (found.empty())
    throw core::InputError("\"" + std::string(who) + "\" is no place and no counter of yours");
  const auto& first = view.counters[static_cast<std::size_t>(found.front())];
  Order order{first.place, to, {}};
  for (const auto i : found) {
    const auto& counter = view.counters[static_cast<std::size_t>(i)];
    if (counter.side != index(side))
      throw core::InputError(counter.name + " is not yours to order");
    if (counter.place != first.place)
      throw core::InputError("\"" + std::string(who) + "\" may be " + first.name + " at " +
                             board.spaces[static_cast<std::size_t>(first.place)].id + " or " +
                             counter.name + " at " +
                             board.spaces[static_cast<std::size_t>(counter.place)].id);
    order.counters.push_back(counter.id);
  }
  // A commander stands for all that he leads.
  if (first.kind == "commander") order.counters.clear();
  return order;
}

// --- The search ---

struct Node {
  AnyState world;
  int parent = -1;
  Action action = 0;
  int place = -1;  ///< where those who go have come to
  int depth = 0;
};

class Search {
 public:
  Search(const AnyGame& game, Side side, const Order& order)
      : game_(game), side_(side), order_(order), board_(game.board()) {}

  Expansion run(const AnyState& world) {
    const auto root = view_of(world);
    root_step_ = root.step.name;
    others_before_ = standing(root, false);
    if (standing(root, true) == 0) return nothing("nobody of yours stands there");
    // All of them at once, if that will do; else part of them.
    if (order_.counters.empty()) search(world, true);
    if (best_ < 0 || at(best_).place != order_.to) {
      const auto whole = best_ < 0 ? Expansion{} : expansion_of(best_);
      const auto whole_rating = best_rating_;
      search(world, false);
      if (whole_rating <= best_rating_ && !whole.actions.empty()) return whole;
    }
    if (best_ < 0) return nothing("there is no way of decisions that leads there now");
    return expansion_of(best_);
  }

 private:
  static Expansion nothing(std::string why) { return {{}, {}, false, std::move(why)}; }

  /// Breadth first. `whole`: where it is asked who goes, only the answer that takes most.
  void search(const AnyState& world, bool whole) {
    nodes_.assign(1, {world, -1, 0, order_.from, 0});
    seen_ = {game_.hash(world)};
    best_ = -1;
    best_rating_ = std::numeric_limits<double>::infinity();
    std::queue<int> open;
    open.push(0);
    while (!open.empty() && static_cast<int>(nodes_.size()) < kMaxSearched) {
      const auto node = open.front();
      open.pop();
      for (const auto next : follow(node, whole)) open.push(next);
    }
  }

  const Node& at(int node) const { return nodes_[static_cast<std::size_t>(node)]; }
  const Space& space(int place) const { return board_.spaces[static_cast<std::size_t>(place)]; }

  View view_of(const AnyState& world) const {
    return game_.view(game_.observe(world, viewer_of(side_)));
  }

  /// Whether the order means this counter.
  bool meant(const Counter& counter) const {
    return counter.side == index(side_) &&
           (order_.counters.empty() || std::ranges::count(order_.counters, counter.id) > 0);
  }

  /// How many of the side's that the order means (or does not mean) stand where it begins.
  int standing(const View& view, bool who_is_meant) const {
    int count = 0;
    for (const auto& counter : view.counters)
      if (counter.place == order_.from && counter.side == index(side_) &&
          meant(counter) == who_is_meant)
        count += counter.count;
    return count;
  }

  /// The choices that belong to the order: its first decision is about who goes, and no later one
  /// about anybody who stands elsewhere.
  bool belongs(const View& view, const Choice& choice, const Node& node) const {
    if (choice.from >= 0 && choice.from != node.place && choice.from != order_.from) return false;
    if (choice.counters.empty()) return node.depth > 0;
    return std::ranges::any_of(choice.counters, [&](int i) {
      const auto& counter = view.counters[static_cast<std::size_t>(i)];
      return counter.side == index(side_) &&
             (counter.place == node.place || counter.place == order_.from);
    });
  }

  /// Adds the positions behind a node; returns those that go on.
  std::vector<int> follow(int from, bool whole) {
    std::vector<int> next;
    const auto view = view_of(at(from).world);
    const Choice* largest = nullptr;
    for (const auto& choice : view.choices)
      if (belongs(view, choice, at(from)) && choice.to < 0 &&
          choice.counters.size() > (largest ? largest->counters.size() : 0))
        largest = &choice;
    for (const auto& choice : view.choices) {
      if (!belongs(view, choice, at(from))) continue;
      if (whole && choice.to < 0 && !choice.counters.empty() && &choice != largest) continue;
      auto world = at(from).world;
      game_.apply(world, choice.action);
      if (!seen_.insert(game_.hash(world)).second) continue;
      const auto place = choice.to >= 0 ? choice.to : at(from).place;
      nodes_.push_back({std::move(world), from, choice.action, place, at(from).depth + 1});
      const auto node = static_cast<int>(nodes_.size()) - 1;
      if (judge(node)) next.push_back(node);
      if (static_cast<int>(nodes_.size()) >= kMaxSearched) break;
    }
    return next;
  }

  /// Compares a position with the best so far; whether the search goes on behind it.
  bool judge(int node) {
    const bool own = game_.actor(at(node).world) == actor_of(side_);
    const auto view = view_of(at(node).world);
    const bool settled = !own || view.step.name == root_step_;
    if (!settled) return true;
    const auto rating = rating_of(view, at(node));
    if (rating < best_rating_) {
      best_rating_ = rating;
      best_ = node;
    }
    return false;
  }

  /// Smaller is better: how far from the goal, then who stayed that should go or went that should
  /// not, then the number of decisions. To come no nearer is no course.
  double rating_of(const View& view, const Node& node) const {
    if (distance(node.place, order_.to) >= distance(order_.from, order_.to))
      return std::numeric_limits<double>::infinity();
    constexpr double kCounter = 1e-3, kDecision = 1e-6;  // of the width of the board
    const int wrong = standing(view, true) + others_before_ - standing(view, false);
    return distance(node.place, order_.to) + kCounter * wrong + kDecision * node.depth;
  }

  double distance(int a, int b) const {
    if (a == b) return 0;
    const auto &p = space(a).centre, &q = space(b).centre;
    constexpr double kElsewhere = 1;  // more than all that is added to it
    return kElsewhere + std::hypot(p.x - q.x, p.y - q.y) / std::max(1.0, board_.width);
  }

  Expansion expansion_of(int node) const {
    Expansion expansion;
    expansion.arrives = at(node).place == order_.to;
    for (; node > 0; node = at(node).parent) {
      expansion.actions.push_back(at(node).action);
      if (at(node).place != at(at(node).parent).place) expansion.route.push_back(at(node).place);
    }
    std::ranges::reverse(expansion.actions);
    std::ranges::reverse(expansion.route);
    return expansion;
  }

  const AnyGame& game_;
  Side side_;
  const Order& order_;
  Board board_;
  std::string root_step_;
  int others_before_ = 0;
  std::vector<Node> nodes_;
  std::set<std::uint64_t> seen_;
  int best_ = -1;
  double best_rating_ = std::numeric_limits<double>::infinity();
};

}  // namespace

int find_space(const Board& board, std::string_view word) {
  const auto found = spaces_named(board, word);
  if (found.size() == 1) return found.front();
  if (found.empty()) throw core::InputError("there is no place \"" + std::string(word) + "\"");
  std::string near;
  constexpr std::size_t kShown = 6;
  for (std::size_t i = 0; i < std::min(found.size(), kShown); ++i) {
    const auto& space = board.spaces[static_cast<std::size_t>(found[i])];
    near += (near.empty() ? "" : ", ") + space.id + (space.name.empty() ? "" : " " + space.name);
  }
  throw core::InputError("\"" + std::string(word) + "\" may be " + near +
                         (found.size() > kShown ? ", ..." : ""));
}

std::optional<Order> parse_order(const Board& board, const View& view, Side side,
                                 std::string_view text) {
  const auto words = core::split_words(text);
  if (words.size() < 2) return std::nullopt;
  auto middle = static_cast<std::size_t>(
      std::find_if(words.begin(), words.end(),
                   [](const auto& word) { return word == "to" || word == ">" || word == "->"; }) -
      words.begin());
  const bool marked = middle < words.size();
  if (marked && (middle == 0 || middle + 1 == words.size())) return std::nullopt;
  if (!marked) middle = words.size() - 1;
  const auto who = joined(words, 0, middle);
  const auto where = joined(words, marked ? middle + 1 : middle, words.size());
  const auto targets = spaces_named(board, where);
  if (!marked && targets.size() != 1) return std::nullopt;
  const auto to = find_space(board, where);
  const auto from = spaces_named(board, who);
  if (from.size() == 1) return Order{from.front(), to, {}};
  return order_of_counter(board, view, side, who, to);
}

Expansion expand_order(const AnyGame& game, const AnyState& world, Side side, const Order& order) {
  if (order.from == order.to) return {{}, {}, true, "it stands there"};
  return Search(game, side, order).run(world);
}

}  // namespace niemen::play

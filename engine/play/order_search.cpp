// The search for the decisions that an order comes to.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>
#include <set>

#include "engine/play/orders.h"

namespace niemen::play {

namespace {

struct Node {
  AnyState world;
  int parent = -1;
  Action action = 0;
  int place = -1;  ///< where those who go have come to
  int depth = 0;
  bool settled = false;  ///< the order's own decisions are behind it
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
    if (best_ < 0) return nothing(why_nowhere(root));
    auto found = expansion_of(best_);
    if (!found.arrives) found.halts = refusal_beyond(best_);
    return found;
  }

 private:
  static Expansion nothing(std::string why) { return {{}, {}, false, std::move(why), {}}; }

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

  const Node& at(int node) const { return nodes_[node]; }
  const Space& space(int place) const { return board_.spaces[place]; }

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
      const auto& counter = view.counters[i];
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
    nodes_[node].settled = true;
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

  /// What the decision that leads to a node strains.
  std::string caution_of(const Node& node) const {
    const auto view = view_of(at(node.parent).world);
    const auto taken = std::ranges::find(view.choices, node.action, &Choice::action);
    return taken == view.choices.end() ? std::string() : taken->caution;
  }

  Expansion expansion_of(int node) const {
    Expansion expansion;
    expansion.arrives = at(node).place == order_.to;
    for (; node > 0; node = at(node).parent) {
      expansion.actions.push_back(at(node).action);
      if (expansion.caution.empty()) expansion.caution = caution_of(at(node));
      if (at(node).place != at(at(node).parent).place) expansion.route.push_back(at(node).place);
    }
    std::ranges::reverse(expansion.actions);
    std::ranges::reverse(expansion.route);
    return expansion;
  }

  // --- Why it goes no farther ---

  /// Nobody moves: because something else is asked, or because of what the rules say.
  std::string why_nowhere(const View& root) const {
    const bool asked = std::ranges::any_of(
        root.choices, [&](const Choice& choice) { return belongs(root, choice, at(0)); });
    if (!asked)
      return "they are not asked about now, but: " + root.prompt + " (rule " +
             std::string(root.step.rule) + ")";
    constexpr int kNearest = 40;  // positions by their distance from the first; each is looked into
    for (int node = 0; node < std::min(kNearest, static_cast<int>(nodes_.size())); ++node)
      if (const auto words = refusal_beyond(node); !words.empty()) return words;
    return "nothing that can be decided now brings them nearer to " + space(order_.to).id;
  }

  /// The notation of a decision that brings those who go to a place, and that place.
  struct Step {
    std::string text;
    int to = -1;
  };
  std::optional<Step> step_near(int node) const {
    for (; node >= 0; node = at(node).parent) {
      if (game_.actor(at(node).world) != actor_of(side_)) continue;
      const auto view = view_of(at(node).world);
      for (const auto& choice : view.choices)
        if (choice.to >= 0 && belongs(view, choice, at(node)))
          return Step{choice.notation, choice.to};
    }
    return std::nullopt;
  }

  /// The reason of the rules against the next step towards the goal from where a node has come to;
  /// empty: there is none.
  std::string refusal_beyond(int node) const {
    const auto step = step_near(node);
    const int place = at(node).place, stopped = node;
    while (node > 0 && (game_.actor(at(node).world) != actor_of(side_) || at(node).settled))
      node = at(node).parent;
    if (at(node).place != place) return what_comes_first(stopped);
    if (!step) return {};
    const auto id = space(step->to).id;
    const auto found = step->text.rfind(id);
    if (found == std::string::npos) return {};
    for (const int next : nearer_neighbours(place)) {
      auto text = step->text;
      const auto action =
          game_.parse_action(at(node).world, text.replace(found, id.size(), space(next).id));
      if (!action) continue;
      const auto verdict = game_.why(at(node).world, *action);
      if (!verdict.ok)
        return "from " + space(place).id + " to " + space(next).id + ": " + verdict.reason +
               " (rule " + verdict.rule + ")" +
               (verdict.culprit.empty() ? "" : "; in the way: " + verdict.culprit);
    }
    return {};
  }

  /// What is asked of others or of fate before those who go may go on.
  std::string what_comes_first(int node) const {
    const auto& world = at(node).world;
    if (game_.actor(world) != Actor::Nature) return {};
    return "there comes first: " + game_.prompt(world) + " (rule " +
           std::string(game_.step(world).rule) + ")";
  }

  /// Places round one that lie nearer to the goal, the nearest first.
  std::vector<int> nearer_neighbours(int place) const {
    constexpr std::size_t kNeighbours = 6;
    const auto near = [&](int from) {
      return [this, from](int other) { return distance(from, other); };
    };
    std::vector<int> places(board_.spaces.size());
    std::iota(places.begin(), places.end(), 0);
    const auto count = std::min(places.size(), kNeighbours + 1);
    std::ranges::partial_sort(places, places.begin() + static_cast<std::ptrdiff_t>(count), {},
                              near(place));
    places.resize(count);
    std::erase_if(places, [&](int other) {
      return distance(other, order_.to) >= distance(place, order_.to);
    });
    std::ranges::sort(places, {}, near(order_.to));
    return places;
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

Expansion expand_order(const AnyGame& game, const AnyState& world, Side side, const Order& order) {
  if (order.from == order.to) return {{}, {}, true, "it stands there", {}};
  return Search(game, side, order).run(world);
}

}  // namespace niemen::play

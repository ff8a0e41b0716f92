// The search for the decisions that an order comes to.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <tuple>

#include "engine/play/orders.h"
#include "engine/play/refusals.h"

namespace niemen::play {

namespace {

/// Ways to one place that are followed up, of each group that left the place where it stood.
constexpr int kWays = 3;

struct Node {
  AnyState world;
  int parent = -1;
  Action action = 0;
  int place = -1;  ///< where those who go have come to
  int depth = 0;
  int left = 0;          ///< the last node at which they stood where the order begins
  bool settled = false;  ///< the order's own decisions are behind it
  std::string caution = {};
};

class Search {
 public:
  Search(const AnyGame& game, Side side, const Order& order)
      : game_(game), side_(side), order_(order), board_(game.board()) {}

  Expansion run(const AnyState& world) {
    const auto root = begin(world);
    if (standing(root, true) == 0) return nothing({"nobody of yours stands there", "", ""});
    others_before_ = standing(root, false);
    // All of them at once, if that will do; else part of them.
    if (order_.counters.empty()) search(world, true);
    if (best_ < 0 || at(best_).place != order_.to) {
      const auto whole = best_ < 0 ? Expansion{} : expansion_of(best_);
      search(world, false);
      // Who is sent stays together, unless only a part of them can get there.
      const bool arrives = best_ >= 0 && at(best_).place == order_.to;
      if (!arrives && !whole.actions.empty()) return whole;
    }
    if (best_ < 0) return nothing(why_nowhere(world, root));
    return expansion_of(best_);
  }

  std::vector<Reached> reach(const AnyState& world) {
    const auto root = begin(world);
    others_before_ = standing(root, false);
    every_first_ = true;
    search(world, order_.counters.empty());
    if (stops_.empty() && order_.counters.empty()) search(world, false);
    std::vector<Reached> reached;
    for (const auto& stop : stops_)
      if (stop.first != order_.from) reached.push_back({stop.first, course_of(stop.second)});
    return reached;
  }

 private:
  static Expansion nothing(Refusal why) { return {{}, {}, false, std::move(why), {}}; }

  View begin(const AnyState& world) {
    auto root = view_of(world);
    root_step_ = root.step.name;
    root_chapter_ = root.step.chapter;
    root_phase_ = root.phase;
    for (const auto& counter : root.counters)
      if (counter.place == order_.from && meant(counter)) going_.insert(counter.id);
    return root;
  }

  /// Breadth first. `whole`: where it is asked who goes, only the answer that takes most.
  void search(const AnyState& world, bool whole) {
    nodes_.assign(1, {world, -1, 0, order_.from, 0});
    seen_ = {game_.hash(world)};
    ways_.clear();
    stops_.clear();
    best_ = -1;
    best_rating_ = std::numeric_limits<double>::infinity();
    found_ = false;
    std::queue<int> open;
    open.push(0);
    while (!open.empty() && !found_ && static_cast<int>(nodes_.size()) < kMaxSearched) {
      const auto node = open.front();
      open.pop();
      for (const auto next : follow(node, whole)) open.push(next);
    }
  }

  const Node& at(int node) const { return nodes_[static_cast<std::size_t>(node)]; }
  const Space& space(int place) const { return board_.spaces[static_cast<std::size_t>(place)]; }
  std::string name(int place) const { return place_name(board_, place); }

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
    if (asks_others(view, at(from))) {
      nodes_[static_cast<std::size_t>(from)].settled = true;
      judge(from);
      return next;
    }
    const auto is_answer = [&](const Choice& choice) {
      return at(from).depth > 0 && std::ranges::count(order_.answers, choice.notation) > 0;
    };
    const bool answered = std::ranges::any_of(view.choices, is_answer);
    const bool only_largest = !answered && whole && !(every_first_ && at(from).depth == 0);
    const Choice* largest = nullptr;
    for (const auto& choice : view.choices)
      if (belongs(view, choice, at(from)) && choice.to < 0 &&
          choice.counters.size() > (largest ? largest->counters.size() : 0))
        largest = &choice;
    for (const auto& choice : view.choices) {
      if (!belongs(view, choice, at(from)) || (answered && !is_answer(choice))) continue;
      if (only_largest && choice.to < 0 && !choice.counters.empty() && &choice != largest) continue;
      auto world = at(from).world;
      game_.apply(world, choice.action);
      if (!seen_.insert(game_.hash(world)).second) continue;
      const auto node = add(std::move(world), from, choice);
      if (at(node).settled)
        judge(node);
      else if (is_new_way(node))
        next.push_back(node);
      if (found_ || static_cast<int>(nodes_.size()) >= kMaxSearched) break;
    }
    return next;
  }

  int add(AnyState world, int from, const Choice& choice) {
    const bool own = game_.actor(world) == actor_of(side_);
    const bool settled = !own || game_.step(world).name == root_step_ || begins_anew(world);
    const auto place = choice.to >= 0 ? choice.to : at(from).place;
    const auto left = place == order_.from ? static_cast<int>(nodes_.size()) : at(from).left;
    auto caution = choice.caution.empty() ? at(from).caution : choice.caution;
    nodes_.push_back({std::move(world), from, choice.action, place, at(from).depth + 1, left,
                      settled, std::move(caution)});
    return static_cast<int>(nodes_.size()) - 1;
  }

  /// Another phase has begun: what it asks is no part of the order.
  bool begins_anew(const AnyState& world) const {
    return game_.step(world).chapter != root_chapter_ && view_of(world).phase != root_phase_;
  }

  /// Those who go have come to their place, and what is asked next, which may be declined, is about
  /// others or other places alone: it is no part of the order. Nor is it while they still stand
  /// where they stood, if it is asked who else is to move.
  bool asks_others(const View& view, const Node& node) const {
    if (node.depth == 0 || view.step.name == root_step_) return false;
    const bool stayed = node.place == order_.from;
    std::set<int> arrived;
    for (int i = 0; i < static_cast<int>(view.counters.size()); ++i) {
      const auto& counter = view.counters[static_cast<std::size_t>(i)];
      if (counter.place == node.place && counter.side == index(side_) &&
          going_.contains(counter.id))
        arrived.insert(i);
    }
    if (arrived.empty()) return false;
    bool others = false, declines = false;
    for (const auto& choice : view.choices) {
      if (std::ranges::any_of(choice.counters, [&](int i) { return arrived.contains(i); }))
        return false;
      const bool touches = !choice.counters.empty() || choice.from >= 0 || choice.to >= 0;
      if (stayed && touches && (choice.from < 0 || choice.to >= 0)) return false;
      (touches ? others : declines) = true;
    }
    return others && declines;
  }

  /// Of the many ways to one place the shortest few will do.
  bool is_new_way(int node) {
    if (at(node).place == order_.from) return true;
    const auto step = game_.step(at(node).world).name;
    return ways_[{at(node).left, at(node).place, std::string(step)}]++ < kWays;
  }

  /// Compares a position behind the order with the best so far: of all, and of its place.
  void judge(int node) {
    const auto [stop, first] = stops_.try_emplace(at(node).place, node);
    if (!first && at(node).caution.empty() && !at(stop->second).caution.empty())
      stop->second = node;
    if (order_.to < 0 || least_rating_of(at(node)) >= best_rating_) return;
    const auto view = view_of(at(node).world);
    const int wrong = standing(view, true) + others_before_ - standing(view, false);
    constexpr double kCounter = 1e-3;  // of the width of the board
    const auto rating = least_rating_of(at(node)) + kCounter * wrong;
    if (rating >= best_rating_) return;
    best_rating_ = rating;
    best_ = node;
    found_ = at(node).place == order_.to && wrong == 0 && at(node).caution.empty();
  }

  /// Smaller is better: how far from the goal, then who stayed that should go or went that should
  /// not, which is left out here, then what it strains, then the number of decisions. To come no
  /// nearer is no course.
  double least_rating_of(const Node& node) const {
    if (distance(node.place, order_.to) >= distance(order_.from, order_.to))
      return std::numeric_limits<double>::infinity();
    constexpr double kStrain = 1e-4, kDecision = 1e-6;
    return distance(node.place, order_.to) + (node.caution.empty() ? 0 : kStrain) +
           kDecision * node.depth;
  }

  double distance(int a, int b) const {
    if (a == b) return 0;
    const auto &p = space(a).centre, &q = space(b).centre;
    constexpr double kElsewhere = 1;  // more than all that is added to it
    return kElsewhere + std::hypot(p.x - q.x, p.y - q.y) / std::max(1.0, board_.width);
  }

  Expansion course_of(int node) const {
    Expansion course;
    course.arrives = true;
    course.caution = at(node).caution;
    for (; node > 0; node = at(node).parent) {
      course.actions.push_back(at(node).action);
      if (at(node).place != at(at(node).parent).place) course.route.push_back(at(node).place);
    }
    std::ranges::reverse(course.actions);
    std::ranges::reverse(course.route);
    return course;
  }

  Expansion expansion_of(int node) const {
    auto course = course_of(node);
    course.arrives = at(node).place == order_.to;
    if (course.arrives) return course;
    course.refusal = refusal_beyond(node);
    course.refusal.instead = "they can go as far as " + name(at(node).place);
    return course;
  }

  // --- Why it goes no farther ---

  /// Nobody moves: because something else is asked, or because of what the rules say.
  Refusal why_nowhere(const AnyState& world, const View& root) const {
    const auto asks = [&](const View& view) {
      return std::ranges::any_of(
          view.choices, [&](const Choice& choice) { return belongs(view, choice, at(0)); });
    };
    if (!asks(root)) return what_is_asked(game_, world, side_, root, order_.from, asks);
    constexpr int kNearest = 40;  // positions by their distance from the first; each is looked into
    for (int node = 0; node < std::min(kNearest, static_cast<int>(nodes_.size())); ++node)
      if (auto refusal = refusal_beyond(node); !refusal.empty()) return refusal;
    return {"nothing that can be decided now brings them nearer to " + name(order_.to), "", ""};
  }

  bool enemy_at_goal(const AnyState& world) const {
    const auto view = view_of(world);
    return std::ranges::any_of(view.counters, [&](const Counter& counter) {
      return counter.place == order_.to && counter.side == index(other(side_));
    });
  }

  /// The notation of a decision that brings those who go to a place, and that place.
  struct Step {
    std::string text;
    int to = -1;
    std::string_view name;  ///< of the step that asks for it
  };
  std::optional<Step> step_near(int node) const {
    for (; node >= 0; node = at(node).parent) {
      if (game_.actor(at(node).world) != actor_of(side_)) continue;
      const auto view = view_of(at(node).world);
      for (const auto& choice : view.choices)
        if (choice.to >= 0 && belongs(view, choice, at(node)))
          return Step{choice.notation, choice.to, game_.step(at(node).world).name};
    }
    return std::nullopt;
  }

  /// The reason of the rules against the next step towards the goal from where a node has come to,
  /// or else from a place on the way; empty: there is none.
  Refusal refusal_beyond(int node) const {
    const auto step = step_near(node);
    const int place = at(node).place, stopped = node;
    while (node > 0 && (game_.actor(at(node).world) != actor_of(side_) || at(node).settled))
      node = at(node).parent;
    if (at(node).place != place) {
      if (goes_on(stopped)) return what_comes_first(stopped);
      const std::string rule(game_.step(at(node).world).rule);
      if (enemy_at_goal(at(node).world))
        return {"the enemy stands at " + name(order_.to) + ": they can only come near it now", rule,
                ""};
      return {"that is as far as they can go now", rule, ""};
    }
    for (; step && node >= 0; node = at(node).parent)
      if (auto refusal = refusal_of(node, *step); !refusal.empty()) return refusal;
    return {};
  }

  Refusal refusal_of(int node, const Step& step) const {
    const auto id = space(step.to).id;
    const auto found = step.text.rfind(id);
    if (found == std::string::npos || at(node).settled ||
        game_.step(at(node).world).name != step.name ||
        game_.actor(at(node).world) != actor_of(side_))
      return {};
    const int place = at(node).place;
    for (const int next : nearer_neighbours(place)) {
      auto text = step.text;
      const auto action =
          game_.parse_action(at(node).world, text.replace(found, id.size(), space(next).id));
      if (!action) continue;
      const auto verdict = game_.why(at(node).world, *action);
      if (verdict.ok) continue;
      auto refusal = refusal_of_verdict(board_, verdict, next);
      refusal.reason = "no way from " + name(place) + " to " + name(next) + ": " + refusal.reason;
      return refusal;
    }
    return {};
  }

  /// Whether those who go may go on behind the dice that fall where they have come to.
  bool goes_on(int node) const {
    constexpr int kMostDice = 10;
    auto world = at(node).world;
    for (int i = 0; i < kMostDice && game_.actor(world) == Actor::Nature; ++i)
      game_.apply(world, game_.chance(world).front().action);
    if (game_.actor(world) != actor_of(side_) || game_.step(world).name == root_step_) return false;
    const auto view = view_of(world);
    return std::ranges::any_of(view.choices, [&](const Choice& choice) {
      return choice.to >= 0 && belongs(view, choice, at(node));
    });
  }

  /// What is asked of others or of fate before those who go may go on.
  Refusal what_comes_first(int node) const {
    const auto& world = at(node).world;
    if (game_.actor(world) != Actor::Nature) return {};
    return {"a die comes first: " + game_.prompt(world), std::string(game_.step(world).rule), ""};
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
  std::string root_step_, root_chapter_, root_phase_;
  std::set<std::string> going_;  ///< ids of those who are sent
  int others_before_ = 0;
  bool every_first_ = false;  ///< whoever goes first, not only the largest group
  std::vector<Node> nodes_;
  std::set<std::uint64_t> seen_;
  std::map<std::tuple<int, int, std::string>, int> ways_;  ///< by group, place and step
  std::map<int, int> stops_;                               ///< the best node by place
  int best_ = -1;
  double best_rating_ = std::numeric_limits<double>::infinity();
  bool found_ = false;  ///< nothing better can come
};

}  // namespace

Expansion expand_order(const AnyGame& game, const AnyState& world, Side side, const Order& order) {
  if (order.from == order.to) return {{}, {}, true, {"they stand there", "", ""}, {}};
  return Search(game, side, order).run(world);
}

std::vector<OrderQuestion> questions_of(const AnyGame& game, const AnyState& world, Side side,
                                        const Expansion& course) {
  std::vector<OrderQuestion> questions;
  auto state = world;
  bool first = true;
  for (const auto action : course.actions) {
    const auto view = game.view(game.observe(state, viewer_of(side)));
    OrderQuestion question{view.prompt, {}, action};
    bool asked = false;
    const bool is_where =
        std::ranges::any_of(view.choices, [](const Choice& choice) { return choice.to >= 0; });
    for (const auto& choice : view.choices) {
      if (is_where) break;
      question.options.push_back(choice);
      asked |= choice.action == action;
    }
    if (!first && asked && question.options.size() > 1) questions.push_back(std::move(question));
    first = false;
    game.apply(state, action);
  }
  return questions;
}

std::vector<Reached> reach_of(const AnyGame& game, const AnyState& world, Side side,
                              const Order& order) {
  auto anywhere = order;
  anywhere.to = -1;
  return Search(game, side, anywhere).reach(world);
}

}  // namespace niemen::play

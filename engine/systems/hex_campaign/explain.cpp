// Why a hex is supplied or not, link by link, and who may enter it: for the designer.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

/// Hexes of the longest way that is looked for to say how far off a goal is.
constexpr int kFar = 40;

/// A way from hex to hex, and what it costs.
struct Way {
  std::vector<int> hexes;
  int cost = 0;
};

/// Where a way may begin, at what cost.
struct Start {
  int hex = 0;
  int spent = 0;
};

/// Of all ways over ground that the side may enter, over no unbridged river and within a budget,
/// one that is blocked in the fewest hexes, and of these the shortest.
class WayFinder {
 public:
  /// Keeps references. Hexes outside `routes` are blocked; those where a way begins are not asked.
  WayFinder(const Context& c, const State& s, Side side, const HexSet& routes)
      : c_(c), costs_(entry_costs(c, s, side)), ground_(c.enterable[at(side)]), routes_(routes) {}

  /// No hexes: there is no such way.
  Way find(const std::vector<Start>& starts, const HexSet& goals, int budget) {
    layers_.assign(static_cast<std::size_t>(budget) + 1, Layer(c_.map.size()));
    for (const auto& start : starts)
      if (start.spent <= budget) reach(start.spent, start.hex, {0, -1, 0});
    for (int spent = 0; spent < budget; ++spent)
      for (int hex = 0; hex < c_.map.size(); ++hex)
        if (cell(spent, hex).blocked < kNever) step_from(spent, hex, budget);
    return best(goals, budget);
  }

 private:
  static constexpr int kNever = kMaxHexes;
  struct Cell {
    int blocked = kNever;  ///< hexes of the best way here that are outside the routes
    int before = -1;       ///< the hex before this one
    int before_spent = 0;
  };
  struct Layer {
    explicit Layer(int hexes) : cells(static_cast<std::size_t>(hexes)) {}
    std::vector<Cell> cells;
  };

  Cell& cell(int spent, int hex) { return layers_[spent].cells[hex]; }
  void reach(int spent, int hex, const Cell& found) {
    if (found.blocked < cell(spent, hex).blocked) cell(spent, hex) = found;
  }
  void step_from(int spent, int hex, int budget) {
    for (int next : c_.map.crossable(static_cast<Hex>(hex)) & ground_) {
      const int then = spent + costs_.cost(hex, next);
      if (then > budget) continue;
      reach(then, next, {cell(spent, hex).blocked + !routes_.contains(next), hex, spent});
    }
  }
  Way best(const HexSet& goals, int budget) {
    Way way;
    int least = kNever, end = -1;
    for (int spent = 0; spent <= budget; ++spent)
      for (int goal : goals)
        if (cell(spent, goal).blocked < least) {
          least = cell(spent, goal).blocked;
          end = goal;
          way.cost = spent;
        }
    for (int hex = end, spent = way.cost; hex >= 0;) {
      way.hexes.push_back(hex);
      const Cell here = cell(spent, hex);
      hex = here.before;
      spent = here.before_spent;
    }
    std::reverse(way.hexes.begin(), way.hexes.end());
    return way;
  }

  const Context& c_;
  const EntryCosts& costs_;
  const HexSet& ground_;
  const HexSet& routes_;
  std::vector<Layer> layers_;
};

class Explanation {
 public:
  Explanation(const Context& c, const State& s, int hex) : c_(c), s_(s), hex_(hex) {}

  std::vector<std::string> lines() {
    const auto& map = c_.map;
    add("{}: {}, {}", hex_name(c_, hex_), c_.terrain[hex_], c_.territory[hex_]);
    for (int next : map.around(static_cast<Hex>(hex_)) - map.dry(static_cast<Hex>(hex_)))
      add("  {} river towards {}{}",
          map.bridge_between(static_cast<Hex>(hex_), static_cast<Hex>(next)) ? "bridged"
                                                                             : "unbridged",
          hex_name(c_, next),
          map.bridge_between(static_cast<Hex>(hex_), static_cast<Hex>(next))
              ? ""
              : ": no supply route crosses it (6.2)");
    for (Side side : {Side::A, Side::B}) look_at(side);
    return std::move(lines_);
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> text, Values&&... values) {
    lines_.push_back(fmt::format(text, std::forward<Values>(values)...));
  }

  void look_at(Side side) {
    add("{}:", c_.side_names[at(side)]);
    if (s_.combat_hexes[at(side)].contains(hex_)) tell_stack(side);
    tell_entry(side);
    if (!c_.enterable[at(side)].contains(hex_)) return;
    tell_supply(side);
    if (c_.city.contains(hex_)) tell_depot(side);
  }

  /// 3 and 6.6: who stands here, and what keeps or starves him whatever the routes.
  void tell_stack(Side side) {
    const PieceSet units = units_at(c_, s_, side, hex_);
    add("  {} here, {} of them disrupted", counted(units.count(), "unit"),
        (units & with_status(s_, kDisrupted)).count());
    for (int unit : units) {
      if (always_fed(c_, s_, unit)) add("  {} is fed wherever it stands (6.6)", c_.piece(unit).id);
      if (has_status(s_, unit, kForage))
        add("  {} stands under a forage marker: a die says whether it is fed (6.3)",
            c_.piece(unit).id);
    }
    if (c_.steadfast[at(side)].contains(hex_)) add("  units out of supply keep order here (6.4)");
  }

  /// 2.2, 4.1, 8.4: whether units of the side may come in, and from where.
  void tell_entry(Side side) {
    if (const Reason reason = refuse_entry(side); reason != Reason::Ok)
      return add("  cannot be entered: {} ({})", reason_text(reason), reason_rule(reason));
    const int room = capacity(c_, s_, hex_) - occupancy(c_, units_at(c_, s_, side, hex_));
    add("  can be entered; room for {} half factors (4.1)", room);
    const EntryCosts& costs = entry_costs(c_, s_, side);
    for (int from : c_.map.around(static_cast<Hex>(hex_)) & c_.enterable[at(side)])
      if (costs.cost(from, hex_) > 1)
        add("  entering it from {} costs {}", hex_name(c_, from), costs.cost(from, hex_));
    if (is_held(c_, s_, side, hex_))
      add("  next to enemy cavalry: who begins a march next to some may not enter here first, and "
          "who comes in must stop (8.4)");
  }
  Reason refuse_entry(Side side) const {
    if (!may_enter(c_, s_, side, hex_)) return Reason::Terrain;
    if (s_.combat_hexes[at(other(side))].contains(hex_)) return Reason::EnemyUnit;
    return is_sheltered(c_, s_, hex_) ? Reason::Sheltered : Reason::Ok;
  }

  /// 6.2: why no route of the side passes a hex; empty when one may.
  std::string blocked(Side side, const HexSet& routes, int hex) const {
    if (routes.contains(hex)) return {};
    const Side enemy = other(side);
    if (closed_hexes(c_, s_, side, true).contains(hex)) return "closed to its routes now";
    if (s_.combat_hexes[at(enemy)].contains(hex)) return "enemy units stand there";
    for (int foe : c_.map.crossable(static_cast<Hex>(hex)) & s_.cavalry_hexes[at(enemy)])
      if (!s_.combat_hexes[at(side)].contains(hex) && is_threatened(enemy, hex))
        return fmt::format("enemy cavalry in {} is next to it", hex_name(c_, foe));
    return "an unfriendly city without a piece of the side";
  }
  bool is_threatened(Side enemy, int hex) const {
    return c_.rules.difficult_terrain[at(enemy)] !=
               static_cast<int>(DifficultTerrain::Impassable) ||
           !c_.difficult.contains(hex);
  }

  std::string words(const Way& way) const {
    std::string text;
    for (int hex : way.hexes) text += (text.empty() ? "" : " - ") + hex_name(c_, hex);
    return text;
  }
  /// The hexes of a way, that of its beginning apart, that block it.
  void tell_blocks(Side side, const HexSet& routes, const Way& way) {
    for (std::size_t i = 1; i < way.hexes.size(); ++i)
      if (const auto why = blocked(side, routes, way.hexes[i]); !why.empty())
        add("    blocked in {}: {} (6.2)", hex_name(c_, way.hexes[i]), why);
  }

  void tell_supply(Side side) {
    const HexSet depots = depot_hexes(c_, s_, side);
    if (depots.empty())
      add("  not in General Supply: the side has no Depot (6.1)");
    else
      tell_route(side, depots, "in General Supply", "Depot", "6.1, 6.2");
    if (!c_.local_source[at(side)].empty())
      tell_route(side, c_.local_source[at(side)], "in supply of units with a source of their own",
                 "local source", "1.1");
  }
  void tell_route(Side side, const HexSet& goals, const char* what, const char* goal,
                  const char* rule) {
    const HexSet routes = route_hexes(c_, s_, side);
    const int range = supply_range(c_, s_);
    WayFinder finder(c_, s_, side, routes);
    const auto way = finder.find({{hex_, 0}}, goals, range);
    if (supply_reach(c_, entry_costs(c_, s_, side), goals, routes, range).contains(hex_)) {
      add("  {}: {} of {} hexes to the {} ({})", what, way.cost, range, goal, rule);
      return add("    {}", words(way));
    }
    add("  not {} ({})", what, rule);
    if (!way.hexes.empty()) {
      add("    a way of {} of {} hexes to the {}: {}", way.cost, range, goal, words(way));
      return tell_blocks(side, routes, way);
    }
    const auto far = finder.find({{hex_, 0}}, goals, kFar);
    if (far.hexes.empty())
      return add("    no way over ground and bridges leads to a {} within {} hexes", goal, kFar);
    add("    the nearest {} is {} hexes off, and a route has {} at most: {}", goal, far.cost, range,
        words(far));
  }

  /// 7.7, 7.8: the Depot in this city and what it hangs on, or whether one may be founded.
  void tell_depot(Side side) {
    const bool stands = has_depot(c_, s_, side, hex_);
    if (!stands) {
      const Reason reason = refuse_depot_site(c_, s_, side, hex_);
      if (reason != Reason::Ok)
        return add("  no Depot can be founded: {} ({})", reason_text(reason), reason_rule(reason));
    }
    if (chain_reach(c_, s_, side).contains(hex_)) {
      add("  {} (7.8)", stands ? "its Depot hangs on the chain" : "a Depot can be founded");
      return tell_chain(side);
    }
    add("  {}: no chain of Depots links the city to a source (7.8)",
        stands ? "its Depot is cut off; it feeds, and nothing can be founded from it"
               : "no Depot can be founded");
    tell_gap(side);
  }

  /// What the next link of the chain could begin with: sources, map edges, Depots that hang on it.
  std::vector<Start> ends_of_chain(Side side) const {
    std::vector<Start> ends;
    const HexSet linked = chain_reach(c_, s_, side) & depot_hexes(c_, s_, side);
    for (int hex : linked | chain_sources(c_, s_, side)) ends.push_back({hex, 0});
    const auto& [slow, slowest] = c_.slow[at(side)];
    for (int hex : source_edge(c_, s_, side) & route_hexes(c_, s_, side))
      ends.push_back({hex, 1 + slow.contains(hex) + slowest.contains(hex)});
    return ends;
  }
  int link_range(Side side) const {
    return is_winter(c_, s_) ? c_.rules.link_range_winter[at(side)] : c_.rules.link_range[at(side)];
  }
  /// The links back to the source, one by one.
  void tell_chain(Side side) {
    const auto links = chain_links(c_, s_, side);
    const auto into = [&](int hex) {
      return std::ranges::find_if(links, [&](const auto& link) { return link.second == hex; });
    };
    int hex = hex_;
    if (!has_depot(c_, s_, side, hex)) {
      const HexSet routes = route_hexes(c_, s_, side);
      const auto way = WayFinder(c_, s_, side, routes)
                           .find(ends_of_chain(side), HexSet::of(hex), link_range(side));
      if (way.hexes.empty()) return;
      add("    link of {} of {} hexes: {}", way.cost, link_range(side), words(way));
      hex = way.hexes.front();
    }
    for (auto link = into(hex); link != links.end() && link->first != hex; link = into(hex)) {
      add("    {} hangs on {}", hex_name(c_, hex),
          link->first < 0 ? "the map edge" : hex_name(c_, link->first));
      if (link->first < 0) return;
      hex = link->first;
    }
    add("    {} is a source, or stands at the edge that is one", hex_name(c_, hex));
  }
  /// What the missing link lacks.
  void tell_gap(Side side) {
    const HexSet routes = route_hexes(c_, s_, side);
    WayFinder finder(c_, s_, side, routes);
    const auto ends = ends_of_chain(side);
    const auto near = finder.find(ends, HexSet::of(hex_), link_range(side));
    if (!near.hexes.empty()) {
      add("    a link of {} of {} hexes: {}", near.cost, link_range(side), words(near));
      return tell_blocks(side, routes, near);
    }
    const auto far = finder.find(ends, HexSet::of(hex_), kFar);
    if (far.hexes.empty()) return add("    no way over ground and bridges leads to the chain");
    add("    the nearest end of the chain is {} hexes off, and a link has {} at most: {}", far.cost,
        link_range(side), words(far));
  }

  const Context& c_;
  const State& s_;
  int hex_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> HexCampaign::explain(const State& state, int place) const {
  if (place < 0 || place >= context_->map.size()) return {"nobody can enter this hex (2.2)"};
  return Explanation(context_of(state), state, place).lines();
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

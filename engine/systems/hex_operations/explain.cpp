// Why units on a hex are supplied or not, source by source, and what entering it costs: for the
// designer.
#include <fmt/format.h>

#include <bit>

#include "engine/systems/hex_operations/chapters.h"
#include "engine/systems/hex_operations/hex_operations.h"

namespace niemen::hex_operations {

namespace {

class Explanation {
 public:
  Explanation(const OperationsContext& game, const State& state, int hex)
      : game_(game), s_(state), hex_(hex), area_(game.area[hex]) {
    // While units name their sources the work of the phase says who draws on what already.
    if (s_.step != Step::FeedUnit && s_.step != Step::FeedFortress) s_.work = {};
  }

  std::vector<std::string> lines() {
    if (!game_.open[hex_]) return {"no unit enters this hex"};
    if (area_ == kNoArea)
      add("{}: in no Area", game_.hex_text(hex_));
    else
      add("{}: Area {}, {}", game_.hex_text(hex_), area_name(area_),
          systems::depletion_text(s_.depletion(area_)));
    tell_ways();
    for (int side : {0, 1}) {
      add("{}:", game_.side_names[side]);
      tell_entry(side);
      tell_supply(side);
    }
    return std::move(lines_);
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> text, Values&&... values) {
    lines_.push_back(fmt::format(text, std::forward<Values>(values)...));
  }
  const std::string& area_name(int area) const { return game_.areas[area]; }

  /// What a step into the hex costs from each side of it.
  void tell_ways() {
    const auto& around = game_.neighbour[hex_];
    for (const auto from : around) {
      if (from == kNoHex) continue;
      const auto& ways = game_.neighbour[from];
      for (std::size_t d = 0; d < ways.size(); ++d) {
        if (ways[d] != hex_) continue;
        const int cost = game_.step_cost[from][d];
        add("  from {}: {}", game_.hex_text(from),
            cost == 0 ? "no way leads in"
                      : fmt::format("{} Movement Point{}", cost, cost == 1 ? "" : "s"));
      }
    }
  }

  void tell_entry(int side) {
    if (occupied_by(s_, 1 - side, hex_))
      return add("  cannot be entered: an enemy stands there (Movement)");
    switch (zone_on(game_, s_, 1 - side, hex_)) {
      case Zone::None: return add("  can be entered");
      case Zone::Partial:
        return add(
            "  can be entered; in a partial zone of control of the enemy (Zones of "
            "Control)");
      default:
        return add(
            "  can be entered; in a total zone of control of the enemy: who comes in must "
            "stop (Zones of Control)");
    }
  }

  void tell_supply(int side) {
    const int place = game_.place[hex_];
    if (place != kNoPlace && serves(game_, s_, place, side) && first_owner(game_, place) == side)
      add("  the Fortress feeds one Combat unit that stands in it (Fortresses J)");
    if (area_ == kNoArea) return add("  not supplied: the hex is in no Area (Supply A)");
    const auto sources = sources_in(game_, s_, side, area_);
    if (sources.depot) add("  supplied: a Depot is in the Area (Supply D)");
    if ((sources.areas >> area_) & 1U) add("  supplied: the Area feeds them (Supply E, F)");
    if (s_.depletion(area_) != Depletion::Full) return;
    add("  the Area is 100% depleted and feeds nobody (Supply E)");
    for (auto bits = game_.area_neighbours[area_]; bits != 0; bits &= bits - 1) {
      const int next = std::countr_zero(bits);
      add("    Area {} next door {}", area_name(next),
          (sources.areas >> next) & 1U ? "feeds them (Supply G)"
                                       : "does not: " + refuse_neighbour(side, next));
    }
    if (sources.count() == 0)
      add("  not supplied: each unit rolls on the Unsupplied Chart (Supply J)");
  }
  std::string refuse_neighbour(int side, int next) const {
    if (s_.depletion(next) == Depletion::Full) return "it is 100% depleted (Supply G)";
    if (combat_units_in(game_, s_, 1 - side, next) > 0)
      return "enemy Combat units are in it (Supply G)";
    if (combat_units_in(game_, s_, side, next) > game_.rules.adjacent_area_units)
      return fmt::format("more than {} units of the side are in it (Supply G)",
                         game_.rules.adjacent_area_units);
    if (!supply_unit_in(game_, s_, side, next))
      return "no undisrupted Supply unit of the side is in it (Supply G)";
    return "units of another Area draw on it (Supply G)";
  }

  const OperationsContext& game_;
  State s_;  ///< a copy, without what another phase keeps in its work
  int hex_;
  int area_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> HexOperations::explain(const State& state, int place) const {
  return Explanation(*context_, state, context_->hexes[place].code).lines();
}

}  // namespace niemen::hex_operations

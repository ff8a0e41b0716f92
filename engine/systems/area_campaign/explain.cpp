// Why Corps in a place are supplied or not, source by source, and who may enter: for the designer.
#include <fmt/format.h>

#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/procedure.h"
#include "engine/systems/area_campaign/words.h"

namespace niemen::area_campaign {

namespace {

/// While sources are being named the work of the phase says who draws on what already.
bool names_sources(Step step) {
  return step == Step::DropDepots || step == Step::SettleArea || step == Step::FeedCorps;
}

class Explanation {
 public:
  Explanation(const AreaContext& game, const State& state, int at)
      : game_(game), s_(state), at_(at), area_(game.area_of[at]) {
    if (!names_sources(s_.step)) s_.work = {};
  }

  std::vector<std::string> lines() {
    const auto& place = game_.places[at_];
    add("{} ({}): {}, {}", place_text(game_, at_), place.id, place.country,
        systems::depletion_text(s_.depletion(area_)));
    if (place.points > 0)
      add("  worth {} victory points; {} controls it", place.points,
          game_.side_names[is_invaders() ? 0 : 1]);
    tell_depletion();
    for (int side : {0, 1}) look_at(side);
    return std::move(lines_);
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> text, Values&&... values) {
    lines_.push_back(fmt::format(text, std::forward<Values>(values)...));
  }

  bool is_invaders() const { return (s_.control() >> game_.point_of[at_]) & 1U; }

  /// Case H: what the Corps that are here would do to the Area.
  void tell_depletion() {
    if (s_.is_full(area_)) return;
    const int users = hungry_corps(game_, s_, 0, area_) + hungry_corps(game_, s_, 1, area_);
    if (users == 0) return add("  no Corps draws on it (Supply H)");
    const auto without = depleted(game_, s_, area_, users, false);
    const auto with_unit = depleted(game_, s_, area_, users, true);
    add("  with {} Corps on it: {} after the Interphase, or with a Supply unit {} (Supply H)",
        users, systems::depletion_text(without), systems::depletion_text(with_unit));
  }

  void look_at(int side) {
    add("{}:", game_.side_names[side]);
    tell_entry(side);
    const int corps = hungry_corps(game_, s_, side, area_);
    const int all = corps_in_area(game_, s_, side, area_);
    if (all > corps)
      add("  {} Corps on a Fortress symbol needs no source (optional Fortresses)", all - corps);
    if (corps == 0) add("  no Corps in the Area needs a source");
    if (tell_own_sources(side, corps)) return;
    if (tell_neighbours(side)) return;
    const int from = game_.rules.unsupplied_from[game_.winter(s_.turn)];
    add("  {}: each Corps rolls a die and is lost from {} on (Unsupplied Chart)",
        corps > 0 ? "not supplied" : "nothing feeds who comes here", from);
  }

  /// Movement B: who may come in.
  void tell_entry(int side) {
    if (occupied(game_, s_, 1 - side, at_))
      add("  can be entered with at least one Corps first, for the enemy stands here (Movement "
          "B.1)");
    else
      add("  can be entered (Movement A)");
    std::string ways;
    for (int from : game_.neighbours[at_])
      ways += (ways.empty() ? "" : ", ") + place_text(game_, from);
    add("    from {}", ways.empty() ? "nowhere: no border leads here" : ways);
  }

  /// Cases D to F: the Area itself and its Depots. True when they feed everybody.
  bool tell_own_sources(int side, int corps) {
    const int depots = side == 0 ? units_in_area(game_, s_, 0, area_, Kind::Depot) : 0;
    const int served = depots * game_.rules.depot_serves;
    if (depots > 0)
      add("  {} Depots serve {} Corps; one more Corps, and a Depot is expended (Supply D)", depots,
          served);
    if (!s_.is_full(area_)) {
      if (corps > 0)
        add("  supplied: the Area feeds all {} Corps of it (Supply E, F)", corps);
      else
        add("  the Area feeds who comes here (Supply E)");
      return true;
    }
    add("  the Area is 100% depleted and feeds nobody (Supply E)");
    return depots > 0;
  }

  /// Case G, Area by Area. True when one of them feeds.
  bool tell_neighbours(int side) {
    const auto sources = adjacent_sources(game_, s_, side, area_);
    for (int next : game_.areas[area_].neighbours) {
      const bool feeds = (sources >> next) & 1U;
      add("    {} next door {}", area_text(game_, next),
          feeds ? "feeds them (Supply G)" : "does not: " + refuse_neighbour(side, next));
    }
    if (sources != 0) add("  supplied from next door (Supply G)");
    return sources != 0;
  }
  std::string refuse_neighbour(int side, int next) const {
    if (s_.is_full(next)) return "it is 100% depleted (Supply G.3)";
    if (units_in_area(game_, s_, side, next, Kind::Supply) == 0)
      return "no Supply unit of the side is in it (Supply G.4)";
    if (side_in_area(game_, s_, 1 - side, next)) return "enemies are in it (Supply G.1)";
    if (corps_in_area(game_, s_, side, next) > game_.rules.adjacent_area_corps)
      return fmt::format("more than {} Corps of the side are in it (Supply G.2)",
                         game_.rules.adjacent_area_corps);
    return "Corps of another Area draw on it (Supply G.5)";
  }

  const AreaContext& game_;
  State s_;  ///< a copy, without what another phase keeps in its work
  int at_;
  int area_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> AreaCampaign::explain(const State& state, int place) const {
  if (place < 0 || place >= context_->place_count()) return {"no unit enters this place"};
  return Explanation(*context_, state, place).lines();
}

}  // namespace niemen::area_campaign

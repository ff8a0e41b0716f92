// Whether blocks in an area can be supplied and where the road is cut, and who may enter: for the
// designer.
#include <fmt/format.h>

#include "engine/systems/block_battle/block_battle.h"
#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

namespace {

class Explanation {
 public:
  Explanation(const BlockContext& game, const State& state, int area)
      : game_(game), s_(state), area_(area) {}

  std::vector<std::string> lines() {
    add("{}{}", name(area_), is_contested(s_, area_) ? ": a battle is being fought here" : "");
    for (int side : {0, 1}) {
      add("{}:", game_.side_names[at(side)]);
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
  std::string name(int area) const {
    const auto& data = game_.areas[at(area)];
    return data.name.empty() || data.name == data.id ? data.id : data.name + " (" + data.id + ")";
  }

  /// 3.31, 3.32, 5.4: room, and how many blocks each way lets in where they come to fight.
  void tell_entry(int side) {
    if (!in_set(game_.board, area_)) return add("  off the board: nobody goes back there");
    const int held = s_.crowded(side, area_), most = game_.stack[at(area_)];
    add("  {}: {} of {} blocks stand there (3.31)",
        has_room(game_, s_, side, area_) ? "there is room" : "it is full", held, most);
    if (!in_set(game_.gun_places, area_)) add("  no artillery goes in (5.4)");
    for (AreaSet left = game_.touching[at(area_)]; left; left &= left - 1) {
      const int from = std::countr_zero(left);
      if (!in_set(game_.foot[s_.bridges_out][at(from)], area_)) {
        add("    from {}: no way (5.4)", name(from));
        continue;
      }
      const bool guns = in_set(game_.guns[s_.bridges_out][at(from)], area_);
      const int most = battle_limit(game_, s_, from, area_);
      add("    from {}: {} block{} to a battle (3.32){}", name(from), most, most == 1 ? "" : "s",
          guns ? "" : ", no artillery (5.4)");
    }
  }

  /// 7.3: every source of the side, and whether its road comes here or next to here.
  void tell_supply(int side) {
    const unsigned lines = supply_lines(game_, s_, side, area_);
    const auto& sources = game_.source_list[at(side)];
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const int points = points_of_source(game_, s_, side, static_cast<int>(i));
      if (points == 0)
        add("  {} gives nothing now: the enemy holds it (7.32)", name(sources[i]));
      else if ((lines >> i) & 1U)
        add("  supplied from {}, {} points: its road comes here or next to here (7.31)",
            name(sources[i]), points);
      else
        add("  not supplied from {}: {} (7.31)", name(sources[i]), cut_words(side, sources[i]));
    }
    if (sources.empty()) add("  the side has no source of supply (7.3)");
  }
  /// Where the road from a source ends: before enemies, or of itself.
  std::string cut_words(int side, int source) const {
    const AreaSet road = supply_road(game_, s_, side, source);
    AreaSet edge = 0;
    for (AreaSet left = road; left; left &= left - 1)
      edge |= game_.road[s_.bridges_out][at(std::countr_zero(left))];
    std::string barred;
    for (AreaSet left = edge & ~road; left; left &= left - 1)
      barred += (barred.empty() ? "" : ", ") + name(std::countr_zero(left));
    return barred.empty() ? "its roads end before" : "its road is cut by the enemy in " + barred;
  }

  const BlockContext& game_;
  const State& s_;
  int area_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> BlockBattle::explain(const State& state, int place) const {
  return Explanation(*context_, state, place).lines();
}

}  // namespace niemen::block_battle

// Data that can be read and make no sense.
#include <fmt/format.h>

#include "engine/map/outline.h"
#include "engine/play/where.h"
#include "engine/systems/block_battle/block_battle.h"
#include "engine/systems/block_battle/procedure.h"

namespace niemen::block_battle {

namespace {

/// Areas reached from the first by foot, all bridges standing.
AreaSet reached_from(const BlockContext& game, int area) {
  AreaSet reached = area_bit(area), edge = reached;
  while (edge) {
    AreaSet next = 0;
    for (; edge; edge &= edge - 1) next |= game.foot[0][at(std::countr_zero(edge))];
    edge = next & ~reached;
    reached |= edge;
  }
  return reached;
}

/// Areas that adjoin have outlines that touch.
void look_at_outlines(const BlockContext& game, const Border& border,
                      std::vector<std::string>& lines) {
  constexpr double kGap = 0.1;  // of the smaller area: outlines are drawn by hand
  const auto &a = game.areas[at(border.first)], &b = game.areas[at(border.second)];
  if (a.gate || b.gate || a.outline.empty() || b.outline.empty()) return;
  const double extent = std::min(map::extent(a.outline), map::extent(b.outline));
  if (map::distance(a.outline, b.outline) > kGap * extent)
    lines.push_back(border.origin.words() + border.id + ": the outlines of " + a.id + " and " +
                    b.id + " do not touch");
}

void look_at_map(const BlockContext& game, std::vector<std::string>& lines) {
  const AreaSet reached = reached_from(game, 0);
  for (int area = 0; area < game.area_count(); ++area) {
    const auto& a = game.areas[at(area)];
    if (a.gate) continue;
    if (!in_set(reached, area))
      lines.push_back(a.origin.words() + a.id + ": nobody can walk there");
    if (a.supply_side >= 0 && !game.road[0][at(area)])
      lines.push_back(a.origin.words() + a.id + ": a source of supply without a road");
    constexpr std::size_t kCorners = 3;
    if (a.outline.size() < kCorners)
      lines.push_back(a.origin.words() + a.id + ": it has no outline in shapes.csv");
    else if (!map::contains(a.outline, {a.x, a.y}))
      lines.push_back(a.origin.words() + a.id + ": its middle (x, y) lies outside its outline" +
                      (map::contains(a.outline, {a.y, a.x}) ? "; x and y are exchanged" : ""));
  }
  if (game.redoubts == 0)
    lines.push_back(game.areas[0].origin.file + ": no area is a redoubt: nothing is to be taken");
  for (const auto& border : game.borders) {
    look_at_outlines(game, border, lines);
    const bool gun_road =
        border.road && border.water != Water::None && border.crossing == Crossing::None;
    if (border.road && border.water == Water::River && border.crossing == Crossing::None)
      lines.push_back(border.origin.words() + border.id +
                      ": a road over a river without a crossing");
    if (gun_road && border.source.empty())
      lines.push_back(border.origin.words() + border.id +
                      ": a road over a stream without a crossing");
  }
}

void look_at_blocks(const BlockContext& game, std::vector<std::string>& lines) {
  for (int side : {0, 1}) {
    bool chief = false;
    for (int i = 0; i < game.count[at(side)]; ++i)
      chief |= game.blocks[at(game.block_of(side, i))].office == static_cast<int>(Office::Chief);
    if (!chief) lines.push_back(game.side_names[at(side)] + ": nobody is commander-in-chief");
  }
  for (const auto& block : game.blocks) {
    if (block.arm == Arm::Headquarters && block.steps[at(block.faces - 1)] != 0)
      lines.push_back(block.origin.words() + block.id +
                      ": a headquarters needs a zero step (4.21)");
    if (block.arm != Arm::Headquarters && block.attached == kNone && !block.light && !block.militia)
      lines.push_back(block.origin.words() + block.id + ": nobody commands it");
  }
}

void look_at_set_up(const BlockContext& game, std::vector<std::string>& lines) {
  if (!game.scenario.entering.empty() && game.entry_areas.empty())
    lines.push_back(
        play::where(game.folders, "scenarios/" + game.scenario.id + ".toml", {"enters"}).words() +
        "corps enter, and game.toml names no areas of [entry] by which they could");
  std::array<std::array<int, kMaxAreas>, 2> crowd{};
  std::array<int, kMaxAreas> last{};  // block that stands there
  for (int block = 0; block < game.block_count(); ++block) {
    const int where = game.scenario.place[at(block)];
    if (where == kNone || game.scenario.absent[at(block)]) continue;
    ++crowd[at(game.side_of(block))][at(where)];
    last[at(where)] = block;
  }
  const auto place = [&](int area) {
    return play::where(game.folders, "scenarios/" + game.scenario.id + ".toml",
                       {"places", game.blocks[at(last[at(area)])].id})
               .words() +
           game.areas[at(area)].id;
  };
  for (int area = 0; area < game.area_count(); ++area) {
    if (crowd[0][at(area)] && crowd[1][at(area)])
      lines.push_back(place(area) + ": both sides stand there at the start");
    for (int side : {0, 1}) {
      const bool entry = side == 0 && in_set(game.sources[0], area);
      if (!entry && crowd[at(side)][at(area)] > game.stack[at(area)])
        lines.push_back(fmt::format("{}: {} blocks of {} at the start, at most {} may stand there",
                                    place(area), crowd[at(side)][at(area)],
                                    game.side_names[at(side)], game.stack[at(area)]));
    }
  }
}

}  // namespace

std::vector<std::string> BlockBattle::fault_lines() const {
  std::vector<std::string> lines;
  look_at_map(*context_, lines);
  look_at_blocks(*context_, lines);
  look_at_set_up(*context_, lines);
  return lines;
}

}  // namespace niemen::block_battle

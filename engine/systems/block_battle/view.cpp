// What a seat may see of a block battle, for any face (play/view.h).
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "engine/play/arrivals.h"
#include "engine/play/reach.h"
#include "engine/systems/block_battle/bare_view.h"
#include "engine/systems/block_battle/block_battle.h"
#include "engine/systems/block_battle/procedure.h"
#include "engine/systems/block_battle/steps.h"

namespace niemen::block_battle {

namespace {

/// The sheet of the map, north up: all areas with a margin.
class Sheet {
 public:
  explicit Sheet(const BlockContext& game) {
    for (const auto& area : game.areas) {
      include(area.x, area.y);
      for (const auto& [x, y] : area.outline) include(x, y);
    }
  }
  double width() const { return (east_ - west_) * kScale; }
  double height() const { return (north_ - south_) * kScale; }
  /// Kilometres east and north, in the units of the board.
  play::Point at(double x, double y) const { return {(x - west_) * kScale, (north_ - y) * kScale}; }

 private:
  static constexpr double kMargin = 0.2;  // kilometres
  static constexpr double kScale = 100;   // units a kilometre
  static constexpr double kFar = 1e6;     // kilometres: before anything has been looked at

  void include(double x, double y) {
    west_ = std::min(west_, x - kMargin);
    east_ = std::max(east_, x + kMargin);
    south_ = std::min(south_, y - kMargin);
    north_ = std::max(north_, y + kMargin);
  }

  double west_ = kFar, east_ = -kFar, south_ = kFar, north_ = -kFar;
};

constexpr int kFirstEntry = 2;  ///< turn in which corps may enter first (9.1)

constexpr std::array<std::string_view, 3> kTerrains{"clear", "woods", "swamp"};
constexpr std::array<std::string_view, 6> kArms{"headquarters", "infantry",  "cavalry",
                                                "artillery",    "artillery", "artillery"};

play::Space space_of(const BlockContext& game, const Sheet& sheet, const Area& area) {
  play::Space space;
  space.id = area.id;
  space.name = area.name;
  space.terrain = area.redoubt && game.rules.works
                      ? "redoubt"
                      : std::string(kTerrains[static_cast<std::size_t>(area.terrain)]);
  space.centre = sheet.at(area.x, area.y);
  for (const auto& [x, y] : area.outline) space.polygon.push_back(sheet.at(x, y));
  space.points = area.redoubt ? game.rules.redoubt : 0;
  space.region = area.east ? "east of the Startline" : "west of the Startline";
  space.reconstructed = area.source.find("reconstructed") != std::string::npos;
  space.source = area.source;
  return space;
}

/// The side that two outlines share, or the line between the middles.
std::vector<play::Point> shared_line(const Sheet& sheet, const Area& a, const Area& b) {
  constexpr double kSame = 0.015;  // kilometres: outlines are rounded
  std::vector<play::Point> line;
  for (const auto& p : a.outline)
    for (const auto& q : b.outline)
      if (std::abs(p[0] - q[0]) < kSame && std::abs(p[1] - q[1]) < kSame)
        line.push_back(sheet.at(p[0], p[1]));
  if (line.size() >= 2) return {line.front(), line.back()};
  return {sheet.at(a.x, a.y), sheet.at(b.x, b.y)};
}

/// Whether somebody deploys on his own side of the Startline, which is nothing else to anybody.
bool has_startline(const BlockContext& game) {
  const auto& scenario = game.scenario;
  if (scenario.first_day) return false;
  for (int block = 0; block < game.block_count(); ++block)
    if (const auto b = static_cast<std::size_t>(block);
        scenario.place[b] == kNone && !scenario.absent[b] && !scenario.enters[b])
      return true;
  return false;
}

void add_edges(const BlockContext& game, const Sheet& sheet, play::Board& board) {
  const bool startline = has_startline(game);
  for (const auto& border : game.borders) {
    const auto& a = game.areas[at(border.first)];
    const auto& b = game.areas[at(border.second)];
    if (a.gate) continue;
    const auto add = [&](std::string kind, std::vector<play::Point> line) {
      board.edges.push_back({std::move(kind), border.first, border.second, std::move(line), ""});
    };
    const auto line = shared_line(sheet, a, b);
    if (border.water == Water::River) add("river", line);
    if (border.water == Water::Stream) add("stream", line);
    if (border.crossing == Crossing::Bridge) add("bridge", line);
    if (border.crossing == Crossing::Dam || border.crossing == Crossing::Ford)
      add("crossing", line);
    if (border.slope != Slope::None) add("slope", line);
    if (border.road) add("road", {sheet.at(a.x, a.y), sheet.at(b.x, b.y)});
    if (startline && a.east != b.east) add("start line", line);
  }
}

std::string label_of(const Block& block) {
  if (block.arm == Arm::Headquarters) return block.name.substr(0, 3);
  return fmt::format("{}{}", block.letter, block.firepower);
}

/// An Action as the enemy sees it.
constexpr play::StepRow kAction{"action", "5 Action Phase", "5",
                                "Activate, bombard and move, phase by phase"};

struct Mark {
  std::array<BlockSet, 2> State::*set;
  std::string_view word;
};
constexpr Mark kMarks[] = {
    {&State::moved, "moved"},   {&State::active, "active"},   {&State::fired, "bombarded"},
    {&State::pinned, "pinned"}, {&State::reserve, "reserve"}, {&State::flank, "flank"},
    {&State::square, "square"}, {&State::guest, "sheltered"}, {&State::half, "half hit"}};

/// Makes the view of one position; `all`: nothing is hidden.
class Viewing {
 public:
  Viewing(const BlockBattle& battle, const State& shown, play::Viewer viewer, bool all,
          bool bare = false)
      : battle_(battle),
        game_(battle.context()),
        s_(shown),
        viewer_(viewer),
        all_(all || shown.step == Step::Over),
        bare_(bare) {}

  play::View make() {
    play::View view;
    view.viewer = viewer_;
    view.actor = s_.decider;
    view.step = !decides() && in_action(s_.step) ? kAction : Steps::row_of(s_.step);
    view.turn = battle_.turn(s_);
    if (!bare_) {
      view.prompt =
          view.step.name == kAction.name ? std::string(kAction.prompt) : battle_.prompt(s_);
      view.turn_name = turn_name();
      // Without the number of the chapter.
      const auto chapter = view.step.chapter;
      view.phase = chapter.substr(std::min(chapter.size(), chapter.find(' ') + 1));
    }
    add_spaces(view);
    add_counters(view);
    if (decides() && in_action(s_.step)) add_command(view);
    add_arrivals(view);
    add_tracks(view);
    add_account(view);
    if (decides() && !bare_) add_choices(view);
    return view;
  }

 private:
  bool decides() const {
    return play::is_side(s_.decider) &&
           (all_ || viewer_ == play::viewer_of(play::side_of(s_.decider)));
  }
  bool own(int side) const { return all_ || static_cast<int>(viewer_) == side; }
  std::string turn_name() const {
    if (s_.by_night()) return "the night of 6 September";
    return fmt::format("Turn {}, {}, {}:00", s_.turn, game_.days[s_.day].name, hour(game_, s_));
  }
  void add_spaces(play::View& view) const {
    for (int area = 0; area < game_.area_count(); ++area) {
      play::SpaceState space;
      const bool a = in_set(s_.held(0), area), b = in_set(s_.held(1), area);
      space.owner = a == b ? -1 : a ? 0 : 1;
      if (a && b) space.marks.push_back("contested");
      if (s_.battle == area) space.marks.push_back("battle");
      for (int side : {0, 1})
        if (supply_lines(game_, s_, side, area) != 0)
          space.marks.push_back(bare_ ? "" : play::supplied_mark(game_.side_names[at(side)]));
      view.spaces.push_back(std::move(space));
    }
  }
  /// Known is what the viewer owns, or what stands alone under its veil.
  bool known(int block) const { return own(game_.side_of(block)) || is_known(game_, s_, block); }

  void add_counters(play::View& view) {
    counter_of_.fill(-1);
    for (int area = 0; area < game_.area_count(); ++area)
      for (int side : {0, 1})
        for_each(game_, side, blocks_in(game_, s_, side, area), [&](int block) {
          counter_of_[at(block)] = static_cast<int>(view.counters.size());
          block_of_[view.counters.size()] = block;
          view.counters.push_back(known(block) ? face_up(block, area) : back(block, area));
        });
  }
  /// How far each headquarters commands, and whom: those it may order now, else those it would.
  void add_command(play::View& view) const {
    const int side = s_.phasing;
    for_each(game_, side, game_.headquarters[at(side)], [&](int leader) {
      if (!is_area(s_.at(leader))) return;
      const auto range = in_range(game_, s_, side, s_.at(leader), game_.blocks[at(leader)].range);
      for (AreaSet left = range; left; left &= left - 1)
        view.spaces[at(std::countr_zero(left))].marks.push_back(
            bare_ ? std::string() : "in range of " + game_.blocks[at(leader)].name);
    });
    if (bare_) return;  // a mark counts, its words do not
    for (auto& counter : view.counters) {
      if (counter.side != side || counter.place < 0) continue;
      const int block = block_of_[at(static_cast<int>(&counter - view.counters.data()))];
      const int leader = leader_of(block);
      if (leader != kNone) counter.states.push_back("under " + game_.blocks[at(leader)].name);
    }
  }
  int leader_of(int block) const {
    const int side = s_.phasing;
    const auto bit = game_.bit(block);
    const auto reaches = [&](int leader) {
      return is_area(s_.at(leader)) &&
             in_set(in_range(game_, s_, side, s_.at(leader), game_.blocks[at(leader)].range),
                    s_.at(block));
    };
    int found = kNone;
    for_each(game_, side, s_.active[at(side)], [&](int leader) {
      const bool leads_army =
          leader == s_.holder[0] || leader == s_.holder[1] || leader == s_.holder[2];
      const auto own = game_.commanded[s_.given][at(leader)] | game_.light[at(side)];
      if (found == kNone && !leads_army && (own & bit) && reaches(leader)) found = leader;
    });
    for (int office = 0; office < kOffices && found == kNone; ++office)
      if (commanded_by_office(game_, s_, side, office) & bit) found = s_.holder[at(office)];
    for_each(game_, side, game_.headquarters[at(side)], [&](int leader) {
      if (found == kNone && (game_.commanded[s_.given][at(leader)] & bit) && reaches(leader))
        found = leader;
    });
    return found;
  }
  /// Only the owner is told who is still away.
  void add_arrivals(play::View& view) {
    const auto& scenario = game_.scenario;
    const bool night_comes = scenario.first_day && scenario.second_day && s_.day == 0;
    for (int block = 0; block < game_.block_count(); ++block) {
      const bool enters = s_.at(block) == kWaiting && scenario.enters[at(block)];
      const bool by_night = s_.at(block) == kAbsent && night_comes;
      if (!own(game_.side_of(block)) || !(enters || by_night)) continue;
      const int turn = enters ? std::max<int>(kFirstEntry, s_.turn) : game_.days[0].turns + 1;
      counter_of_[at(block)] = static_cast<int>(view.counters.size());
      view.counters.push_back(face_up(block, -1));
      view.counters.back().states.clear();
      view.counters.back().arrives = turn;
    }
  }
  play::Counter face_up(int block, int area) const {
    const auto& unit = game_.blocks[at(block)];
    play::Counter counter;
    counter.place = area;
    counter.side = unit.side;
    counter.kind = kArms[static_cast<std::size_t>(unit.arm)];
    const auto& loss = s_.loss[at(block)];
    const bool exact = own(unit.side) || loss.least() == loss.most();
    if (exact) counter.strength = strength(game_, s_, block);
    if (bare_) return counter;
    counter.id = unit.id;
    counter.name = unit.name;
    counter.label = label_of(unit);
    if (!exact)
      counter.states.push_back(fmt::format("strength {} to {}", unit.steps[at(loss.most())],
                                           unit.steps[at(loss.least())]));
    for (const auto& [set, word] : kMarks)
      if (has(game_, s_.*set, block)) counter.states.emplace_back(word);
    return counter;
  }
  play::Counter back(int block, int area) const {
    play::Counter counter;
    counter.place = area;
    counter.side = game_.side_of(block);
    counter.kind = "block";
    counter.known = false;
    if (bare_) return counter;
    counter.id = fmt::format("block-{}", game_.areas[at(area)].id);
    for (const auto& [set, word] : {kMarks[0], kMarks[4]})
      if (has(game_, s_.*set, block)) counter.states.emplace_back(word);
    return counter;
  }
  void add_tracks(play::View& view) const {
    view.tracks.push_back({"turn", "Turn", -1, s_.turn, turn_name()});
    view.tracks.push_back({"player-1", "Order of play", s_.first_player, 1, "first"});
    if (s_.battle != kNone)
      view.tracks.push_back(
          {"round", "Round of battle", -1, s_.round, game_.areas[s_.battle].name});
    for (int side : {0, 1}) {
      int points = 0;
      for (std::size_t i = 0; i < game_.source_list[at(side)].size(); ++i)
        points += points_of_source(game_, s_, side, static_cast<int>(i));
      view.tracks.push_back({"supply", "Supply points", side, points, ""});
    }
  }
  /// Totals stay secret till the end: of the enemy's dead only those that were seen die count here.
  void add_account(play::View& view) const {
    for (int side : {0, 1}) {
      for (int i = 0; i < game_.count[at(1 - side)]; ++i) {
        const int block = game_.block_of(1 - side, i);
        if (s_.at(block) == kDead && known(block))
          view.account.push_back({game_.blocks[at(block)].name + " eliminated", "8.2", side,
                                  game_.blocks[at(block)].points});
      }
      for (AreaSet left = game_.redoubts & friendly(s_, side); left; left &= left - 1)
        view.account.push_back({game_.areas[at(std::countr_zero(left))].name + " occupied", "8.5",
                                side, redoubt_points(game_, side)});
    }
    if (const int bid = game_.rules.bid; bid != 0)
      view.account.push_back({"the bid", "8.5, Play Balance", bid > 0 ? 1 : 0, std::abs(bid)});
  }
  void add_choices(play::View& view) const {
    play::ActionList legal;
    battle_.legal(s_, legal);
    for (const auto action : legal) {
      play::Choice choice;
      choice.action = action;
      choice.notation = battle_.action_text(s_, action);
      choice.words = choice.notation;
      const int value = value_of(action);
      const auto range = range_of(verb_of(action));
      const bool about = s_.pending < game_.block_count();
      if (range == ValueRange::Block) {
        if (counter_of_[at(value)] >= 0) choice.counters.push_back(counter_of_[at(value)]);
        choice.from = is_area(s_.at(value)) ? s_.at(value) : -1;
        choice.words = words_of(action, game_.blocks[at(value)].name);
      }
      // What ends the question is about nobody, whoever was in question before.
      const bool ends = choice.notation.starts_with("end ");
      if (about && !ends && range != ValueRange::Block && counter_of_[s_.pending] >= 0)
        choice.counters.push_back(counter_of_[s_.pending]);
      if (range == ValueRange::Area) {
        choice.to = value;
        if (about && is_area(s_.at(s_.pending))) choice.from = s_.at(s_.pending);
        choice.words = words_of(action, game_.areas[at(value)].name);
      }
      view.choices.push_back(std::move(choice));
    }
  }
  /// The notation with the name in place of the code.
  std::string words_of(play::Action action, const std::string& name) const {
    const auto notation = battle_.action_text(s_, action);
    const auto code = range_of(verb_of(action)) == ValueRange::Block
                          ? battle_.piece_code(value_of(action))
                          : battle_.place_code(value_of(action));
    return notation.substr(0, notation.size() - code.size()) + name;
  }

  const BlockBattle& battle_;
  const BlockContext& game_;
  const State& s_;
  play::Viewer viewer_;
  bool all_;
  bool bare_;
  std::array<int, kMaxBlocks> counter_of_{}, block_of_{};
};

}  // namespace

play::Board BlockBattle::board() const {
  play::Board board;
  const Sheet sheet(*context_);
  board.width = sheet.width();
  board.height = sheet.height();
  for (const auto& area : context_->areas) board.spaces.push_back(space_of(*context_, sheet, area));
  add_edges(*context_, sheet, board);
  return board;
}

play::View BlockBattle::view(const Observation& observation) const {
  return Viewing(*this, observation.shown, static_cast<play::Viewer>(observation.viewer), false)
      .make();
}

play::View bare_view(const BlockBattle& game, const Observation& observation) {
  return Viewing(game, observation.shown, static_cast<play::Viewer>(observation.viewer), false,
                 true)
      .make();
}

play::View BlockBattle::whole_view(const State& state) const {
  return Viewing(*this, state, play::Viewer::Public, true).make();
}

}  // namespace niemen::block_battle

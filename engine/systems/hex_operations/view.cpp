// What a seat may see: the board, and everything on it, for all pieces are open (H-58).
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "engine/play/arrivals.h"
#include "engine/play/reach.h"
#include "engine/systems/hex_operations/bare_view.h"
#include "engine/systems/hex_operations/chapters.h"
#include "engine/systems/hex_operations/hex_operations.h"
#include "engine/systems/hex_operations/steps.h"
#include "engine/systems/hex_operations/supply.h"
#include "engine/systems/hex_operations/words.h"

namespace niemen::hex_operations {

namespace {

/// Side of a hex on the board; columns grow eastward, even ones stand half a hex lower.
constexpr double kHexSide = 24;
const double kHexHeight = std::numbers::sqrt3 * kHexSide;

play::Point centre_of(int code) {
  const double lower = column_of(code) % 2 == 0 ? 0.5 : 0.0;
  return {1.5 * kHexSide * column_of(code), kHexHeight * (row_of(code) + lower)};
}

/// Corners clockwise from the upper left: side d lies between corners d and d + 1.
std::vector<play::Point> corners_of(int code) {
  const auto centre = centre_of(code);
  const double half = kHexSide / 2, height = kHexHeight / 2;
  return {{centre.x - half, centre.y - height}, {centre.x + half, centre.y - height},
          {centre.x + kHexSide, centre.y},      {centre.x + half, centre.y + height},
          {centre.x - half, centre.y + height}, {centre.x - kHexSide, centre.y}};
}

std::string area_name(const OperationsContext& game, int code) {
  const int area = game.area[static_cast<std::size_t>(code)];
  return area == kNoArea ? "" : game.areas[static_cast<std::size_t>(area)];
}

/// The direction from one hex to the next on the grid, or -1.
int way_between(const OperationsContext& game, int first, int second) {
  for (int d = 0; d < kDirections; ++d)
    if (game.neighbour[static_cast<std::size_t>(first)][static_cast<std::size_t>(d)] == second)
      return d;
  return -1;
}

}  // namespace

play::Board HexOperations::board() const {
  const auto& game = *context_;
  play::Board board;
  for (const auto& hex : game.hexes) {
    play::Space space;
    space.id = OperationsContext::hex_id(hex.code);
    space.name = hex.name;
    space.terrain = hex.fortress ? "fortress" : hex.terrain;
    space.centre = centre_of(hex.code);
    space.polygon = corners_of(hex.code);
    space.points = hex.points;
    space.region = area_name(game, hex.code);
    space.source = hex.source;
    space.reconstructed = hex.source.starts_with("reconstructed");
    board.width = std::max(board.width, space.centre.x + 2 * kHexSide);
    board.height = std::max(board.height, space.centre.y + kHexHeight);
    board.spaces.push_back(std::move(space));
  }
  for (const auto& river : game.rivers) {
    const int way = way_between(game, river.first, river.second);
    if (way < 0) continue;  // a bank of something that nobody enters
    const auto corners = corners_of(river.first);
    const auto next = static_cast<std::size_t>(way + 1) % corners.size();
    board.edges.push_back({river.bridged ? "bridge" : "river",
                           game.find_hex(river.first),
                           game.find_hex(river.second),
                           {corners[static_cast<std::size_t>(way)], corners[next]},
                           river.name});
  }
  return board;
}

namespace {

std::string_view kind_name(Arm arm) {
  constexpr std::array<std::string_view, 5> kNames{"infantry", "cavalry", "commander", "train",
                                                   "depot"};
  return kNames[static_cast<std::size_t>(arm)];
}

/// Makes a view of a position.
class Viewing {
 public:
  Viewing(const HexOperations& game, const State& state, play::Viewer viewer, bool referee,
          bool bare = false)
      : handle_(game), game_(game.context()), s_(state), referee_(referee), bare_(bare) {
    view_.viewer = viewer;
  }

  play::View make() {
    view_.actor = s_.decider;
    view_.turn = handle_.turn(s_);
    if (!bare_) frame();
    spaces();
    counters();
    tracks();
    account();
    if (bare_) return std::move(view_);
    if (referee_ ||
        (play::is_side(s_.decider) && play::viewer_of(play::side_of(s_.decider)) == view_.viewer))
      choices();
    return std::move(view_);
  }

 private:
  void frame() {
    view_.step = handle_.step(s_);
    view_.prompt = handle_.prompt(s_);
    const auto date = s_.turn <= static_cast<int>(game_.dates.size())
                          ? ", " + game_.dates[static_cast<std::size_t>(s_.turn - 1)]
                          : "";
    view_.turn_name = fmt::format("Game-Turn {}{}", s_.turn, date);
    view_.phase = std::string(view_.step.chapter);
  }

  void spaces() {
    view_.spaces.resize(game_.hexes.size());
    std::vector<std::array<bool, play::kSides>> fed(game_.areas.size());
    for (std::size_t area = 0; area < fed.size(); ++area)
      for (const int side : {0, 1})
        fed[area][static_cast<std::size_t>(side)] =
            has_source(game_, s_, side, static_cast<int>(area));
    // Made once: a view has thousands of marks, and whoever looks for ways asks for many views.
    std::array<std::string, play::kSides> zone, supplied;
    for (const int side : {0, 1}) {
      if (bare_) continue;
      zone[static_cast<std::size_t>(side)] = play::zone_mark(name_of(side));
      supplied[static_cast<std::size_t>(side)] = play::supplied_mark(name_of(side));
    }
    constexpr std::size_t kUsualMarks = 4;
    for (std::size_t i = 0; i < game_.hexes.size(); ++i) {
      const auto code = game_.hexes[i].code;
      if (!game_.open[code]) continue;
      auto& space = view_.spaces[i];
      if (!bare_) space.marks.reserve(kUsualMarks);
      if (const int at = game_.place[code]; at != kNoPlace) {
        space.owner = controls(s_, 0, at) ? 0 : 1;
        if ((s_.spoilt >> at) & 1U) space.marks.push_back("passed by the enemy");
        if (besieged(game_, s_, at)) space.marks.push_back("besieged");
      }
      for (const int side : {0, 1})
        if (zone_on(game_, s_, side, code) != Zone::None)
          space.marks.push_back(zone[static_cast<std::size_t>(side)]);
      if (game_.area[code] == kNoArea) continue;
      for (const int side : {0, 1})
        if (fed[game_.area[code]][static_cast<std::size_t>(side)])
          space.marks.push_back(supplied[static_cast<std::size_t>(side)]);
      const auto depletion = s_.depletion(game_.area[code]);
      if (depletion == Depletion::Half) space.marks.push_back("50% depleted");
      if (depletion == Depletion::Full) space.marks.push_back("100% depleted");
    }
  }

  const std::string& name_of(int side) const {
    return game_.side_names[static_cast<std::size_t>(side)];
  }

  void counters() {
    counter_of_piece_.fill(-1);
    std::vector<int> pieces;
    for (int piece = 0; piece < kPieces; ++piece)
      if (s_.hex[static_cast<std::size_t>(piece)] != kGone) pieces.push_back(piece);
    std::stable_sort(pieces.begin(), pieces.end(), [&](int a, int b) {
      return s_.hex[static_cast<std::size_t>(a)] < s_.hex[static_cast<std::size_t>(b)];
    });
    for (const int piece : pieces) {
      const int first = stands_for(game_, s_, piece);
      auto& known = counter_of_piece_[static_cast<std::size_t>(first)];
      if (first != piece && known >= 0) {
        ++view_.counters[static_cast<std::size_t>(known)].count;
      } else {
        known = static_cast<int>(view_.counters.size());
        view_.counters.push_back(counter(piece));
      }
      counter_of_piece_[static_cast<std::size_t>(piece)] = known;
    }
  }
  play::Counter counter(int piece) const {
    const auto& info = game_.pieces[static_cast<std::size_t>(piece)];
    play::Counter counter;
    counter.place = s_.is_on_map(piece) ? game_.find_hex(s_.at(piece)) : -1;
    counter.side = side_of_piece(piece);
    counter.kind = kind_name(info.arm);
    counter.strength = is_combat(info.arm) ? strength_of(game_, s_, piece) : 0;
    if (bare_) {
      if (!s_.is_on_map(piece) && info.arrival >= 0)
        counter.arrives = game_.arrivals[static_cast<std::size_t>(info.arrival)].turn;
      return counter;
    }
    counter.id = info.id;
    counter.label = counter_text(game_, s_, piece);
    counter.name = info.arm == Arm::Leader
                       ? fmt::format("{} ({}/{})", info.name, info.offence, info.defence)
                       : counter.label;
    if (s_.disrupted(piece)) counter.states.push_back("disrupted");
    const bool moving = s_.segment < 2 && side_of_piece(piece) == s_.phasing;
    if (moving && s_.marked(piece, kMoved)) counter.states.push_back("moved");
    if (s_.segment < 2 && s_.marked(piece, kDoomed)) counter.states.push_back("eliminated");
    if (s_.segment == 2 && s_.marked(piece, kUnsupplied)) counter.states.push_back("unsupplied");
    if (!s_.is_on_map(piece)) put_outside(piece, counter);
    return counter;
  }
  void put_outside(int piece, play::Counter& counter) const {
    counter.states.clear();
    const int row = game_.pieces[static_cast<std::size_t>(piece)].arrival;
    if (row < 0) {
      counter.states.emplace_back("to be deployed");
      return;
    }
    const auto& arrival = game_.arrivals[static_cast<std::size_t>(row)];
    std::vector<std::string> entries;
    if (arrival.by_fortress) entries.push_back("any Fortress of its own that is not besieged");
    for (const HexCode hex : arrival.entries) entries.push_back(game_.hex_text(hex));
    counter.arrives = arrival.turn;
    counter.entry = play::entry_words(std::move(entries));
  }

  void tracks() {
    const auto& rules = game_.rules;
    view_.tracks.push_back({"turn", "Game-Turn", -1, s_.turn, view_.turn_name});
    const bool winter = rules.winter(s_.turn);
    view_.tracks.push_back({"season", "Season", -1, winter, winter ? "winter" : "summer"});
    view_.tracks.push_back({"points", "Victory points", 0, victory_points(game_, s_), ""});
    view_.tracks.push_back({"index", "Victory Points Index", 0,
                            rules.victory_index[static_cast<std::size_t>(s_.turn - 1)], ""});
  }

  void account() {
    for (std::size_t at = 0; at < game_.places.size(); ++at) {
      const auto& place = game_.places[at];
      if (controls(s_, 0, static_cast<int>(at)))
        view_.account.push_back(
            {bare_ ? "" : "control of " + place.name, "Victory A", 0, place.points});
    }
    if (game_.level_offset != 0)
      view_.account.push_back({"as the scenario begins", "Scenarios", 0, game_.level_offset});
    if (s_.leader_lost)
      view_.account.push_back(
          {game_.pieces[static_cast<std::size_t>(game_.victory_leader)].name + " eliminated",
           "Victory A", 0, game_.rules.leader_lost});
  }

  void choices() {
    if (!play::is_side(s_.decider)) return;
    play::ActionList list;
    handle_.legal(s_, list);
    for (const auto action : list) {
      play::Choice choice;
      choice.action = action;
      choice.notation = handle_.action_text(s_, action);
      choice.words = action_words(game_, s_, action);
      touch(choice);
      view_.choices.push_back(std::move(choice));
    }
  }
  void touch(play::Choice& choice) const {
    const int value = value_of(choice.action);
    switch (range_of(verb_of(choice.action))) {
      case ValueRange::Hex: return touch_hex(choice, value);
      case ValueRange::Piece:
        choice.caution = caution_of(verb_of(choice.action));
        return touch_piece(choice, value);
      case ValueRange::HexWay:
        choice.from = game_.find_hex(directed_what(value));
        choice.to = game_.find_hex(neighbour(directed_what(value), directed_way(value)));
        return;
      case ValueRange::PieceWay:
        touch_piece(choice, directed_what(value));
        choice.to = game_.find_hex(neighbour(s_.at(directed_what(value)), directed_way(value)));
        return;
      default: return;
    }
  }
  /// Movement F-H: marches beyond one allowance cost dice.
  static std::string caution_of(Verb verb) {
    if (verb == Verb::MarchDouble) return "forced march up to twice the allowance (Movement F)";
    if (verb == Verb::MarchTriple)
      return "forced march up to three times the allowance (Movement F)";
    return {};
  }
  void touch_hex(play::Choice& choice, int hex) const {
    const bool walks = s_.step == Step::WithdrawStep || s_.step == Step::RetreatStep;
    if (s_.step == Step::MoveStep) touch_piece(choice, s_.work.movement.piece);
    if (s_.step == Step::LeaderFlees) touch_piece(choice, s_.work.movement.leader);
    if (walks) touch_piece(choice, s_.work.combat.piece);
    (s_.step == Step::ChooseBattle || s_.step == Step::DeclareAttack ? choice.from : choice.to) =
        game_.find_hex(hex);
  }
  void touch_piece(play::Choice& choice, int piece) const {
    const int counter = counter_of_piece_[static_cast<std::size_t>(piece)];
    if (counter >= 0) choice.counters.push_back(counter);
    if (s_.is_on_map(piece)) choice.from = game_.find_hex(s_.at(piece));
  }
  int neighbour(int hex, int way) const {
    return game_.neighbour[static_cast<std::size_t>(hex)][static_cast<std::size_t>(way)];
  }

  const HexOperations& handle_;
  const OperationsContext& game_;
  const State& s_;
  bool referee_;
  const bool bare_;
  play::View view_;
  std::array<int, kPieces> counter_of_piece_{};
};

}  // namespace

play::View HexOperations::view(const Observation& observation) const {
  return Viewing(*this, observation.shown, observation.viewer, false).make();
}

play::View bare_view(const HexOperations& game, const Observation& observation) {
  return Viewing(game, observation.shown, observation.viewer, false, true).make();
}

play::View HexOperations::whole_view(const State& state) const {
  return Viewing(*this, state, play::Viewer::Public, true).make();
}

}  // namespace niemen::hex_operations

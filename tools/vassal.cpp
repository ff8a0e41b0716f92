#include "tools/vassal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "engine/play/draw_parts.h"
#include "engine/play/draw_sheets.h"

namespace niemen::tools {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kCounter = 56;  // pixels of a counter's side

/// Counters off the map: those of a side that come on one turn, or that are yet to be set up (turn
/// 0).
using Cell = std::pair<int, int>;

/// The board beside the map: a field for each cell, in which counters of one kind lie on each
/// other.
class Waiting {
 public:
  void add(Cell cell, int kind) {
    auto& kinds = cells_[cell];
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  bool empty() const { return cells_.empty(); }
  /// Where a counter of a kind lies. Precondition: it was added.
  play::Point spot(Cell cell, int kind) const {
    double y = kFrame;
    for (const auto& [other, kinds] : cells_) {
      if (other != cell) {
        y += high(kinds);
        continue;
      }
      const auto at = std::find(kinds.begin(), kinds.end(), kind) - kinds.begin();
      return {kFrame + kWords + kStep * (static_cast<double>(at % kInRow) + 0.5),
              y + kStep * (static_cast<double>(at / kInRow) + 0.5) + kGap / 2};
    }
    return {};
  }
  Json json(const play::PictureText& text) const {
    const double width = 2 * kFrame + kWords + kInRow * kStep;
    double height = kFrame;
    Json places = Json::array();
    std::string drawn;
    for (const auto& [cell, kinds] : cells_) {
      const auto name = name_of(cell, text);
      drawn += fmt::format(
          "<rect x=\"{}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" fill=\"#F4ECD6\" "
          "stroke=\"#2A231A\"/><text x=\"{}\" y=\"{:.0f}\" font-size=\"15\" fill=\"#2A231A\" "
          "font-family=\"Playfair\">{}</text>\n",
          kFrame, height, width - 2 * kFrame, high(kinds), kFrame + 8, height + 24,
          play::drawing::escaped(name));
      for (const int kind : kinds) {
        const auto at = spot(cell, kind);
        places.push_back({{"name", name}, {"x", std::lround(at.x)}, {"y", std::lround(at.y)}});
      }
      height += high(kinds);
    }
    height += kFrame;
    const auto svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 "
        "{0:.0f} {1:.0f}\">\n<rect width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "fill=\"#FBF7EB\"/>\n{2}</svg>\n",
        width, height, drawn);
    return {{"svg", svg}, {"places", places}};
  }

 private:
  static constexpr double kFrame = 10, kWords = 190, kStep = 66, kGap = 10;
  static constexpr int kInRow = 10;
  static double high(const std::vector<int>& kinds) {
    return kGap + kStep * static_cast<double>((kinds.size() + kInRow - 1) / kInRow);
  }
  static std::string name_of(Cell cell, const play::PictureText& text) {
    const auto& side = text.side_names[static_cast<std::size_t>(cell.first)];
    return cell.second == 0 ? side + ", to be set up"
                            : fmt::format("{}, turn {}", side, cell.second);
  }
  std::map<Cell, std::vector<int>> cells_;
};

/// A counter of a set-up: on the map at a place, or waiting in a cell.
struct Piece {
  int kind = 0, face = 0;
  int place = -1;
  Cell cell{};
  bool hidden = false;
};

std::vector<Piece> pieces_of(const SetUp& set_up, const play::CounterSet& counters) {
  std::vector<Piece> pieces;
  std::vector<int> missing;
  for (const auto& kind : counters.kinds()) missing.push_back(kind.count);
  for (std::size_t i = 0; i < set_up.view.counters.size(); ++i) {
    const auto& counter = set_up.view.counters[i];
    const auto found = counters.find(counter);
    if (!found) continue;
    for (int n = 0; n < counter.count; ++n)
      pieces.push_back({found->kind,
                        found->face,
                        counter.place,
                        {counter.side, counter.arrives},
                        static_cast<bool>(set_up.hidden[i])});
    missing[static_cast<std::size_t>(found->kind)] -= counter.count;
  }
  // Who is not told of waits to be deployed, unless the campaign is under way without him.
  if (set_up.open)
    for (std::size_t kind = 0; kind < missing.size(); ++kind)
      for (int n = 0; n < missing[kind]; ++n)
        pieces.push_back({static_cast<int>(kind), 0, -1, {counters.kinds()[kind].side, 0}, false});
  return pieces;
}

/// Where a side's stack lies: beside the enemy's in a place that both have.
play::Point stack_at(const play::Board& board, const std::vector<Piece>& pieces,
                     const play::CounterSet& counters, const Piece& piece, double zoom) {
  constexpr double kAside = 0.32 * kCounter;
  const auto& centre = board.spaces[static_cast<std::size_t>(piece.place)].centre;
  const auto side_of = [&](const Piece& one) {
    return counters.kinds()[static_cast<std::size_t>(one.kind)].side;
  };
  const bool shared = std::any_of(pieces.begin(), pieces.end(), [&](const Piece& other) {
    return other.place == piece.place && side_of(other) != side_of(piece);
  });
  return {centre.x * zoom + (shared ? (side_of(piece) == 0 ? -kAside : kAside) : 0),
          centre.y * zoom};
}

Json faces_json(const play::CounterKind& kind, const play::SideColours& colours) {
  Json faces = Json::array();
  for (std::size_t face = 0; face < kind.faces.size(); ++face)
    faces.push_back(play::draw_face(kind, face, colours, kCounter));
  return faces;
}

Json places_json(const play::Board& board, double zoom) {
  Json places = Json::array();
  for (const auto& space : board.spaces) {
    if (space.id.empty()) continue;
    places.push_back({{"name", space.name.empty() ? space.id : space.id + " " + space.name},
                      {"x", std::lround(space.centre.x * zoom)},
                      {"y", std::lround(space.centre.y * zoom)}});
  }
  return places;
}

}  // namespace

bool is_open(const play::AnyGame& game, const play::AnyState& state) {
  const auto step = game.step(state).name;
  return game.turn(state) < game.info().first_turn || step == "set-up" || step == "deploy";
}

SetUp set_up_of(const play::AnyGame& game, const play::AnyState& state, const std::string& name) {
  SetUp set_up{name, game.whole_view(state), is_open(game, state), {}};
  std::array<std::set<int>, play::kSides> hidden;  // places where the side's counters lie face down
  for (int side = 0; side < play::kSides; ++side) {
    const auto enemy = side == 0 ? play::Viewer::SideB : play::Viewer::SideA;
    for (const auto& counter : game.view(game.observe(state, enemy)).counters)
      if (counter.side == side && !counter.known)
        hidden[static_cast<std::size_t>(side)].insert(counter.place);
  }
  for (const auto& counter : set_up.view.counters)
    set_up.hidden.push_back(counter.side >= 0 && counter.place >= 0 &&
                            hidden[static_cast<std::size_t>(counter.side)].contains(counter.place));
  return set_up;
}

std::string vassal_module(const play::AnyGame& game, const play::Board& board,
                          const play::Country& country, const play::PictureText& text,
                          const play::CounterSet& counters, const std::vector<SetUp>& set_ups) {
  const double zoom = kCounter / play::counter_on_board(board);
  std::vector<std::vector<Piece>> pieces;
  Waiting waiting;
  for (const auto& set_up : set_ups) {
    pieces.push_back(pieces_of(set_up, counters));
    for (const auto& piece : pieces.back())
      if (piece.place < 0) waiting.add(piece.cell, piece.kind);
  }
  Json module{{"name", text.title},
              {"description", "Made by niemen export of the game " + game.info().title},
              {"sides", {text.side_names[0], text.side_names[1]}},
              {"first_turn", std::max(1, game.info().first_turn)},
              {"size", kCounter}};
  module["map"] = {
      {"svg", play::draw_bare_map(board, game.whole_view(game.initial()), text, country, zoom)},
      {"places", places_json(board, zoom)}};
  if (!waiting.empty()) module["waiting"] = waiting.json(text);
  module["backs"] = {play::draw_back(0, country.side_colours, kCounter),
                     play::draw_back(1, country.side_colours, kCounter)};
  for (const auto& kind : counters.kinds())
    module["counters"].push_back({{"side", kind.side},
                                  {"kind", kind.kind},
                                  {"name", kind.name},
                                  {"faces", faces_json(kind, country.side_colours)}});
  for (std::size_t i = 0; i < set_ups.size(); ++i) {
    Json list = Json::array();
    for (const auto& piece : pieces[i]) {
      const auto at = piece.place < 0 ? waiting.spot(piece.cell, piece.kind)
                                      : stack_at(board, pieces[i], counters, piece, zoom);
      list.push_back({{"counter", piece.kind},
                      {"face", piece.face},
                      {"on_map", piece.place >= 0},
                      {"x", std::lround(at.x)},
                      {"y", std::lround(at.y)},
                      {"hidden", piece.hidden}});
    }
    module["set_ups"].push_back({{"name", set_ups[i].name}, {"pieces", std::move(list)}});
  }
  return module.dump();
}

}  // namespace niemen::tools

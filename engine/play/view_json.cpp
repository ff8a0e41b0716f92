#include "engine/play/view_json.h"

#include <nlohmann/json.hpp>

#include "engine/play/arrivals.h"

namespace niemen::play {

namespace {

using Json = nlohmann::ordered_json;

/// Leave out what is empty, nobody's, nowhere or zero.
void put(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = text;
}
void put(Json& json, const char* key, std::string_view text) {
  if (!text.empty()) json[key] = text;
}
void put(Json& json, const char* key, const std::vector<std::string>& words) {
  if (!words.empty()) json[key] = words;
}
void put_number(Json& json, const char* key, int value) {
  if (value != 0) json[key] = value;
}
void put_place(Json& json, const char* key, int place) {
  if (place >= 0) json[key] = place;
}
void put_side(Json& json, const char* key, int side) {
  if (side >= 0) json[key] = side == 0 ? "a" : "b";
}

Json to_json(const Point& point) { return Json::array({point.x, point.y}); }

/// A list of whatever to_json() knows.
template <class T>
Json list_of(const std::vector<T>& values);

Json to_json(const Space& space) {
  Json json{{"id", space.id}};
  put(json, "name", space.name);
  put(json, "terrain", space.terrain);
  json["centre"] = to_json(space.centre);
  json["polygon"] = list_of(space.polygon);
  put_number(json, "points", space.points);
  put(json, "region", space.region);
  if (space.reconstructed) json["reconstructed"] = true;
  put(json, "source", space.source);
  return json;
}

Json to_json(const Edge& edge) {
  Json json{{"kind", edge.kind}};
  put_place(json, "a", edge.a);
  put_place(json, "b", edge.b);
  json["line"] = list_of(edge.line);
  put(json, "name", edge.name);
  return json;
}

Json to_json(const Counter& counter) {
  Json json{{"id", counter.id}};
  put_place(json, "place", counter.place);
  put_side(json, "side", counter.side);
  put(json, "kind", counter.kind);
  put(json, "name", counter.name);
  put(json, "label", counter.label);
  put_number(json, "strength", counter.strength);
  if (counter.count != 1) json["count"] = counter.count;
  if (!counter.known) json["known"] = false;
  put(json, "states", counter.states);
  put_number(json, "arrives", counter.arrives);
  put(json, "entry", counter.entry);
  return json;
}

Json to_json(const Link& link) {
  Json json{{"kind", link.kind}};
  put_side(json, "side", link.side);
  put_place(json, "from", link.from);
  put_place(json, "to", link.to);
  return json;
}

Json to_json(const Track& track) {
  Json json{{"id", track.id}, {"name", track.name}};
  put_side(json, "side", track.side);
  json["value"] = track.value;
  put(json, "words", track.words);
  return json;
}

Json to_json(const AccountLine& line) {
  Json json{{"words", line.words}};
  put(json, "rule", line.rule);
  put_side(json, "side", line.side);
  json["points"] = line.points;
  return json;
}

Json to_json(const Arrival& arrival) {
  Json json{{"turn", arrival.turn}};
  put_side(json, "side", arrival.side);
  json["units"] = arrival.units;
  put(json, "where", arrival.where);
  return json;
}

Json to_json(const Choice& choice) {
  Json json{{"action", choice.action}, {"notation", choice.notation}};
  put(json, "words", choice.words);
  if (!choice.counters.empty()) json["counters"] = choice.counters;
  put_place(json, "from", choice.from);
  put_place(json, "to", choice.to);
  put(json, "caution", choice.caution);
  return json;
}

Json to_json(const StepRow& step) {
  Json json{{"name", step.name}};
  put(json, "chapter", step.chapter);
  put(json, "rule", step.rule);
  put(json, "prompt", step.prompt);
  if (step.barrier == Barrier::Die) json["barrier"] = "die";
  if (step.barrier == Barrier::Reveal) json["barrier"] = "reveal";
  return json;
}

template <class T>
Json list_of(const std::vector<T>& values) {
  Json list = Json::array();
  for (const auto& value : values) list.push_back(to_json(value));
  return list;
}

const char* name_of(Viewer viewer) {
  constexpr const char* kNames[kViewers] = {"a", "b", "public"};
  return kNames[static_cast<int>(viewer)];
}
const char* name_of(Actor actor) {
  constexpr const char* kNames[] = {"a", "b", "nature", "over"};
  return kNames[static_cast<int>(actor)];
}

Json spaces_json(const std::vector<SpaceState>& spaces) {
  Json list = Json::array();
  for (std::size_t place = 0; place < spaces.size(); ++place) {
    const auto& space = spaces[place];
    if (space.owner < 0 && space.marks.empty()) continue;
    Json json{{"place", place}};
    put_side(json, "owner", space.owner);
    put(json, "marks", space.marks);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

nlohmann::ordered_json board_json(const Board& board) {
  return Json{{"width", board.width},
              {"height", board.height},
              {"spaces", list_of(board.spaces)},
              {"edges", list_of(board.edges)}};
}

nlohmann::ordered_json view_json(const View& view) {
  Json json{{"viewer", name_of(view.viewer)},
            {"actor", name_of(view.actor)},
            {"step", to_json(view.step)}};
  put(json, "prompt", view.prompt);
  json["turn"] = view.turn;
  put(json, "turn_name", view.turn_name);
  put(json, "phase", view.phase);
  json["spaces"] = spaces_json(view.spaces);
  json["counters"] = list_of(view.counters);
  json["links"] = list_of(view.links);
  json["tracks"] = list_of(view.tracks);
  json["account"] = list_of(view.account);
  if (const auto due = arrivals(view); !due.empty()) json["arrivals"] = list_of(due);
  json["choices"] = list_of(view.choices);
  return json;
}

}  // namespace niemen::play

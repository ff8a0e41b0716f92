#include "engine/play/log.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/play/telling.h"

namespace niemen::play {

using Json = nlohmann::ordered_json;

namespace {

constexpr int kLogVersion = 5;
/// Told what happened in words only.
constexpr int kFirstVersion = 1;
constexpr std::string_view kEndStart = "{\"end\":";

std::string_view actor_name(Actor actor) {
  switch (actor) {
    case Actor::SideA: return "A";
    case Actor::SideB: return "B";
    case Actor::Nature: return "Nature";
    case Actor::Over: return "Over";
  }
  return "?";
}

std::string_view winner_name(Outcome::Winner winner) {
  switch (winner) {
    case Outcome::Winner::A: return "A";
    case Outcome::Winner::B: return "B";
    case Outcome::Winner::Draw: return "Draw";
  }
  return "?";
}

Json modifiers_json(const AnyGame& game, const std::vector<Modifier>& modifiers) {
  Json list = Json::array();
  for (const auto& modifier : modifiers) {
    Json json{{"value", modifier.value}, {"reason", modifier.reason}};
    if (!modifier.rule.empty()) json["rule"] = modifier.rule;
    if (modifier.place >= 0) json["place"] = game.place_code(modifier.place);
    if (modifier.piece >= 0) json["piece"] = game.piece_code(modifier.piece);
    list.push_back(std::move(json));
  }
  return list;
}

/// The data of an event and its words; what is nobody's, nowhere or nothing is left out.
Json event_json(const AnyGame& game, const Event& event) {
  Json json{{"kind", game.event_row(event).name}, {"text", event.text}};
  if (!event.rule.empty()) json["rule"] = event.rule;
  if (event.side >= 0) json["side"] = actor_name(actor_of(static_cast<Side>(event.side)));
  for (const int place : event.places) json["places"].push_back(game.place_code(place));
  for (const int piece : event.pieces) json["pieces"].push_back(game.piece_code(piece));
  if (event.amount != 0) json["amount"] = event.amount;
  if (event.face != 0) json["die"] = event.face;
  if (!event.modifiers.empty()) json["modifiers"] = modifiers_json(game, event.modifiers);
  return json;
}

/// All that happened, or what a seat is told of it.
Json events_json(const AnyGame& game, const std::vector<Event>& events, Viewer viewer) {
  Json list = Json::array();
  for (const auto& event : viewer == Viewer::Public ? events : told_to(viewer, events))
    list.push_back(event_json(game, event));
  return list;
}

/// One line of a log that is being read, with where it stands.
struct Line {
  const std::string& name;
  int number;
  std::string_view text;

  [[noreturn]] void fail(const std::string& message) const {
    throw core::InputError(name, number, message);
  }
  Json json() const {
    // What is nested deeper than in any log is left out: to write it would go as deep.
    constexpr int kDeepest = 16;
    const auto shallow = [](int depth, Json::parse_event_t, Json&) { return depth <= kDeepest; };
    auto parsed = Json::parse(text.begin(), text.end(), shallow, false);
    if (!parsed.is_object()) fail("not a line of a campaign log (a JSON object)");
    return parsed;
  }
  std::string text_at(const Json& object, const char* key) const {
    const auto it = object.find(key);
    if (it == object.end() || !it->is_string())
      fail("\"" + std::string(key) + "\" is missing or not text");
    return it->get<std::string>();
  }
  std::uint64_t hex_at(const Json& object, const char* key) const {
    const auto digits = text_at(object, key);
    const auto number_read = parse_hex(digits);
    if (!number_read) fail("\"" + std::string(key) + "\" must be 16 hexadecimal digits");
    return *number_read;
  }
  std::vector<std::string> texts_at(const Json& object, const char* key) const {
    const auto it = object.find(key);
    const bool good =
        it != object.end() && it->is_array() &&
        std::all_of(it->begin(), it->end(), [](const Json& x) { return x.is_string(); });
    if (!good) fail("\"" + std::string(key) + "\" is missing or not a list of texts");
    return it->get<std::vector<std::string>>();
  }
  std::vector<std::string> pair_at(const Json& object, const char* key) const {
    auto both = texts_at(object, key);
    if (both.size() != kSides) fail("\"" + std::string(key) + "\" must have two entries");
    return both;
  }
};

/// Requires `expected` where `line` stands; otherwise says which part differs.
void require_same(const Line& line, const std::string& expected) {
  if (line.text == expected) return;
  const auto found = line.json();
  const auto wanted = Json::parse(expected);
  for (const auto& [key, value] : wanted.items()) {
    if (key == "sum") continue;
    const auto it = found.find(key);
    if (it == found.end()) line.fail("\"" + key + "\" is missing");
    if (*it != value)
      line.fail("\"" + key + "\" is " + it->dump() + "; the campaign gives " + value.dump());
  }
  line.fail("the line was changed: its checksum is wrong");
}

/// The same for a log of an earlier version: what it tells of events, and what hangs on how a
/// position was packed, may have become others, so that of them only the checksum is required.
/// `seal` is that of the lines before.
void require_as_earlier(const Line& line, const std::string& expected, Seal& seal) {
  if (!seal.accept(line.text)) line.fail("the line was changed: its checksum is wrong");
  const auto found = line.json(), wanted = Json::parse(expected);
  for (const auto& [key, value] : wanted.items()) {
    // Positions are not required to be the same, but the actions, the dice and the end are.
    if (key == "events" || key == "sum" || key == "niemen" || key == "hash") continue;
    const auto it = found.find(key);
    if (it == found.end() || *it != value)
      line.fail("\"" + key + "\" is " + (it == found.end() ? "missing" : it->dump()) +
                "; the campaign gives " + value.dump());
  }
}

/// Whether nobody has changed a line since the log was written.
bool is_sealed(std::span<const std::string_view> lines) {
  Seal seal;
  return std::all_of(lines.begin(), lines.end(),
                     [&](std::string_view line) { return seal.accept(line); });
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return lines;
}

LogHeader read_header(const Line& line) {
  const auto json = line.json();
  const auto version = json.find("niemen");
  if (version != json.end() && version->is_number_integer() && *version > kLogVersion)
    line.fail("a campaign log of version " + version->dump() +
              ", written by a newer niemen than this one, which replays versions " +
              std::to_string(kFirstVersion) + " to " + std::to_string(kLogVersion) +
              "; replay it with that one");
  if (version == json.end() || !version->is_number_integer() || *version < kFirstVersion)
    line.fail("not the first line of a campaign log (\"niemen\": " + std::to_string(kFirstVersion) +
              " to " + std::to_string(kLogVersion) + ")");
  LogHeader header;
  header.version = version->get<int>();
  header.title = line.text_at(json, "game");
  header.data_hash = line.hex_at(json, "data");
  header.request.scenario = line.text_at(json, "scenario");
  header.request.preset = line.text_at(json, "preset");
  header.request.overrides = line.texts_at(json, "overrides");
  header.request.inline_config = line.text_at(json, "config");
  header.request.inline_config_name = line.name;
  header.campaign_key = line.hex_at(json, "key");
  const auto dice = line.text_at(json, "dice");
  if (dice != "keyed" && dice != "set") line.fail("\"dice\" must be \"keyed\" or \"set\"");
  header.keyed_dice = dice == "keyed";
  const auto openings = line.pair_at(json, "openings"), players = line.pair_at(json, "players");
  for (int side = 0; side < kSides; ++side) {
    header.request.openings[side] = openings[side];
    header.players[side] = players[side];
  }
  return header;
}

/// The action that a line names, checked for legality and, where dice are keyed, for being the
/// draw.
Action read_action(const Line& line, const Replay& replay) {
  const auto& state = replay.states.back();
  const auto text = line.text_at(line.json(), "action");
  const auto action = replay.game->parse_action(state, text);
  if (!action) line.fail("\"" + text + "\" is not an action here");
  if (replay.game->actor(state) != Actor::Nature) {
    const auto verdict = replay.game->why(state, *action);
    if (!verdict.ok)
      line.fail("\"" + text + "\" is against rule " + verdict.rule + ": " + verdict.reason);
    return *action;
  }
  const auto outcomes = replay.game->chance(state);
  const auto same = [&](const ChanceOutcome& outcome) { return outcome.action == *action; };
  if (std::none_of(outcomes.begin(), outcomes.end(), same))
    line.fail("\"" + text + "\" cannot be drawn here");
  if (replay.header.keyed_dice &&
      draw(outcomes, chance_bits(replay.header.campaign_key, replay.game->chance_key(state))) !=
          *action)
    line.fail("\"" + text + "\" is not what the campaign's key draws");
  return *action;
}

/// Decisions without a choice that programs of earlier versions did not ask, before the step of
/// `line`: they passed over what they now ask, so that nobody can tell who has something to decide.
void take_what_was_not_asked(const Line& line, Replay& replay) {
  const auto& game = *replay.game;
  const bool end = line.text.starts_with(kEndStart);
  const auto text = end ? std::string() : line.text_at(line.json(), "action");
  const auto actor = end ? std::string() : line.text_at(line.json(), "actor");
  for (;;) {
    auto state = replay.states.back();
    if (!is_side(game.actor(state))) return;
    const auto legal = game.legal(state);
    if (legal.size() != 1) return;
    const bool asked = actor == actor_name(game.actor(state));
    if (asked && game.action_text(state, legal.front()) == text) return;
    if (end && line.json().contains("forfeit")) return;
    game.apply(state, legal.front());
    replay.actions.push_back(legal.front());
    replay.states.push_back(std::move(state));
  }
}

/// The forfeit that a line tells of, if it is such a line: only who has to decide can fail.
std::optional<Forfeit> read_forfeit(const Line& line, const Replay& replay) {
  const auto actor = replay.game->actor(replay.states.back());
  if (!is_side(actor) || !line.text.starts_with(kEndStart)) return std::nullopt;
  return Forfeit{side_of(actor), line.text_at(line.json(), "reason")};
}

}  // namespace

LogWriter::LogWriter(const AnyGame& game, LogHeader header, Viewer viewer)
    : game_(game), header_(std::move(header)), viewer_(viewer) {}

std::string LogWriter::header_line(const AnyState& initial) {
  const auto& info = game_.info();
  const auto& request = header_.request;
  // What the other seat chose before the campaign may lie face down.
  const auto opening = [&](Viewer seat) {
    const bool shown = viewer_ == Viewer::Public || viewer_ == seat;
    return shown ? request.openings[static_cast<int>(seat)] : std::string();
  };
  Json json{{"niemen", kLogVersion}, {"game", info.title}};
  // The data are those of the other's opening too: whoever tried all of them would find out which.
  if (viewer_ == Viewer::Public) json["data"] = hex(info.data_hash);
  json.update({{"scenario", info.scenario},
               {"preset", info.preset},
               {"openings", {opening(Viewer::SideA), opening(Viewer::SideB)}},
               {"overrides", request.overrides},
               {"config", request.inline_config},
               {"players", {header_.players[0], header_.players[1]}}});
  if (viewer_ == Viewer::Public) {
    json["key"] = hex(header_.campaign_key);
    json["dice"] = header_.keyed_dice ? "keyed" : "set";
    json["hash"] = hex(game_.hash(initial));
  } else {
    json["seat"] = info.side_names[static_cast<int>(viewer_)];
    json["sees"] = hex(game_.observation_hash(initial, viewer_));
  }
  return seal_.close(json.dump());
}

std::string LogWriter::step_line(const AnyState& before, Action action,
                                 const std::vector<Event>& events, const AnyState& after) {
  const bool full = viewer_ == Viewer::Public;
  const auto actor = game_.actor(before);
  const bool own = is_side(actor) && viewer_of(side_of(actor)) == viewer_;
  // What nothing is told of has no line: that something was asked, and how often, is a fact too.
  if (!full && !own && told_to(viewer_, events).empty()) return {};
  Json json{{"n", ++step_}, {"turn", game_.turn(before)}, {"actor", actor_name(actor)}};
  if (full || own) json["action"] = game_.action_text(before, action);
  json["events"] = events_json(game_, events, viewer_);
  if (full) {
    json["hash"] = hex(game_.hash(after));
  } else {
    json["sees"] = hex(game_.observation_hash(after, viewer_));
  }
  return seal_.close(json.dump());
}

std::string LogWriter::end_line(const AnyState& last, const std::optional<Forfeit>& forfeit) {
  return forfeit ? forfeit_line(*forfeit) : outcome_line(last);
}

std::string LogWriter::outcome_line(const AnyState& last) {
  const auto outcome = game_.outcome(last);
  const auto& levels = game_.info().victory_levels;
  const auto level = static_cast<std::size_t>(outcome.level);
  return seal_.close(Json{{"end", step_},
                          {"winner", winner_name(outcome.winner)},
                          {"margin", outcome.margin},
                          {"level", level < levels.size() ? levels[level] : ""}}
                         .dump());
}

std::string LogWriter::forfeit_line(const Forfeit& forfeit) {
  const bool told = viewer_ == Viewer::Public || viewer_ == viewer_of(forfeit.side);
  return seal_.close(Json{
      {"end", step_},
      {"winner", winner_name(Outcome::of_forfeit(forfeit.side).winner)},
      {"forfeit", actor_name(actor_of(forfeit.side))},
      {"reason",
       told ? forfeit.reason
            : ""}}.dump(-1, ' ', false, Json::error_handler_t::replace));  // no text, perhaps
}

std::string log_of(const AnyGame& game, const LogHeader& header, std::span<const Action> actions,
                   const std::optional<Forfeit>& forfeit) {
  LogWriter writer(game, header);
  auto state = game.initial();
  std::string log = writer.header_line(state);
  for (const auto action : actions) {
    const auto before = state;
    const auto events = game.apply(state, action);
    log += writer.step_line(before, action, events, state);
  }
  return log + writer.end_line(state, forfeit);
}

LogHeader read_log_header(std::string_view line, const std::string& name) {
  return read_header({name, 1, line});
}

namespace {

/// Plays the steps of `lines` in `replay`, whose game is loaded.
void play_lines(Replay& replay, std::span<const std::string_view> lines, const std::string& name) {
  const Line first{name, 1, lines.front()};
  LogWriter writer(*replay.game, replay.header);
  Seal seal;
  const auto require = [&](const Line& line, std::string expected) {
    expected.pop_back();  // the line break
    if (replay.header.version < kLogVersion)
      require_as_earlier(line, expected, seal);
    else
      require_same(line, expected);
  };
  replay.states.push_back(replay.game->initial());
  require(first, writer.header_line(replay.states.back()));
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const Line line{name, static_cast<int>(i) + 1, lines[i]};
    if (replay.header.version < kLogVersion) take_what_was_not_asked(line, replay);
    const auto before = replay.states.back();
    replay.forfeit = read_forfeit(line, replay);
    if (replay.forfeit || replay.game->actor(before) == Actor::Over) {
      require(line, writer.end_line(before, replay.forfeit));
      if (i + 1 < lines.size()) Line{name, line.number + 1, {}}.fail("a line after the end");
      replay.outcome =
          replay.forfeit ? Outcome::of_forfeit(replay.forfeit->side) : replay.game->outcome(before);
      return;
    }
    const auto action = read_action(line, replay);
    auto after = before;
    const auto events = replay.game->apply(after, action);
    require(line, writer.step_line(before, action, events, after));
    replay.actions.push_back(action);
    replay.states.push_back(std::move(after));
  }
  throw core::InputError(name, static_cast<int>(lines.size()) + 1,
                         "the campaign is not over here: lines are missing");
}

}  // namespace

Replay replay_log(std::string_view text, const std::string& name, const FolderFinder& find,
                  const GameLoader& load) {
  const auto lines = split_lines(text);
  if (lines.empty()) throw core::InputError(name, 1, "the file is empty");
  if (text.back() != '\n')
    throw core::InputError(name, static_cast<int>(lines.size()), "the line is cut off");
  const Line first{name, 1, lines.front()};
  Replay replay;
  replay.header = read_header(first);
  replay.header.request.folder = find(replay.header.title);
  replay.game = load(replay.header.request);
  if (replay.game->info().data_hash != replay.header.data_hash)
    first.fail("recorded with other data of " + replay.header.title + " (" +
               hex(replay.header.data_hash) + "; here " + hex(replay.game->info().data_hash) + ")");
  try {
    play_lines(replay, lines, name);
  } catch (const core::InputError& error) {
    if (!is_sealed(lines)) throw;
    throw core::InputError(std::string(error.what()) +
                           "; the file is as it was written: a rule was corrected since, so replay "
                           "it with the niemen that wrote it");
  }
  return replay;
}

std::string seat_log(const Replay& replay, Viewer viewer) {
  const auto& game = *replay.game;
  LogWriter writer(game, replay.header, viewer);
  std::string log = writer.header_line(replay.states.front());
  for (std::size_t i = 0; i < replay.actions.size(); ++i) {
    auto state = replay.states[i];
    const auto events = game.apply(state, replay.actions[i]);
    log += writer.step_line(replay.states[i], replay.actions[i], events, state);
  }
  return log + writer.end_line(replay.states.back(), replay.forfeit);
}

}  // namespace niemen::play

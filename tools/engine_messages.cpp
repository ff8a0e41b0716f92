#include "tools/engine_messages.h"

#include <fmt/format.h>

#include <cmath>

#include "ai/agents/agent_config.h"
#include "engine/play/game_folder.h"
#include "engine/play/told_event.h"
#include "engine/play/view_json.h"
#include "tools/play_levels.h"

namespace niemen::tools {

namespace {

constexpr int kDeepest = 8;
constexpr double kExact = 9007199254740992;  // 2^53: every language reads numbers below it exactly

Json parse_line(std::string_view line) {
  const auto shallow = [](int depth, Json::parse_event_t, Json&) { return depth <= kDeepest; };
  return Json::parse(line.begin(), line.end(), shallow, false);
}

Json chance_json(double value, double low, double high) {
  return {{"value", value}, {"low", low}, {"high", high}};
}

const char* side_letter(play::Side side) { return side == play::Side::A ? "A" : "B"; }

Json events_json(const play::Session& session, play::Viewer viewer, std::size_t since) {
  Json list = Json::array();
  for (const auto& [step, event] : session.told(viewer, since)) {
    const auto turn = session.steps()[step].turn;
    Json json{{"step", counted(session, step) + 1}};
    json.update(told_event_json(play::told_event(session.game(), event, viewer, turn)));
    list.push_back(std::move(json));
  }
  return list;
}

Json end_json(const play::Session& session) {
  using Winner = play::Outcome::Winner;
  const auto outcome = session.outcome();
  const auto& levels = session.game().info().victory_levels;
  const auto level = static_cast<std::size_t>(outcome.level);
  Json json{{"over", true},
            {"winner", outcome.winner == Winner::A   ? "A"
                       : outcome.winner == Winner::B ? "B"
                                                     : "draw"},
            {"margin", outcome.margin},
            {"level", level < levels.size() ? levels[level] : ""}};
  if (session.open_to_all()) json["key"] = play::hex(session.settings().campaign_key);
  if (session.forfeit()) json["reason"] = session.forfeit()->reason;
  return json;
}

}  // namespace

Query::Query(std::string_view line) : json_(parse_line(line)) {
  if (!json_.is_object()) throw QueryError("", "not a JSON object");
  if (const auto* id = find("id")) id_ = id->is_string() ? id->get<std::string>() : id->dump();
}

const Json* Query::find(const std::string& field) {
  asked_.insert(field);
  const auto it = json_.find(field);
  return it == json_.end() ? nullptr : &*it;
}

std::string Query::text(const std::string& field) {
  const auto* value = find(field);
  if (!value || !value->is_string())
    throw QueryError(field, "\"" + field + "\" is missing or not text");
  return value->get<std::string>();
}

std::string Query::text_or(const std::string& field, const std::string& otherwise) {
  return find(field) ? text(field) : otherwise;
}

namespace {

double number_in(const Json& value, const std::string& field, double least, double most) {
  const bool good = value.is_number() && std::isfinite(value.get<double>());
  if (!good || value.get<double>() < least || value.get<double>() > most)
    throw QueryError(field,
                     fmt::format("\"{}\" must be a number from {} to {}", field, least, most));
  return value.get<double>();
}

}  // namespace

double Query::number_or(const std::string& field, double otherwise, double least, double most) {
  const auto* value = find(field);
  return value ? number_in(*value, field, least, most) : otherwise;
}

double Query::inner_number_or(const std::string& object, const std::string& field, double otherwise,
                              double least, double most) {
  const auto* outer = find(object);
  if (!outer) return otherwise;
  if (!outer->is_object()) throw QueryError(object, "\"" + object + "\" must be an object");
  const auto it = outer->find(field);
  return it == outer->end() ? otherwise : number_in(*it, object + "." + field, least, most);
}

bool Query::flag(const std::string& field) {
  const auto* value = find(field);
  if (value && !value->is_boolean())
    throw QueryError(field, "\"" + field + "\" must be true or false");
  return value && value->get<bool>();
}

std::vector<std::string> Query::texts(const std::string& field) {
  const auto* value = find(field);
  if (!value) return {};
  const bool good = value->is_array() && std::all_of(value->begin(), value->end(),
                                                     [](const Json& x) { return x.is_string(); });
  if (!good) throw QueryError(field, "\"" + field + "\" must be a list of texts");
  return value->get<std::vector<std::string>>();
}

std::optional<std::uint64_t> Query::whole(const std::string& field) {
  if (!find(field)) return std::nullopt;
  const auto value = number_or(field, 0, 0, kExact);
  if (value != std::floor(value))
    throw QueryError(field, "\"" + field + "\" must be a whole number");
  return static_cast<std::uint64_t>(value);
}

std::vector<std::string> Query::warnings() const {
  std::vector<std::string> list;
  for (const auto& [field, value] : json_.items())
    if (!asked_.contains(field)) list.push_back("\"" + field + "\" is not known here");
  return list;
}

play::SessionSettings settings_of(Query& query) {
  play::SessionSettings settings;
  settings.request.folder = play::find_game_folder(query.text("game"));
  settings.request.scenario = query.text_or("scenario", "");
  settings.request.preset = query.text_or("preset", "");
  settings.request.overrides = query.texts("set");
  const auto pair = [&](const char* field, std::string(&both)[play::kSides]) {
    const auto list = query.texts(field);
    if (list.empty()) return;
    if (list.size() != play::kSides)
      throw QueryError(field, "\"" + std::string(field) + "\" must have two entries");
    std::copy(list.begin(), list.end(), both);
  };
  pair("openings", settings.request.openings);
  pair("seats", settings.seats);
  for (auto& seat : settings.seats) {
    if (seat == kClient) seat = play::kPerson;
    if (seat != play::kPerson) ai::find_agent(seat);
  }
  settings.campaign_key = query.whole("key").value_or(fresh_key());
  return settings;
}

namespace {

/// The side of the only client. Nobody where both seats are clients, who see everything together,
/// or neither is.
std::optional<play::Side> only_client(const play::Session& session) {
  const bool a = session.is_person(play::Side::A), b = session.is_person(play::Side::B);
  if (a == b) return std::nullopt;
  return a ? play::Side::A : play::Side::B;
}

}  // namespace

std::size_t counted(const play::Session& session, std::size_t steps) {
  const auto client = only_client(session);
  return client ? session.noticed(*client, steps) : steps;
}

std::size_t steps_counted(const play::Session& session, std::size_t number) {
  const auto client = only_client(session);
  return client ? session.steps_noticed(*client, number) : number;
}

Json state_json(const play::Session& session, std::size_t since, bool view, bool board) {
  const auto& game = session.game();
  const auto& info = game.info();
  const auto actor = session.actor();
  const auto viewer =
      play::is_side(actor) ? play::viewer_of(play::side_of(actor)) : play::Viewer::Public;
  Json json{{"game", info.title},
            {"scenario", info.scenario},
            {"preset", info.preset},
            {"set", session.settings().request.overrides},
            {"sides", {info.side_names[0], info.side_names[1]}},
            {"seats", {session.settings().seats[0], session.settings().seats[1]}},
            {"commitment", session.commitment()},
            {"steps", counted(session, session.steps().size())},
            {"turn", game.turn(session.state())},
            {"events", events_json(session, viewer, since)}};
  if (board) json["board"] = play::board_json(game.board());
  if (session.over()) {
    json.update(end_json(session));
    return json;
  }
  const auto side = play::side_of(actor);
  const auto world = session.world(side);
  const auto row = game.step(world);
  json["over"] = false;
  json["side"] = side_letter(side);
  json["step"] = row.name;
  json["rule"] = row.rule;
  json["question"] = game.prompt(world);
  Json legal = Json::array();
  for (const auto& choice : session.choices(side)) legal.push_back(choice.notation);
  json["legal"] = std::move(legal);
  if (view) json["view"] = play::view_json(session.view(side));
  return json;
}

Json decision_json(const ai::Decision& decision) {
  const auto& report = decision.report;
  Json json{{"win", chance_json(report.win_probability, report.win_low, report.win_high)},
            {"margin", report.margin},
            {"forced", report.forced},
            {"iterations", report.iterations},
            {"worlds", report.worlds},
            {"seconds", report.seconds},
            {"plan", report.principal_line}};
  json["alternatives"] = Json::array();
  for (const auto& one : report.alternatives)
    json["alternatives"].push_back(
        {{"decision", one.text},
         {"visits", one.visits},
         {"win", chance_json(one.win_probability, one.win_low, one.win_high)},
         {"margin", one.margin},
         {"loss", one.loss}});
  json["guesses"] = Json::array();
  for (const auto& belief : report.beliefs)
    json["guesses"].push_back({{"fact", belief.fact}, {"share", belief.share}});
  return json;
}

Json odds_json(const ai::table::Odds& odds) {
  Json json{{"exact", odds.exact}, {"hidden", odds.hidden}, {"trials", odds.trials}};
  json["results"] = Json::array();
  for (const auto& result : odds.results)
    json["results"].push_back({{"share", result.share}, {"words", result.words}});
  return json;
}

Json belief_json(const play::AnyGame& game, const std::vector<ai::table::Belief>& beliefs,
                 bool truth) {
  Json json{{"beliefs", Json::array()}};
  for (const auto& belief : beliefs) {
    Json place{
        {"place", game.place_code(belief.place)},
        {"side",
         belief.side < 0 ? "" : side_letter(belief.side == 0 ? play::Side::A : play::Side::B)},
        {"face_down", belief.face_down},
        {"possibilities", Json::array()}};
    for (const auto& one : belief.possibilities) {
      Json possibility{{"name", one.name}, {"share", one.share}};
      if (one.strength > 0) possibility["strength"] = one.strength;
      if (truth) possibility["there"] = one.there;
      place["possibilities"].push_back(std::move(possibility));
    }
    json["beliefs"].push_back(std::move(place));
  }
  if (truth) json["share_of_truth"] = ai::table::mean_share_of_truth(beliefs);
  return json;
}

Json worth_json(const ai::table::Worth& worth) {
  const auto json_of = [](const ai::table::Chance& chance) {
    auto json = chance_json(chance.value, chance.low, chance.high);
    json["margin"] = chance.margin;
    return json;
  };
  return {{"with", json_of(worth.with)},
          {"instead", json_of(worth.instead)},
          {"change", json_of(worth.change)},
          {"campaigns", worth.with.campaigns}};
}

}  // namespace niemen::tools

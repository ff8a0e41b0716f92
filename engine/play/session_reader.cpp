// From the lines of a session's file to the session.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/core/look.h"
#include "engine/core/text_line.h"
#include "engine/play/session.h"
#include "engine/play/session_lines.h"

namespace niemen::play {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::string_view kFirstLine = "{\"niemen-session\"";

struct Line {
  std::string file;
  int number = 1;
  Json json;
  bool sealed = false;  ///< nobody is told what is in it

  [[noreturn]] void fail(const std::string& message) const {
    throw core::InputError(file, number, message);
  }
  /// A decision or die that something is wrong with.
  std::string quoted(const std::string& text) const {
    return sealed ? "what lies sealed here" : "\"" + text + "\"";
  }
  template <class T>
  T get(const char* key) const {
    try {
      return json.at(key).get<T>();
    } catch (const Json::exception&) {
      fail("\"" + std::string(key) + "\" is missing or of a wrong kind");
    }
  }
  template <class T>
  T get_or(const char* key, const T& otherwise) const {
    return json.contains(key) ? get<T>(key) : otherwise;
  }
  std::uint64_t hex_at(const char* key) const {
    const auto number_read = parse_hex(get<std::string>(key));
    if (!number_read) fail("\"" + std::string(key) + "\" must be 16 hexadecimal digits");
    return *number_read;
  }
  Side side_at(const char* key) const {
    const auto letter = get<std::string>(key);
    if (letter != "A" && letter != "B") fail("\"" + std::string(key) + "\" must be A or B");
    return letter == "A" ? Side::A : Side::B;
  }
};

void read_pair(const Line& line, const char* key, std::string (&pair)[kSides]) {
  const auto both = line.get<std::vector<std::string>>(key);
  if (both.size() != kSides) line.fail("\"" + std::string(key) + "\" must have two entries");
  std::copy(both.begin(), both.end(), pair);
}

SessionSettings read_settings(const Line& line, const FolderFinder& find) {
  const auto version = line.get_or<int>("niemen-session", 0);
  if (version == 0) line.fail("not a session (\"niemen-session\": 1)");
  if (version > kSealedVersion)
    line.fail("a session of version " + std::to_string(version) +
              ", written by a newer niemen than this one, which plays versions 1 and 2; go on with "
              "that one");
  SessionSettings settings;
  auto& request = settings.request;
  // The folder it was played from, if it is still there; else the game of that title.
  const fs::path folder = line.get<std::string>("folder");
  request.folder =
      core::is_there(folder / "game.toml") ? folder : find(line.get<std::string>("game"));
  request.scenario = line.get<std::string>("scenario");
  request.preset = line.get<std::string>("preset");
  request.overrides = line.get<std::vector<std::string>>("overrides");
  request.inline_config = line.get<std::string>("config");
  request.inline_config_name = line.file;
  read_pair(line, "openings", request.openings);
  read_pair(line, "seats", settings.seats);
  settings.practice = line.get<bool>("practice");
  settings.campaign_key = line.hex_at("key");
  settings.fresh_from = line.get_or<std::size_t>("fresh_from", 0);
  for (const auto& trunk : line.get_or<std::vector<Json>>("trunks", {})) {
    const Line one{line.file, line.number, trunk};
    settings.trunks.push_back({one.get<std::string>("file"), one.get<std::string>("commitment")});
  }
  return settings;
}

}  // namespace

/// Plays the lines of a file again.
class SessionReader {
 public:
  static void read_line(Session& session, const Line& line) {
    if (line.json.contains("n")) return step(session, line);
    if (line.json.contains("undo")) return undo(session, line);
    if (line.json.contains("end")) return end(session, line);
    if (line.json.contains("practice")) {
      session.settings_.practice = true;
      session.count_line();
    } else if (line.json.contains("seat")) {
      session.settings_.seats[index(line.side_at("side"))] = line.get<std::string>("seat");
      session.count_line();
    } else if (line.json.contains("note")) {
      session.notes_.emplace_back(line.side_at("side"), line.get<std::string>("note"));
      session.count_line(line.side_at("side"));
    } else {
      line.fail("not a line of a session");
    }
  }

  static Session open(SessionFile file, const FolderFinder& find, const GameLoader& load);

 private:
  static void step(Session& session, const Line& line) {
    const auto& game = *session.game_;
    const auto& before = session.state();
    const auto text = line.get<std::string>("action");
    if (session.over()) line.fail("a step after the end of the campaign");
    if (line.get<std::size_t>("n") != session.steps_.size() + 1) line.fail("steps are missing");
    const auto action = game.parse_action(before, text);
    if (!action) line.fail(line.quoted(text) + " is not an action here");
    Step step{.action = *action,
              .actor = game.actor(before),
              .forced = line.get_or("forced", false),
              .turn = game.turn(before),
              .text = text,
              .reason = line.get_or<std::string>("reason", "")};
    step.barrier = barrier_of(line, step.actor, game.step(before).barrier);
    require_possible(session, line, step);
    auto after = before;
    step.events = game.apply(after, *action);
    if (game.hash(after) != line.hex_at("hash")) line.fail("the position after it is another one");
    if (is_side(step.actor) && !step.forced) session.forget_or_follow(side_of(step.actor), *action);
    session.append(std::move(step), std::move(after));
  }

  /// The barrier behind a step whose row may have one; the line says whether it revealed.
  static Barrier barrier_of(const Line& line, Actor actor, Barrier may) {
    if (actor == Actor::Nature || may == Barrier::Die) return Barrier::Die;
    return line.get_or("reveals", may == Barrier::Reveal) ? Barrier::Reveal : Barrier::None;
  }

  static void require_possible(const Session& session, const Line& line, const Step& step) {
    if (step.actor == Actor::Nature) return require_drawn(session, line, step);
    const auto& game = *session.game_;
    if (line.json.contains("draw") || line.side_at("actor") != side_of(step.actor))
      line.fail(line.quoted(step.text) + " is decided by the other side here, or by none");
    const auto verdict = game.why(session.state(), step.action);
    if (!verdict.ok && line.sealed) line.fail(line.quoted(step.text) + " is against the rules");
    if (!verdict.ok)
      line.fail("\"" + step.text + "\" is against rule " + verdict.rule + ": " + verdict.reason);
  }

  static void require_drawn(const Session& session, const Line& line, const Step& step) {
    const auto& game = *session.game_;
    const auto& state = session.state();
    const auto key = game.chance_key(state);
    const auto outcomes = game.chance(state);
    double from = 0, to = 0;
    for (const auto& outcome : outcomes) {
      from = to;
      to += outcome.probability;
      if (outcome.action == step.action) break;
    }
    if (std::ranges::find(outcomes, step.action, &ChanceOutcome::action) == outcomes.end())
      line.fail(line.quoted(step.text) + " cannot be drawn here");
    if (line.json.contains("actor") || !tells_draw(line.get<Json>("draw"), key, from, to))
      line.fail("what the line tells of the draw is not so");
    if (session.steps_.size() >= session.settings_.fresh_from &&
        draw(outcomes, chance_bits(session.settings_.campaign_key, key)) != step.action)
      line.fail(line.quoted(step.text) + " is not what the campaign's key draws");
  }

  static bool tells_draw(const Json& told, const ChanceKey& key, double from, double to) {
    constexpr double kClose = 1e-9;
    const auto is_close = [&](const char* end, double value) {
      const auto at = told.value(end, Json());
      return at.is_number() && std::abs(at.get<double>() - value) < kClose;
    };
    return told.is_object() &&
           told.value("key", Json()) == Json{key.turn, key.purpose, key.subject, key.ordinal} &&
           is_close("from", from) && is_close("to", to);
  }

  static void undo(Session& session, const Line& line) {
    const auto to = line.get<std::size_t>("undo");
    if (to >= session.steps_.size()) line.fail("takes back more than there is");
    if (!is_side(session.steps_[to].actor)) line.fail("takes back what nobody decided");
    session.take_back(to);
  }

  static void end(Session& session, const Line& line) {
    if (line.get<std::size_t>("end") != session.steps_.size()) line.fail("steps are missing");
    if (line.json.contains("forfeit"))
      session.forfeit_ = Forfeit{line.side_at("forfeit"), line.get<std::string>("reason")};
    if (!session.over()) line.fail("the campaign is not over here");
    session.count_line();
  }
};

Session SessionReader::open(SessionFile file, const FolderFinder& find, const GameLoader& load) {
  const auto text = file.read();
  const auto name = file.path().string();
  const auto sealing = SessionSeal::of(text, file.path());
  auto seal = sealing.chain();
  std::optional<Session> session;
  std::size_t sound = core::size_of_mark(text);
  int number = 0;
  while (sound < text.size()) {
    const auto end = text.find('\n', sound);
    auto line_text = std::string_view(text).substr(sound, end - sound);
    // A repository or an editor of another system may have changed the ends of all lines.
    if (line_text.ends_with('\r')) line_text.remove_suffix(1);
    ++number;
    if (end == std::string::npos || !seal.accept(line_text)) {
      // What a dying program left at the end is cut; sound lines behind damage are not.
      const bool last = end == std::string::npos || end + 1 == text.size();
      if (!session || !last)
        throw core::InputError(name, number,
                               session || line_text.starts_with(kFirstLine)
                                   ? "the line was changed: its checksum is wrong"
                                   : "not the first line of a session");
      break;
    }
    Line line{name, number, parse_line(line_text)};
    if (!line.json.is_object()) line.fail("not a line of a session (a JSON object)");
    line.sealed = sealing.seals() && line.json.contains("sealed");
    if (!sealing.open(line.json)) line.fail("what is sealed in it cannot be read");
    if (!session) {
      auto settings = read_settings(line, find);
      auto game = load(settings.request);
      if (game->info().data_hash != line.hex_at("data"))
        line.fail("played with other data of " + game->info().title +
                  "; play it with the program and the files that it was begun with");
      session.emplace(Session(std::move(file), std::move(settings), std::move(game), sealing));
      if (session->commitment() != line.get<std::string>("commitment"))
        line.fail("the dice are not those that were committed");
      session->count_line();
    } else {
      read_line(*session, line);
    }
    sound = end + 1;
  }
  if (!session) throw core::InputError(name, 1, "the file is empty");
  session->seal_ = seal;
  const bool damaged = sound < text.size();
  session->revision_ = static_cast<std::uint64_t>(number - damaged);
  if (damaged) {
    session->file_.cut(sound);
    session->recovery_ = name + ":" + std::to_string(number) +
                         ": the end was damaged and is cut off; the session goes on after step " +
                         std::to_string(session->steps_.size());
  }
  return std::move(*session);
}

Session Session::open(const fs::path& file, const FolderFinder& find, const GameLoader& load) {
  auto session = SessionReader::open(SessionFile::open(file), find, load);
  session.catch_up();
  return session;
}

Session Session::read(const fs::path& file, const FolderFinder& find, const GameLoader& load) {
  auto session = SessionReader::open(SessionFile::copy_of(file), find, load);
  if (!session.recovery_.empty())
    throw core::InputError(file.string() + ": its end is damaged or was changed, behind step " +
                           std::to_string(session.steps_.size()));
  session.sealing_ = {};  // or its end would open the file
  return session;
}

}  // namespace niemen::play

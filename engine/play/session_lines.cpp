#include "engine/play/session_lines.h"

#include <nlohmann/json.hpp>

#include "engine/core/digest.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"

namespace niemen::play {

using Json = nlohmann::ordered_json;

namespace {

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);  // no text, perhaps
}

const char* side_letter(Side side) { return side == Side::A ? "A" : "B"; }

const char* winner_name(Outcome::Winner winner) {
  return winner == Outcome::Winner::A ? "A" : winner == Outcome::Winner::B ? "B" : "Draw";
}

/// Where `action` lies in the unit interval from which Nature draws.
Json draw_json(const AnyGame& game, const AnyState& before, Action action) {
  const auto key = game.chance_key(before);
  double from = 0;
  for (const auto& outcome : game.chance(before)) {
    if (outcome.action == action)
      return {{"key", {key.turn, key.purpose, key.subject, key.ordinal}},
              {"from", from},
              {"to", from + outcome.probability}};
    from += outcome.probability;
  }
  return nullptr;
}

/// Whether the first line of a session is that of the campaign whose dice were committed so, and
/// that itself branched off from `trunks` campaigns: a twig has the dice of what it branched off
/// from. The key in it tells the campaign from a forgery: nobody else knows it.
bool is_header_of(const Json& line, const std::string& commitment, std::size_t trunks) {
  const auto key = line.value("key", Json());
  return key.is_string() && core::sha256(key.get<std::string>()) == commitment &&
         line.value("trunks", Json::array()).size() == trunks;
}

/// Whether a file holds that campaign with its end, and nobody changed a line of it.
bool holds_end(const std::filesystem::path& file, const std::string& commitment,
               std::size_t trunks) try {
  const auto text = core::read_file(file);
  const auto sealing = SessionSeal::of(text, file);
  auto seal = sealing.chain();
  bool ended = false;
  for (std::size_t start = 0, end = 0; start < text.size(); start = end + 1) {
    end = std::min(text.find('\n', start), text.size());
    const auto line_text = std::string_view(text).substr(start, end - start);
    if (!seal.accept(line_text)) return false;
    auto line = parse_line(line_text);
    if (!line.is_object()) return false;
    if (start == 0 && !(sealing.open(line) && is_header_of(line, commitment, trunks))) return false;
    ended = ended || line.contains("end");
  }
  return ended;
} catch (const core::InputError&) {
  return false;
}

}  // namespace

Json parse_line(std::string_view text) {
  constexpr int kDeepest = 8;  // to read more would go as deep
  const auto shallow = [](int depth, Json::parse_event_t, Json&) { return depth <= kDeepest; };
  return Json::parse(text.begin(), text.end(), shallow, false);
}

std::string living_trunk_of(const std::vector<Trunk>& trunks, const std::filesystem::path& twig) {
  for (std::size_t i = 0; i < trunks.size(); ++i) {
    const auto& [file, commitment] = trunks[i];
    const auto moved = twig.parent_path() / std::filesystem::path(file).filename();
    if (!holds_end(file, commitment, i) && !holds_end(moved, commitment, i)) return file;
  }
  return {};
}

std::string session_header(const AnyGame& game, const SessionSettings& settings,
                           const std::string& commitment, const std::string& parent) {
  const auto& info = game.info();
  const auto& request = settings.request;
  Json json{{"niemen-session", kSessionVersion},
            {"game", info.title},
            {"folder", request.folder.string()},
            {"data", hex(info.data_hash)},
            {"scenario", info.scenario},
            {"preset", info.preset},
            {"openings", {request.openings[0], request.openings[1]}},
            {"overrides", request.overrides},
            {"config", request.inline_config},
            {"seats", {settings.seats[0], settings.seats[1]}},
            {"practice", settings.practice},
            {"key", hex(settings.campaign_key)},
            {"commitment", commitment}};
  if (settings.fresh_from > 0) json["fresh_from"] = settings.fresh_from;
  if (!parent.empty()) json["parent"] = parent;
  for (const auto& trunk : settings.trunks)
    json["trunks"].push_back({{"file", trunk.file}, {"commitment", trunk.commitment}});
  return dump(json);
}

std::string session_step(const AnyGame& game, const Step& step, std::size_t number,
                         const AnyState& before, const AnyState& after,
                         const std::optional<Thought>& thought) {
  Json json{{"n", number}, {"turn", step.turn}, {"action", step.text}};
  if (is_side(step.actor)) {
    json["actor"] = side_letter(side_of(step.actor));
  } else {
    json["draw"] = draw_json(game, before, step.action);
  }
  if (step.forced) json["forced"] = true;
  const bool reveals = step.barrier == Barrier::Reveal;
  if (reveals || (is_side(step.actor) && game.step(before).barrier == Barrier::Reveal))
    json["reveals"] = reveals;
  if (thought) {
    json["saw"] = hex(thought->observation_hash);
    json["luck"] = hex(thought->luck);
    if (!thought->reason.empty()) json["reason"] = thought->reason;
  }
  json["hash"] = hex(game.hash(after));
  return dump(json);
}

std::string session_end(const AnyGame& game, std::size_t steps, const Outcome& outcome) {
  const auto& levels = game.info().victory_levels;
  const auto level = static_cast<std::size_t>(outcome.level);
  return dump({{"end", steps},
               {"winner", winner_name(outcome.winner)},
               {"margin", outcome.margin},
               {"level", level < levels.size() ? levels[level] : ""}});
}

std::string session_forfeit(std::size_t steps, const Forfeit& forfeit) {
  return dump({{"end", steps},
               {"winner", winner_name(Outcome::of_forfeit(forfeit.side).winner)},
               {"forfeit", side_letter(forfeit.side)},
               {"reason", forfeit.reason}});
}

std::string session_note(const char* key, Side side, const std::string& what) {
  return dump({{key, what}, {"side", side_letter(side)}});
}

}  // namespace niemen::play

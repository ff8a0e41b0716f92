// What is said between `niemen engine` and whoever asks it: one JSON object a line.
//
// A query names itself ("id", any text; it comes back in every answer) and what it wants ("op"):
//
//   new     {"game": TITLE, "scenario", "preset", "set": ["key=value"], "openings": [A, B],
//            "seats": ["client", AGENT], "key": NUMBER, "campaign": NAME}
//           begins a campaign under the name "campaign" (else the query's id); answers as "state".
//           The engine decides for every seat that is not "client".
//   decide  {"campaign", "decision": NOTATION}  carries it out, the dice and the engine's decisions
//           after it; answers as "state".
//   state   {"campaign", "since": STEP, "view": true, "board": true}  the question at hand:
//           "side", "turn", "question", "rule", "step", "legal"; "events" since the step; when the
//           campaign is over "winner", "margin", "level" and the key of the dice.
//   think   {"campaign" or a position, "agent", "limits": {"seconds", "iterations"},
//            "report_seconds"}  the chance of winning, the ways to decide with what each gives up,
//           the plan; a line with "partial": true every report_seconds.
//   why     {"campaign", "decision"}   "ok", or "rule", "reason", "culprit" and what is "legal".
//   odds    {"campaign", "decisions": [NOTATION, ...], "campaigns": NUMBER}  what may come of them;
//           with "campaigns" also "worth": the chance of winning with them, and with what the rule
//           of thumb would do instead, by playing on that often from each.
//   belief  {"campaign"}  what may lie face down where, as the side to move may believe; when the
//           campaign is over {"campaign", "side": "A" or "B", "before": STEP} with the truth.
//   undo    {"campaign"}               takes the last decision of the side to move back.
//   stop    {"query": ID}              ends a "think" with the best so far.
//   end     {"campaign"}               forgets the campaign.
//
// A position is {"game", "scenario", "preset", "set", "openings", "position": TEXT}, the text as
// `niemen show` prints it; only what the side to move may know of it is used. Numbers that are
// chances go from 0 to 1. Fields that are not known are passed over, with a warning. What is wrong
// is answered with "error" and the "field" that it is about.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ai/agents/agent.h"
#include "ai/table/belief.h"
#include "ai/table/odds.h"
#include "ai/table/worth.h"
#include "engine/core/error.h"
#include "engine/play/session.h"

namespace niemen::tools {

using Json = nlohmann::ordered_json;

/// What is wrong with a query, and in which field.
class QueryError : public core::InputError {
 public:
  QueryError(std::string named, const std::string& message)
      : InputError(message), field(std::move(named)) {}
  std::string field;
};

/// A query while it is read: knows which fields were asked for.
class Query {
 public:
  /// Throws QueryError: not a JSON object, nested too deep.
  explicit Query(std::string_view line);

  std::string id() const { return id_; }
  /// Getters throw QueryError with the field's name.
  std::string text(const std::string& field);
  std::string text_or(const std::string& field, const std::string& otherwise);
  double number_or(const std::string& field, double otherwise, double least, double most);
  bool flag(const std::string& field);
  std::vector<std::string> texts(const std::string& field);
  std::optional<std::uint64_t> whole(const std::string& field);
  /// A field of an object, "limits.seconds".
  double inner_number_or(const std::string& object, const std::string& field, double otherwise,
                         double least, double most);
  /// A line for each field that nobody asked for.
  std::vector<std::string> warnings() const;

 private:
  const Json* find(const std::string& field);
  Json json_;
  std::string id_;
  std::set<std::string> asked_;
};

/// The settings that a query describes. Throws InputError, QueryError.
play::SessionSettings settings_of(Query& query);

/// A seat that the engine does not decide for.
inline constexpr std::string_view kClient = "client";

/// The question at hand, or how the campaign ended; events from the step `since` on, as the side to
/// move may know them.
Json state_json(const play::Session& session, std::size_t since, bool view, bool board);
Json decision_json(const ai::Decision& decision);
Json odds_json(const ai::table::Odds& odds);
/// `truth`: "there" is said of each, which nobody may know before the end.
Json belief_json(const play::AnyGame& game, const std::vector<ai::table::Belief>& beliefs,
                 bool truth);
Json worth_json(const ai::table::Worth& worth);

}  // namespace niemen::tools

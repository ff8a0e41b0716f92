// What is said between `niemen engine` and whoever asks it: one JSON object a line.
// What queries and answers hold is told by `niemen help queries` (agents_help.cpp).
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

/// So many steps of the session as its client counts them, and the other way round: of the engine's
/// doing it counts only what it notices (Session::noticed).
std::size_t counted(const play::Session& session, std::size_t steps);
std::size_t steps_counted(const play::Session& session, std::size_t number);

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

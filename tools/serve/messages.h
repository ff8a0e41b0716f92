// Messages of tools/web/src/protocol.ts, read strictly and written.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/play/session.h"

namespace niemen::serve {

using Json = nlohmann::ordered_json;

/// A message of a tab. Members throw InputError that names the field.
class Message {
 public:
  /// Throws InputError where `text` is no object with a "kind".
  explicit Message(std::string_view text);
  const std::string& kind() const { return kind_; }
  std::string text(const char* field) const;
  std::int64_t number(const char* field) const;
  bool flag(const char* field) const;
  std::vector<std::string> texts(const char* field) const;
  std::vector<std::int64_t> numbers(const char* field) const;

 private:
  nlohmann::json json_;
  std::string kind_;
};

/// A message as it is sent: bytes that are no UTF-8, as names of files may hold, are replaced.
std::string text_of(const Json& message);

/// The campaigns in a folder, what was played last first: whose, against whom, how far.
Json campaigns_message(const std::filesystem::path& folder);

/// The parts of a value: [{"value", "reason", "rule"}, ...].
Json modifiers_message(const std::vector<play::Modifier>& modifiers);

/// What happened from the step `from` on, as the seat was told; once the campaign is open to all,
/// everything. In what is told, here and below, steps are numbered as the seat counts them
/// (Session::noticed).
Json events_message(const play::Session& session, play::Side seat, std::size_t from);

/// What the seat has been told since its own last decision, step by step (see
/// engine/play/passages.h):
/// {"is_news", "passages": [{"headings", "lines": [event, ...], "places", "is_way", "is_battle"}]}.
Json since_message(const play::Session& session, play::Side seat);

/// Why an agent decided so, from the step `from` on, where `side` may read it: [{"step", "words"}].
Json reasons_message(const play::Session& session, play::Side side, std::size_t from);

/// The first step of each turn: [{"turn", "step"}, ...].
Json turns_message(const play::Session& session, play::Side seat);

/// How a campaign ended, in words, with what the record says of how it was played; empty while it
/// goes on.
std::string result_words(const play::Session& session);

}  // namespace niemen::serve

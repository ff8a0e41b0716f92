// The lines of a session's file, as JSON objects without their seals.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "engine/play/session.h"

namespace niemen::play {

/// Of a campaign whose file is open, and of one that goes on, with what is secret sealed.
inline constexpr int kSessionVersion = 1, kSealedVersion = 2;

/// What a line holds, without what is nested deeper than in any session; discarded where that is no
/// JSON.
nlohmann::ordered_json parse_line(std::string_view text);

/// The first line. `parent` says in words where the session branched off; empty: nowhere.
std::string session_header(const AnyGame& game, const SessionSettings& settings,
                           const std::string& commitment, const std::string& parent);
/// Step `number` (from 1), from `before` to `after`. Of a die it holds the name of the draw and the
/// share of the unit interval that gives this face.
std::string session_step(const AnyGame& game, const Step& step, std::size_t number,
                         const AnyState& before, const AnyState& after,
                         const std::optional<Thought>& thought);
/// The file of the first of `trunks` that is not known to be over; empty: all are. One that has
/// been moved is looked for beside `twig`.
std::string living_trunk_of(const std::vector<Trunk>& trunks, const std::filesystem::path& twig);
std::string session_end(const AnyGame& game, std::size_t steps, const Outcome& outcome);
std::string session_forfeit(std::size_t steps, const Forfeit& forfeit);
/// {key: what, "side": ...}
std::string session_note(const char* key, Side side, const std::string& what);

}  // namespace niemen::play

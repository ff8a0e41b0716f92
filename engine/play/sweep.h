// Orders for many at once: one verb with all that it is meant for.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/play/view.h"

namespace niemen::play {

/// Whether a decision in notation ends what is being done, or leaves it undone.
bool is_closing(std::string_view notation);

/// The choices that end what is being done, or leave it undone: "done", "end march", "pass", "no".
std::vector<Choice> closing_choices(const std::vector<Choice>& choices);

/// Reads "VERB THING THING ...", a number before a thing for as many of it, other verbs and what
/// closes behind: "train 3 Smolensk Vitebsk dummy Minsk done". Each single decision becomes a line
/// in notation, in this order; the later ones may become legal only behind the earlier. A verb is
/// the first word of one of `choices`, a thing what follows it there, a number, a place by its id,
/// its name or a beginning that no other has, or the id of one of `counters`. Nothing where the
/// text is no order of this kind, or of one decision alone. Throws InputError: a verb without a
/// thing, a thing that there is none of behind others, more than kMaxAtOnce decisions.
std::vector<std::string> sweep_lines(const Board& board, const std::vector<Choice>& choices,
                                     std::string_view text, std::span<const Counter> counters = {});
inline constexpr int kMaxAtOnce = 100;

}  // namespace niemen::play

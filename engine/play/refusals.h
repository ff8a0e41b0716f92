// Why something cannot be ordered, in the words of a person: what the search for orders and the
// faces share.
#pragma once

#include <functional>

#include "engine/play/orders.h"

namespace niemen::play {

/// A verdict that forbids something at a place; what stands in the way is named as people say it.
Refusal refusal_of_verdict(const Board& board, const Verdict& verdict, int place);

/// What `side` is asked, where it would order something else, and what comes before that other:
/// `asks` says of a view of the side whether the other can be ordered there, who stands at `from`.
/// `view` is what the side sees of `world`.
Refusal what_is_asked(const AnyGame& game, const AnyState& world, Side side, const View& view,
                      int from, const std::function<bool(const View&)>& asks);

}  // namespace niemen::play

// 15.1: sums that tell something about pieces that lie face down.
#pragma once

#include <utility>

#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

/// Whether some counters in a hex lie face down to their opponent, blanks among them.
inline bool any_hidden_at(const Context& c, const State& s, int hex) {
  if (!c.rules.hidden_stacks) return false;
  for (const int piece : pieces_at(s, hex))
    if (s.veil[static_cast<std::size_t>(piece)] != kKnown) return true;
  for (std::size_t side = 0; side < play::kSides; ++side)
    for (std::size_t i = 0; i < kMaxBlanks; ++i)
      if (s.blanks[side][i] == hex && s.blank_veil[side][i] != kKnown) return true;
  return false;
}

/// Records what came of a sum that rests on a stack. Where counters in its hex lie face down the
/// opponent is told of the die alone, and neither who they are nor what they added.
inline void tell_sum(Play& p, EventKind kind, const Facts& facts, Sum&& sum, int hex) {
  if (p.log) {
    if (!any_hidden_at(p.game, p.state, hex)) return p.tell(kind, facts, std::move(sum));
    const auto owner = static_cast<Side>(facts.side);
    p.tell_secret(owner, kind, facts);
    p.log->events.back().modifiers = std::move(sum.modifiers);
    Facts shown = facts;
    shown.pieces.clear();
    shown.amount = 0;
    p.tell_secret(play::other(owner), kind, shown);
  }
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

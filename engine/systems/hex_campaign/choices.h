// What the chapters list and refuse their choices with. What is listed and what is refused rest on
// one test each, so that they cannot differ.
#pragma once

#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::Verdict;

// --- lists ---------------------------------------------------------------------------------------

/// Of a choice without a value that the step always takes.
inline void always(const Lister& l) { l.add(); }
/// Adds the hexes or pieces of a set.
template <class Set>
void add_all(const Lister& l, const Set& values) {
  for (int value : values) l.add(value);
}
/// Those of them that a test does not refuse.
template <Reason (*kTest)(const Context&, const State&, int), class Set>
void add_allowed(const Lister& l, const Set& values) {
  for (int value : values)
    if (kTest(l.game, l.state, value) == Reason::Ok) l.add(value);
}
/// The numbers from the first to the last that a test does not refuse.
template <Reason (*kTest)(const Context&, const State&, int)>
void add_numbers(const Lister& l, int first, int last) {
  for (int number = first; number <= last; ++number)
    if (kTest(l.game, l.state, number) == Reason::Ok) l.add(number);
}
/// One piece of each kind among those to choose from, see list_picks().
template <PieceSet (*kFrom)(const Context&, const State&)>
void list_among(const Lister& l) {
  list_picks(l.game, l.state, kFrom(l.game, l.state), l.list);
}

// --- refusals ------------------------------------------------------------------------------------

// steps.cpp: a reason with its rule and words; what it is about beside it.
Verdict verdict_on_hex(const Context& c, const State& s, Reason reason, int hex);
Verdict verdict_on_piece(const Context& c, const State& s, Reason reason, int piece);
Verdict verdict_on_number(const State& s, Reason reason);

/// How a row refuses by a test of a hex, a piece, or a number or nothing at all.
template <Reason (*kTest)(const Context&, const State&, int)>
Verdict of_hex(const Context& c, const State& s, int hex) {
  return verdict_on_hex(c, s, kTest(c, s, hex), hex);
}
template <Reason (*kTest)(const Context&, const State&, int)>
Verdict of_piece(const Context& c, const State& s, int piece) {
  return verdict_on_piece(c, s, kTest(c, s, piece), piece);
}
template <Reason (*kTest)(const Context&, const State&, int)>
Verdict of_number(const Context& c, const State& s, int number) {
  return verdict_on_number(s, kTest(c, s, number));
}
/// Of a choice that list_among() lists.
template <PieceSet (*kFrom)(const Context&, const State&)>
Verdict refuse_others(const Context& c, const State& s, int piece) {
  return verdict_on_piece(c, s, refuse_pick(c, s, kFrom(c, s), piece), piece);
}

// --- what is chosen ------------------------------------------------------------------------------

/// Of a choice that changes nothing: whoever asked goes on.
inline void nothing(Play&, int) {}
/// Takes so many of the kind in question.
inline void take_kind(Play& p, int n) { take_of_kind(p.game, p.state, n); }

// --- names of dice -------------------------------------------------------------------------------

/// Of a die that falls once a turn: its step names it.
inline void name_once(const Context&, const State&, play::ChanceKey&) {}
/// Orders of a stack can be repeated.
inline void name_by_attack(const Context&, const State& s, play::ChanceKey& key) {
  const CombatPlaces& combat = s.places.combat;
  key.subject = static_cast<std::uint32_t>(combat.from << 10 | combat.target);
  key.ordinal = s.ordinal[combat.from % kOrdinalBuckets];
}
/// A chapter goes from hex to hex.
inline void name_by_sweep(const Context&, const State& s, play::ChanceKey& key) {
  key.subject = s.places.sweep.hex;
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

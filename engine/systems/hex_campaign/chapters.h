// The procedures of the rulebook, chapter by chapter, and what several chapters look up. Each is
// defined in the file of its chapter, with the rows of its steps.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/play/game.h"
#include "engine/systems/hex_campaign/action.h"
#include "engine/systems/hex_campaign/events.h"
#include "engine/systems/hex_campaign/reason.h"
#include "engine/systems/hex_campaign/state.h"
#include "engine/systems/hex_campaign/steps.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::Action;
using play::ActionList;
using play::Actor;

/// What an event is about; EventKind says which of it a kind tells. Who has `pieces` is `side`.
struct Facts {
  int side = -1;
  int place = kNowhere;
  int to = kNowhere;  ///< a second place
  PieceSet pieces{};
  int amount = 0;
  int face = 0;

  static constexpr int kNowhere = -1;
};

/// A value that is summed up modifier by modifier; where nobody listens only the total is kept.
struct Sum {
  int total = 0;
  bool is_told = false;
  std::vector<play::Modifier> modifiers{};

  /// A modifier of nothing is not told of.
  void add(int value, ModifierCode code, int place = -1, int piece = -1) {
    total += value;
    if (is_told && value != 0) keep(value, code, place, piece);
  }

 private:
  [[gnu::cold]] void keep(int value, ModifierCode code, int place, int piece);
};

/// One call of apply, and how it tells what happens.
struct Play : play::Play<Mechanism> {
  /// Records what happened; where nobody listens nothing is even built.
  void tell(EventKind kind, const Facts& facts) {
    if (log) record(kind, facts);
  }
  void tell(EventKind kind, const Facts& facts, Sum&& sum) {
    if (log) record(kind, facts, &sum);
  }
  /// The same, for `owner` alone.
  void tell_secret(Side owner, EventKind kind, const Facts& facts) {
    if (log) record_secret(owner, kind, facts);
  }
  /// A unit is disrupted or eliminated.
  void tell_hurt(EventKind kind, int unit, Cause cause) {
    if (log) record_hurt(kind, unit, cause);
  }
  /// A sum whose parts are kept if somebody listens.
  Sum sum() const { return {.total = 0, .is_told = log != nullptr}; }

 private:
  // narrate.cpp
  [[gnu::cold]] void record(EventKind kind, const Facts& facts, Sum* sum = nullptr);
  [[gnu::cold]] void record_secret(Side owner, EventKind kind, const Facts& facts);
  [[gnu::cold]] void record_hurt(EventKind kind, int unit, Cause cause);
};

inline void next_phase(State& s, Phase phase) {
  s.phase = phase;
  s.step = Step::None;
  s.work.all = {};
  s.places.all.hexes.fill(kNoHexBits);
  s.choice.all = {};
  s.group.clear();
  s.out = {0, 0};
}
inline std::size_t at(Side side) { return static_cast<std::size_t>(side); }

/// Supply trains of the side by the table in force, before any adjustment (7.3, 16.13).
int table_trains(const Context& c, const State& s, Side side);
/// Who goes first where trains or Combat Commands are equal (R-27, N-20).
inline Side first_on_tie(const Context& c) { return c.rules.first_on_tie ? Side::B : Side::A; }
/// The side with more trains by the table (7.4, R-27, R-82).
Side trains_first(const Context& c, const State& s);
/// Of a chapter that both sides go through in that order, whose turn it is: `nth` is 0 or 1.
inline Side side_in_order(const Context& c, const State& s, int nth) {
  const Side first = trains_first(c, s);
  return nth == 0 ? first : play::other(first);
}
/// 1.1, 17.4: hexes of a map edge that is a source of supply of the side now.
const HexSet& source_edge(const Context& c, const State& s, Side side);
/// The phase that follows General Supply, and the one that a turn starts with.
Phase after_supply(const Context& c, const State& s);
Phase first_phase(const Context& c);

// --- lookups shared by chapters ------------------------------------------------------------------

/// Whether hex `at` is next to undisrupted enemy cavalry that holds it: no river between, and not
/// cavalry that cannot ride into difficult terrain there (8.4 bp6, R-13, R-81).
bool is_held(const Context& c, const State& s, Side side, int at);
/// A single unit in a city next to a hex with two undisrupted enemy units, no river between (8.4).
bool is_besieged(const Context& c, const State& s, Side side, int hex);
/// 15.1: stacks before a city with a single enemy unit are shown: whether they besiege it decides
/// what that unit may do.
void show_besiegers(const Context& c, State& s);
/// Hexes that routes of the side may pass (6.2, first four bullets).
HexSet route_hexes(const Context& c, const State& s, Side side);
/// Cities that are sources of the side now (1.1, 14.16, 14.17, 16.13).
HexSet chain_sources(const Context& c, const State& s, Side side);
/// Cities to which the chain of Depots reaches now (7.8).
HexSet chain_reach(const Context& c, const State& s, Side side);
/// The links of that chain, from the source to the Depot that hangs on it; from -1: a map edge.
std::vector<std::pair<int, int>> chain_links(const Context& c, const State& s, Side side);
/// Hexes whose units are in General Supply (6.1), and the same for units with a local source.
HexSet supplied_hexes(const Context& c, const State& s, Side side);
/// Hexes of the longest supply route in the season of the position (6.2).
int supply_range(const Context& c, const State& s);
/// Hexes with a route of at most `range` hexes, at least 1, over `routes` to one of `sources`
/// (6.2), by the entry costs of the side. Of several sources it is what each reaches alone,
/// together.
HexSet supply_reach(const Context& c, const EntryCosts& costs, const HexSet& sources,
                    const HexSet& routes, int range);
/// Hexes with a route of at most `range` hexes to a Depot of the side (6.2).
HexSet supplied_within(const Context& c, const State& s, Side side, int range);
HexSet locally_supplied_hexes(const Context& c, const State& s, Side side);
/// 15.1: undisrupted enemy cavalry but for which units in `unsupplied` would be in General Supply;
/// its owner must declare it (6.2).
PieceSet barring_cavalry(const Context& c, const State& s, Side side, const HexSet& unsupplied);
/// 7.7: the cities in which a Depot may stand, the chain apart, as a board; one city with the
/// reason.
HexSet depot_sites(const Context& c, const State& s, Side side);
Reason refuse_depot_site(const Context& c, const State& s, Side side, int hex);
/// Ratings of the Commanders in a hex: their sum for 8.1, the highest for 10.2 and 10.4, both with
/// 16.4(1).
int rating_sum(const Context& c, const State& s, const PieceSet& commanders);
int rating_best(const Context& c, const State& s, const PieceSet& commanders);
/// 16.4(1): whether two or more rivals are among these Commanders, in the turns of the rivalry.
bool rivals_together(const Context& c, const State& s, const PieceSet& commanders);
/// Commanders of the highest seniority present (16.4); of equals those who command most of `units`,
/// where the rules say so (Nemesis 16.2).
PieceSet most_senior(const Context& c, const State& s, const PieceSet& commanders,
                     const PieceSet& units);
/// 16.2: the seniority of a Commander where he stands (N-47).
Seniority rank_of(const Context& c, const State& s, int commander);
/// Nemesis 16.2: whether the Commanders of a hex are one alone, who counts for cavalry only.
bool cavalry_only(const Context& c, const PieceSet& commanders);
bool has_trait(const Context& c, const PieceSet& commanders, std::uint32_t trait);
/// Nemesis 16.6: whether units of the side obey Commanders of their own nation only.
inline bool is_tense(const State& s, Side side) { return side == Side::B && s.marked(kTension); }
/// 16.6: of some pieces those of a nation.
PieceSet of_nation(const Context& c, const PieceSet& pieces, int nation);
/// 16.6: of some units those with a Commander of their own nation among `commanders`.
PieceSet led_by_countrymen(const Context& c, const PieceSet& units, const PieceSet& commanders);
/// The Commander of the highest rating, or -1; of equals the first.
int best_rated(const Context& c, const PieceSet& commanders);
/// Number of trains of the side in a hex that can still be used there; dummies apart.
int genuine_trains(const State& s, Side side, int hex);
void add_train(State& s, Side side, int hex, Train kind);
/// Takes one genuine train off a hex. Precondition: there is one.
void remove_train(State& s, Side side, int hex);
/// Next ordinal for a subject rolled for more than once a turn.
std::uint32_t next_ordinal(State& s, int subject);

/// Adds the members of `from` as Pick actions, one for each kind of unit (the lowest piece stands
/// for all that cannot be told apart), Commanders one by one.
/// `blind`: the opponent chooses among pieces of secret stacks (15.1) and so names only a kind.
void list_picks(const Context& c, const State& s, const PieceSet& from, ActionList& list,
                bool blind = false);
/// The piece that stands for all in `from` that cannot be told apart from `piece` (same kind, same
/// status).
int representative(const Context& c, const State& s, const PieceSet& from, int piece,
                   bool blind = false);
Reason refuse_pick(const Context& c, const State& s, const PieceSet& from, int piece,
                   bool blind = false);

/// Choosing units whose occupancy covers an excess, none superfluous: they are picked
/// in descending occupancy; `last` is that of the one before (0: none yet).
Reason refuse_excess_unit(const Context& c, const State& s, const PieceSet& from, int excess,
                          int last, int unit);

/// Stack choices kind by kind (march, orders, advance): kinds of the candidates in their fixed
/// order, then Commanders one by one; see TakingPieces and TakingWork.
struct KindQuestion {
  PieceSet members;  ///< the units of the kind that may be taken, or the one Commander
  bool commander = false;
  bool last_unit_kind = false;
};
/// The kind in question, skipping kinds without members; nothing left: empty members.
KindQuestion kind_question(const Context& c, const State& s);
/// Takes `n` of the kind in question (lowest first) into s.group and goes on to the next kind.
void take_of_kind(const Context& c, State& s, int n);

/// One combat unit leaves play for good reason; counts losses (14.7b).
void eliminate_unit(Play& p, int unit, Cause cause);
/// A hit: disrupts, or eliminates who was disrupted (11.17). Returns whether the unit fell.
bool hit_unit(Play& p, int unit, Cause cause);
/// Takes a Depot for good (8.7) in a hex the other side's combat units came into.
void destroy_depot(Play& p, Side owner, int hex);
/// Pieces of `side` come into a hex: Depots fall (8.7), lone Commanders are caught (8.8), capitals
/// and the uprising city are noted (9.2, 16.8, 16.9). Sets s.fate when Commanders must roll.
void enter_hex(Play& p, Side side, const PieceSet& pieces, int hex);

std::string hex_name(const Context& c, int hex);
/// "1 unit", "2 units".
std::string counted(int count, std::string_view what);
/// The part of the turn that a phase belongs to, as the rulebook calls it: "General Supply".
std::string_view phase_heading(Phase phase);

// --- allegiance.cpp ------------------------------------------------------------------------------

/// 14.12, 14.13: garrisons among units that leave their city are ordinary units from now on.
void note_sortie(const Context& c, State& s, const PieceSet& units);
/// 17.6: the bit of a city of Linked::garrisons, 0 for any other hex.
std::uint32_t garrison_bit(const Context& c, int hex);
/// 14.12: of some pieces, garrisons that nobody has joined yet.
PieceSet immobile_among(const Context& c, const State& s, const PieceSet& pieces);
/// 9.2, 14.9: whether the wavering powers have changed sides.
bool wavering_left(const Context& c, const State& s);
/// 14.12: whoever was joined by the end of a turn may march out.
void note_relief(const Context& c, State& s);
/// 14.8: whether aloof units among those ordered are strong enough to attack.
bool aloof_would_attack(const Context& c, const State& s, const PieceSet& ordered, int target);
/// 14.9: notes when enough cities of a wavering power are held.
void watch_powers(const Context& c, State& s);
/// 14.15: whether a march, a Commander or a withdrawal of the side would leave ground that it may
/// not leave any more.
bool leaves_confinement(const Context& c, const State& s, Side side, int from, int to);
/// 14.9: the number of a unit among Context::counterparts, or -1.
int counterpart_index(const Context& c, int unit);
/// 14.9: at the start of a turn powers move that were moved in the one before.
void move_powers(Play& p);
/// 14.14: the outpost at the end of a turn.
void score_outpost(Play& p);

// --- chapters ------------------------------------------------------------------------------------

// `go_...` resumes a phase: it asks, rolls, or goes on to the next phase.

// setup.cpp (14.1)
void go_set_up(Play& p);
/// The piece whose place is asked next. Precondition: the step is PlacePiece.
int piece_to_set_up(const Context& c, const State& s);

// general_supply.cpp (6)
void go_general_supply(Play& p);

// active_supply.cpp (7)
void go_active_supply(Play& p);
/// 7.6: puts the side's units that must forage under markers.
void mark_foraging(const Context& c, State& s, Side side);

// rally_and_movement.cpp (8)
void go_rally_and_movement(Play& p);
/// 8.5: whether the unit picked next for march attrition is eliminated rather than disrupted.
bool attrition_eliminates(const State& s);
/// 8.4: hexes of a normal march of some units in the season, as far as their slowest goes.
int normal_march(const Context& c, const State& s, const PieceSet& units);
/// 8.4: hexes of their forced march, the normal ones among them.
int forced_march(const Context& c, const PieceSet& units);
/// 8.4: hexes of the march under way beyond a normal march, once it has entered `to` too.
int forced_hexes_with(const Context& c, const State& s, int to);
/// 8.2: genuine trains where it begins that the march under way will use up.
int trains_promised(const State& s);
/// Finds again, in a world dealt from an observation, what the choice under way is among.
void refind_movement_choice(const Context& c, State& s);

// combat_commands.cpp (9)
void receive_commands(Play& p);

// combat_overview.cpp (10)
/// The Combat Phase, with what combat_detail.cpp makes of the attacks (11).
void go_combat(Play& p);
/// Whatever has come of an attack: the other side is next.
void end_opportunity(Play& p);
/// The same as refind_movement_choice() for the pieces of an attack.
void refind_order_choice(const Context& c, State& s);

// combat_detail.cpp (11)
/// An order to attack is obeyed.
void begin_combat(Play& p);

// commanders.cpp (11.19, 12)
void go_commanders(Play& p);
/// Rolls for the next Commander left alone; false: there is none.
bool ask_fate(Play& p);
/// Commanders whose time is up leave at the start of a turn, by their rows of the data.
void relieve_commanders(Play& p);
/// The Commander whose fate is decided next. Precondition: State::fate is not empty.
int fate_subject(const Context& c, const State& s);
/// These Commanders will roll under 11.19; they are named to both sides.
void meet_fate(const Context& c, State& s, const PieceSet& commanders);
/// 12.1: Commanders of the side who have not moved and may.
PieceSet movable_commanders(const Context& c, const State& s, Side side);

// raids_and_reinforcements.cpp (13)
void go_raids_and_reinforcements(Play& p);
/// 13.2: asks for the next piece of State::side, from ArrivalPlaces::piece on, that is due by its
/// row up to `turn`. Returns whether there is one; those without a hex are dealt with.
bool ask_arrival(Play& p, int turn);
/// Hexes in which a piece may arrive, by its row or by 17.4.
HexSet arrival_entry(const Context& c, const State& s, int piece);
/// 13.3: why a piece may not arrive in a hex of `entry`.
Reason refuse_arrival(const Context& c, const State& s, int piece, const HexSet& entry, int hex);

// optional_rules.cpp (15)
void go_blanks(Play& p);
/// 15.1: the contents of a hex are shown to the other side.
void reveal(const Context& c, State& s, const PieceSet& pieces);
/// 15.1: one piece is shown (losses always are).
inline void reveal_piece(State& s, int piece) { s.veil[static_cast<std::size_t>(piece)] = kKnown; }
/// 15.1: a piece comes onto the map face down, among those that the lists name together.
void veil_arrival(const Context& c, State& s, int piece);
/// 15.1: pieces parted unseen from a stack: what stood together can no longer be told apart.
void mix_veils(const Context& c, State& s, const PieceSet& stack);
/// 15.1: blanks go along when the last unit of their hex has left it for another.
void move_blanks(const Context& c, State& s, Side side, int from, int to);
/// 15.1: blanks beyond the combat units of their stack come off.
void drop_surplus_blanks(const Context& c, State& s);

// random_events.cpp (16.1)
void go_random_events(Play& p);

// commander_capability.cpp (16.2-16.5)
/// 16.2: the rating that counts in combat for these units, and who gives it (-1: nobody).
struct CombatRating {
  int rating = 0;
  int commander = -1;
};
CombatRating combat_rating(const Context& c, const State& s, const PieceSet& commanders,
                           const PieceSet& units);
/// 16.2: whether Commanders who came along all the way can command all units of the group.
bool commanded_throughout(const Context& c, const State& s, const PieceSet& commanders,
                          const PieceSet& units);
/// The senior Commanders among whom the owner must choose because it matters (16.4, R-99).
/// Only differences in `traits` matter; empty when there is nothing to choose.
PieceSet senior_question(const Context& c, const State& s, const PieceSet& commanders,
                         const PieceSet& units, std::uint32_t traits);
/// 16.4: bonus of the senior Commander to the CFs of these units.
int combat_factor_bonus(const Context& c, int senior, const PieceSet& units, bool attacking);

// cavalry_and_climate.cpp (16.7)
void go_cavalry_reserve(Play& p);
/// 16.7: trains the losses of the Reserve cost the side this turn.
int reserve_train_cut(const Context& c, const State& s);

// political_dimension.cpp (16.8-16.12)
void go_political_dimension(Play& p);
/// 16.9: an eligible city that side A's units are in, now that independence is declared, is his.
void convert_city(const Context& c, State& s, int hex);

// two_year_campaign.cpp (16.13)
void go_two_year_campaign(Play& p);
/// The piece that a step of the winter, of restoration or of return is about.
int piece_of_winter(const Context& c, const State& s);
/// 16.13: the added source is lost for good when a unit of side B enters it or a city down-stream.
void watch_added_source(const Context& c, State& s, Side side, int hex);

// victory.cpp (14.7)
void win_decisively(Play& p, Side winner);
void end_by_sudden_death(Play& p, int commander);
/// Stacks on exit hexes of the victory table may leave the map.
void go_exits(Play& p);
void end_turn(Play& p);
/// What a row of the victory table comes to if the game ended now, and for whom (nobody: none).
struct RowScore {
  std::optional<Side> side;
  int points = 0;
};
RowScore score_of_row(const Context& c, const State& s, std::size_t row);
/// Points of both sides if the game ended now (14.7).
PerSide<int> points_now(const Context& c, const State& s);
play::Outcome outcome_of(const Context& c, const State& s);
/// Who scores a place now (14.7a); of neutral ground whose units are in it, or nobody.
std::optional<Side> holder_of(const Context& c, const State& s, int hex);

// truce.cpp (Nemesis 14.15)
void go_armistice(Play& p);

// linked_campaign.cpp (Nemesis 17)
void go_linked_campaign(Play& p);
/// 17.6: asks for the next garrison that side A may make as a turn ends; false: none is left.
bool ask_garrison(Play& p);
/// 17.4: the common ground joins side B once its supplied units are there and it has switched.
void open_common_ground(Play& p);
/// The start of a turn, once no dice for a truce are due: powers move (14.9), Commanders are
/// relieved.
inline void begin_affairs(Play& p) {
  move_powers(p);
  relieve_commanders(p);
}
/// 17.2, 17.4: notes as a turn ends what the next ones ask for.
void note_end_of_turn(const Context& c, State& s);
/// 17.2: whether a sudden death can come at the end of this turn.
bool is_deadly(const State& s, const SuddenDeath& death);
/// Whether the campaign goes on with another part when the last turn of this one is over.
bool goes_on(const Context& c);

/// A position written by hand names a phase and no step: goes on to the first decision of it.
void complete_position(const Context& c, State& s);

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

// The procedures of the rulebook, chapter by chapter: each changes the position and goes on to the
// next decision, die, or the end. Templates over the recorder; defined in the chapters' files.
#pragma once

#include "engine/play/recorder.h"
#include "engine/systems/area_campaign/events.h"
#include "engine/systems/area_campaign/places.h"

namespace niemen::area_campaign {

/// One call of apply: the game, the position that changes, and who listens.
template <class Recorder>
struct Play {
  const AreaContext& game;
  State& state;
  Recorder& recorder;

  /// Records an event that `fill` completes; with the null recorder nothing is even built.
  template <class Fill>
  void note(EventKind kind, Fill fill) {
    if constexpr (Recorder::kRecords) fill(recorder.add(event_of(kind)));
  }
  /// The same, known to `side` alone.
  template <class Fill>
  void note_secret(int side, EventKind kind, Fill fill) {
    note(kind, [&](play::Event& event) {
      event.side = side;
      fill(event.secret_of(static_cast<play::Side>(side)));
    });
  }
  /// An event of one side in one place.
  void note_at(EventKind kind, int side, int at) {
    note(kind, [&](play::Event& event) { event.side = side, event.places = {at}; });
  }
  /// An event of one side, from a place to another.
  void note_way(EventKind kind, int side, int from, int to) {
    note(kind, [&](play::Event& event) { event.side = side, event.places = {from, to}; });
  }
  /// The first place of an Area, which stands for it in events.
  int place_of(int area) const { return game.areas[area].places[0]; }
  void ask(Step step, int side) {
    state.step = step;
    state.decider = static_cast<play::Actor>(side);
  }
  void roll(Step step) {
    state.step = step;
    state.decider = play::Actor::Nature;
  }
};

// setup.cpp
template <class R>
void begin_campaign(Play<R>& p);
template <class R>
void deploy(Play<R>& p, int at);
/// The group that deploys next, of either side, or null.
const Arrival* current_group(const AreaContext& game, const State& state);
/// Places where the unit that is due may deploy.
PlaceSet deployment_places(const AreaContext& game, const State& state);

// sequence.cpp
template <class R>
void begin_turn(Play<R>& p);
template <class R>
void begin_player_turn(Play<R>& p);
template <class R>
void end_player_turn(Play<R>& p);
template <class R>
void end_turn(Play<R>& p);

// attrition.cpp
template <class R>
void arrive(Play<R>& p);
template <class R>
void reinforce(Play<R>& p, int at);
template <class R>
void attrition_die(Play<R>& p, int die);
template <class R>
void name_area(Play<R>& p, int area);
template <class R>
void lose_at(Play<R>& p, int at);
const Arrival* current_reinforcement(const AreaContext& game, const State& state);
PlaceSet reinforcement_places(const AreaContext& game, const State& state);
/// Areas that the enemy of `side` may name: its pieces are there, and it was not named before.
std::uint64_t areas_to_name(const AreaContext& game, const State& state, int side);

// movement.cpp
template <class R>
void begin_movement(Play<R>& p);
template <class R>
void move_from(Play<R>& p, int at);
template <class R>
void move_to(Play<R>& p, int at);
template <class R>
void take_all(Play<R>& p);
template <class R>
void take(Play<R>& p, Kind kind, int number);
template <class R>
void take_leader(Play<R>& p, int leader);
template <class R>
void end_share(Play<R>& p);
template <class R>
void drop_depot(Play<R>& p, int at);
template <class R>
void end_movement(Play<R>& p);
template <class R>
void scorch(Play<R>& p, int area);
template <class R>
void ask_scorch(Play<R>& p);
template <class R>
void end_scorch(Play<R>& p);
template <class R>
void ask_create(Play<R>& p);
template <class R>
void create_depot(Play<R>& p, int at);
template <class R>
void end_create(Play<R>& p);
/// Packed units of `side` at a place that have not moved in this segment.
std::uint16_t unmoved(const State& state, int side, int at);
bool has_unmoved_leader(const AreaContext& game, const State& state, int side, int at);
/// Places with something that may move now.
PlaceSet move_sources(const AreaContext& game, const State& state);
/// Places that something at `from` may move to.
PlaceSet move_targets(const AreaContext& game, const State& state, int from);
/// True when the units that move from `from` to `to` must include a Corps (B.1).
bool must_take_corps(const AreaContext& game, const State& state, int to);
/// Least and most of a Kind that may be taken now.
struct ShareRange {
  int least;
  int most;
};
ShareRange share_range(const AreaContext& game, const State& state);
bool may_take_all(const AreaContext& game, const State& state);
/// Areas that may be laid waste now.
std::uint64_t areas_to_scorch(const AreaContext& game, const State& state);
/// Places where a Depot may be made now.
PlaceSet depot_sites(const AreaContext& game, const State& state);

// forced_march.cpp
template <class R>
void begin_forced_march(Play<R>& p);
template <class R>
void march_from(Play<R>& p, int at);
template <class R>
void march_to(Play<R>& p, int at);
template <class R>
void march_corps(Play<R>& p, Kind kind);
template <class R>
void march_leader(Play<R>& p, int leader);
template <class R>
void march_die(Play<R>& p, int die);
/// Corps of the phasing side at a place that have not tried yet, packed like units.
std::uint16_t untried(const State& state, int at);
PlaceSet march_sources(const AreaContext& game, const State& state);
PlaceSet march_targets(const AreaContext& game, const State& state, int from);
/// Leaders that may march from the pending place to the pending target.
LeaderSet march_leaders(const AreaContext& game, const State& state);

// combat.cpp: steps 1 to 4
template <class R>
void begin_combat(Play<R>& p);
template <class R>
void next_battle(Play<R>& p);
template <class R>
void start_battle(Play<R>& p, int at);
template <class R>
void choose_attack_plan(Play<R>& p, int plan);
template <class R>
void choose_defence_plan(Play<R>& p, int plan);
template <class R>
void retire_cavalry(Play<R>& p, int number);
template <class R>
void retire_supply(Play<R>& p, int number);
template <class R>
void retire_leader(Play<R>& p, int leader);
template <class R>
void end_retire(Play<R>& p);
template <class R>
void send_to(Play<R>& p, int at);
template <class R>
void lose_to_plan(Play<R>& p, Kind kind);
template <class R>
void stand_fast(Play<R>& p);
template <class R>
void plan_retreat(Play<R>& p, int at);
template <class R>
void end_battle(Play<R>& p);
/// Ends the battle when only one side (or none) is left; true when it did.
template <class R>
bool battle_is_over(Play<R>& p);
/// Adjacent places that a stack of `side` may retreat to: none of its enemies there.
PlaceSet retreat_places(const AreaContext& game, const State& state, int side, int from);
inline int defender_of(const State& state) { return 1 - state.work.combat.attacker; }
/// Bits of the leaders of the leaving side that go along, from its first leader on.
unsigned leaving_leaders(const State& state);

// losses.cpp: what several chapters share
template <class R>
void eliminate_corps(Play<R>& p, int side, int at, Kind kind, int number, LossCause cause);
template <class R>
void eliminate_stack(Play<R>& p, int side, int at, LossCause cause);
/// Moves units openly or not; keeps control, symbols and knowledge right.
struct Transfer {
  int side;
  int from;
  int to;
  ByKind<int> counts{};
  unsigned leaders = 0;  ///< bits from the side's first leader on
};
template <class R>
void retreat_units(Play<R>& p, const Transfer& move);
template <class R>
void retreat_stack(Play<R>& p, int side, int from, int to);
/// Forgets what nobody may remember of a place where nobody is left.
void tidy_place(const AreaContext& game, State& state, int side, int at);

// combat_results.cpp: step 5
template <class R>
void resolve_combat(Play<R>& p);
template <class R>
void combat_die(Play<R>& p, int die);
/// General (or Cavalry) points: the sum, and the best leader's.
struct Leadership {
  int sum = 0;
  int best = 0;
};
Leadership leadership(const AreaContext& game, const State& state, int side, int at, bool cavalry);
/// Percentage at the odds, or 0 and kSure for the automatic results.
inline constexpr int kSure = 1'000'000;
int odds_percent(const AreaContext& game, const State& state);
int fortress_modifier(const AreaContext& game, const State& state);
/// What the Combat Results Table says with this die; and a result as it is printed there.
CombatResult combat_result(const AreaContext& game, const State& state, int die);
const char* result_name(CombatResult result);

// pursuit.cpp: steps 6 and 7
template <class R>
void offer_pursuit(Play<R>& p);
template <class R>
void pursue(Play<R>& p);
template <class R>
void pursuit_die(Play<R>& p, int die);
template <class R>
void stake(Play<R>& p, int number);
template <class R>
void pursuit_losses(Play<R>& p, int infantry);
template <class R>
void retreat_after_combat(Play<R>& p);
template <class R>
void last_retreat(Play<R>& p, int at);
ShareRange pursuit_loss_range(const State& state);

// supply.cpp
template <class R>
void begin_supply(Play<R>& p);
template <class R>
void ask_drop_depots(Play<R>& p);
template <class R>
void settle_supply(Play<R>& p);
template <class R>
void settle_area(Play<R>& p, int area);
template <class R>
void feed(Play<R>& p, int number);
template <class R>
void choose_track(Play<R>& p, bool with_supply_unit);
template <class R>
void unsupplied_die(Play<R>& p, int die);
/// Areas next door that Corps of `side` in `area` may draw on.
std::uint64_t adjacent_sources(const AreaContext& game, const State& state, int side, int area);
/// Areas whose order matters: their Corps compete for a source.
std::uint64_t competing_areas(const AreaContext& game, const State& state);
bool side_in_area(const AreaContext& game, const State& state, int side, int area);
int corps_in_area(const AreaContext& game, const State& state, int side, int area);
/// Corps of an Area that need a source, and units of a Kind in it.
int hungry_corps(const AreaContext& game, const State& state, int side, int area);
int units_in_area(const AreaContext& game, const State& state, int side, int area, Kind kind);
/// What becomes of an Area on which so many Corps draw, by the track with or without a Supply unit.
Depletion depleted(const AreaContext& game, const State& state, int area, int users,
                   bool with_unit);

// victory.cpp
template <class R>
void begin_victory(Play<R>& p);
template <class R>
void lose_politically(Play<R>& p, int at, Kind kind);
/// Control of one place (or all) after Corps came or went.
template <class R>
void update_control(Play<R>& p, int at);
template <class R>
void update_all_control(Play<R>& p);
/// Who stands on the Fortress symbols.
void update_symbol(const AreaContext& game, State& state, int at);
void update_symbols(const AreaContext& game, State& state, const PlaceSet& places);

}  // namespace niemen::area_campaign

// The procedures of the rulebook, chapter by chapter: each changes the position and goes on to the
// next decision, die, or the end. Defined in the chapters' files, with the rows of their steps.
#pragma once

#include "engine/systems/area_campaign/events.h"
#include "engine/systems/area_campaign/places.h"
#include "engine/systems/area_campaign/steps.h"

namespace niemen::area_campaign {

/// Begins the record of an event.
[[gnu::cold]] play::Event& record(play::EventRecorder& log, EventKind kind);

/// One call of apply, and how it tells what happens.
struct Play : play::Play<Mechanism> {
  /// Records an event that `fill` completes; where nobody listens nothing is even built.
  template <class Fill>
  void note(EventKind kind, Fill fill) {
    if (log) fill(record(*log, kind));
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
};

// setup.cpp
void begin_campaign(Play& p);
void deploy(Play& p, int at);
/// The group that deploys next, of either side, or null.
const Arrival* current_group(const AreaContext& game, const State& state);
/// Places where the unit that is due may deploy.
PlaceSet deployment_places(const AreaContext& game, const State& state);

// sequence.cpp
void begin_turn(Play& p);
void begin_player_turn(Play& p);
void end_player_turn(Play& p);
void end_turn(Play& p);

// attrition.cpp
void arrive(Play& p);
void reinforce(Play& p, int at);
void attrition_die(Play& p, int die);
void name_area(Play& p, int area);
void lose_at(Play& p, int at);
const Arrival* current_reinforcement(const AreaContext& game, const State& state);
PlaceSet reinforcement_places(const AreaContext& game, const State& state);
/// Areas that the enemy of `side` may name: its pieces are there, and it was not named before.
std::uint64_t areas_to_name(const AreaContext& game, const State& state, int side);

// movement.cpp
void begin_movement(Play& p);
void move_from(Play& p, int at);
void move_to(Play& p, int at);
void take_all(Play& p);
void take(Play& p, Kind kind, int number);
void take_leader(Play& p, int leader);
void end_share(Play& p);
void drop_depot(Play& p, int at);
void end_movement(Play& p);
void scorch(Play& p, int area);
void ask_scorch(Play& p);
void end_scorch(Play& p);
void ask_create(Play& p);
void create_depot(Play& p, int at);
void end_create(Play& p);
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
void begin_forced_march(Play& p);
void march_from(Play& p, int at);
void march_to(Play& p, int at);
void march_corps(Play& p, Kind kind);
void march_leader(Play& p, int leader);
void march_die(Play& p, int die);
/// Corps of the phasing side at a place that have not tried yet, packed like units.
std::uint16_t untried(const State& state, int at);
PlaceSet march_sources(const AreaContext& game, const State& state);
PlaceSet march_targets(const AreaContext& game, const State& state, int from);
/// Leaders that may march from the pending place to the pending target.
LeaderSet march_leaders(const AreaContext& game, const State& state);

// combat.cpp: steps 1 to 4
void begin_combat(Play& p);
void next_battle(Play& p);
void start_battle(Play& p, int at);
void choose_attack_plan(Play& p, int plan);
void choose_defence_plan(Play& p, int plan);
void retire_cavalry(Play& p, int number);
void retire_supply(Play& p, int number);
void retire_leader(Play& p, int leader);
void end_retire(Play& p);
void send_to(Play& p, int at);
void lose_to_plan(Play& p, Kind kind);
void stand_fast(Play& p);
void plan_retreat(Play& p, int at);
void end_battle(Play& p);
/// Ends the battle when only one side (or none) is left; true when it did.
bool battle_is_over(Play& p);
/// Adjacent places that a stack of `side` may retreat to: none of its enemies there.
PlaceSet retreat_places(const AreaContext& game, const State& state, int side, int from);
inline int defender_of(const State& state) { return 1 - state.work.combat.attacker; }
/// Bits of the leaders of the leaving side that go along, from its first leader on.
unsigned leaving_leaders(const State& state);

// losses.cpp: what several chapters share
void eliminate_corps(Play& p, int side, int at, Kind kind, int number, LossCause cause);
void eliminate_stack(Play& p, int side, int at, LossCause cause);
/// Moves units openly or not; keeps control, symbols and knowledge right.
struct Transfer {
  int side;
  int from;
  int to;
  ByKind<int> counts{};
  unsigned leaders = 0;  ///< bits from the side's first leader on
};
void retreat_units(Play& p, const Transfer& move);
void retreat_stack(Play& p, int side, int from, int to);
/// Forgets what nobody may remember of a place where nobody is left.
void tidy_place(const AreaContext& game, State& state, int side, int at);

// combat_results.cpp: step 5
void resolve_combat(Play& p);
void combat_die(Play& p, int die);
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
void offer_pursuit(Play& p);
void pursue(Play& p);
void pursuit_die(Play& p, int die);
void stake(Play& p, int number);
void pursuit_losses(Play& p, int infantry);
void retreat_after_combat(Play& p);
void last_retreat(Play& p, int at);
ShareRange pursuit_loss_range(const State& state);

// supply.cpp
void begin_supply(Play& p);
void ask_drop_depots(Play& p);
void settle_supply(Play& p);
void settle_area(Play& p, int area);
void feed(Play& p, int number);
void choose_track(Play& p, bool with_supply_unit);
void unsupplied_die(Play& p, int die);
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
void begin_victory(Play& p);
void lose_politically(Play& p, int at, Kind kind);
/// Control of one place (or all) after Corps came or went.
void update_control(Play& p, int at);
void update_all_control(Play& p);
/// Who stands on the Fortress symbols.
void update_symbol(const AreaContext& game, State& state, int at);
void update_symbols(const AreaContext& game, State& state, const PlaceSet& places);

}  // namespace niemen::area_campaign

#include "ai/telemetry/hex_campaign/blunders.h"

#include <algorithm>

#include "engine/systems/hex_campaign/action.h"
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/events.h"

namespace niemen::lab {
inline namespace NIEMEN_HEX_SIZE {

namespace hex = hex_campaign;

using hex::at;
using hex::Phase;
using hex::Step;
using play::Side;

namespace {

constexpr std::array kBothSides{Side::A, Side::B};
constexpr std::uint16_t kNowhere = 0xFFFF;

int genuine_trains_of(const hex::State& s, Side side) {
  int trains = 0;
  for (std::size_t i = 0; i < s.train_count[at(side)]; ++i)
    trains += (s.train[at(side)][i] & hex::kTrainGenuine) != 0;
  return trains;
}

int fit_units(const hex::Context& c, const hex::State& s, Side side, int place) {
  int fit = 0;
  for (const int unit : hex::units_at(c, s, side, place)) fit += !hex::disrupted(s, unit);
  return fit;
}

bool is_within_turn(Phase phase) { return phase < Phase::Over; }

}  // namespace

void HexBlunders::marched(const State& state, const State& previous, play::Action action) {
  const auto marching = [](Phase phase) {
    return phase >= Phase::EstablishDepots && phase <= Phase::Movement;
  };
  if (foraged_turn_ != game_.turn(previous) || !marching(previous.phase)) return;
  if (state.phase == Phase::Over || !marching(state.phase) || game_.turn(state) != foraged_turn_)
    count_left_over(previous, action);
}

void HexBlunders::before(const State& state, const State& previous, play::Action action) {
  const int turn = game_.turn(state);
  if (!is_within_turn(state.phase)) return;
  if (state.phase > Phase::GeneralSupply && fed_turn_ != turn) {
    if (fed_turn_ >= 0) count_starved(previous, action);
    fed_turn_ = turn;
  }
  if (state.step == Step::AllocateTrain && trains_[at(state.side)].turn != turn)
    note_trains(state, state.side);
  if (state.phase >= Phase::EstablishDepots && foraged_turn_ != turn) {
    for (const Side side : kBothSides) note_forage(state, side);
    foraged_turn_ = turn;
  }
}

void HexBlunders::after(const State& state, play::Action action) {
  const auto verb = hex::verb_of(action);
  auto& counts = counts_[at(state.side)];
  if (state.step == Step::AllocateTrain && verb == hex::Verb::Done &&
      state.to_place[at(state.side)] > 0)
    ++counts.trains;
  if (state.step == Step::NameAttackSupport && verb == hex::Verb::Done) {
    const auto& combat = state.places.combat;
    counts.unsupported +=
        fit_units(game_.context_of(state), state, state.side, combat.from) <
        fit_units(game_.context_of(state), state, play::other(state.side), combat.target);
  }
  if (verb != hex::Verb::Discard) return;
  auto& spared = trains_[at(state.side)].spared;
  const int place = hex::payload_of(action);
  counts.trains += !spared.contains(place);
  spared.erase(place);  // has been counted for what it is
}

/// The side is about to bring its trains.
void HexBlunders::note_trains(const State& state, Side side) {
  const auto& c = game_.context_of(state);
  auto& own = trains_[at(side)];
  own = {};
  own.turn = game_.turn(state);
  own.any = state.to_place[at(side)] > 0;
  own.stood.fill(kNowhere);
  for (const int unit : c.units_of[at(side)])
    if (hex::on_map(state, unit))
      own.stood[static_cast<std::size_t>(unit)] =
          static_cast<std::uint16_t>(hex::place(state, unit));
  if (!own.any) return;
  own.sites = hex::depot_sites(c, state, side) & hex::chain_reach(c, state, side);
  play::ActionList legal;
  game_.legal(state, legal);
  for (const auto action : legal)
    if (hex::verb_of(action) == hex::Verb::Train) own.usable.insert(hex::payload_of(action));
}

/// The trains are brought and the forage markers laid.
void HexBlunders::note_forage(const State& state, Side side) {
  const auto& c = game_.context_of(state);
  auto& own = trains_[at(side)];
  if (own.turn != game_.turn(state)) return;
  const auto foraging = [&](const State& s) {
    HexSet hexes;
    for (const int place : s.combat_hexes[at(side)])
      if (hex::units_at(c, s, side, place).intersects(hex::with_status(s, hex::kForage)))
        hexes.insert(place);
    return hexes;
  };
  const HexSet marked = foraging(state);
  State without = state;
  without.train_count[at(side)] = 0;
  hex::mark_foraging(c, without, side);
  own.spared = foraging(without) - marked;
  if (!own.any || state.train_count[at(side)] >= hex::kMaxTrains) return;
  for (const int place : marked& own.usable) {
    State with = state;
    hex::clear_status_of_all(with, hex::kForage);
    hex::add_train(with, side, place, hex::kTrainGenuine);
    hex::mark_foraging(c, with, side);
    if (!foraging(with).contains(place)) own.could_spare.insert(place);
  }
}

/// Units that went hungry at the start of this turn, told once more.
void HexBlunders::count_starved(const State& previous, play::Action action) {
  auto now = previous;
  play::EventRecorder recorder;
  game_.apply(now, action, recorder);
  const auto& c = game_.context_of(now);
  std::array<HexSet, play::kSides> reached{};
  for (const Side side : kBothSides) {
    const auto& own = trains_[at(side)];
    if (!own.any) continue;
    reached[at(side)] =
        hex::supply_reach(c, hex::entry_costs(c, now, side), own.sites,
                          hex::route_hexes(c, now, side), hex::supply_range(c, now));
  }
  for (const auto& event : recorder.events) {
    const auto kind = hex::kind_of(event);
    if (kind != hex::EventKind::UnitDisrupted && kind != hex::EventKind::UnitEliminated) continue;
    if (hex::cause_of(event) != hex::Cause::OutOfSupply || event.pieces.empty()) continue;
    const int unit = event.pieces[0];
    const auto side = static_cast<std::size_t>(event.side);
    const auto& own = trains_[side];
    if (!own.any) continue;
    const auto stood = own.stood[static_cast<std::size_t>(unit)];
    const bool foraged = hex::has_status(previous, unit, hex::kForage);
    const bool fed = foraged ? stood != kNowhere && own.could_spare.contains(stood)
                             : reached[side].contains(event.places[0]);
    counts_[side].starved += fed;
  }
}

/// The marches are over: what trains are left feed nobody, but where they kept units from foraging.
void HexBlunders::count_left_over(const State& previous, play::Action action) {
  for (const Side side : kBothSides) {
    int fed = 0;
    for (const int place : trains_[at(side)].spared)
      fed += hex::genuine_trains(previous, side, place) > 0;
    const bool discarded = side == previous.side && hex::verb_of(action) == hex::Verb::Discard;
    counts_[at(side)].trains +=
        std::max(0, genuine_trains_of(previous, side) - fed - (discarded ? 1 : 0));
  }
}

/// Hexes that stacks of a side with a Commander could march into at most.
hex::HexSet HexBlunders::reach_of(const State& state, Side side) const {
  const auto& c = game_.context_of(state);
  HexSet reached;
  for (const int place : state.combat_hexes[at(side)]) {
    if (hex::commanders_at(c, state, side, place).empty()) continue;
    for (const int unit : hex::units_at(c, state, side, place))
      if (!hex::disrupted(state, unit)) reached.insert(place);
  }
  HexSet edge = reached;
  for (int step = 0; step < c.rules.forced_march && !edge.empty(); ++step) {
    HexSet next;
    for (const int place : edge) next |= c.map.around(static_cast<hex::Hex>(place));
    next &= c.enterable[at(side)];
    edge = next - reached - state.combat_hexes[at(play::other(side))];
    reached |= next;
  }
  return reached;
}

void HexBlunders::end_turn(const State& state) {
  const auto& c = game_.context_of(state);
  const bool over = state.phase == Phase::Over;
  HexSet counted;
  for (const auto& row : c.victory.rows) {
    const bool in_time = row.when != hex::VictoryRow::When::ByTurn || state.turn <= row.turn;
    const bool for_somebody = row.power < 0 || hex::has_joined(state, row.power);
    if (row.what == hex::VictoryRow::What::Place && in_time && for_somebody)
      counted.insert(row.hex);
  }
  for (const Side side : kBothSides) {
    const Side enemy = play::other(side);
    auto& counts = counts_[at(side)];
    for (const int place : counted& reach_of(state, over ? side : enemy)) {
      if (state.combat_hexes[0].contains(place) || state.combat_hexes[1].contains(place)) continue;
      const bool own = hex::holder_of(c, state, place) == side;
      counts.open += own && !over;  // nobody marches any more
      counts.left += !own && over;
    }
    HexSet in_touch;
    for (const int place : state.combat_hexes[at(enemy)])
      in_touch |= c.map.around(static_cast<hex::Hex>(place));
    for (const int unit : c.units_of[at(side)]) {
      const auto i = static_cast<std::size_t>(unit);
      const auto now =
          hex::on_map(state, unit) ? static_cast<std::uint16_t>(hex::place(state, unit)) : kNowhere;
      stood_still_[i] = ends_ > 0 && now != kNowhere && now == last_[i]
                            ? static_cast<std::uint8_t>(std::min(stood_still_[i] + 1, 255))
                            : std::uint8_t{0};
      if (ends_ > 1 && now != kNowhere && now == before_last_[i] && now != last_[i] &&
          last_[i] != kNowhere && !hex::disrupted(state, unit))
        ++counts.undone;
      before_last_[i] = last_[i];
      last_[i] = now;
    }
    for (const int place : state.combat_hexes[at(side)]) {
      const auto units = hex::units_at(c, state, side, place);
      if (units.count() >= kLargeStack && hex::commanders_at(c, state, side, place).empty())
        counts.leaderless += units.count();
      if (in_touch.contains(place) || counted.contains(place)) continue;
      int still = 0;
      for (const int unit : units)
        still += stood_still_[static_cast<std::size_t>(unit)] >= kTurnsIdle;
      if (still >= kMass) counts.idle += still;
    }
  }
  ++ends_;
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::lab

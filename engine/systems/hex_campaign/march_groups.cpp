// 8.2-8.4: which stack marches, what of it, and who leads; what may hold it back (16.4, 16.5).
#include <algorithm>

#include "engine/systems/hex_campaign/movement.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

/// Units of a hex that may march: there since the phase began, in supply, not locked.
PieceSet movable(const Context& c, const State& s, Side side, int hex) {
  PieceSet units = (units_at(c, s, side, hex) & with_status(s, kSupplied)) - s.moved - s.locked;
  if (is_tense(s, side))
    units = led_by_countrymen(c, units, commanders_at(c, s, side, hex) - s.moved);
  if (may_be_bound(c, s, units))
    units -= idle_among(c, s, units) | immobile_among(c, s, units);  // 14.6, 14.10-14.12
  return units;
}

bool freed(const Context& c, const State& s, Side side, int hex) {
  return units_at(c, s, side, hex).intersects(c.combat_units - s.moved - s.group);  // 8.4 bp6, R-37
}

}  // namespace

Reason refuse_route(const Context& c, const State& s, int from, int to, bool first, bool was_held) {
  const Side side = s.side;
  if (!c.map.around(static_cast<Hex>(from)).contains(to)) return Reason::NotAdjacent;
  if (!may_enter(c, s, side, to)) return Reason::Terrain;
  if (leaves_confinement(c, s, side, from, to)) return Reason::Confined;
  if (!c.restrained.empty() && is_sheltered(c, s, to)) return Reason::Sheltered;
  if (s.combat_hexes[at(other(side))].contains(to)) return Reason::EnemyUnit;
  if (first && was_held && is_held(c, s, side, to) && !freed(c, s, side, to))
    return Reason::HeldHex;  // 8.4 bp7
  return Reason::Ok;
}

int room(const Context& c, const State& s, Side side, int hex) {
  return capacity(c, s, hex) - occupancy(c, units_at(c, s, side, hex) - s.group);
}

namespace {

/// Half factors of the largest group that could leave `hex` for some neighbour, attached capacity
/// trains apart (at_end: a group may pass through a full hex).
int largest_group(const Context& c, const State& s, Side side, int hex, bool was_held) {
  int best = 0;
  for (int to : c.map.around(static_cast<Hex>(hex)))
    if (refuse_route(c, s, hex, to, true, was_held) == Reason::Ok)
      best = std::max(best, room(c, s, side, to));
  return best;
}

int attachable(const Context& c, const State& s, Side side, int hex) {
  if (!c.rules.capacity_trains) return 0;
  return std::min(c.rules.capacity_trains_per_hex, genuine_trains(s, side, hex) - 1);
}

int group_limit(const Context& c, const State& s, Side side, int hex) {
  const bool was_held = movable(c, s, side, hex).intersects(s.held);
  const int plain = largest_group(c, s, side, hex, was_held);
  return plain + std::max(0, attachable(c, s, side, hex)) * c.rules.capacity_per_train;
}

/// Pieces of a hex that a group may be made of, units too large for every way out apart.
PieceSet marchable(const Context& c, const State& s, Side side, int hex) {
  const int limit = group_limit(c, s, side, hex);
  PieceSet pieces = commanders_at(c, s, side, hex) - s.moved;
  for (int unit : movable(c, s, side, hex))
    if (c.occupancy[static_cast<std::size_t>(unit)] <= limit) pieces.insert(unit);
  return pieces;
}

Reason refuse_march(const Context& c, const State& s, int hex) {
  const Side side = s.side;
  if (genuine_trains(s, side, hex) == 0) return Reason::NoTrainThere;
  const PieceSet here = pieces_at(s, hex);
  const PieceSet commanders = here & c.commanders_of[at(side)];
  if (commanders.empty()) return Reason::NoCommander;
  if ((commanders - s.moved).empty()) return Reason::CommanderMoved;
  const PieceSet stood = (here & c.units_of[at(side)]) - s.moved;
  if (stood.intersects(with_status(s, kDisrupted))) return Reason::DisruptedInStack;
  if (stood.empty() || (stood - s.locked).empty()) return Reason::NobodyToMove;
  const PieceSet able = movable(c, s, side, hex);
  if (able.empty() && is_tense(s, side) && (stood - s.locked).intersects(with_status(s, kSupplied)))
    return Reason::Tension;
  if (able.empty())
    return (stood - s.locked).intersects(with_status(s, kSupplied)) ? Reason::BoundUnits
                                                                    : Reason::NotSupplied;
  if (is_besieged(c, s, side, hex)) return Reason::UnderSiege;
  const int limit = group_limit(c, s, side, hex);
  for (int unit : able)
    if (c.occupancy[static_cast<std::size_t>(unit)] <= limit) return Reason::Ok;
  return Reason::NoWayOut;
}

Reason refuse_raise(const Context& c, const State& s, int hex) {
  const Side side = s.side;
  if (!c.rules.capacity_trains) return Reason::NotNow;
  if (genuine_trains(s, side, hex) == 0) return Reason::NoTrainThere;
  if (commanders_at(c, s, side, hex).empty()) return Reason::NoCommander;
  if (!units_at(c, s, side, hex).intersects(with_status(s, kSupplied))) return Reason::NotSupplied;
  int trains = 0;
  for (std::size_t i = 0; i < s.raised_count; ++i)
    if ((s.raised[i] & kPlaceMask) == hex && !((s.raised[i] >> 13) & 1))
      trains += (s.raised[i] >> 10) & 7;
  if (trains >= c.rules.capacity_trains_per_hex || s.raised_count >= kMaxRaised)
    return Reason::TooManyTrains;
  return Reason::Ok;
}

}  // namespace

void raise_capacity(State& s, int hex, int trains) {
  if (trains == 0 || s.raised_count >= kMaxRaised) return;
  s.raised[s.raised_count++] = static_cast<std::uint16_t>(hex | (trains << 10));
}

void end_march(Play& p) {
  State& s = p.state;
  s.stage.march = MarchStage::Idle;
  s.group.clear();
  s.choice.all = {};
  s.path_length = 0;
  s.work.march.trains = 0;
  s.work.march.flags = kMovementBegun;
  s.seniors.march = {};
  s.places.march.path.fill(0);
  s.places.march.from = kNoHexBits;
  s.side = other(s.side);
  show_besiegers(p.game, s);
}

// --- 8.2 which stack -----------------------------------------------------------------------------

bool go_next_march(Play& p) {
  State& s = p.state;
  for (Side side : {Side::A, Side::B})
    if (own_train_hexes(s, side).empty()) s.out[at(side)] = 1;
  if (s.out[at(s.side)]) s.side = other(s.side);
  if (s.out[at(s.side)])
    next_phase(s, Phase::MovementEnd);
  else
    p.ask(Step::ChooseMarch, s.side);
  return false;
}

namespace {

Reason refuse_discard(const Context&, const State& s, int hex) {
  return genuine_trains(s, s.side, hex) > 0 ? Reason::Ok : Reason::NoTrainThere;
}
void list_discards(const Lister& l) { add_all(l, own_train_hexes(l.state, l.state.side)); }
void discard_train(Play& p, int hex) {
  remove_train(p.state, p.state.side, hex);
  p.tell(EventKind::TrainDiscarded, {.side = play::index(p.state.side), .place = hex});
  end_march(p);
}

void list_marches(const Lister& l) {
  add_allowed<refuse_march>(l, own_train_hexes(l.state, l.state.side));
}
void begin_march(Play& p, int hex) {
  State& s = p.state;
  s.places.march.from = static_cast<std::uint16_t>(hex);
  s.group.clear();
  s.choice.taking.candidates = marchable(p.game, s, s.side, hex);
  s.stage.march = MarchStage::ChooseGroup;
  s.work.march.trains = 0;
  s.seniors.march = {};
}

void list_raises(const Lister& l) {
  if (l.game.rules.capacity_trains)
    add_allowed<refuse_raise>(l, own_train_hexes(l.state, l.state.side));
}
void raise_here(Play& p, int hex) {
  remove_train(p.state, p.state.side, hex);
  raise_capacity(p.state, hex, 1);
  p.tell(EventKind::CapacityRaised, {.side = play::index(p.state.side), .place = hex});
  end_march(p);
}

}  // namespace

constinit const RowOf<Step::ChooseMarch> choose_march_row{
    {"choose-march", "8 Rally and Movement", "8.2",
     "Choose a stack to move, or a train to give up"},
    {{Verb::Discard, "8.2", list_discards, of_hex<refuse_discard>, discard_train},
     {Verb::March, "8.2", list_marches, of_hex<refuse_march>, begin_march},
     {Verb::Raise, "15.2", list_raises, of_hex<refuse_raise>, raise_here}}};

// --- 8.4 what of it ------------------------------------------------------------------------------

bool go_choose_group(Play& p) {
  p.ask(Step::ChooseGroup, p.state.side);
  return false;
}

bool go_take_group(Play& p) {
  State& s = p.state;
  if (!kind_question(p.game, s).members.empty()) {
    p.ask(Step::TakeForGroup, s.side);
    return false;
  }
  s.stage.march = MarchStage::Attach;
  s.work.all = {};
  s.work.march.flags = kMovementBegun;
  if (attachable(p.game, s, s.side, s.places.march.from) <= 0) return true;
  p.ask(Step::AttachCapacity, s.side);
  return false;
}

bool go_attach(Play& p) {
  State& s = p.state;
  s.stage.march = MarchStage::SeniorOfHex;
  s.choice.seniors.commanders = s.group - p.game.combat_units;
  return true;
}

namespace {

Reason refuse_whole(const Context& c, const State& s, int) {
  const PieceSet able = movable(c, s, s.side, s.places.march.from);
  return able == (s.choice.taking.candidates & c.combat_units) &&
                 occupancy(c, able) <= group_limit(c, s, s.side, s.places.march.from)
             ? Reason::Ok
             : Reason::WouldNotFit;
}
void list_whole(const Lister& l) { add_numbers<refuse_whole>(l, 0, 0); }
void take_whole(Play& p, int) {
  State& s = p.state;
  s.stage.march = MarchStage::TakeGroup;
  s.group = s.choice.taking.candidates;
  s.work.taking.next_kind = kAllKinds;
}
void take_part(Play& p, int) {
  p.state.stage.march = MarchStage::TakeGroup;
  p.state.work.taking.next_kind = 0;
}

Reason refuse_member(const Context& c, const State& s, int n) {
  const KindQuestion question = kind_question(c, s);
  const int most = question.members.count();
  if (n > most) return Reason::OutOfRange;
  if (question.commander) {
    const int commander = question.members.first();
    PieceSet others = s.group - c.combat_units;  // those after him are still to be asked
    for (int later : s.choice.taking.candidates - c.combat_units)
      if (later > commander) others.insert(later);
    return n == 0 && is_needed(c, s, commander, others) ? Reason::Tension : Reason::Ok;
  }
  const int each = c.occupancy[static_cast<std::size_t>(question.members.first())];
  const int sofar = occupancy(c, group_units(c, s));
  if (n > 0 && sofar + n * each > group_limit(c, s, s.side, s.places.march.from))
    return Reason::WouldNotFit;
  if (n == 0 && question.last_unit_kind && group_units(c, s).empty()) return Reason::NeedsUnits;
  return Reason::Ok;
}

void list_members(const Lister& l) {
  add_numbers<refuse_member>(l, 0, kind_question(l.game, l.state).members.count());
}

/// Trains the group needs with it to fit anywhere (15.2).
int attach_needed(const Context& c, const State& s) {
  const bool was_held = s.group.intersects(s.held);
  const int plain = largest_group(c, s, s.side, s.places.march.from, was_held);
  const int excess = occupancy(c, group_units(c, s)) - plain;
  return excess <= 0 ? 0 : (excess + c.rules.capacity_per_train - 1) / c.rules.capacity_per_train;
}

Reason refuse_attach(const Context& c, const State& s, int n) {
  if (n < attach_needed(c, s)) return Reason::WouldNotFit;
  return n <= attachable(c, s, s.side, s.places.march.from) ? Reason::Ok : Reason::TooManyTrains;
}
void list_attached(const Lister& l) {
  const int most = attachable(l.game, l.state, l.state.side, l.state.places.march.from);
  for (int n = attach_needed(l.game, l.state); n <= most; ++n) l.add(n);
}
void attach(Play& p, int n) { p.state.work.march.trains = static_cast<std::uint8_t>(n); }

}  // namespace

constinit const RowOf<Step::ChooseGroup> choose_group_row{
    {"choose-group", "8 Rally and Movement", "8.4", "Choose whether all that may leaves {from}"},
    {{Verb::Whole, "8.4", list_whole, of_number<refuse_whole>, take_whole},
     {Verb::Custom, "8.4", always, nullptr, take_part}}};

constinit const RowOf<Step::TakeForGroup> take_for_group_row{
    {"take-for-group", "8 Rally and Movement", "8.4", "Choose how many march from {from}: {kind}"},
    {{Verb::Take, "8.4", list_members, of_number<refuse_member>, take_kind}}};

constinit const RowOf<Step::AttachCapacity> attach_capacity_row{
    {"attach-capacity", "8 Rally and Movement", "15.2",
     "Choose how many trains go along for capacity"},
    {{Verb::Take, "15.2", list_attached, of_number<refuse_attach>, attach}}};

// --- 16.4, 16.5 who leads, and whether he moves --------------------------------------------------

bool go_senior_of_hex(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  if (c.rules.commander_characteristics && s.seniors.march.of_hex == 0) {
    const PieceSet in_hex = commanders_at(c, s, s.side, s.places.march.from);
    const PieceSet units = units_at(c, s, s.side, s.places.march.from);
    s.choice.seniors.candidates = senior_question(c, s, in_hex, units, kTraitReluctant);
    if (!s.choice.seniors.candidates.empty()) {
      p.ask(Step::SeniorToMove, s.side);
      return false;
    }
    s.seniors.march.of_hex =
        static_cast<std::uint8_t>(most_senior(c, s, in_hex, units).first() + 1);
  }
  s.stage.march = MarchStage::SeniorOfGroup;
  return true;
}

bool go_senior_of_group(Play& p) {
  constexpr std::uint32_t kMarchTraits = kTraitEasesMarch | kTraitBurdensMarch;
  State& s = p.state;
  const Context& c = p.game;
  if (c.rules.commander_characteristics && s.seniors.march.of_group == 0 &&
      !s.choice.seniors.commanders.empty()) {
    s.choice.seniors.candidates =
        senior_question(c, s, s.choice.seniors.commanders, group_units(c, s), kMarchTraits);
    if (!s.choice.seniors.candidates.empty()) {
      p.ask(Step::SeniorToMove, s.side);
      return false;
    }
    s.seniors.march.of_group = static_cast<std::uint8_t>(
        most_senior(c, s, s.choice.seniors.commanders, group_units(c, s)).first() + 1);
  }
  s.stage.march = MarchStage::Reluctance;
  if (s.seniors.march.of_hex == 0 ||
      !(c.piece(s.seniors.march.of_hex - 1).traits & kTraitReluctant))
    return true;
  p.roll(Step::ReluctantDie);
  return false;
}

bool go_reluctance(Play& p) {
  State& s = p.state;
  const Rules& r = p.game.rules;
  s.stage.march = MarchStage::Chaos;
  if (!r.chaos_of_command || !r.chaos_side[at(s.side)] || s.second_year || s.turn > r.chaos_to_turn)
    return true;
  p.roll(Step::ChaosDie);
  return false;
}

bool go_chaos(Play& p) {
  State& s = p.state;
  s.stage.march = MarchStage::Marching;
  s.places.march.path[0] = s.places.march.from;
  s.path_length = 1;
  s.choice.all = {};
  return true;
}

namespace {

PieceSet marching_seniors(const Context&, const State& s) { return s.choice.seniors.candidates; }
void lead_march(Play& p, int commander) {
  State& s = p.state;
  (s.stage.march == MarchStage::SeniorOfHex ? s.seniors.march.of_hex : s.seniors.march.of_group) =
      static_cast<std::uint8_t>(commander + 1);
}

/// A march can fail and be tried again with another train.
void name_by_march(const Context&, const State& s, play::ChanceKey& key) {
  key.subject = s.places.march.from;
  key.ordinal = static_cast<std::uint32_t>(genuine_trains(s, s.side, s.places.march.from));
}

/// a move that is not carried out uses up its train.
void abandon_march(Play& p, EventKind why) {
  remove_train(p.state, p.state.side, p.state.places.march.from);
  p.tell(why, {.side = play::index(p.state.side), .place = p.state.places.march.from});
  end_march(p);
}

void roll_reluctance(Play& p, int die) {
  p.tell(EventKind::ReluctanceRolled,
         {.side = play::index(p.state.side), .place = p.state.places.march.from, .face = die});
  if (die <= p.game.rules.reluctant_fails_to) abandon_march(p, EventKind::MarchRefused);
}
void roll_chaos(Play& p, int die) {
  p.tell(EventKind::ChaosRolled,
         {.side = play::index(p.state.side), .place = p.state.places.march.from, .face = die});
  if (die <= p.game.rules.chaos_fails_to) abandon_march(p, EventKind::MarchGarbled);
}

}  // namespace

constinit const RowOf<Step::SeniorToMove> senior_to_move_row{
    {"senior-to-move", "8 Rally and Movement", "16.4",
     "Choose the senior Commander of the march from {from}"},
    {{Verb::Pick, "16.4", list_among<marching_seniors>, refuse_others<marching_seniors>,
      lead_march}}};

constinit const RowOf<Step::ReluctantDie> reluctant_die_row{
    {"reluctant-die", "8 Rally and Movement", "16.4",
     "Whether the reluctant Commander at {from} moves"},
    name_by_march,
    roll_reluctance};

constinit const RowOf<Step::ChaosDie> chaos_die_row{
    {"chaos-die", "8 Rally and Movement", "16.5",
     "Whether the order to the stack at {from} is garbled"},
    name_by_march,
    roll_chaos};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

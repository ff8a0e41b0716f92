// The Attrition Phase: units that arrive at a Fortress, then the die and the Corps it costs.
#include "engine/systems/hex_operations/chapters.h"

namespace niemen::hex_operations {

namespace {

const Arrival* arrival_of(const OperationsContext& game, int piece) {
  const int row = game.pieces[piece].arrival;
  return row < 0 ? nullptr : &game.arrivals[row];
}

bool due_by_fortress(const OperationsContext& game, const State& state, int piece) {
  const auto* arrival = arrival_of(game, piece);
  return arrival && arrival->by_fortress && arrival->turn <= state.turn &&
         state.hex[piece] == kOutside;
}

// H-46: in its own country, its own, never passed by the enemy, and not besieged now.
bool may_arrive_at(const OperationsContext& game, const State& state, int side, int place) {
  const int hex = game.places[place].hex;
  return serves(game, state, place, side) && controls(state, side, place) &&
         !occupied_by(state, 1 - side, hex) && !besieged(game, state, place);
}

std::uint32_t arrival_places(const OperationsContext& game, const State& state, int side) {
  std::uint32_t places = 0;
  for (std::size_t at = 0; at < game.places.size(); ++at)
    if (may_arrive_at(game, state, side, static_cast<int>(at))) places |= 1U << at;
  return places;
}

void next_loss(Play& p) {
  auto& s = p.state;
  auto& due = s.work.attrition.due;
  for (const auto arm : {Arm::Infantry, Arm::Cavalry}) {
    auto& left = due[static_cast<std::size_t>(arm)];
    if (left == 0) continue;
    for (int index : pieces_on_map(s, s.phasing) & p.game.combat_pieces[s.phasing]) {
      const int piece = piece_of(s.phasing, index);
      if (p.game.arm[piece] == arm && is_corps(p.game, s, piece))
        return p.ask(Step::AttritionLoss, s.phasing);
    }
    left = 0;  // none on the map: ignored (H-25)
  }
  begin_movement(p);
}

/// The arm of which a Corps is due.
Arm arm_due(const State& state) {
  return state.work.attrition.due[0] > 0 ? Arm::Infantry : Arm::Cavalry;
}

}  // namespace

void next_arrival(Play& p) {
  auto& s = p.state;
  auto& next = s.work.attrition.next;
  const int end = (s.phasing + 1) * kSidePieces;
  for (; next < end; ++next)
    if (due_by_fortress(p.game, s, next) && arrival_places(p.game, s, s.phasing) != 0)
      return p.ask(Step::Arrive, s.phasing);
  p.roll(Step::AttritionDie);
}

namespace {

void arrive(Play& p, int hex) {
  const int piece = p.state.work.attrition.next++;
  enter_hex(p, piece, hex);
  p.tell(EventKind::Arrives, {.piece = piece, .hex = hex});
  lose_lone_depots(p);
  next_arrival(p);
}

void wait_outside(Play& p, int) {
  p.tell(EventKind::Waits, {.piece = p.state.work.attrition.next++});
  next_arrival(p);
}

void list_arrive(const Lister& l) {
  core::FixedVector<int, kMaxPoints> hexes;
  for (auto bits = arrival_places(l.game, l.state, l.state.phasing); bits != 0; bits &= bits - 1)
    hexes.push_back(l.game.places[std::countr_zero(bits)].hex);
  for (const int hex : hexes) l.add(hex);
}

Verdict refuse_arrive(const OperationsContext& game, const State& s, int value) {
  const auto place = game.hex_text(value);
  if (!game.fortress_at(value))
    return Verdict::no("Reinforcements", "units arrive at a Fortress", place);
  const int at = game.place[value];
  if (first_owner(game, at) != s.phasing || !controls(s, s.phasing, at))
    return Verdict::no("Reinforcements", "the Fortress is not friendly", place);
  if (occupied_by(s, 1 - s.phasing, value))
    return Verdict::no("Reinforcements", "the enemy stands there", place);
  if (!serves(game, s, at, s.phasing))
    return Verdict::no("Reinforcements", "the enemy has passed through the Fortress", place);
  return Verdict::no("Reinforcements", "the Fortress is besieged", place);
}

void roll_attrition(Play& p, int die) {
  auto& s = p.state;
  const auto& rules = p.game.rules;
  const auto side = static_cast<std::size_t>(s.phasing), face = static_cast<std::size_t>(die - 1);
  s.work = {};
  s.work.attrition.due = {static_cast<std::uint8_t>(rules.attrition_infantry[side][face]),
                          static_cast<std::uint8_t>(rules.attrition_cavalry[side][face])};
  p.tell(EventKind::AttritionDie,
         {.side = s.phasing,
          .amount = rules.attrition_infantry[side][face] * 16 + rules.attrition_cavalry[side][face],
          .face = die});
  next_loss(p);
}

void lose_to_attrition(Play& p, int value) {
  const auto arm = static_cast<std::size_t>(arm_due(p.state));
  --p.state.work.attrition.due[arm];
  eliminate(p, value, Cause::Attrition);
  lose_lone_depots(p);
  next_loss(p);
}

void list_attrition_loss(const Lister& l) {
  const int side = l.state.phasing;
  const auto arm = arm_due(l.state);
  for (int index : pieces_on_map(l.state, side) & l.game.combat_pieces[l.state.phasing]) {
    const int piece = piece_of(side, index);
    if (l.game.arm[piece] == arm && is_corps(l.game, l.state, piece) &&
        first_of_its_kind(l.game, l.state, piece))
      l.add(piece);
  }
}

Verdict refuse_attrition_loss(const OperationsContext& game, const State& s, int value) {
  const bool infantry = arm_due(s) == Arm::Infantry;
  return Verdict::no(
      "Attrition",
      infantry ? "an Infantry Corps on the map is lost" : "a Cavalry Corps on the map is lost",
      game.pieces[value].id);
}

}  // namespace

constinit const RowOf<Step::Arrive> arrive_row{
    {"arrive", "Attrition", "Reinforcements",
     "Place the unit that arrives at a Fortress, or let it wait"},
    {{Verb::ArriveAt, "Reinforcements", list_arrive, refuse_arrive, arrive},
     {Verb::WaitOutside, "Reinforcements", always, nullptr, wait_outside}}};

constinit const RowOf<Step::AttritionDie> attrition_die_row{
    {"attrition-die", "Attrition", "Attrition", "attrition"}, name_by_side, roll_attrition};

constinit const RowOf<Step::AttritionLoss> attrition_loss_row{
    {"attrition-loss", "Attrition", "Attrition", "Choose the Corps that attrition costs"},
    {{Verb::Lose, "Attrition", list_attrition_loss, refuse_attrition_loss, lose_to_attrition}}};

}  // namespace niemen::hex_operations

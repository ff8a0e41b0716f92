// 11.19: the fate of Commanders left alone; 12: Commanders' Movement.
#include "engine/systems/hex_campaign/choices.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

/// Who rolls next: in combat the loser's Commanders first.
int fate_subject(const Context& c, const State& s) {
  if (s.phase == Phase::Combat && s.difference != 0) {
    const Side loser = s.difference > 0 ? other(s.side) : s.side;
    const PieceSet first = s.fate & c.commanders_of[at(loser)];
    if (!first.empty()) return first.first();
  }
  return s.fate.first();
}

namespace {

/// The third choice of Rules::escape_to: only combat units are company for a Commander, in an enemy
/// city too (Nemesis 12.1).
constexpr int kUnitsAlways = static_cast<int>(EscapeTo::AnyStack) + 1;

Reason refuse_escape(const Context& c, const State& s, int commander, int hex) {
  const Side side = c.piece(commander).side;
  const int from = place(s, commander);
  if (hex == from ||
      c.map.distance(static_cast<Hex>(from), static_cast<Hex>(hex)) > c.rules.escape_distance)
    return Reason::NoFriendInReach;
  if (!may_enter(c, s, side, hex) || is_sheltered(c, s, hex) ||
      would_mix(c, s, hex, PieceSet::of(commander)))
    return Reason::NoFriendInReach;
  if (s.combat_hexes[at(side)].contains(hex)) return Reason::Ok;
  const bool any = c.rules.escape_to == static_cast<int>(EscapeTo::AnyStack);
  const PieceSet waiting = commanders_at(c, s, side, hex) - s.fate;
  return any && !waiting.empty() ? Reason::Ok : Reason::NoFriendInReach;
}

void lose_commander(Play& p, int commander, EventKind how) {
  State& s = p.state;
  p.tell(how, {.side = play::index(p.game.piece(commander).side),
               .place = place(s, commander),
               .pieces = PieceSet::of(commander)});
  s.fate.erase(commander);
  s.group.erase(commander);
  place_piece(p.game, s, commander, s.second_year ? kLostForGood : kLost);
  if (p.game.piece(commander).traits & kTraitSuddenDeath) end_by_sudden_death(p, commander);
}

// --- 12.1 ----------------------------------------------------------------------------------------

/// Hexes a Commander may pass: no enemy unit of any kind, no enemy city without a friend.
HexSet passable(const Context& c, const State& s, Side side) {
  HexSet open = c.enterable[at(side)] - occupied_hexes(c, s, other(side));
  if (!c.closures.empty()) open -= closed_hexes(c, s, side);
  if (!c.restrained.empty())
    for (int piece : idle_among(c, s, c.restrained & c.combat_units))
      if (on_map(s, piece)) open.erase(place(s, piece));
  return open - ((c.city - friendly_now(c, s, side)) - occupied_hexes(c, s, side));
}

HexSet destinations(const Context& c, const State& s, int commander) {
  const Side side = c.piece(commander).side;
  const HexSet open = passable(c, s, side);
  HexSet reached = HexSet::of(place(s, commander)), frontier = reached;
  for (int i = 0; i < c.rules.commander_distance; ++i) {
    HexSet next;
    for (int hex : frontier) next |= c.map.around(static_cast<Hex>(hex));
    frontier = (next & open) - reached;
    reached |= frontier;
  }
  const HexSet friendly_city = c.city & friendly_now(c, s, side);
  if (leaves_confinement(c, s, side, place(s, commander), kNoHex)) reached &= c.confined;
  HexSet ends = reached & (s.combat_hexes[at(side)] | friendly_city);
  // An enemy city is passable only with friends in it, and so may be an end as well.
  PieceSet others = c.commanders_of[at(side)];
  others.erase(commander);
  if (c.rules.escape_to == kUnitsAlways) others.clear();
  for (int friend_there : others)
    if (on_map(s, friend_there) && c.city.contains(place(s, friend_there)) &&
        reached.contains(place(s, friend_there)))
      ends.insert(place(s, friend_there));
  if (!c.aloof.empty()) {
    for (int hex : ends& occupied_hexes(c, s, side))
      if (would_mix(c, s, hex, PieceSet::of(commander))) ends.erase(hex);
    if (would_mix(c, s, place(s, commander), {}, PieceSet::of(commander))) ends.clear();  // N-43
  }
  ends.insert(place(s, commander));  // 12.1: nobody must move
  return ends;
}

}  // namespace

void meet_fate(const Context& c, State& s, const PieceSet& commanders) {
  s.fate |= commanders;
  if (c.rules.hidden_stacks)
    for (int commander : commanders) reveal_piece(s, commander);
}

PieceSet movable_commanders(const Context& c, const State& s, Side side) {
  PieceSet open;
  for (int commander : c.commanders_of[at(side)] - s.moved)
    if (on_map(s, commander)) open.insert(commander);
  if (!c.restrained.empty()) open -= idle_among(c, s, open);
  return open;
}

bool ask_fate(Play& p) {
  if (p.state.fate.empty()) return false;
  p.roll(Step::CommanderDie);
  return true;
}

void relieve_commanders(Play& p) {
  State& s = p.state;
  for (int commander : p.game.commanders_of[0] | p.game.commanders_of[1]) {
    const bool here = on_map(s, commander) || place(s, commander) == kNotArrived;
    const int leaves = p.game.piece(commander).leaves_turn;
    if (!here || leaves == 0 || leaves > s.turn) continue;
    reveal_piece(s, commander);
    p.tell(EventKind::CommanderRelieved,
           {.side = play::index(p.game.piece(commander).side), .pieces = PieceSet::of(commander)});
    place_piece(p.game, s, commander, kLostForGood);
  }
}

void go_commanders(Play& p) {
  State& s = p.state;
  if (s.work.commanders.begun == 0) {
    s.work.commanders.begun = 1;
    s.moved.clear();
    s.side = s.commands_first;  // 12.2
  }
  if (s.work.commanders.chosen > 0) return p.ask(Step::MoveCommander, s.side);
  for (int tries = 0; tries < play::kSides; ++tries) {
    if (!s.out[at(s.side)] && !movable_commanders(p.game, s, s.side).empty())
      return p.ask(Step::ChooseCommander, s.side);
    s.out[at(s.side)] = 1;
    s.side = other(s.side);
  }
  s.moved.clear();
  next_phase(s, Phase::Raids);
}

// --- 11.19 ---------------------------------------------------------------------------------------

namespace {

void name_by_fate(const Context& c, const State& s, play::ChanceKey& key) {
  key.subject = static_cast<std::uint32_t>(fate_subject(c, s));
  key.ordinal = s.ordinal[key.subject % kOrdinalBuckets];
}
void roll_fate(Play& p, int die) {
  State& s = p.state;
  const int commander = fate_subject(p.game, s);
  const Side side = p.game.piece(commander).side;
  next_ordinal(s, commander);
  p.tell(EventKind::CommanderLeftAlone, {.side = play::index(side),
                                         .place = place(s, commander),
                                         .pieces = PieceSet::of(commander),
                                         .face = die});
  if (die <= p.game.rules.commander_lost_on)
    return lose_commander(p, commander, EventKind::CommanderLost);
  for (int hex : p.game.map.all())
    if (refuse_escape(p.game, s, commander, hex) == Reason::Ok)
      return p.ask(Step::CommanderEscape, side);
  lose_commander(p, commander, EventKind::CommanderCutOff);
}

Reason refuse_refuge(const Context& c, const State& s, int hex) {
  return refuse_escape(c, s, fate_subject(c, s), hex);
}
void list_refuges(const Lister& l) {
  const int commander = fate_subject(l.game, l.state);
  for (int hex : l.game.map.all())
    if (refuse_escape(l.game, l.state, commander, hex) == Reason::Ok) l.add(hex);
}
void escape_to(Play& p, int hex) {
  State& s = p.state;
  const int commander = fate_subject(p.game, s);
  const Side side = p.game.piece(commander).side;
  s.fate.erase(commander);
  mix_veils(p.game, s, pieces_at(s, hex) & side_pieces(p.game, side));
  const int from = place(s, commander);
  place_piece(p.game, s, commander, hex);
  p.tell(EventKind::CommanderEscapes,
         {.side = play::index(side), .place = from, .to = hex, .pieces = PieceSet::of(commander)});
}

}  // namespace

constinit const RowOf<Step::CommanderDie> commander_die_row{
    {"commander-die", "12 Commanders", "11.19", "The fate of {piece}, left alone"},
    name_by_fate,
    roll_fate};

constinit const RowOf<Step::CommanderEscape> commander_escape_row{
    {"commander-escape", "12 Commanders", "11.19", "Choose where {piece} escapes to"},
    {{Verb::MoveTo, "11.19", list_refuges, of_hex<refuse_refuge>, escape_to}}};

// --- 12 ------------------------------------------------------------------------------------------

namespace {

void move_no_more(Play& p, int) {
  p.state.out[at(p.state.side)] = 1;
  p.state.side = other(p.state.side);
}
Reason refuse_commander(const Context& c, const State& s, int commander) {
  return movable_commanders(c, s, s.side).contains(commander) ? Reason::Ok : Reason::AlreadyMoved;
}
void list_movable(const Lister& l) {
  add_all(l, movable_commanders(l.game, l.state, l.state.side));
}
void choose_commander(Play& p, int commander) {
  p.state.work.commanders.commander = commander_byte(p.game, commander);
  p.state.work.commanders.chosen = 1;
}

HexSet chosen_destinations(const Context& c, const State& s) {
  return destinations(c, s, commander_of_byte(c, s.work.commanders.commander));
}
Reason refuse_destination(const Context& c, const State& s, int hex) {
  return chosen_destinations(c, s).contains(hex) ? Reason::Ok : Reason::NotReachable;
}
void list_destinations(const Lister& l) { add_all(l, chosen_destinations(l.game, l.state)); }
void move_commander(Play& p, int hex) {
  State& s = p.state;
  const int commander = commander_of_byte(p.game, s.work.commanders.commander);
  s.moved.insert(commander);
  s.work.commanders.chosen = s.work.commanders.commander = 0;
  if (const int from = place(s, commander); hex != from) {
    mix_veils(p.game, s, pieces_at(s, from) & side_pieces(p.game, s.side));
    place_piece(p.game, s, commander, hex);
    p.tell(
        EventKind::CommanderMoves,
        {.side = play::index(s.side), .place = from, .to = hex, .pieces = PieceSet::of(commander)});
  }
  s.side = other(s.side);
}

}  // namespace

constinit const RowOf<Step::ChooseCommander> choose_commander_row{
    {"choose-commander", "12 Commanders", "12.2", "Choose a Commander to move, or no more"},
    {{Verb::Done, "12.2", always, nullptr, move_no_more},
     {Verb::Pick, "12.2", list_movable, of_piece<refuse_commander>, choose_commander}}};

constinit const RowOf<Step::MoveCommander> move_commander_row{
    {"move-commander", "12 Commanders", "12.1", "Choose where {piece} goes"},
    {{Verb::MoveTo, "12.1", list_destinations, of_hex<refuse_destination>, move_commander}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

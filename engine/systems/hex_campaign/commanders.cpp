// 11.19: the fate of Commanders left alone; 12: Commanders' Movement.
#include "engine/systems/hex_campaign/chapters.h"

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

template <class R>
void lose_commander(Table<R>& t, int commander, EventKind how) {
  State& s = t.s;
  t.tell(how, {.side = play::index(t.c.piece(commander).side),
               .place = place(s, commander),
               .pieces = PieceSet::of(commander)});
  s.fate.erase(commander);
  s.group.erase(commander);
  place_piece(t.c, s, commander, s.second_year ? kLostForGood : kLost);
  if (t.c.piece(commander).traits & kTraitSuddenDeath) Victory<R>::sudden_death(t, commander);
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

template <class R>
bool Commanders<R>::fate_pending(Table<R>& t) {
  if (t.s.fate.empty()) return false;
  ask(t.s, Step::CommanderDie, Actor::Nature);
  return true;
}

template <class R>
void Commanders<R>::relieve(Table<R>& t) {
  State& s = t.s;
  for (int commander : t.c.commanders_of[0] | t.c.commanders_of[1]) {
    const bool here = on_map(s, commander) || place(s, commander) == kNotArrived;
    const int leaves = t.c.piece(commander).leaves_turn;
    if (!here || leaves == 0 || leaves > s.turn) continue;
    reveal_piece(s, commander);
    t.tell(EventKind::CommanderRelieved,
           {.side = play::index(t.c.piece(commander).side), .pieces = PieceSet::of(commander)});
    place_piece(t.c, s, commander, kLostForGood);
  }
}

template <class R>
void Commanders<R>::go(Table<R>& t) {
  State& s = t.s;
  if (s.work.commanders.begun == 0) {
    s.work.commanders.begun = 1;
    s.moved.clear();
    s.side = s.commands_first;  // 12.2
  }
  if (s.work.commanders.chosen > 0) return ask(s, Step::MoveCommander, s.side);
  for (int tries = 0; tries < play::kSides; ++tries) {
    if (!s.out[at(s.side)] && !movable_commanders(t.c, s, s.side).empty())
      return ask(s, Step::ChooseCommander, s.side);
    s.out[at(s.side)] = 1;
    s.side = other(s.side);
  }
  s.moved.clear();
  next_phase(s, Phase::Raids);
}

template <class R>
void Commanders<R>::apply(Table<R>& t, Action action) {
  State& s = t.s;
  const Step step = s.step;
  const int payload = payload_of(action);
  s.step = Step::None;
  switch (step) {
    case Step::CommanderDie: {
      const int commander = fate_subject(t.c, s);
      const Side side = t.c.piece(commander).side;
      next_ordinal(s, commander);
      t.tell(EventKind::CommanderLeftAlone, {.side = play::index(side),
                                             .place = place(s, commander),
                                             .pieces = PieceSet::of(commander),
                                             .face = payload});
      if (payload <= t.c.rules.commander_lost_on)
        return lose_commander(t, commander, EventKind::CommanderLost);
      for (int hex : t.c.map.all())
        if (refuse_escape(t.c, s, commander, hex) == Reason::Ok)
          return ask(s, Step::CommanderEscape, side);
      return lose_commander(t, commander, EventKind::CommanderCutOff);
    }
    case Step::CommanderEscape: {
      const int commander = fate_subject(t.c, s);
      s.fate.erase(commander);
      mix_veils(t.c, s, pieces_at(s, payload) & side_pieces(t.c, t.c.piece(commander).side));
      const int from = place(s, commander);
      place_piece(t.c, s, commander, payload);
      t.tell(EventKind::CommanderEscapes, {.side = play::index(t.c.piece(commander).side),
                                           .place = from,
                                           .to = payload,
                                           .pieces = PieceSet::of(commander)});
      break;
    }
    case Step::ChooseCommander:
      if (verb_of(action) == Verb::Done) {
        s.out[at(s.side)] = 1;
        s.side = other(s.side);
        break;
      }
      s.work.commanders.commander = commander_byte(t.c, payload);
      s.work.commanders.chosen = 1;
      break;
    default: {
      const int commander = commander_of_byte(t.c, s.work.commanders.commander);
      s.moved.insert(commander);
      s.work.commanders.chosen = s.work.commanders.commander = 0;
      if (const int from = place(s, commander); payload != from) {
        mix_veils(t.c, s, pieces_at(s, from) & side_pieces(t.c, s.side));
        place_piece(t.c, s, commander, payload);
        t.tell(EventKind::CommanderMoves, {.side = play::index(s.side),
                                           .place = from,
                                           .to = payload,
                                           .pieces = PieceSet::of(commander)});
      }
      s.side = other(s.side);
    }
  }
}

void list_commanders(const Context& c, const State& s, ActionList& list) {
  switch (s.step) {
    case Step::CommanderEscape: {
      const int commander = fate_subject(c, s);
      for (int hex : c.map.all())
        if (refuse_escape(c, s, commander, hex) == Reason::Ok)
          list.push_back(make_action(Verb::MoveTo, hex));
      break;
    }
    case Step::ChooseCommander:
      list.push_back(make_action(Verb::Done));
      for (int commander : movable_commanders(c, s, s.side))
        list.push_back(make_action(Verb::Pick, commander));
      break;
    default:
      for (int hex : destinations(c, s, commander_of_byte(c, s.work.commanders.commander)))
        list.push_back(make_action(Verb::MoveTo, hex));
  }
}

Reason refuse_commanders(const Context& c, const State& s, Action action) {
  const Verb verb = verb_of(action);
  const int payload = payload_of(action);
  switch (s.step) {
    case Step::CommanderEscape:
      return verb == Verb::MoveTo ? refuse_escape(c, s, fate_subject(c, s), payload)
                                  : Reason::NotNow;
    case Step::ChooseCommander:
      if (verb == Verb::Done) return Reason::Ok;
      if (verb != Verb::Pick) return Reason::NotNow;
      return movable_commanders(c, s, s.side).contains(payload) ? Reason::Ok : Reason::AlreadyMoved;
    case Step::MoveCommander:
      if (verb != Verb::MoveTo) return Reason::NotNow;
      return destinations(c, s, commander_of_byte(c, s.work.commanders.commander)).contains(payload)
                 ? Reason::Ok
                 : Reason::NotReachable;
    default: return Reason::NotNow;
  }
}

template struct Commanders<play::NullRecorder>;
template struct Commanders<play::EventRecorder>;

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

// Nemesis 14.15: the Armistice. Dice, the offer and its refusal; then both sides take quarters in
// their zones, rested, and play goes on with another turn (rulings N-9, N-10, N-28 to N-31).
#include <array>

#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

namespace {

/// Territorial points of side B by 14.4a, places that count only with a power left out.
int ground_points(const Context& c, const State& s) {
  int points = 0;
  for (const VictoryRow& row : c.victory.rows)
    if (row.what == VictoryRow::What::Place && row.when == VictoryRow::When::End && row.power < 0 &&
        holder_of(c, s, row.hex) == Side::B)
      points += row.points;
  return points;
}

/// N-9: whether `side` may refuse an offer of the other side's.
bool may_refuse(const Context& c, const State& s, Side side) {
  const int points = ground_points(c, s);
  if (side == Side::B) return points >= c.rules.truce_refused_from;
  return points <= (s.turn >= c.rules.truce_late_turn ? c.rules.truce_refused_to_late
                                                      : c.rules.truce_refused_to);
}

bool is_lifted(const Context& c, const State& s, int piece) {
  if (!on_map(s, piece)) return false;
  if (!garrisons_among(c, s, PieceSet::of(piece)).empty()) return false;
  return c.piece(piece).bond != Bond::Neutral || has_joined(s, c.piece(piece).with_power);
}

HexSet quarters(const Context& c, int piece) {
  const auto& data = c.piece(piece);
  return data.truce_quarters.empty() ? c.truce_zone[at(data.side)] : data.truce_quarters;
}

/// A reason against a hex, and all that it bars.
struct Bar {
  Reason reason;
  HexSet hexes;
};

/// Where a piece may not take quarters, whoever of its side is there.
std::array<Bar, 4> bars_to_quarters(const Context& c, const State& s, int piece) {
  const auto& data = c.piece(piece);
  const Side enemy = other(data.side);
  HexSet alone;
  if (data.commander)
    alone = c.map.all() - s.combat_hexes[at(data.side)] - (c.city & friendly_now(c, s, data.side));
  return {{{Reason::Confined, c.map.all() - quarters(c, piece)},
           {Reason::Terrain, closed_hexes(c, s, data.side)},                              // 16.5
           {Reason::EnemyInHex, occupied_hexes(c, s, enemy) | depot_hexes(c, s, enemy)},  // N-29
           {Reason::NeedsUnits, alone}}};
}

/// Why a piece may not join those of its side in a hex.
Reason refuse_company(const Context& c, const State& s, int piece, int hex) {
  const auto& data = c.piece(piece);
  if (would_mix(c, s, hex, PieceSet::of(piece))) return Reason::Aloof;
  if (data.commander) return Reason::Ok;
  const int there = occupancy(c, units_at(c, s, data.side, hex));
  return there + c.occupancy[piece] <= capacity(c, s, hex) ? Reason::Ok : Reason::HexFull;
}

Reason refuse_quarters(const Context& c, const State& s, int piece, int hex) {
  for (const Bar& bar : bars_to_quarters(c, s, piece))
    if (bar.hexes.contains(hex)) return bar.reason;
  return refuse_company(c, s, piece, hex);
}

/// Hexes where a piece may take quarters now: those that hold its friends are asked one by one.
HexSet free_quarters(const Context& c, const State& s, int piece) {
  const auto& data = c.piece(piece);
  HexSet hexes = c.map.all();
  for (const Bar& bar : bars_to_quarters(c, s, piece)) hexes -= bar.hexes;
  const bool fits = data.commander || c.occupancy[piece] <= c.rules.hex_capacity;
  const HexSet asked = fits ? hexes & occupied_hexes(c, s, data.side) : hexes;
  for (int hex : asked)
    if (refuse_company(c, s, piece, hex) != Reason::Ok) hexes.erase(hex);
  return hexes;
}

Reason refuse_truce_depot(const Context& c, const State& s, Side side, int hex) {
  HexSet zone = c.truce_zone[at(side)];
  if (side == Side::B && !(s.truce & kNeutralityBought))
    for (const Power& power : c.powers)
      if (power.is_ally()) zone |= power.hexes;  // N-30
  if (!zone.contains(hex)) return Reason::Confined;
  return refuse_depot_site(c, s, side, hex);
}

/// The next piece of the side that waits for quarters, or -1.
int next_lifted(const Context& c, const State& s, Side side) {
  return (scan(s, kPlaceMask, kAway) & side_pieces(c, side)).first();
}

/// What comes off, before anybody is placed (N-29).
template <class R>
void begin_truce(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  move_powers(t);  // 14.9: what has come about so far did so with the ally still neutral
  s.truce |= kTruceInForce;
  s.mark(kLateTruce, c.rules.late_truce_turn > 0 && s.turn >= c.rules.late_truce_turn);
  s.battle_points =
      static_cast<std::uint8_t>(std::max(0, s.battle_points - c.rules.truce_battle_points));
  t.tell(EventKind::TruceBegins, {.amount = s.battle_points});
  clear_status_of_all(s, kForage | kForcedMarch | kFoughtMask | kSupplied);
  PieceSet lifted;
  for (int piece : c.in_play)
    if (is_lifted(c, s, piece)) lifted.insert(piece);
  for (int piece : lifted) {
    place_piece(c, s, piece, kAway);  // leaving the map restores a unit
    reveal_piece(s, piece);
  }
  for (Side side : {Side::A, Side::B}) {
    s.to_place[at(side)] = static_cast<std::uint8_t>(s.depots[at(side)].count());
    s.depots[at(side)] = {};
  }
  s.train_count = {0, 0};
  s.train = {};
  s.turn = static_cast<std::uint8_t>(c.rules.truce_resumes_turn - 1);
  next_phase(s, Phase::Redeploy);
}

/// 14.15 (v), (vi), N-32: what a truce that never came leaves behind.
void miss_truce(const Context& c, State& s) {
  s.truce |= kTruceMissed;
  if (!(s.truce & kTruceRefused)) return;
  for (std::size_t p = 0; p < c.powers.size(); ++p)
    if (c.powers[p].wavers && stance(s, static_cast<int>(p)) == Stance::AtFirst)
      s.allegiance = static_cast<std::uint8_t>(s.allegiance | (1U << (2 * p)));
}

template <class R>
void go_offer(Table<R>& t) {
  State& s = t.s;
  const Rules& r = t.c.rules;
  const bool due = r.truce_from_turn > 0 && s.turn >= r.truce_from_turn &&
                   s.turn <= r.truce_to_turn && !(s.truce & kTruceInForce);
  if (s.turn == r.truce_to_turn + 1 && r.truce_from_turn > 0 &&
      !(s.truce & (kTruceInForce | kTruceMissed)))
    miss_truce(t.c, s);
  if (!due || s.work.truce.stage == OfferStage::Done) {
    begin_affairs(t);  // N-25: after the dice
    return next_phase(s, Phase::Independence);
  }
  if (s.work.truce.stage == OfferStage::Rolling) return ask(s, Step::TruceDie, Actor::Nature);
  if (s.work.truce.stage == OfferStage::Calling) return ask(s, Step::CallTruce, s.side);
  if (may_refuse(t.c, s, other(s.side))) return ask(s, Step::AnswerTruce, other(s.side));
  begin_truce(t);
}

/// 16.5: the most battle points that side A can offer; 0 where there is nobody to keep out.
int most_offered(const Context& c, const State& s) {
  const auto is_out = [&](std::size_t p) {
    return c.powers[p].is_ally() && !has_joined(s, static_cast<int>(p));
  };
  bool any = false;
  for (std::size_t p = 0; p < c.powers.size(); ++p) any |= is_out(p);
  return c.rules.neutrality_offer && any ? c.rules.battle_points_max - s.battle_points : 0;
}

/// 14.15b: the powers that a truce brings to side B.
template <class R>
void join_allies(Table<R>& t) {
  State& s = t.s;
  if (s.truce & kNeutralityBought) return;
  for (std::size_t p = 0; p < t.c.powers.size(); ++p)
    if (t.c.powers[p].is_ally() && !has_joined(s, static_cast<int>(p))) {
      s.allegiance = static_cast<std::uint8_t>(s.allegiance | (2U << (2 * p)));
      t.tell(EventKind::PowerJoins, {.side = play::index(Side::B), .amount = static_cast<int>(p)});
    }
}

template <class R>
void go_redeploy(Table<R>& t) {
  State& s = t.s;
  const Context& c = t.c;
  if (s.work.redeploy.stage == OfferStage::Rolling) {
    s.work.redeploy.stage = OfferStage::Done;
    if (most_offered(c, s) > 0) return ask(s, Step::OfferPoints, Side::A);
  }
  if (s.work.redeploy.stage == OfferStage::Answering) return ask(s, Step::AnswerOffer, Side::B);
  for (; s.work.redeploy.nth_side < play::kSides; ++s.work.redeploy.nth_side) {
    s.side = s.work.redeploy.nth_side == 0 ? Side::A : Side::B;  // N-28
    for (int piece = next_lifted(c, s, s.side); piece >= 0; piece = next_lifted(c, s, s.side)) {
      if (!free_quarters(c, s, piece).empty()) {
        s.places.redeploy.piece = static_cast<std::uint16_t>(piece);
        return ask(s, Step::TakeQuarters, s.side);
      }
      t.tell(EventKind::NoGroundFound,
             {.side = play::index(s.side), .pieces = PieceSet::of(piece)});
      place_piece(c, s, piece, kLost);
    }
    if (s.work.redeploy.nth_side == 1) join_allies(t);
    if (s.to_place[at(s.side)] > 0)
      for (int hex : c.city)
        if (refuse_truce_depot(c, s, s.side, hex) == Reason::Ok)
          return ask(s, Step::PlaceTruceDepot, s.side);
    s.to_place[at(s.side)] = 0;
  }
  next_phase(s, Phase::Reinforcements);
  s.places.arrival.piece = 0;
}

}  // namespace

template <class R>
void Armistice<R>::go(Table<R>& t) {
  t.s.phase == Phase::Truce ? go_offer(t) : go_redeploy(t);
}

template <class R>
void Armistice<R>::apply(Table<R>& t, Action action) {
  State& s = t.s;
  const Step step = s.step;
  const int payload = payload_of(action);
  const bool yes = verb_of(action) == Verb::Yes;
  s.step = Step::None;
  switch (step) {
    case Step::TruceDie: {
      const Side side = s.work.truce.first_rolled == 0 ? Side::A : Side::B;
      t.tell(EventKind::TruceRolled, {.side = play::index(side), .face = payload});
      if (s.work.truce.first_rolled == 0) {
        s.work.truce.first_die = static_cast<std::uint8_t>(payload);
        s.work.truce.first_rolled = 1;
        break;
      }
      s.work.truce.first_rolled = 0;
      ++s.work.truce.rolls;  // a tie is rolled again
      if (payload == s.work.truce.first_die) break;
      s.side = payload > s.work.truce.first_die ? Side::B : Side::A;
      s.work.truce.stage = OfferStage::Calling;
      break;
    }
    case Step::CallTruce:
      t.tell(yes ? EventKind::TruceOffered : EventKind::TruceDeclined,
             {.side = play::index(s.side)});
      s.work.truce.stage = yes ? OfferStage::Answering : OfferStage::Done;
      break;
    case Step::AnswerTruce:
      if (yes) {
        begin_truce(t);
        break;
      }
      t.tell(EventKind::TruceRefused, {.side = play::index(other(s.side))});
      if (s.side == Side::A) s.truce |= kTruceRefused;
      s.work.truce.stage = OfferStage::Done;
      break;
    case Step::OfferPoints:
      if (verb_of(action) == Verb::Done) break;
      s.set_offer(payload);
      s.work.redeploy.stage = OfferStage::Answering;
      t.tell(EventKind::PointsOffered, {.side = play::index(Side::A), .amount = payload});
      break;
    case Step::AnswerOffer:
      s.work.redeploy.stage = OfferStage::Done;
      if (yes) {
        s.truce |= kNeutralityBought;
        s.battle_points = static_cast<std::uint8_t>(s.battle_points + s.offer());
        t.tell(EventKind::NeutralityBought, {.amount = s.battle_points});
      } else {
        t.tell(EventKind::OfferDeclined, {.side = play::index(Side::B)});
      }
      s.set_offer(0);
      break;
    case Step::TakeQuarters:
      place_piece(t.c, s, s.places.redeploy.piece, payload);
      veil_arrival(t.c, s, s.places.redeploy.piece);
      t.tell(EventKind::PieceRedeploys, {.side = play::index(s.side),
                                         .place = payload,
                                         .pieces = PieceSet::of(s.places.redeploy.piece)});
      break;
    default:  // PlaceTruceDepot
      if (verb_of(action) == Verb::Done) {
        s.to_place[at(s.side)] = 0;
        break;
      }
      --s.to_place[at(s.side)];
      s.depots[at(s.side)].insert(t.c.city_at[payload]);
      t.tell(EventKind::DepotRedeployed, {.side = play::index(s.side), .place = payload});
  }
}

void list_armistice(const Context& c, const State& s, ActionList& list) {
  switch (s.step) {
    case Step::CallTruce:
    case Step::AnswerTruce:
    case Step::AnswerOffer:
      list.push_back(make_action(Verb::Done));
      list.push_back(make_action(Verb::Yes));
      break;
    case Step::OfferPoints:
      list.push_back(make_action(Verb::Done));
      for (int points = 1; points <= most_offered(c, s); ++points)
        list.push_back(make_action(Verb::Take, points));
      break;
    case Step::TakeQuarters:
      for (int hex : free_quarters(c, s, s.places.redeploy.piece))
        list.push_back(make_action(Verb::Place, hex));
      break;
    default:
      list.push_back(make_action(Verb::Done));
      for (int hex : c.city)
        if (refuse_truce_depot(c, s, s.side, hex) == Reason::Ok)
          list.push_back(make_action(Verb::Depot, hex));
  }
}

Reason refuse_armistice(const Context& c, const State& s, Action action) {
  const Verb verb = verb_of(action);
  switch (s.step) {
    case Step::OfferPoints:
      if (verb == Verb::Done) return Reason::Ok;
      if (verb != Verb::Take) return Reason::NotNow;
      return payload_of(action) >= 1 && payload_of(action) <= most_offered(c, s)
                 ? Reason::Ok
                 : Reason::OutOfRange;
    case Step::CallTruce:
    case Step::AnswerTruce:
    case Step::AnswerOffer:
      return verb == Verb::Done || verb == Verb::Yes ? Reason::Ok : Reason::NotNow;
    case Step::TakeQuarters:
      return verb == Verb::Place
                 ? refuse_quarters(c, s, s.places.redeploy.piece, payload_of(action))
                 : Reason::NotNow;
    default:
      if (verb == Verb::Done) return Reason::Ok;
      return verb == Verb::Depot ? refuse_truce_depot(c, s, s.side, payload_of(action))
                                 : Reason::NotNow;
  }
}

template struct Armistice<play::NullRecorder>;
template struct Armistice<play::EventRecorder>;

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

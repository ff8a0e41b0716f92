// Nemesis 14.15: the Armistice. Dice, the offer and its refusal; then both sides take quarters in
// their zones, rested, and play goes on with another turn (rulings N-9, N-10, N-28 to N-31).
#include <array>

#include "engine/systems/hex_campaign/choices.h"

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

Reason refuse_truce_depot(const Context& c, const State& s, int hex) {
  const Side side = s.side;
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
void begin_truce(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  move_powers(p);  // 14.9: what has come about so far did so with the ally still neutral
  s.truce |= kTruceInForce;
  s.mark(kLateTruce, c.rules.late_truce_turn > 0 && s.turn >= c.rules.late_truce_turn);
  s.battle_points =
      static_cast<std::uint8_t>(std::max(0, s.battle_points - c.rules.truce_battle_points));
  p.tell(EventKind::TruceBegins, {.amount = s.battle_points});
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

void go_offer(Play& p) {
  State& s = p.state;
  const Rules& r = p.game.rules;
  const bool due = r.truce_from_turn > 0 && s.turn >= r.truce_from_turn &&
                   s.turn <= r.truce_to_turn && !(s.truce & kTruceInForce);
  if (s.turn == r.truce_to_turn + 1 && r.truce_from_turn > 0 &&
      !(s.truce & (kTruceInForce | kTruceMissed)))
    miss_truce(p.game, s);
  if (!due || s.work.truce.stage == OfferStage::Done) {
    begin_affairs(p);  // N-25: after the dice
    return next_phase(s, Phase::Independence);
  }
  if (s.work.truce.stage == OfferStage::Rolling) return p.roll(Step::TruceDie);
  if (s.work.truce.stage == OfferStage::Calling) return p.ask(Step::CallTruce, s.side);
  if (may_refuse(p.game, s, other(s.side))) return p.ask(Step::AnswerTruce, other(s.side));
  begin_truce(p);
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
void join_allies(Play& p) {
  State& s = p.state;
  if (s.truce & kNeutralityBought) return;
  for (std::size_t i = 0; i < p.game.powers.size(); ++i)
    if (p.game.powers[i].is_ally() && !has_joined(s, static_cast<int>(i))) {
      s.allegiance = static_cast<std::uint8_t>(s.allegiance | (2U << (2 * i)));
      p.tell(EventKind::PowerJoins, {.side = play::index(Side::B), .amount = static_cast<int>(i)});
    }
}

void go_redeploy(Play& p) {
  State& s = p.state;
  const Context& c = p.game;
  if (s.work.redeploy.stage == OfferStage::Rolling) {
    s.work.redeploy.stage = OfferStage::Done;
    if (most_offered(c, s) > 0) return p.ask(Step::OfferPoints, Side::A);
  }
  if (s.work.redeploy.stage == OfferStage::Answering) return p.ask(Step::AnswerOffer, Side::B);
  for (; s.work.redeploy.nth_side < play::kSides; ++s.work.redeploy.nth_side) {
    s.side = s.work.redeploy.nth_side == 0 ? Side::A : Side::B;  // N-28
    for (int piece = next_lifted(c, s, s.side); piece >= 0; piece = next_lifted(c, s, s.side)) {
      if (!free_quarters(c, s, piece).empty()) {
        s.places.redeploy.piece = static_cast<std::uint16_t>(piece);
        return p.ask(Step::TakeQuarters, s.side);
      }
      p.tell(EventKind::NoGroundFound,
             {.side = play::index(s.side), .pieces = PieceSet::of(piece)});
      place_piece(c, s, piece, kLost);
    }
    if (s.work.redeploy.nth_side == 1) join_allies(p);
    if (s.to_place[at(s.side)] > 0)
      for (int hex : c.city)
        if (refuse_truce_depot(c, s, hex) == Reason::Ok)
          return p.ask(Step::PlaceTruceDepot, s.side);
    s.to_place[at(s.side)] = 0;
  }
  next_phase(s, Phase::Reinforcements);
  s.places.arrival.piece = 0;
}

}  // namespace

void go_armistice(Play& p) { p.state.phase == Phase::Truce ? go_offer(p) : go_redeploy(p); }

// --- dice, offer and answer ----------------------------------------------------------------------

namespace {

/// The dice of a pair are rolled one after the other, and a tie again.
void name_by_pair(const Context&, const State& s, play::ChanceKey& key) {
  key.subject = s.work.truce.rolls;
  key.ordinal = s.work.truce.first_rolled;
}
void roll_truce(Play& p, int die) {
  State& s = p.state;
  auto& work = s.work.truce;
  const Side side = work.first_rolled == 0 ? Side::A : Side::B;
  p.tell(EventKind::TruceRolled, {.side = play::index(side), .face = die});
  if (work.first_rolled == 0) {
    work.first_die = static_cast<std::uint8_t>(die);
    work.first_rolled = 1;
    return;
  }
  work.first_rolled = 0;
  ++work.rolls;  // a tie is rolled again
  if (die == work.first_die) return;
  s.side = die > work.first_die ? Side::B : Side::A;
  work.stage = OfferStage::Calling;
}

void call_no_truce(Play& p, int) {
  p.tell(EventKind::TruceDeclined, {.side = play::index(p.state.side)});
  p.state.work.truce.stage = OfferStage::Done;
}
void call_truce(Play& p, int) {
  p.tell(EventKind::TruceOffered, {.side = play::index(p.state.side)});
  p.state.work.truce.stage = OfferStage::Answering;
}
void refuse_truce(Play& p, int) {
  State& s = p.state;
  p.tell(EventKind::TruceRefused, {.side = play::index(other(s.side))});
  if (s.side == Side::A) s.truce |= kTruceRefused;
  s.work.truce.stage = OfferStage::Done;
}
void accept_truce(Play& p, int) { begin_truce(p); }

}  // namespace

constinit const RowOf<Step::TruceDie> truce_die_row{
    {"truce-die", "14.15 Armistice", "14.15", "Who may offer a truce"}, name_by_pair, roll_truce};

constinit const RowOf<Step::CallTruce> call_truce_row{
    {"call-truce", "14.15 Armistice", "14.15", "Offer a truce, or not"},
    {{Verb::Done, "14.15", always, nullptr, call_no_truce},
     {Verb::Yes, "14.15", always, nullptr, call_truce}}};

constinit const RowOf<Step::AnswerTruce> answer_truce_row{
    {"answer-truce", "14.15 Armistice", "14.15", "Accept the truce, or refuse it"},
    {{Verb::Done, "14.15", always, nullptr, refuse_truce},
     {Verb::Yes, "14.15", always, nullptr, accept_truce}}};

// --- 16.5 the neutrality of an ally --------------------------------------------------------------

namespace {

Reason refuse_offer(const Context& c, const State& s, int points) {
  return points >= 1 && points <= most_offered(c, s) ? Reason::Ok : Reason::OutOfRange;
}
void list_offers(const Lister& l) {
  add_numbers<refuse_offer>(l, 1, most_offered(l.game, l.state));
}
void offer_points(Play& p, int points) {
  p.state.set_offer(points);
  p.state.work.redeploy.stage = OfferStage::Answering;
  p.tell(EventKind::PointsOffered, {.side = play::index(Side::A), .amount = points});
}
void decline_offer(Play& p, int) {
  p.state.work.redeploy.stage = OfferStage::Done;
  p.tell(EventKind::OfferDeclined, {.side = play::index(Side::B)});
  p.state.set_offer(0);
}
void accept_offer(Play& p, int) {
  State& s = p.state;
  s.work.redeploy.stage = OfferStage::Done;
  s.truce |= kNeutralityBought;
  s.battle_points = static_cast<std::uint8_t>(s.battle_points + s.offer());
  p.tell(EventKind::NeutralityBought, {.amount = s.battle_points});
  s.set_offer(0);
}

}  // namespace

constinit const RowOf<Step::OfferPoints> offer_points_row{
    {"offer-points", "14.15 Armistice", "16.5",
     "Offer battle points for the neutrality of a power, or none"},
    {{Verb::Done, "16.5", always, nullptr, nothing},
     {Verb::Take, "16.5", list_offers, of_number<refuse_offer>, offer_points}}};

constinit const RowOf<Step::AnswerOffer> answer_offer_row{
    {"answer-offer", "14.15 Armistice", "16.5",
     "Accept the battle points and do without the power, or decline"},
    {{Verb::Done, "16.5", always, nullptr, decline_offer},
     {Verb::Yes, "16.5", always, nullptr, accept_offer}}};

// --- quarters ------------------------------------------------------------------------------------

namespace {

Reason refuse_quartering(const Context& c, const State& s, int hex) {
  return refuse_quarters(c, s, s.places.redeploy.piece, hex);
}
void list_quarters(const Lister& l) {
  add_all(l, free_quarters(l.game, l.state, l.state.places.redeploy.piece));
}
void take_quarters(Play& p, int hex) {
  State& s = p.state;
  const int piece = s.places.redeploy.piece;
  place_piece(p.game, s, piece, hex);
  veil_arrival(p.game, s, piece);
  p.tell(EventKind::PieceRedeploys,
         {.side = play::index(s.side), .place = hex, .pieces = PieceSet::of(piece)});
}

void list_truce_depots(const Lister& l) { add_allowed<refuse_truce_depot>(l, l.game.city); }
void give_up_depots(Play& p, int) { p.state.to_place[at(p.state.side)] = 0; }
void place_truce_depot(Play& p, int hex) {
  State& s = p.state;
  --s.to_place[at(s.side)];
  s.depots[at(s.side)].insert(p.game.city_at[hex]);
  p.tell(EventKind::DepotRedeployed, {.side = play::index(s.side), .place = hex});
}

}  // namespace

constinit const RowOf<Step::TakeQuarters> take_quarters_row{
    {"take-quarters", "14.15 Armistice", "14.15", "Choose where {piece} takes quarters"},
    {{Verb::Place, "14.15", list_quarters, of_hex<refuse_quartering>, take_quarters}}};

constinit const RowOf<Step::PlaceTruceDepot> place_truce_depot_row{
    {"place-truce-depot", "14.15 Armistice", "14.15",
     "Choose a city for a Depot of the truce, or give the rest up"},
    {{Verb::Done, "14.15", always, nullptr, give_up_depots},
     {Verb::Depot, "14.15", list_truce_depots, of_hex<refuse_truce_depot>, place_truce_depot}}};

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

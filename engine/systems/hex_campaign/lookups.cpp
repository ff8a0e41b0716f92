// What several chapters look up, and the effects that several chapters have.
#include <algorithm>

#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

using play::other;

// --- trains --------------------------------------------------------------------------------------

int table_trains(const Context& c, const State& s, Side side) {
  if (c.linked.switches && !has_switched(s, side)) return c.linked.trains[at(side)];  // 17.5
  const auto turn = static_cast<std::size_t>(std::clamp<int>(s.turn, 1, kMaxTurns) - 1);
  if (s.truce & kNeutralityBought)  // 16.5, N-16
    return (c.rules.supply_trains[at(side)][turn] + c.rules.supply_trains_second[at(side)][turn]) /
           2;
  const auto& table = s.second_year || (s.truce & kTruceInForce)
                          ? c.rules.supply_trains_second[at(side)]
                          : c.rules.supply_trains[at(side)];
  return table[turn];
}

Side trains_first(const Context& c, const State& s) {
  const int a = table_trains(c, s, Side::A), b = table_trains(c, s, Side::B);
  if (a == b) return first_on_tie(c);
  return b > a ? Side::B : Side::A;
}

int genuine_trains(const State& s, Side side, int hex) {
  int total = 0;
  for (std::size_t i = 0; i < s.train_count[at(side)]; ++i) {
    const Train train = s.train[at(side)][i];
    total += (train & kPlaceMask) == hex && (train & kTrainGenuine) && !(train & kTrainAttached);
  }
  return total;
}

void add_train(State& s, Side side, int hex, Train kind) {
  auto& count = s.train_count[at(side)];
  assert(count < kMaxTrains);
  s.train[at(side)][count++] = static_cast<Train>(hex | kind);
}

void remove_train(State& s, Side side, int hex) {
  auto& trains = s.train[at(side)];
  auto& count = s.train_count[at(side)];
  for (std::size_t i = 0; i < count; ++i) {
    const Train train = trains[i];
    if ((train & kPlaceMask) != hex || !(train & kTrainGenuine) || (train & kTrainAttached))
      continue;
    for (std::size_t j = i + 1; j < count; ++j) trains[j - 1] = trains[j];
    trains[--count] = 0;
    return;
  }
  assert(false);
}

std::uint32_t next_ordinal(State& s, int subject) {
  return s.ordinal[static_cast<std::size_t>(subject) % kOrdinalBuckets]++;
}

// --- routes (6.2) --------------------------------------------------------------------------------

HexSet route_hexes(const Context& c, const State& s, Side side) {
  const Side enemy = other(side);
  HexSet allowed = c.enterable[at(side)];  // bullet 4, 2.2, 14.6
  if (!c.closures.empty()) allowed -= closed_hexes(c, s, side, true);
  allowed -= s.combat_hexes[at(enemy)];  // bullet 1
  HexSet threatened = c.map.across(s.cavalry_hexes[at(enemy)]);
  if (c.rules.difficult_terrain[at(enemy)] == static_cast<int>(DifficultTerrain::Impassable))
    threatened -= c.difficult;  // 14.6, R-13
  allowed -= threatened - s.combat_hexes[at(side)];
  const HexSet enemy_cities = c.city - friendly_for_supply(c, s, side);
  allowed -= enemy_cities - occupied_hexes(c, s, side);  // bullet 2
  return allowed;
}

int supply_range(const Context& c, const State& s) {
  return is_winter(c, s) ? c.rules.supply_range_winter : c.rules.supply_range;
}

HexSet supply_reach(const Context& c, const EntryCosts& costs, const HexSet& sources,
                    const HexSet& routes, int range) {
  return costs.reach_back(c.map, sources, routes, range);  // the unit's hex is not tested
}

HexSet supplied_within(const Context& c, const State& s, Side side, int range) {
  return supply_reach(c, entry_costs(c, s, side), depot_hexes(c, s, side), route_hexes(c, s, side),
                      range);
}

HexSet supplied_hexes(const Context& c, const State& s, Side side) {
  HexSet supplied = supplied_within(c, s, side, supply_range(c, s));
  if (side == Side::B && !c.linked.home.empty() && is_winter(c, s))  // 17.9e
    supplied |= supply_reach(c, entry_costs(c, s, side), depot_hexes(c, s, side) & c.linked.home,
                             route_hexes(c, s, side), c.rules.supply_range);
  return supplied;
}

PieceSet barring_cavalry(const Context& c, const State& s, Side side, const HexSet& unsupplied) {
  const Side enemy = other(side);
  State without = s;
  without.cavalry_hexes[at(enemy)].clear();
  const HexSet cut_off = unsupplied & supplied_hexes(c, without, side);
  if (cut_off.empty()) return {};
  const HexSet allowed = route_hexes(c, without, side);
  const HexSet depots = depot_hexes(c, s, side) & allowed;
  const EntryCosts& costs = entry_costs(c, s, side);
  const int range = supply_range(c, s);
  HexSet ways;  // hexes of all routes that would do
  for (int spent = 1; spent <= range; ++spent)
    ways |= costs.reach(c.map, cut_off, allowed, spent) &
            costs.reach_back(c.map, depots, allowed, range - spent) & allowed;
  const HexSet barred = ways - route_hexes(c, s, side);
  const PieceSet cavalry =
      c.arm_units[static_cast<std::size_t>(Arm::Cavalry)] - with_status(s, kDisrupted);
  PieceSet barring;
  for (int hex : c.map.across(barred) & s.cavalry_hexes[at(enemy)])
    barring |= units_at(c, s, enemy, hex) & cavalry;
  return barring;
}

HexSet locally_supplied_hexes(const Context& c, const State& s, Side side) {
  const HexSet& edge = c.local_source[at(side)];
  if (edge.empty()) return {};
  return supply_reach(c, entry_costs(c, s, side), edge, route_hexes(c, s, side),
                      supply_range(c, s));  // T-17
}

HexSet chain_sources(const Context& c, const State& s, Side side) {
  const auto i = at(side);
  const HexSet& enemies = s.combat_hexes[at(other(side))];
  if (c.linked.switches && !has_switched(s, side)) return c.source_city[i] - enemies;  // N-56
  const HexSet& always = c.linked.switches ? c.linked.sources_after[i] : c.source_city[i];
  HexSet sources = always - enemies;
  sources |= c.source_if_held[i] & s.combat_hexes[i];  // 14.17
  if (side == Side::B)
    for (std::size_t p = 0; p < c.powers.size(); ++p)
      if (has_joined(s, static_cast<int>(p)) && turn_of(c, s) >= c.powers[p].sources_from_turn)
        sources |= c.powers[p].sources - enemies;  // 14.16
  if (side == Side::A && s.added_source != kNoHexBits) sources.insert(s.added_source);
  return sources;
}

namespace {

/// What a side's chain of Depots begins with, and how far a link goes (7.8).
struct Chain {
  HexSet allowed;
  HexSet sources;  ///< cities
  HexSet first;    ///< what a link from a source or a map edge reaches
  int range = 0;
};

Chain chain_of(const Context& c, const State& s, Side side) {
  Chain chain;
  chain.range =
      is_winter(c, s) ? c.rules.link_range_winter[at(side)] : c.rules.link_range[at(side)];
  chain.allowed = route_hexes(c, s, side);
  chain.sources = chain_sources(c, s, side);
  const EntryCosts& costs = entry_costs(c, s, side);
  const auto reach = [&](const HexSet& from, int budget) {
    return costs.reach(c.map, from, chain.allowed, budget);
  };
  // An edge hex counts as the first hex of a link from the map edge.
  const HexSet edge = source_edge(c, s, side) & chain.allowed;
  chain.first = chain.sources | reach(chain.sources, chain.range);
  if (costs.uniform()) {
    chain.first |= reach(edge, chain.range - 1);
  } else {
    const auto& [slow, slowest] = c.slow[at(side)];
    chain.first |=
        reach(edge - slow, chain.range - 1) | reach((edge & slow) - slowest, chain.range - 2);
    if (edge.intersects(slowest)) chain.first |= reach(edge & slowest, chain.range - 3);
  }
  return chain;
}

}  // namespace

const HexSet& source_edge(const Context& c, const State& s, Side side) {
  return c.linked.switches && has_switched(s, side) ? c.linked.edge_after[at(side)]
                                                    : c.source_edge[at(side)];
}

HexSet chain_reach(const Context& c, const State& s, Side side) {
  const Chain chain = chain_of(c, s, side);
  const EntryCosts& costs = entry_costs(c, s, side);
  const HexSet depots = depot_hexes(c, s, side);
  HexSet linked = chain.first, used;
  while (true) {
    const HexSet fresh = (depots & linked) - used;  // each was tested as the far end of its link
    if (fresh.empty()) return linked;
    used |= fresh;
    linked |= costs.reach(c.map, fresh, chain.allowed, chain.range);
  }
}

std::vector<std::pair<int, int>> chain_links(const Context& c, const State& s, Side side) {
  const Chain chain = chain_of(c, s, side);
  const EntryCosts& costs = entry_costs(c, s, side);
  const auto reach_of = [&](int hex) {
    return costs.reach(c.map, HexSet::of(hex), chain.allowed, chain.range);
  };
  std::vector<std::pair<int, int>> links;
  HexSet open = depot_hexes(c, s, side);
  std::vector<int> ends;
  const auto link = [&](int from, const HexSet& reached) {
    for (int depot : open& reached) {
      if (depot != from) links.emplace_back(from, depot);
      ends.push_back(depot);
    }
    open -= reached;
  };
  for (int source : chain.sources) link(source, reach_of(source));
  link(-1, chain.first);
  for (std::size_t i = 0; i < ends.size(); ++i) link(ends[i], reach_of(ends[i]));
  return links;
}

// --- holding and siege (8.4) ---------------------------------------------------------------------

bool is_held(const Context& c, const State& s, Side side, int hex) {
  const Side enemy = other(side);
  if (c.rules.difficult_terrain[at(enemy)] == static_cast<int>(DifficultTerrain::Impassable) &&
      c.difficult.contains(hex))
    return false;
  return c.map.dry(static_cast<Hex>(hex)).intersects(s.cavalry_hexes[at(enemy)]);
}

bool is_besieged(const Context& c, const State& s, Side side, int hex) {
  if (!c.city.contains(hex)) return false;
  const Side enemy = other(side);
  const auto& near = c.rules.siege_across_river ? c.map.around(static_cast<Hex>(hex))
                                                : c.map.dry(static_cast<Hex>(hex));
  const HexSet foes = near & s.combat_hexes[at(enemy)];
  if (foes.empty() || units_at(c, s, side, hex).count() != 1) return false;
  const PieceSet down = with_status(s, kDisrupted);
  for (int foe : foes)
    if ((units_at(c, s, enemy, foe) - down).count() >= 2) return true;
  return false;
}

void show_besiegers(const Context& c, State& s) {
  if (!c.rules.hidden_stacks) return;
  for (Side side : {Side::A, Side::B}) {
    const Side enemy = other(side);
    for (int hex : s.combat_hexes[at(side)] & c.city) {
      const auto& near = c.rules.siege_across_river ? c.map.around(static_cast<Hex>(hex))
                                                    : c.map.dry(static_cast<Hex>(hex));
      const HexSet foes = near & s.combat_hexes[at(enemy)];
      if (foes.empty() || units_at(c, s, side, hex).count() != 1) continue;
      for (int foe : foes) reveal(c, s, pieces_at(s, foe) & side_pieces(c, enemy));
    }
  }
}

HexSet depot_sites(const Context& c, const State& s, Side side) {
  const Side enemy = other(side);
  HexSet sites = friendly_for_supply(c, s, side);
  sites |= occupied_hexes(c, s, side);
  sites &= c.city;
  sites -= c.no_depot[at(side)];
  sites -= depot_hexes(c, s, side);
  sites -= depot_hexes(c, s, enemy);
  sites -= occupied_hexes(c, s, enemy);
  return sites;
}

Reason refuse_depot_site(const Context& c, const State& s, Side side, int hex) {
  if (!c.city.contains(hex)) return Reason::NotACity;
  if (c.no_depot[at(side)].contains(hex)) return Reason::DepotForbidden;
  if (has_depot(c, s, side, hex)) return Reason::DepotThere;
  const PieceSet here = pieces_at(s, hex);
  const Side enemy = other(side);
  if (has_depot(c, s, enemy, hex) || here.intersects(side_pieces(c, enemy)))
    return Reason::EnemyThere;
  if (!friendly_for_supply(c, s, side).contains(hex) && !here.intersects(side_pieces(c, side)))
    return Reason::UnfriendlyEmptyCity;
  return Reason::Ok;
}

// --- Commanders ----------------------------------------------------------------------------------

bool has_trait(const Context& c, const PieceSet& commanders, std::uint32_t trait) {
  for (int commander : commanders)
    if (c.piece(commander).traits & trait) return true;
  return false;
}

bool rivals_together(const Context& c, const State& s, const PieceSet& commanders) {
  if (!c.rules.commander_characteristics || s.second_year || s.turn > c.rules.rivalry_to_turn)
    return false;
  int rivals = 0;
  for (int commander : commanders) rivals += (c.piece(commander).traits & kTraitRival) != 0;
  return rivals >= 2;
}

namespace {

int rating_of(const Context& c, int commander, bool rivalry) {
  const auto& data = c.piece(commander);
  return rivalry && (data.traits & kTraitRival) ? 0 : data.rating;
}

}  // namespace

int rating_sum(const Context& c, const State& s, const PieceSet& commanders) {
  const bool rivalry = rivals_together(c, s, commanders);
  int sum = 0;
  for (int commander : commanders) sum += rating_of(c, commander, rivalry);
  return sum;
}

int rating_best(const Context& c, const State& s, const PieceSet& commanders) {
  const bool rivalry = rivals_together(c, s, commanders);
  int best = 0;
  for (int commander : commanders) best = std::max(best, rating_of(c, commander, rivalry));
  return best;
}

PieceSet most_senior(const Context& c, const State& s, const PieceSet& commanders,
                     const PieceSet& units) {
  PieceSet senior;
  Seniority best = Seniority::None;
  int most = 0;
  for (int commander : commanders) {
    const Seniority rank = rank_of(c, s, commander);
    if (rank > best) continue;
    const int commanded =
        c.rules.seniority_by_units ? (units & c.piece(commander).commands).count() : 0;
    if (rank == best && commanded < most) continue;
    if (rank < best || commanded > most) senior.clear();
    best = rank;
    most = commanded;
    senior.insert(commander);
  }
  return senior;
}

// --- choosing pieces -----------------------------------------------------------------------------

namespace {

/// Pieces of `from` that the chooser cannot tell apart from `piece`: of one kind, and unless he
/// chooses blindly in one place and state.
PieceSet alike(const Context& c, const State& s, const PieceSet& from, int piece, bool blind) {
  if (piece >= c.units) return PieceSet::of(piece);
  const PieceSet made = s.made_garrisons();
  PieceSet same = from & c.kinds[c.kind[static_cast<std::size_t>(piece)]];
  same = made.contains(piece) ? same & made : same - made;  // 17.6
  return blind ? same : same & scan(s, 0xFFFF, s.piece[static_cast<std::size_t>(piece)]);
}

}  // namespace

int representative(const Context& c, const State& s, const PieceSet& from, int piece, bool blind) {
  return alike(c, s, from, piece, blind).first();
}

void list_picks(const Context& c, const State& s, const PieceSet& from, ActionList& list,
                bool blind) {
  PieceSet rest = from;
  for (int piece = rest.first(); piece >= 0; piece = rest.first()) {
    list.push_back(make_action(Verb::Pick, piece));
    rest -= alike(c, s, rest, piece, blind);
    rest.erase(piece);
  }
}

Reason refuse_pick(const Context& c, const State& s, const PieceSet& from, int piece, bool blind) {
  if (!from.contains(piece)) return Reason::NotOffered;
  return representative(c, s, from, piece, blind) == piece ? Reason::Ok : Reason::NotOffered;
}

Reason refuse_excess_unit(const Context& c, const State& s, const PieceSet& from, int excess,
                          int last, int unit) {
  if (const Reason r = refuse_pick(c, s, from, unit); r != Reason::Ok) return r;
  const int mine = c.occupancy[static_cast<std::size_t>(unit)];
  if (last != 0 && mine > last) return Reason::NoExcess;
  int coverable = 0;
  for (int other_unit : from)
    if (c.occupancy[static_cast<std::size_t>(other_unit)] <= mine)
      coverable += c.occupancy[static_cast<std::size_t>(other_unit)];
  return coverable >= excess ? Reason::Ok : Reason::NoExcess;
}

KindQuestion kind_question(const Context& c, const State& s) {
  KindQuestion question;
  const auto kinds = static_cast<int>(c.kinds.size());
  for (int k = s.work.taking.next_kind; k < kinds; ++k) {
    question.members = s.choice.taking.candidates & c.kinds[static_cast<std::size_t>(k)];
    if (question.members.empty()) continue;
    PieceSet later = s.choice.taking.candidates & c.combat_units;
    for (int done = 0; done <= k; ++done) later -= c.kinds[static_cast<std::size_t>(done)];
    question.last_unit_kind = later.empty();
    return question;
  }
  const PieceSet commanders = s.choice.taking.candidates - c.combat_units;
  for (int commander : commanders) {
    if (kinds + commander - c.units < s.work.taking.next_kind) continue;
    question.members = PieceSet::of(commander);
    question.commander = true;
    return question;
  }
  return question;
}

void take_of_kind(const Context& c, State& s, int n) {
  const KindQuestion question = kind_question(c, s);
  int taken = 0;
  const PieceSet made = question.members & s.made_garrisons();  // they stay before others (17.6)
  for (const PieceSet& members : {question.members - made, made})
    for (int piece : members)
      if (taken++ < n) s.group.insert(piece);
  const auto kinds = static_cast<int>(c.kinds.size());
  const int first = question.members.first();
  s.work.taking.next_kind =
      static_cast<std::uint8_t>(question.commander ? kinds + first - c.units + 1
                                                   : c.kind[static_cast<std::size_t>(first)] + 1);
}

// --- effects -------------------------------------------------------------------------------------

std::string hex_name(const Context& c, int hex) {
  if (hex < 0 || hex >= c.map.size()) return "nowhere";
  const int city = c.city_at[static_cast<std::size_t>(hex)];
  const std::string name = c.map.name(static_cast<Hex>(hex));
  return city < 0 ? name : name + " " + c.cities[static_cast<std::size_t>(city)].name;
}

namespace {

bool counts_hits(const Context& c) {
  return c.rules.decisive_victory == static_cast<int>(DecisiveVictory::HitsAbsorbed);
}

/// What a unit that is lost adds to State::fallen: itself, or the hits it would still take.
std::uint8_t cost_of_loss(const Context& c, const State& s, int unit) {
  return counts_hits(c) && !disrupted(s, unit) ? 2 : 1;
}

}  // namespace

void eliminate_unit(Play& p, int unit, Cause cause) {
  State& s = p.state;
  const Side side = p.game.piece(unit).side;
  if (s.phase == Phase::Combat)
    s.fallen[at(side)] =
        static_cast<std::uint8_t>(s.fallen[at(side)] + cost_of_loss(p.game, s, unit));
  if (p.game.wavering.contains(unit) && p.game.rules.defector_commands > 0 &&
      !wavering_left(p.game, s))
    s.command_passing[at(side)] = static_cast<std::int8_t>(
        s.command_passing[at(side)] - p.game.rules.defector_commands);  // 9.2, N-13
  note_sortie(p.game, s, PieceSet::of(unit));
  reveal_piece(s, unit);
  p.tell_hurt(EventKind::UnitEliminated, unit, cause);
  place_piece(p.game, s, unit, s.second_year ? kLostForGood : kLost);
  s.group.erase(unit);
  ++s.lost_units[at(side)];
}

bool hit_unit(Play& p, int unit, Cause cause) {
  if (disrupted(p.state, unit)) {
    eliminate_unit(p, unit, cause);
    return true;
  }
  set_disrupted(p.game, p.state, unit, true);
  if (p.state.phase == Phase::Combat && counts_hits(p.game))
    ++p.state.fallen[at(p.game.piece(unit).side)];
  p.tell_hurt(EventKind::UnitDisrupted, unit, cause);
  return false;
}

void destroy_depot(Play& p, Side owner, int hex) {
  State& s = p.state;
  s.depots[at(owner)].erase(p.game.city_at[static_cast<std::size_t>(hex)]);
  ++s.train_losses[at(owner)];
  p.tell(EventKind::DepotDestroyed, {.side = play::index(owner), .place = hex});
}

void enter_hex(Play& p, Side side, const PieceSet& pieces, int hex) {
  State& s = p.state;
  const Side enemy = other(side);
  if (!pieces.intersects(p.game.combat_units)) return;
  if (has_depot(p.game, s, enemy, hex)) destroy_depot(p, enemy, hex);
  meet_fate(p.game, s, commanders_at(p.game, s, enemy, hex));
  if (side == Side::B) watch_added_source(p.game, s, side, hex);
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign

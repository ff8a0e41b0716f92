// The data of italy-1799 against section 18 and what a set-up card must supply (rulings N-23,
// N-60).
#include <catch2/catch.hpp>

#include "engine/play/game_folder.h"
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/load.h"
#include "engine/systems/hex_campaign/load_parts.h"

using namespace niemen;
using namespace niemen::hex_campaign;

namespace {

play::GameRequest request() {
  play::GameRequest wanted;
  wanted.folder = play::find_game_folder("italy-1799");
  return wanted;
}

std::shared_ptr<const Context> load(const play::GameRequest& wanted) {
  return load_context(wanted, play::open_game_folder(wanted));
}

int hex(const Context& c, const char* name) { return c.map.find(*map::parse_coordinates(name)); }

HexSet hexes(const Context& c, std::initializer_list<const char*> names) {
  HexSet set;
  for (const char* name : names) set.insert(hex(c, name));
  return set;
}

/// The openings of the context as they stand on the first turn.
State deployed(const Context& c) {
  State s{};
  s.piece.fill(kNotInPlay);
  s.added_source = kNoHexBits;
  s.turn = 1;
  for (const auto& opening : c.openings)
    for (const auto& [piece, at] : opening.places)
      s.piece[static_cast<std::size_t>(piece)] = static_cast<std::uint16_t>(at);
  rebuild_caches(c, s);
  return s;
}

}  // namespace

TEST_CASE("italy-1799 lies on the hexes of 18.5 and 18.6", "[hex][data]") {
  const auto c = load(request());
  CHECK(c->map.size() == 70);  // N-60
  for (const char* name : {"3325", "3823", "3824", "4528", "4530"}) CHECK(hex(*c, name) != kNoHex);
  CHECK(c->source_edge[0] == hexes(*c, {"3630", "3730", "3830", "3930", "4030"}));
  CHECK(c->source_city[0] == hexes(*c, {"4528", "4530"}));
  CHECK(c->source_city[1] == hexes(*c, {"3325"}));
  CHECK(c->source_edge[1].empty());
  State s{};
  const auto ground = [&](Side side, int turn) {
    s.turn = static_cast<std::uint8_t>(turn);
    return friendly_for_supply(*c, s, side);
  };
  const HexSet zone = ground(Side::B, 6);
  CHECK(zone.count() == 23 + 12);  // Illyria and the hexes of N-60
  CHECK(ground(Side::B, 5) == c->map.all());
  CHECK(ground(Side::A, 5) == c->map.all() - zone);
  CHECK(ground(Side::A, 6).empty());
}

TEST_CASE("italy-1799 has the trains and commands of 18.1", "[hex][data]") {
  const auto c = load(request());
  for (std::size_t turn = 0; turn < 13; ++turn) {
    CHECK(c->rules.supply_trains[0][turn] == 5);
    CHECK(c->rules.supply_trains[1][turn] == (turn < 3 ? 5 : 6));
    CHECK(c->rules.combat_commands[0][turn] == (turn < 7 ? 3 : 4));
    CHECK(c->rules.combat_commands[1][turn] == (turn < 3 ? 3 : 4));
  }
  CHECK(c->rules.turns == 13);
  CHECK(c->rules.battle_points == 6);
  CHECK(c->victory.least_lead == PerSide<int>{1, 3});
}

TEST_CASE("italy-1799 names the formations of the rulebook's list", "[hex][data]") {
  const auto c = load(request());
  for (const char* word :
       {"Serr-",  "Delm-", "Gren-",       "Montr-",   "Geno-",        "Deso-",      "Watr-",
        "Oliv-",  "Domb-", "Klen-",       "Mitr-",    "Morz-",        "Lipt-",      "Elsn-",
        "Gotte-", "Doll-", "Hohe-",       "Seck-",    "Lusig-",       "Latt-",      "Legn-",
        "StJul-", "Konv-", "montrichard", "lusignan", "hohenzollern", "bellegarde", "suvorov"}) {
    INFO(word);
    CHECK(std::any_of(c->pieces.begin(), c->pieces.end(),
                      [&](const PieceData& piece) { return piece.id.find(word) == 0; }));
  }
  const auto& suvorov = c->piece(find_piece(*c, "suvorov"));
  CHECK(suvorov.arrival_turn == 4);  // 18.1
  CHECK(suvorov.traits == (kTraitEasesMarch | kTraitInspires));
  for (const auto& piece : c->pieces)
    if (piece.commander && piece.id != "suvorov") CHECK(piece.traits == 0);
}

TEST_CASE("italy-1799: a unit of two has more occupancy", "[hex][data]") {
  const auto c = load(request());
  const auto halves = [&](const char* id) {
    return int{c->occupancy[static_cast<std::size_t>(find_piece(*c, id))]};
  };
  CHECK(halves("Gren-Vet-Inf") == 4);  // N-22
  CHECK(halves("Kaim-Line-Inf") == 5);
  CHECK(halves("Mitr-Line-Inf") == 3);
  const auto units =
      PieceSet::of(find_piece(*c, "Gren-Vet-Inf")) | PieceSet::of(find_piece(*c, "Mitr-Line-Inf"));
  CHECK(occupancy(*c, units) == 7);
  CHECK(combat_factors(*c, units) == 3);
}

TEST_CASE("italy-1799: the card can be set up, and every army is fed on turn 1", "[hex][data]") {
  auto wanted = request();
  const auto folder = play::open_game_folder(wanted);
  for (auto side : {Side::A, Side::B}) CHECK(opening_names(folder, side).size() >= 3);
  for (const auto& french : opening_names(folder, Side::A))
    for (const auto& coalition : opening_names(folder, Side::B)) {
      INFO(french << " against " << coalition);
      wanted.openings[0] = french;
      wanted.openings[1] = coalition;
      const auto c = load(wanted);
      State s = deployed(*c);
      for (auto side : {Side::B, Side::A}) {
        const auto& depots = c->openings[at(side)].depots;
        CHECK(static_cast<int>(depots.size()) <= c->rules.depots_at_start[at(side)]);
        for (Hex depot : depots) {
          CHECK(chain_reach(*c, s, side).contains(depot));
          CHECK(friendly_for_supply(*c, s, side).contains(depot));
          s.depots[at(side)].insert(c->city_at[static_cast<std::size_t>(depot)]);
        }
        CHECK(s.combat_hexes[at(side)].is_subset_of(supplied_hexes(*c, s, side)));
      }
      for (int at_hex : s.combat_hexes[0] | s.combat_hexes[1])
        for (auto side : {Side::A, Side::B})
          CHECK(occupancy(*c, units_at(*c, s, side, at_hex)) <= capacity(*c, s, at_hex));
    }
}

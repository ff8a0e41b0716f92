// The data of nemesis-1813 against the rulebook and what its set-up cards must supply (ruling N-1).
// Compiled for the size of the game (CMakeLists.txt).
#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "engine/play/game_folder.h"
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/load.h"
#include "engine/systems/hex_campaign/load_parts.h"

using namespace niemen;
using namespace niemen::hex_campaign;

namespace {

play::GameRequest request() {
  play::GameRequest wanted;
  wanted.folder = play::find_game_folder("nemesis-1813");
  return wanted;
}

std::shared_ptr<const Context> load(const play::GameRequest& wanted) {
  return load_context(wanted, play::open_game_folder(wanted));
}

int hex(const Context& c, const char* name) { return c.map.find(*map::parse_coordinates(name)); }

const PieceData& piece(const Context& c, const char* id) { return c.piece(find_piece(c, id)); }

State deployed(const Context& c) {
  State s{};
  s.piece.fill(kNotInPlay);
  s.added_source = kNoHexBits;
  s.turn = 1;
  for (const auto& opening : c.openings)
    for (const auto& [unit, at] : opening.places)
      s.piece[static_cast<std::size_t>(unit)] = static_cast<std::uint16_t>(at);
  rebuild_caches(c, s);
  return s;
}

}  // namespace

TEST_CASE("nemesis-1813 lies on the hexes that the rules name", "[hex][data]") {
  const auto c = load(request());
  CHECK(c->map.size() == 506);
  const auto city = [&](const char* name) {
    const auto found = std::find_if(c->cities.begin(), c->cities.end(),
                                    [&](const City& one) { return one.name == name; });
    REQUIRE(found != c->cities.end());
    return found->hex;
  };
  CHECK(city("Allenstein") == hex(*c, "2509"));  // 16.4
  CHECK(city("Klagenfurt") == hex(*c, "3325"));  // 18.5
  CHECK(c->outpost == city("Hamburg"));          // 14.14
  CHECK(c->source_if_held[1].count() == 2);      // 14.17
  for (const char* name : {"3313", "3413"})      // 14.15
    CHECK(c->truce_zone[0].contains(hex(*c, name)));
  CHECK(c->truce_zone[1].contains(city("Kustrin")));
  CHECK_FALSE(c->truce_zone[1].contains(city("Breslau")));
  CHECK_FALSE((c->truce_zone[0] | c->truce_zone[1]).contains(city("Hamburg")));  // N-29
  CHECK_FALSE(c->truce_zone[0].intersects(c->truce_zone[1]));
  std::set<std::string> scoring;
  for (const auto& row : c->victory.rows)
    if (row.what == VictoryRow::What::Place)
      scoring.insert(
          c->cities[static_cast<std::size_t>(c->city_at[static_cast<std::size_t>(row.hex)])].name);
  CHECK(scoring == std::set<std::string>{"Berlin", "Dresden", "Essen", "Frankfurt a.d.O.", "Genova",
                                         "Hamburg", "Hannover", "Konigsberg", "Magdeburg", "Milano",
                                         "Munchen", "Praha", "Stuttgart", "Warszawa",
                                         "Wien"});  // 14.4a
}

TEST_CASE("nemesis-1813 has the trains and commands of 14.1, the French first till the Armistice",
          "[hex][data]") {
  const auto c = load(request());
  const auto& r = c->rules;
  CHECK(r.supply_trains[0][0] == 9);
  CHECK(r.supply_trains[1][0] == 6);
  for (std::size_t turn = 0; turn < 19; ++turn) {
    CHECK(r.supply_trains[0][turn] >= r.supply_trains[1][turn]);  // equal ones: R-27
    if (turn >= 12) CHECK(r.supply_trains_second[0][turn] < r.supply_trains_second[1][turn]);
    CHECK(r.combat_commands[0][turn] == (turn < 4 ? 2 : 4));
    CHECK(r.combat_commands[1][turn] == 3);
  }
  CHECK(r.joined_commands == 6);
  CHECK(r.battle_points == 6);  // 14.4b
  auto spring = request();
  spring.scenario = "spring";
  CHECK(load(spring)->rules.battle_points == 7);  // ours
}

TEST_CASE("nemesis-1813 has the forces of the order of battle at turn 12", "[hex][data]") {
  const auto c = load(request());
  std::map<std::string, int> count;  // side, corps or nationality, arm and class
  for (const auto& one : c->pieces) {
    if (one.commander || one.arrival_turn > 12 || one.counterpart_of != kNoPiece) continue;
    const std::string id = one.id.substr(0, one.id.rfind('-'));
    ++count[id];
  }
  CHECK(piece(*c, "napoleon").arrival_turn == 5);  // 17.9c
  CHECK(count["I-Cons-Inf"] == 3);
  CHECK(count["I-Line-Art"] == 1);
  CHECK(count["ICav-Line-Cav"] == 4);
  CHECK(count["IICav-Line-Cav"] == 3);
  CHECK(count["IIICav-Cons-Cav"] == 2);
  CHECK(count["VCav-Line-Cav"] + count["VCav-Vet-Cav"] == 2);
  CHECK(count["Ital-Line-Inf"] == 6);
  CHECK(count["Guard-Vet-Inf"] + count["Guard-Line-Inf"] == 5);
  CHECK(count["PrI-Line-Inf"] + count["PrII-Line-Inf"] + count["Kleist-Line-Inf"] +
            count["PrIII-Line-Inf"] + count["Bors-Line-Inf"] ==
        7);
  CHECK(count["PrI-Cons-Inf"] + count["PrII-Cons-Inf"] + count["PrIII-Cons-Inf"] == 6);
  CHECK(count["Land-Cons-Inf"] == 3);
  CHECK(count["AuI-Line-Cav"] == 1);
  CHECK(count["Reuss-Cons-Inf"] == 2);
}

TEST_CASE("nemesis-1813 marks garrisons, frozen corps, Cossacks and wavering contingents",
          "[hex][data]") {
  const auto c = load(request());
  int garrisons = 0, fortress = 0;
  for (const auto& one : c->pieces) {
    garrisons += one.bond == Bond::Garrison;
    fortress += one.bond == Bond::Fortress;
    if (one.cossack) CHECK((one.arm == Arm::Cavalry && one.unit_class == UnitClass::Line));
    if (one.bond == Bond::Garrison) CHECK_FALSE(one.wavering);
    if (one.nationality == "Austrian") CHECK((one.with_power == 0 && one.arrival_turn == 12));
  }
  CHECK(garrisons == 5);  // Torun, Warsaw, Stettin, Kustrin, Glogow
  CHECK(fortress == 4);   // Danzig: six factors of occupancy
  CHECK(c->garrison[static_cast<std::size_t>(find_piece(*c, "Thor-Line-Inf-1"))] < 8);
  CHECK(c->cossack.count() == 5);
  CHECK(c->wavering.count() >= 6);
  CHECK(piece(*c, "VIII-Vet-Inf-1").bond == Bond::Frozen);
  CHECK(piece(*c, "VIII-Vet-Inf-1").exempt);
  CHECK_FALSE(piece(*c, "RusXI-Line-Inf-1").exempt);  // 6.6
  CHECK(piece(*c, "PrII-Line-Inf-1").idle_to_turn == 1);
  CHECK(piece(*c, "Tette-Line-Cav-1").unblockable);
  CHECK(piece(*c, "Sw-Line-Inf-1").aloof);
  CHECK(piece(*c, "napoleon").traits & kTraitSuddenDeath);
}

TEST_CASE("nemesis-1813: the cards can be set up, and every army is fed on turn 1", "[hex][data]") {
  auto wanted = request();
  const auto folder = play::open_game_folder(wanted);
  for (auto side : {Side::A, Side::B}) CHECK(opening_names(folder, side).size() >= 4);
  for (const auto& french : opening_names(folder, Side::A))
    for (const auto& coalition : opening_names(folder, Side::B)) {
      INFO(french << " against " << coalition);
      wanted.openings[0] = french;
      wanted.openings[1] = coalition;
      const auto c = load(wanted);
      State s = deployed(*c);
      const bool hungry = coalition == "coalition-to-the-oder" ||  // its idea
                          coalition == "coalition-pomerania";
      for (auto side : {Side::B, Side::A}) {
        const auto& depots = c->openings[at(side)].depots;
        CHECK(static_cast<int>(depots.size()) <= c->rules.depots_at_start[at(side)]);
        for (Hex depot : depots) {
          CHECK(chain_reach(*c, s, side).contains(depot));
          s.depots[at(side)].insert(c->city_at[static_cast<std::size_t>(depot)]);
        }
        const HexSet fed = supplied_hexes(*c, s, side);
        for (int unit : c->units_of[at(side)]) {
          if (!on_map(s, unit) || always_fed(*c, s, unit) || (side == Side::B && hungry)) continue;
          INFO(c->piece(unit).id << " at " << c->map.name(static_cast<Hex>(place(s, unit))));
          CHECK(fed.contains(place(s, unit)));
        }
      }
      for (int at_hex : s.combat_hexes[0] | s.combat_hexes[1])
        for (auto side : {Side::A, Side::B})
          CHECK(occupancy(*c, units_at(*c, s, side, at_hex)) <= capacity(*c, s, at_hex));
    }
}

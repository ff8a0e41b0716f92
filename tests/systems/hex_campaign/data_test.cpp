// The data of russia-1812 against the rulebook (checklist lines in the names of the sections).
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/load.h"
#include "engine/systems/hex_campaign/load_parts.h"

using namespace niemen;
using namespace niemen::hex_campaign;

namespace {

std::shared_ptr<const Context> load(const std::string& preset = "basic",
                                    const std::string& scenario = "historical",
                                    std::vector<std::string> overrides = {}) {
  play::GameRequest request;
  request.folder = play::find_game_folder("russia-1812");
  request.preset = preset;
  request.scenario = scenario;
  request.overrides = std::move(overrides);
  return load_context(request, play::open_game_folder(request));
}

const PieceData& piece(const Context& context, const std::string& id) {
  const Piece found = find_piece(context, id);
  REQUIRE(found != kNoPiece);
  return context.pieces[static_cast<std::size_t>(found)];
}

/// Counts units of a side as "3IL" style totals: [arm][class].
std::array<std::array<int, 3>, 3> totals(const PieceSet& units, const Context& context,
                                         int turn_from, int turn_to) {
  std::array<std::array<int, 3>, 3> count{};
  for (int unit : units) {
    const auto& data = context.pieces[static_cast<std::size_t>(unit)];
    if (data.arrival_turn < turn_from || data.arrival_turn > turn_to) continue;
    ++count[static_cast<std::size_t>(data.arm)][static_cast<std::size_t>(data.unit_class)];
  }
  return count;
}

using Totals = std::array<std::array<int, 3>, 3>;

Hex hex(const Context& context, const std::string& name) {
  return context.map.find(*map::parse_coordinates(name));
}

HexSet hexes(const Context& context, const std::vector<std::string>& names) {
  HexSet set;
  for (const auto& name : names) set.insert(hex(context, name));
  return set;
}

Hex city(const Context& context, const std::string& name) {
  for (const auto& city : context.cities)
    if (city.name == name) return city.hex;
  FAIL("no city " + name);
  return kNoHex;
}

}  // namespace

TEST_CASE("russia-1812 sets up the units of 14.1", "[hex][data]") {
  const auto context = load();
  // TIR-14.1a, 14.1b: [infantry, cavalry, artillery][veteran, line, conscript].
  CHECK(totals(context->units_of[1], *context, 0, 0) == Totals{{{7, 8, 3}, {3, 2, 2}, {0, 2, 0}}});
  CHECK(totals(context->units_of[0], *context, 0, 0) ==
        Totals{{{12, 15, 3}, {3, 6, 2}, {2, 2, 0}}});
  CHECK(piece(*context, "1-I-Vet-Inf-1").entry == hexes(*context, {"1806"}));
  CHECK(piece(*context, "2-VIII-Cons-Cav-1").entry == hexes(*context, {"2012", "2113"}));
  CHECK(piece(*context, "X-Line-Art-1").entry == hexes(*context, {"2307"}));
  CHECK(piece(*context, "Guard-Vet-Art-2").entry ==
        hexes(*context, {"2206", "2207", "2208", "2308", "2407", "2508"}));
  // TIR-14.1c, 14.1j
  CHECK(piece(*context, "bagration").entry == hexes(*context, {"1912", "2012", "2113"}));
  CHECK(piece(*context, "murat").joins_stack);
  CHECK(piece(*context, "murat").entry.count() == 16);
  CHECK_FALSE(context->in_play.contains(find_piece(*context, "docturov")));
  // TIR-14.1e, 14.1f
  CHECK(piece(*context, "1-I-Vet-Inf-1").free_entry == context->friendly[1]);
  CHECK(piece(*context, "I-Vet-Inf-1").free_entry ==
        (context->friendly[0] & context->enterable[0]));
}

TEST_CASE("russia-1812 has the reinforcements of 13.2", "[hex][data]") {
  const auto context = load();
  const auto at = [&](int side, int turn) {
    return totals(context->units_of[static_cast<std::size_t>(side)], *context, turn, turn);
  };
  CHECK(at(0, 2) == Totals{{{0, 3, 0}, {0, 1, 0}, {0, 1, 0}}});
  CHECK(at(1, 2) == Totals{{{0, 3, 0}, {0, 0, 0}, {0, 0, 0}}});
  CHECK(at(0, 4) == Totals{{{1, 1, 0}, {0, 0, 0}, {0, 1, 0}}});
  CHECK(at(1, 4) == Totals{{{0, 2, 0}, {0, 2, 0}, {0, 0, 0}}});
  CHECK(at(1, 5) == Totals{{{0, 3, 0}, {0, 0, 0}, {0, 1, 0}}});
  CHECK(at(0, 6) == Totals{{{1, 1, 0}, {0, 0, 0}, {0, 0, 0}}});
  CHECK(at(1, 6) == Totals{{{0, 2, 0}, {0, 0, 1}, {0, 0, 0}}});
  CHECK(at(0, 8) == Totals{{{1, 1, 0}, {0, 0, 0}, {0, 0, 0}}});
  CHECK(at(1, 8) == Totals{{{0, 0, 1}, {0, 0, 1}, {0, 0, 0}}});
  CHECK(at(1, 10) == Totals{{{0, 1, 0}, {0, 0, 0}, {0, 1, 0}}});
  CHECK(at(1, 11) == Totals{{{0, 0, 1}, {0, 0, 0}, {0, 0, 0}}});
  CHECK(at(1, 12) == Totals{{{0, 0, 1}, {0, 0, 0}, {0, 0, 0}}});
  CHECK(at(0, 13) == Totals{{{1, 1, 0}, {0, 1, 0}, {0, 0, 0}}});
  CHECK(at(1, 13) == Totals{{{0, 0, 1}, {0, 0, 0}, {0, 0, 0}}});
  // TIR-13.2j
  int units[2] = {0, 0}, commanders[2] = {0, 0};
  for (int p : context->in_play) {
    const auto& data = context->pieces[static_cast<std::size_t>(p)];
    if (data.arrival_turn > 0) ++(data.commander ? commanders : units)[play::index(data.side)];
  }
  CHECK(units[0] == 15);
  CHECK(units[1] == 21);
  CHECK(commanders[0] == 3);
  CHECK(commanders[1] == 5);
  const std::map<std::string, int> turns{
      {"schwarzenberg", 2}, {"tormasov", 4}, {"osten-sacken", 5}, {"kutuzov", 6},
      {"steinheil", 6},     {"victor", 8},   {"chichagov", 10},   {"augereau", 13}};
  for (const auto& [id, turn] : turns) CHECK(piece(*context, id).arrival_turn == turn);
  CHECK(piece(*context, "Austrian-Line-Inf-1").entry ==
        hexes(*context, {"2217", "2216", "2117", "2317"}));
  CHECK(piece(*context, "Danube-Line-Inf-1").entry ==
        hexes(*context, {"1217", "1216", "1117", "1317"}));
  CHECK(piece(*context, "Finland-Line-Inf-1").entry ==
        hexes(*context, {"1101", "1102", "1001", "1201"}));
  CHECK(piece(*context, "Kaluga-Cons-Inf-1").entry.count() == 7);
  CHECK(piece(*context, "IX-Vet-Inf-1").entry == (context->friendly[0] & context->enterable[0]));
}

TEST_CASE("russia-1812 rates Commanders as 14.2 and 16.3 do", "[hex][data]") {
  const auto context = load("advanced");
  const std::map<std::string, int> ratings{
      {"napoleon", 4},  {"bessieres", 3},     {"davout", 3},    {"murat", 3},
      {"eugene", 2},    {"grouchy", 2},       {"lefebvre", 2},  {"macdonald", 2},
      {"mortier", 2},   {"ney", 2},           {"oudinot", 2},   {"poniatowski", 2},
      {"saint-cyr", 2}, {"junot", 1},         {"barclay", 2},   {"platov", 2},
      {"bagration", 1}, {"constantine", 1},   {"essen", 1},     {"wittgenstein", 1},
      {"reynier", 1},   {"baggovout", 1},     {"borosdin", 1},  {"docturov", 1},
      {"raevsky", 1},   {"schouwalov", 1},    {"tuchkov", 1},   {"stedingk", 1},
      {"kutuzov", 3},   {"schwarzenberg", 2}, {"victor", 2},    {"tormasov", 1},
      {"steinheil", 1}, {"osten-sacken", 1},  {"chichagov", 1}, {"augereau", 1}};
  CHECK(ratings.size() + static_cast<std::size_t>(context->units) == context->pieces.size());
  for (const auto& [id, rating] : ratings) CHECK(piece(*context, id).rating == rating);
  int additional = 0;
  for (const auto& data : context->pieces) additional += data.additional;
  CHECK(additional == 7);  // TIR-16.3a
}

TEST_CASE("russia-1812 designates commands as 16.2 does", "[hex][data]") {
  const auto context = load("advanced");
  const auto commands = [&](const char* leader, const char* unit) {
    return piece(*context, leader).commands.contains(find_piece(*context, unit));
  };
  CHECK(piece(*context, "napoleon").commands.count() == 71);
  CHECK(piece(*context, "kutuzov").commands.count() == 50);
  CHECK(commands("barclay", "1-VI-Line-Inf-1"));
  CHECK_FALSE(commands("barclay", "1-VI-Vet-Cav-1"));   // TIR-16.2d
  CHECK_FALSE(commands("barclay", "2-VII-Vet-Inf-1"));  // TIR-16.2d
  CHECK(commands("bagration", "2-VII-Vet-Inf-1"));
  CHECK(commands("tormasov", "3-OS-Line-Inf-1"));
  CHECK(commands("murat", "Reserve-Cons-Cav-4"));
  CHECK_FALSE(commands("murat", "I-Vet-Inf-1"));
  CHECK(commands("murat", "Guard-Vet-Inf-1"));  // TIR-16.2c
  CHECK(commands("davout", "I-Line-Cav-1"));
  CHECK_FALSE(commands("davout", "II-Line-Inf-1"));
  CHECK(commands("raevsky", "2-VII-Line-Art-1"));
}

TEST_CASE("russia-1812 deploys the Cavalry Reserve of 16.7 only with its rule", "[hex][data]") {
  const auto basic = load();
  CHECK(basic->reserve.count() == 11);
  CHECK_FALSE(basic->in_play.intersects(basic->reserve));
  const auto advanced = load("advanced");
  CHECK(advanced->reserve.is_subset_of(advanced->in_play));
  CHECK(totals(advanced->reserve, *advanced, 0, 0) == Totals{{{0, 0, 0}, {4, 3, 4}, {0, 0, 0}}});
  const auto place = hexes(*advanced, {"2309", "2409", "2509", "2510"});
  CHECK(piece(*advanced, "Reserve-Vet-Cav-1").entry == place);
  CHECK(piece(*advanced, "Reserve-Vet-Cav-1").free_entry == place);
  CHECK(piece(*advanced, "murat").entry == place);
}

TEST_CASE("russia-1812 knows its contingents, its third army and its Austrians", "[hex][data]") {
  const auto context = load("two-year");
  // TIR-1.1h, 16.8, 16.10, 16.11 (rulings T-10, T-19)
  for (int unit : context->combat_units) {
    const auto& data = context->pieces[static_cast<std::size_t>(unit)];
    const bool french = data.nationality == "French" || data.nationality == "French Guard";
    CHECK(data.foreign_contingent == (data.side == Side::A && !french));
    CHECK(data.spared == (data.nationality == "Polish"));
    CHECK(data.own_source == (data.nationality == "Austrian"));
    CHECK(data.uprising_victim == (data.army == 3));
    CHECK(data.uprising_trigger == (data.corps == "V"));
    CHECK(data.no_forced_march == (data.corps == "VIII"));
  }
  CHECK(context->own_source.count() == 5);
  CHECK(context->uprising_victim.contains(find_piece(*context, "tormasov")));
  CHECK(context->uprising_victim.contains(find_piece(*context, "osten-sacken")));
  CHECK(context->expedition.count() == 3);
  // TIR-16.13h, 16.13t: the winter reinforcements.
  const auto second = [&](int side) {
    PieceSet set;
    for (int unit : context->units_of[static_cast<std::size_t>(side)])
      if (context->pieces[static_cast<std::size_t>(unit)].second_year) set.insert(unit);
    return totals(set - context->expedition, *context, 0, kMaxTurns);
  };
  CHECK(second(0) == Totals{{{2, 2, 0}, {0, 1, 0}, {0, 0, 0}}});
  CHECK(second(1) == Totals{{{0, 1, 3}, {0, 0, 1}, {0, 1, 0}}});
}

TEST_CASE("russia-1812 scores the cities of 14.7", "[hex][data]") {
  const auto context = load();
  int sum = 0, places = 0;
  std::set<std::string> names;
  for (const auto& row : context->victory.rows) {
    if (row.what != VictoryRow::What::Place) continue;
    sum += row.points;
    ++places;
    names.insert(
        context
            ->cities[static_cast<std::size_t>(context->city_at[static_cast<std::size_t>(row.hex)])]
            .name);
  }
  CHECK(sum == 19);
  CHECK(places == 13);
  CHECK(context->victory.independence_places.count() == 13);
  CHECK(names == std::set<std::string>{"Moscow", "St Petersburg", "Warszawa", "Brzesc", "Kiev",
                                       "Konigsberg", "Lemberg", "Luck", "Minsk", "Riga", "Smolensk",
                                       "Wilno", "Vitebsk"});
  CHECK(context->victory.tie_winner == Side::A);
}

TEST_CASE("russia-1812 lies on the hexes that the rules name", "[hex][data]") {
  const auto context = load();
  CHECK(city(*context, "Riga") == hex(*context, "1904"));
  CHECK(city(*context, "Wilno") == hex(*context, "1808"));
  CHECK(city(*context, "Minsk") == hex(*context, "1610"));
  CHECK(city(*context, "Brzesc") == hex(*context, "2113"));
  CHECK(city(*context, "Tilsit") == hex(*context, "2207"));
  CHECK(city(*context, "Lemberg") == hex(*context, "2217"));
  CHECK(context->map.size() == 410);
  CHECK(context->closed.size() == 32);
  // TIR-1.1a, 1.1b, 6.4, 7.3
  CHECK(context->source_city[1] ==
        (HexSet::of(city(*context, "Kiev")) | HexSet::of(city(*context, "St Petersburg"))));
  CHECK(context->source_edge[1].count() == 17);
  for (int edge : context->source_edge[0])
    CHECK(context->map.coordinates(static_cast<Hex>(edge)).column == 26);
  CHECK(context->local_source[0] == hexes(*context, {"2017", "2117", "2217", "2317", "2417"}));
  CHECK(context->steadfast[1] == HexSet::of(city(*context, "Riga")));
  CHECK(context->no_depot[0] == context->capital);
  // 14.6
  CHECK_FALSE(context->enterable[0].intersects(context->difficult));
  CHECK(context->difficult.is_subset_of(context->enterable[1]));
  // 16.9, 16.13
  CHECK(context->independence_area.contains(city(*context, "Minsk")));
  CHECK_FALSE(context->independence_area.contains(city(*context, "Riga")));
  const auto vitebsk = static_cast<std::size_t>(city(*context, "Vitebsk"));
  CHECK(context->baltic_city.contains(static_cast<int>(vitebsk)));
  CHECK(context->downstream[vitebsk] == hexes(*context, {"1407", "1606", "1705", "1904"}));
  CHECK_FALSE(context->baltic_city.contains(city(*context, "Smolensk")));
}

TEST_CASE("units that the rules in force cannot tell apart share a kind", "[hex][data]") {
  const auto basic = load(), advanced = load("advanced");
  const auto same = [](const Context& context, const char* a, const char* b) {
    return context.kind[static_cast<std::size_t>(find_piece(context, a))] ==
           context.kind[static_cast<std::size_t>(find_piece(context, b))];
  };
  CHECK(same(*basic, "I-Vet-Inf-1", "Guard-Vet-Inf-1"));
  CHECK_FALSE(same(*basic, "I-Line-Inf-1", "Austrian-Line-Inf-1"));
  CHECK_FALSE(same(*basic, "I-Line-Inf-1", "1-I-Line-Inf-1"));
  CHECK_FALSE(same(*advanced, "I-Vet-Inf-1", "Guard-Vet-Inf-1"));
  CHECK(same(*advanced, "I-Vet-Inf-1", "I-Vet-Inf-4"));
}

TEST_CASE("every opening of russia-1812 is legal", "[hex][data]") {
  play::GameRequest request;
  request.folder = play::find_game_folder("russia-1812");
  const auto folder = play::open_game_folder(request);
  std::set<std::string> free_setups[2];
  for (const std::string preset : {"basic", "advanced"})
    for (auto side : {Side::A, Side::B}) {
      const auto s = static_cast<std::size_t>(play::index(side));
      for (const auto& name : opening_names(folder, side)) {
        const bool historical = name.find("historical") != std::string::npos;
        request.preset = preset;
        request.openings[s] = name;
        INFO(name << " " << preset);
        std::shared_ptr<const Context> context;
        REQUIRE_NOTHROW(context = load_context(request, folder));
        request.openings[s].clear();
        CHECK(context->scenario.name == (historical ? "historical" : "free"));
        int set_up = 0;
        for (int p : context->in_play) {
          const auto& data = context->pieces[static_cast<std::size_t>(p)];
          set_up += data.side == side && data.arrival_turn == 0;
        }
        CHECK(static_cast<int>(context->openings[s].places.size()) == set_up);
        CHECK(context->openings[s].depots.size() >= 3);
        if (!historical) free_setups[s].insert(context->openings[s].title);
      }
    }
  CHECK(free_setups[0].size() >= 6);
  CHECK(free_setups[1].size() >= 6);
}

TEST_CASE("openings of both sides can meet: every Depot is legal, every army is fed",
          "[hex][data]") {
  play::GameRequest request;
  request.folder = play::find_game_folder("russia-1812");
  request.scenario = "free";
  const auto folder = play::open_game_folder(request);
  for (const auto& french : opening_names(folder, Side::A))
    for (const auto& russian : opening_names(folder, Side::B)) {
      INFO(french << " against " << russian);
      request.openings[0] = french;
      request.openings[1] = russian;
      const auto context = load_context(request, folder);
      State state{};
      state.piece.fill(kNotInPlay);
      state.added_source = kNoHexBits;
      state.turn = 1;
      state.phase = Phase::SetUpSecond;
      for (const auto& opening : context->openings)
        for (const auto& [piece, hex] : opening.places)
          state.piece[static_cast<std::size_t>(piece)] = static_cast<std::uint16_t>(hex);
      rebuild_caches(*context, state);
      for (auto side : {Side::B, Side::A}) {
        const auto s = static_cast<std::size_t>(play::index(side));
        for (Hex hex : context->openings[s].depots) {
          CHECK(chain_reach(*context, state, side).contains(hex));
          const int city = context->city_at[static_cast<std::size_t>(hex)];
          state.depots[s].insert(city);
        }
        CHECK(state.combat_hexes[s].is_subset_of(supplied_hexes(*context, state, side)));
      }
    }
}

// The rule-of-thumb general of hex campaigns: what he answers is legal, always the same, and better
// than chance.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

#include "ai/agents/match.h"
#include "ai/doctrine/hex_campaign/appraisal.h"
#include "ai/doctrine/hex_campaign/doctrine.h"
#include "ai/doctrine/hex_campaign/doctrines.h"
#include "ai/doctrine/hex_campaign/odds.h"
#include "ai/doctrine/hex_campaign/planner.h"
#include "engine/core/error.h"
#include "engine/play/game_folder.h"
#include "engine/play/typed_game.h"
#include "engine/systems/hex_campaign/chapters.h"
#include "engine/systems/hex_campaign/hex_campaign.h"
#include "engine/systems/registry.h"

using namespace niemen;
using namespace niemen::ai;
using hex_campaign::HexCampaign;

namespace {

std::unique_ptr<play::AnyGame> game_of(const char* title, const char* preset = "",
                                       const char* scenario = "") {
  play::GameRequest request;
  request.folder = play::find_game_folder(title);
  request.preset = preset;
  request.scenario = scenario;
  return systems::load_game(request);
}

AgentConfig agent(const char* doctrine) {
  AgentConfig config;
  config.name = "test";
  config.kind = AgentKind::Doctrine;
  config.doctrine = doctrine;
  return config;
}

/// Victories of side A in `campaigns` campaigns, a draw as half of one. Requires that nobody
/// answered with what is not legal.
double score_of(const play::AnyGame& game, const char* a, const char* b, unsigned campaigns) {
  const auto match = make_match(game, {agent(a), agent(b)});
  double score = 0;
  for (unsigned key = 0; key < campaigns; ++key) {
    const auto record = match->play({.campaign_key = 500 + key, .agent_keys = {key, key + 1}});
    REQUIRE_FALSE(record.forfeit);
    score += record.outcome.score_a();
  }
  return score;
}

/// Plays a campaign, at most until a turn begins: `decide(state, legal)` answers for both sides,
/// dice are those of `key`. The position at the end.
template <class Decide>
hex_campaign::State play_by(const HexCampaign& game, std::uint64_t key, Decide decide,
                            int until = std::numeric_limits<int>::max()) {
  play::NullRecorder silent;
  play::ActionList legal;
  auto state = game.initial();
  while (game.actor(state) != play::Actor::Over && game.turn(state) < until) {
    if (game.actor(state) == play::Actor::Nature) {
      game.apply(state, play::draw_chance(game, state, key), silent);
      continue;
    }
    game.legal(state, legal);
    game.apply(state, decide(std::as_const(state), legal), silent);
  }
  return state;
}

}  // namespace

TEST_CASE("a side's alternatives are its own doctrines but the standard one", "[doctrine][hex]") {
  using Names = std::vector<std::string>;
  const auto of = [](const char* title, play::Side side) {
    const auto loaded = game_of(title, "basic");
    const auto& game = dynamic_cast<const play::TypedGame<HexCampaign>&>(*loaded).game();
    return Doctrines<HexCampaign>::alternatives(game, side);
  };
  CHECK(of("russia-1812", play::Side::A) ==
        Names{"border-battle", "southern-march", "st-petersburg", "derived"});
  CHECK(of("russia-1812", play::Side::B) == Names{"flank-threat", "trade-space", "derived"});
}

TEST_CASE("a general who has forgotten answers like one who never saw anything",
          "[doctrine][hex]") {
  constexpr std::uint32_t kStray = 10;  // one decision in so many is random, for variety
  for (const char* preset : {"basic", "advanced"}) {
    const auto loaded = game_of("russia-1812", preset);
    const auto& game = dynamic_cast<const play::TypedGame<HexCampaign>&>(*loaded).game();
    const auto leader = Doctrines<HexCampaign>::make(game, "");
    const auto forgetful = leader->clone();
    core::RandomStream random(4);
    int different = 0;
    for (std::uint64_t key = 0; key < 10; ++key) {
      leader->forget();
      play_by(game, key, [&](const auto& state, const auto& legal) {
        if (legal.size() == 1) return legal[0];
        forgetful->forget();
        const auto unlike = forgetful->choose(state, legal, random);
        different += unlike != leader->clone()->choose(state, legal, random);
        return random.below(kStray) == 0
                   ? legal[random.below(static_cast<std::uint32_t>(legal.size()))]
                   : leader->choose(state, legal, random);
      });
    }
    INFO(preset);
    CHECK(different == 0);
  }
}

TEST_CASE("a general who has forgotten goes on with what he had planned", "[doctrine][hex]") {
  // A search asks at any decision of a turn, with nothing remembered. Only a Depot may come out
  // otherwise: what it was to be founded for is looked at anew.
  for (const char* preset : {"basic", "advanced"}) {
    const auto loaded = game_of("russia-1812", preset);
    const auto& game = dynamic_cast<const play::TypedGame<HexCampaign>&>(*loaded).game();
    const auto leader = Doctrines<HexCampaign>::make(game, "");
    const auto forgetful = leader->clone();
    core::RandomStream random(4);
    int different = 0, steps = 0;
    for (std::uint64_t key = 0; key < 10; ++key) {
      leader->forget();
      play_by(game, key, [&](const auto& state, const auto& legal) {
        const auto action = leader->choose(state, legal, random);
        if (legal.size() > 1) {
          forgetful->forget();
          different += forgetful->choose(state, legal, random) != action;
          steps += state.step == hex_campaign::Step::March;
        }
        return action;
      });
    }
    INFO(preset);
    CHECK(steps > 1000);
    CHECK(different <= 5);
  }
}

TEST_CASE("doctrines of a hex campaign answer legally under all presets", "[doctrine][hex]") {
  for (const char* preset : {"basic", "optional", "advanced", "two-year"})
    for (const char* scenario : {"historical", "free"}) {
      const auto game = game_of("russia-1812", preset, scenario);
      INFO(preset << ", " << scenario);
      score_of(*game, "", "", 3);
      score_of(*game, "", "random", 2);
      score_of(*game, "random", "", 2);
    }
}

TEST_CASE("every doctrine of a game can be played, and no other", "[doctrine][hex]") {
  const auto game = game_of("russia-1812");
  for (const char* french : {"moscow-road", "st-petersburg", "southern-march", "border-battle"})
    for (const char* russian : {"trade-space", "stand-at-border", "flank-threat", "derived"})
      score_of(*game, french, russian, 1);
  REQUIRE_THROWS_AS(make_match(*game, {agent("no-such-plan"), agent("")}), core::InputError);
}

TEST_CASE("a doctrine decides the same again", "[doctrine][hex]") {
  const auto game = game_of("russia-1812", "advanced");
  const auto match = make_match(*game, {agent(""), agent("")});
  const auto other = make_match(*game, {agent(""), agent("")});
  std::vector<play::Action> first;
  for (std::uint64_t key : {3U, 4U, 3U}) {
    const auto record = match->play({.campaign_key = key, .keep_actions = true, .clock = false});
    if (first.empty()) first = record.actions;
    if (key == 4) continue;
    REQUIRE(record.actions == first);
  }
  REQUIRE(other->play({.campaign_key = 3, .keep_actions = true}).actions == first);
}

TEST_CASE("a doctrine beats chance", "[doctrine][hex]") {
  const auto russia = game_of("russia-1812");
  CHECK(score_of(*russia, "random", "", 20) <= 0.5);
  CHECK(score_of(*russia, "", "random", 120) >= 60);
  const double balance = score_of(*russia, "", "", 40);
  CHECK(balance >= 8);
  CHECK(balance <= 32);
  // A game without doctrines of its own gets them from its victory table.
  const auto valley = game_of("lorn-valley");
  CHECK(score_of(*valley, "", "random", 100) >= 88);
  CHECK(score_of(*valley, "random", "", 100) <= 12);
}

TEST_CASE("doctrines are read strictly", "[doctrine][hex]") {
  const auto game = game_of("russia-1812");
  const auto& context =
      dynamic_cast<const play::TypedGame<hex_campaign::HexCampaign>&>(*game).game().context();
  hex_campaign::PerSide<hex_doctrine::Values> usual;
  usual[1].step = 17;  // what the generals of side B go by
  const auto read = [&](const std::string& text) {
    return hex_doctrine::read_doctrine(core::read_toml_text(text, "plan.toml"), "plan", context,
                                       usual);
  };
  const std::string thrust =
      "[[phase]]\nfrom_turn = 1\nposture = \"hold\"\n[[phase.thrust]]\nshare = 5\n";
  const auto plan =
      read("title = \"x\"\nside = \"b\"\n" + thrust + "places = [\"Riga\", \"1009\"]");
  REQUIRE(plan.side == play::Side::B);
  REQUIRE(plan.phases.at(0).posture == hex_doctrine::Posture::Hold);
  REQUIRE(plan.phases.at(0).thrusts.at(0).places.size() == 2);
  const auto refuses = [&](const std::string& text, const char* part) {
    CHECK_THROWS_WITH(read(text), Catch::Contains(part));
  };
  refuses("title = \"x\"\nside = \"b\"\n" + thrust + "places = [\"Paris\"]", "Paris");
  refuses("title = \"x\"\nside = \"b\"\nboldness = 3\n" + thrust + "places = [\"Riga\"]",
          "boldness");
  refuses("title = \"x\"\nside = \"b\"\ncaution = 501\n" + thrust + "places = [\"Riga\"]",
          "caution");
  refuses("title = \"x\"\nside = \"b\"\n", "first phase");
  const std::string place = "places = [\"Riga\"]\n";
  const auto head = "title = \"x\"\nside = \"b\"\n" + thrust + place + "[values]\n";
  CHECK(plan.values.step == 17);
  CHECK(read(head + "step = 13").values.step == 13);
  CHECK(read(head + "step = 13").values.danger == hex_doctrine::Values{}.danger);
  refuses(head + "steps = 13", "steps");
  refuses(head + "unfed = 101", "unfed");
}

TEST_CASE("each value of a hex doctrine has a key of its own", "[doctrine][hex]") {
  hex_doctrine::Values values;
  std::set<std::string_view> names;
  std::set<const int*> members;
  for (const auto& key : hex_doctrine::value_keys()) {
    CAPTURE(key.name);
    CHECK(names.insert(key.name).second);
    CHECK(members.insert(&(values.*key.value)).second);
    CHECK(values.*key.value >= key.least);
    CHECK(values.*key.value <= key.most);
    CHECK_FALSE(key.help.empty());
  }
  CHECK(members.size() * sizeof(int) == sizeof values);
}

TEST_CASE("a game says what its generals go by, side by side", "[doctrine][hex]") {
  const auto folder = std::filesystem::temp_directory_path() / "niemen-values-of-a-child";
  const auto write = [&](const char* file, const char* text) {
    std::filesystem::create_directories((folder / file).parent_path());
    std::ofstream(folder / file) << text;
  };
  write("game.toml", "extends = \"russia-1812\"\n");
  write("values.toml", "[b]\nstep = 123\n");
  write("doctrines/own-way.toml",
        "title = \"x\"\nside = \"b\"\n[[phase]]\nfrom_turn = 1\nposture = \"hold\"\n"
        "[[phase.thrust]]\nshare = 5\nplaces = [\"Riga\"]\n[values]\ndanger = 321\n");
  const auto parent = game_of("russia-1812");
  const auto child = game_of(folder.c_str());
  const auto context_of = [](const play::AnyGame& game) -> const hex_doctrine::Context& {
    return dynamic_cast<const play::TypedGame<HexCampaign>&>(game).game().context();
  };
  const auto usual = hex_doctrine::load_values(context_of(*parent));
  const auto values = hex_doctrine::load_values(context_of(*child));
  for (const auto& key : hex_doctrine::value_keys()) {
    CAPTURE(key.name);
    CHECK(values[0].*key.value == usual[0].*key.value);
    CHECK(values[1].*key.value == (key.name == "step" ? 123 : usual[1].*key.value));
  }
  for (const auto& doctrine : hex_doctrine::load_doctrines(context_of(*child))) {
    CAPTURE(doctrine.name);
    if (doctrine.side == play::Side::B) CHECK(doctrine.values.step == 123);
    CHECK((doctrine.values.danger == 321) == (doctrine.name == "own-way"));
  }
  CHECK(hex_doctrine::derive_doctrine(context_of(*child), play::Side::B).values.step == 123);
  for (const auto& [text, part] : {std::pair{"[b]\nsteps = 1\n", "steps"},
                                   {"[b]\nunfed = 101\n", "unfed"},
                                   {"[c]\nstep = 1\n", "c"}}) {
    write("values.toml", text);
    CHECK_THROWS_WITH(hex_doctrine::load_values(context_of(*child)), Catch::Contains(part));
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("the worth of an attack grows with its lead", "[doctrine][hex]") {
  for (int lead = -11; lead <= 12; ++lead)
    CHECK(hex_doctrine::attack_worth(lead, 6, 0, false) >=
          hex_doctrine::attack_worth(lead - 1, 6, 0, false));
  // Six hits fell three units (11.17); hits on the disrupted fell at once; no way out fells all.
  CHECK(hex_doctrine::attack_worth(4, 0, 4, false) > hex_doctrine::attack_worth(4, 4, 0, false));
  CHECK(hex_doctrine::attack_worth(4, 4, 0, true) > hex_doctrine::attack_worth(4, 4, 0, false));
  // Equal values: 15 of 36 rolls of two dice differ in the attacker's favour, 6 tie (11.8, 11.9).
  CHECK(hex_doctrine::chance_to_lead(0, 1) == 15 * 100 / 36);
  CHECK(hex_doctrine::chance_to_lead(5, 0) == 100);
  // Rating 2 and 2 Commands need a 3 against 7 (10.2).
  CHECK(hex_doctrine::order_chance(4, 7, 1) == 4 * 100 / 6);
  CHECK(hex_doctrine::order_chance(9, 7, 1) == 5 * 100 / 6);
}

namespace {

/// The standard doctrines of a game, by what doctrine.h takes things to be worth.
std::unique_ptr<Policy<HexCampaign>> plain_planner(const HexCampaign& game) {
  hex_campaign::PerSide<hex_doctrine::Doctrine> chosen{};
  for (auto doctrine : hex_doctrine::load_doctrines(game.context())) {
    if (!doctrine.standard) continue;
    const hex_doctrine::Doctrine usual;
    doctrine.values = usual.values;
    doctrine.attack_lead = usual.attack_lead;
    doctrine.caution = usual.caution;
    doctrine.depot_price = usual.depot_price;
    chosen[static_cast<std::size_t>(doctrine.side)] = doctrine;
  }
  return std::make_unique<hex_doctrine::Planner>(
      game, std::make_shared<const hex_doctrine::Strategy>(game.context(), chosen));
}

/// A position in which the rule-of-thumb general decides for one side.
class Position {
 public:
  using MakePlanner = std::unique_ptr<Policy<HexCampaign>> (*)(const HexCampaign&);
  static std::unique_ptr<Policy<HexCampaign>> standard_planner(const HexCampaign& game) {
    return Doctrines<HexCampaign>::make(game, "");
  }

  Position(const char* side, const std::string& lines, const char* title = "russia-1812",
           const char* preset = "basic", MakePlanner make_planner = standard_planner)
      : loaded_(game_of(title, title == std::string("russia-1812") ? preset : "")),
        game_(dynamic_cast<const play::TypedGame<HexCampaign>&>(*loaded_).game()),
        planner_(make_planner(game_)),
        side_(side == std::string("a") ? play::Side::A : play::Side::B),
        state_(game_.parse_state(lines)) {}

  /// What he answers now.
  std::string answer() {
    play::ActionList legal;
    game_.legal(state_, legal);
    return game_.action_text(state_, planner_->choose(state_, legal, random_));
  }
  /// What he answers when he is first asked this; empty if that does not happen in the phase.
  std::string answer_at(hex_campaign::Step step, int die = 3) {
    const auto phase = state_.phase;
    while (state_.phase == phase && state_.step != step) advance(die);
    return state_.step == step ? answer() : "";
  }
  /// Plays until the phase is over: he decides for his side, the other does as little as it can,
  /// every die shows `die`.
  const Position& play_phase(int die = 3) {
    const auto phase = state_.phase;
    while (state_.phase == phase && game_.actor(state_) != play::Actor::Over) advance(die);
    return *this;
  }

  int hex(const char* name) const {
    return game_.context().map.find(*map::parse_coordinates(name));
  }
  int units(const char* name) const {
    return hex_campaign::units_at(game_.context(), state_, side_, hex(name)).count();
  }
  int units_beside(const char* name) const {
    int sum = 0;
    for (const int near : game_.context().map.around(static_cast<map::Hex>(hex(name))))
      sum += hex_campaign::units_at(game_.context(), state_, side_, near).count();
    return sum;
  }
  /// Own units that will not be in General Supply next turn.
  int unsupplied_next_turn() const {
    auto next = state_;
    ++next.turn;
    const auto fed = hex_campaign::supplied_hexes(game_.context(), next, side_);
    int sum = 0;
    for (const int at : state_.combat_hexes[static_cast<std::size_t>(side_)] - fed)
      sum += hex_campaign::units_at(game_.context(), state_, side_, at).count();
    return sum;
  }
  /// Main objectives that are the side's already.
  int main_objectives_held() const {
    const auto& context = game_.context();
    hex_campaign::PerSide<hex_doctrine::Doctrine> chosen{};
    for (const auto& doctrine : hex_doctrine::load_doctrines(context))
      if (doctrine.standard) chosen[static_cast<std::size_t>(doctrine.side)] = doctrine;
    hex_doctrine::Appraisal view(
        context, std::make_shared<const hex_doctrine::Strategy>(context, chosen), side_);
    view.survey(state_);
    int held = 0;
    for (const auto& objective : view.objectives())
      held += objective.main && view.holds(state_, objective.hex);
    return held;
  }
  bool together(const char* commander, const char* name) const {
    for (const int piece : hex_campaign::commanders_at(game_.context(), state_, side_, hex(name)))
      if (game_.context().pieces[static_cast<std::size_t>(piece)].id == commander) return true;
    return false;
  }

 private:
  /// One decision: he decides for his side, the other does as little as it can.
  void advance(int die) {
    auto action = hex_campaign::make_action(hex_campaign::Verb::Die, die);
    if (game_.actor(state_) != play::Actor::Nature) {
      play::ActionList legal;
      game_.legal(state_, legal);
      action = game_.actor(state_) == play::actor_of(side_)
                   ? planner_->choose(state_, legal, random_)
                   : legal[0];
    }
    play::NullRecorder silent;
    game_.apply(state_, action, silent);
  }

  std::unique_ptr<play::AnyGame> loaded_;
  HexCampaign game_;
  std::unique_ptr<Policy<HexCampaign>> planner_;
  play::Side side_;
  hex_campaign::State state_;
  core::RandomStream random_{7};
};

/// Four Line infantry under a Commander, supplied.
std::string corps(const char* commander, const char* hex, int first = 1) {
  std::string lines = std::string("commander ") + commander + " " + hex + "\n";
  const char* const units[] = {"IV-Line-Inf-1",  "IV-Line-Inf-2",  "IV-Line-Inf-3",
                               "II-Line-Inf-1",  "II-Line-Inf-2",  "III-Line-Inf-1",
                               "VII-Line-Inf-1", "VII-Line-Inf-2", "X-Line-Inf-1",
                               "X-Line-Inf-2",   "V-Line-Inf-1",   "V-Line-Inf-2"};
  for (int i = first - 1; i < first + 3; ++i)
    lines += std::string("unit ") + units[i] + " " + hex + " supplied\n";
  return lines;
}

}  // namespace

TEST_CASE("a doctrine does not march into land it cannot feed", "[doctrine][hex]") {
  // Wilno is four hexes from Tilsit: five are fed, and every objective lies farther on.
  Position position("a", "turn 5\nphase movement\ndepot a 2207\ntrain a 1808\n" +
                             corps("ney", "1808") + "unit 1-I-Line-Inf-1 1101\n");
  CHECK(position.play_phase().unsupplied_next_turn() == 0);
}

TEST_CASE("a doctrine gives its train to the stack that foraging would cost most",
          "[doctrine][hex]") {
  Position position("a",
                    "turn 5\nphase allocate-trains\nside a\ntrains-to-place a 1\ndepot a 2207\n" +
                        corps("ney", "2006") +
                        "commander oudinot 2008\nunit I-Line-Inf-1 2107 supplied\n"
                        "commander davout 2107\nunit 1-I-Line-Inf-1 1101\n");
  CHECK(position.answer() == "train 2006");
}

TEST_CASE("a doctrine feeds the stack that can then take a city", "[doctrine][hex]") {
  // Nobody who forages is ordered to attack: St Petersburg, beside Davout, is worth more
  // than what foraging costs Ney.
  Position position(
      "a",
      "turn 5\nphase allocate-trains\nside a\ntrains-to-place a 1\ncommands a 5\ndepot a 2207\n"
      "depot a 1302\ncommander davout 1201\nunit I-Vet-Inf-1 1201 supplied\n"
      "unit I-Vet-Inf-2 1201 supplied\ncommander ney 0308\nunit III-Vet-Inf-1 0308 supplied\n"
      "unit III-Vet-Inf-2 0308 supplied\nunit III-Line-Inf-1 0308 supplied\n"
      "unit Finland-Line-Inf-1 1101\n",
      "russia-1812", "basic", plain_planner);
  CHECK(position.answer() == "train 1201");
}

TEST_CASE("a doctrine spares a garrison without a Commander from foraging", "[doctrine][hex]") {
  // A train in its city keeps the marker off, whether or not a Depot is built there. In open
  // country no train can be brought to it (7.3), nor is one needed where a Depot is.
  const auto answer = [](const char* garrison, const char* depot) {
    Position position("a",
                      std::string("turn 8\nphase allocate-trains\nside a\ntrains-to-place a 1\n") +
                          "depot a 2207\n" + depot + "unit IV-Line-Art-1 " + garrison +
                          " supplied\nunit Finland-Line-Inf-1 1101\n",
                      "russia-1812", "basic", plain_planner);
    return position.answer();
  };
  CHECK(answer("2010", "") == "train 2010");
  CHECK(answer("2110", "") != "train 2110");
  CHECK(answer("2010", "depot a 2010\n") != "train 2010");
}

TEST_CASE("the Russians do not sit still at Kiev while the French are elsewhere",
          "[doctrine][hex]") {
  const auto loaded = game_of("russia-1812", "basic");
  const auto& game = dynamic_cast<const play::TypedGame<HexCampaign>&>(*loaded).game();
  const auto& context = game.context();
  const auto kiev = static_cast<map::Hex>(context.map.find(*map::parse_coordinates("1217")));
  const auto general = Doctrines<HexCampaign>::make(game, "");
  core::RandomStream random(4);
  constexpr std::uint64_t kCampaigns = 20;
  constexpr int kTurn = 10, kRound = 2;
  int units = 0, round_kiev = 0;
  for (std::uint64_t key = 0; key < kCampaigns; ++key) {
    general->forget();
    const auto state = play_by(
        game, key,
        [&](const auto& s, const auto& legal) { return general->choose(s, legal, random); }, kTurn);
    const auto near = context.map.within(kiev, kRound);
    for (const int hex : state.combat_hexes[1]) {
      const int here = hex_campaign::units_at(context, state, play::Side::B, hex).count();
      units += here;
      if (near.contains(hex)) round_kiev += here;
    }
  }
  INFO(round_kiev << " of " << units);
  CHECK(5 * round_kiev < 2 * units);
}

TEST_CASE("a doctrine goes where a Depot will let its army go on", "[doctrine][hex]") {
  // The French hold Luck, farther than the Depot in Mozyr feeds. One in Zhitomir, linked to it,
  // would feed nearer (7.7, 7.8), if a train were left to make it of.
  const auto marched = [](const char* trains) {
    Position position("b",
                      std::string("turn 7\nphase movement\nunit VIII-Cons-Inf-1 2015 supplied\n"
                                  "unit Danube-Line-Inf-1 1317 supplied\n"
                                  "unit Danube-Line-Inf-2 1317 supplied\n"
                                  "commander osten-sacken 1317\ndepot b 1414\ntrain b 1317\n") +
                          trains,
                      "russia-1812", "basic", plain_planner);
    return position.play_phase().units("1517");
  };
  CHECK(marched("") == 2);
  CHECK(marched("train-losses b 12\n") == 0);
}

TEST_CASE("a doctrine falls back to where winter supply reaches", "[doctrine][hex]") {
  // Turn 10 feeds five hexes from Tilsit, turn 11 three.
  Position position("a", "turn 10\nphase movement\ndepot a 2207\ntrain a 1908\n" +
                             corps("ney", "1908") + "unit 1-I-Line-Inf-1 1101\n");
  CHECK(position.unsupplied_next_turn() == 4);
  CHECK(position.play_phase().unsupplied_next_turn() == 0);
}

TEST_CASE("a doctrine leaves a garrison in what it has won", "[doctrine][hex]") {
  Position position("a", "turn 5\nphase movement\ndepot a 1808\ndepot a 2207\ntrain a 1808\n" +
                             corps("ney", "1808") + "unit 1-I-Line-Inf-1 1506\n");
  position.play_phase();
  CHECK(position.units("1808") == 1);
}

TEST_CASE("a doctrine sends one unit to a place that nobody defends", "[doctrine][hex]") {
  // Brzesc is four hexes off: a forced march. No train would be left to feed the corps there.
  Position position("a",
                    "turn 5\nphase movement\ndepot a 2010\ntrain-losses a 13\ntrain a 2010\n" +
                        corps("ney", "2010") +
                        "unit 1-I-Line-Inf-1 1808\n"
                        "unit 1-II-Line-Inf-1 1610\n",
                    "russia-1812", "basic", plain_planner);
  position.play_phase();
  CHECK(position.units("2113") == 1);
  CHECK(position.units("2010") == 3);
}

TEST_CASE("a doctrine converges on a weak stack", "[doctrine][hex]") {
  // East of Wilno, in the open: 1608 is within reach of both corps, and no empty place is.
  Position position("a",
                    "turn 2\nphase movement\ndepot a 1808\ntrain a 1808\ntrain a 1809\n" +
                        corps("ney", "1808") + corps("davout", "1809", 5) +
                        "unit 1-II-Line-Inf-1 1608\nunit 1-II-Line-Inf-2 1608\n"
                        "unit 1-III-Cons-Inf-1 1608\nunit 1-I-Line-Inf-1 1610\n"
                        "unit 2-VII-Line-Inf-1 1904\nunit 2-VII-Vet-Inf-1 2113\n",
                    "russia-1812", "basic", plain_planner);
  position.play_phase();
  CHECK(position.units_beside("1608") >= 6);
}

TEST_CASE("a doctrine keeps him whose loss ends the game with the main body", "[doctrine][hex]") {
  Position position("a",
                    "turn 5\nphase commanders-movement\ndepot a 1808\n"
                    "commander napoleon 1807\nunit I-Line-Inf-1 1807\n" +
                        corps("ney", "1808") +
                        "commander barclay 1606\nunit 1-II-Line-Inf-1 1606\n"
                        "unit 1-II-Line-Inf-2 1606\nunit 1-III-Vet-Inf-1 1606\n");
  CHECK(position.play_phase().together("napoleon", "1808"));
}

TEST_CASE("a doctrine takes back a Depot that nobody needs", "[doctrine][hex]") {
  // Tilsit links Kowno and Wilno; Memel feeds nobody and links nothing.
  Position position("a",
                    "turn 5\nphase convert-depots\ndepot a 2207\ndepot a 2306\ndepot a 2007\n"
                    "depot a 1808\ncommander oudinot 2306\ncommander junot 2207\n" +
                        corps("ney", "1808"));
  CHECK(position.answer() == "convert 2306");
}

TEST_CASE("on the last turn a Depot that does nothing more gives its train", "[doctrine][hex]") {
  // Trains come to Wilno by Tilsit without Kowno. Two units far off starve anyway.
  const auto answer = [](const char* turn) {
    return Position("a", std::string("turn ") + turn +
                             "\nphase convert-depots\ndepot a 2207\ndepot a 2007\ndepot a 1808\n"
                             "commander oudinot 2007\n"
                             "unit X-Line-Inf-1 1208\nunit X-Line-Inf-2 1208\n" +
                             corps("ney", "1808"))
        .answer();
  };
  CHECK(answer("5") == "done");
  CHECK(answer("16") == "convert 2007");
}

TEST_CASE("a doctrine goes on where there is something left to take", "[doctrine][hex]") {
  // Riga and St Petersburg, all that the left wing was sent for, are held; Vitebsk is not.
  Position position("a",
                    "turn 5\nphase movement\ndepot a 1202\ndepot a 1403\ntrain a 1101\n"
                    "unit II-Cons-Inf-1 1904\n" +
                        corps("ney", "1101") +
                        "unit 1-I-Line-Inf-1 1208\nunit 1-I-Vet-Inf-1 1208\n");
  CHECK(position.main_objectives_held() == 0);
}

TEST_CASE("a doctrine makes no Depot where the enemy can march in", "[doctrine][hex]") {
  // Rovno feeds the unit at 2114, Zhitomir is too far off.
  const std::string lines =
      "turn 2\nphase establish-depots\nside b\ndepot b 1517\ntrain b 1816\n"
      "unit 2-VII-Line-Inf-1 2114\n";
  const auto answer = [&](const char* ney) {
    return Position("b", lines + corps("ney", ney), "russia-1812", "basic", plain_planner).answer();
  };
  CHECK(answer("2508") == "depot 1816");
  CHECK(answer("2117") == "done");
}

TEST_CASE("a doctrine makes a Depot for those who arrive", "[doctrine][hex]") {
  // The Army of the Danube comes to Kiev at the end of turn 2 (13.2).
  const std::string lines =
      "phase allocate-trains\nside b\ntrains-to-place b 1\ndepot b 1403\n"
      "unit 1-I-Line-Inf-1 1403 supplied\nunit I-Line-Inf-1 2207\n"
      "unit Danube-Line-Inf-1 not-arrived\nunit Danube-Line-Inf-2 not-arrived\n";
  CHECK_THAT(Position("b", "turn 2\n" + lines).answer(), Catch::StartsWith("train"));
  CHECK(Position("b", "turn 3\n" + lines).answer() == "done");
}

TEST_CASE("a doctrine names the senior Commander who eases the march", "[doctrine][hex]") {
  // Both lead a corps; Bessieres, who eases nothing, is offered first (16.4).
  Position position("a",
                    "turn 5\nphase movement\ndepot a 2207\ndepot a 1808\ntrain a 1808\n"
                    "commander bessieres 1808\n" +
                        corps("davout", "1808") + "unit 1-I-Line-Inf-1 1208\n",
                    "russia-1812", "advanced");
  CHECK(position.answer_at(hex_campaign::Step::SeniorToMove) == "pick davout");
}

TEST_CASE("a doctrine leaves the map where the victory table pays for it", "[doctrine][hex]") {
  // A point a unit up to turn 7; Portsea, which ends the game, lies beside 0106.
  const std::string raiders = "unit North-Line-Inf-1 0107\nunit North-Line-Inf-2 0107\n";
  const auto answer = [&](const std::string& turn, const std::string& units) {
    return Position("a", "turn " + turn + "\nphase exits\n" + units, "lorn-valley").answer();
  };
  CHECK(answer("7", raiders) == "whole");
  CHECK(answer("4", raiders) == "done");
  CHECK(answer("4", raiders + "unit South-Line-Inf-1 0105\n") == "whole");
  // They march to where they may leave.
  Position march("a",
                 "turn 7\nphase movement\ndepot a 0302\ntrain a 0305\ncommander brandt 0305\n"
                 "unit North-Line-Inf-1 0305 supplied\nunit North-Line-Inf-2 0305 supplied\n"
                 "unit First-Line-Inf-1 0105\nunit First-Line-Inf-2 0105\n"
                 "unit First-Vet-Inf-1 0105\nunit Second-Line-Inf-1 0505\n",
                 "lorn-valley");
  march.play_phase();
  CHECK(march.units("0106") + march.units("0107") == 2);
}

TEST_CASE("a derived doctrine with nothing to take goes where it may leave the map",
          "[doctrine][hex]") {
  const auto game = game_of("lorn-valley");
  auto context = dynamic_cast<const play::TypedGame<HexCampaign>&>(*game).game().context();
  auto& rows = context.victory.rows;
  std::erase_if(rows,
                [](const auto& row) { return row.what == hex_campaign::VictoryRow::What::Place; });
  context.victory.sudden_deaths.clear();
  const auto doctrine = hex_doctrine::derive_doctrine(context, play::Side::A);
  const auto& thrusts = doctrine.phases.at(0).thrusts;
  REQUIRE(thrusts.size() == 1);
  CHECK(context.victory.exits[0].contains(thrusts.at(0).places.at(0)));
}

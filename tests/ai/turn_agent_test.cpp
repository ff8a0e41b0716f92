#include "ai/agents/turn_agent.h"
#include "ai/agents/policy_agent.h"

#include <catch2/catch.hpp>

#include "ai/agents/play_campaign.h"
#include "tests/support/toys/kuhn.h"
#include "tests/support/toys/pig.h"

using namespace niemen;
using toys::Pig;

namespace {

/// Holds as soon as it may, unless told to be brave.
template <class G>
struct Timid : ai::Policy<G> {
  std::unique_ptr<ai::Policy<G>> clone() const override { return std::make_unique<Timid>(); }
  play::Action choose(const typename G::State&, const play::ActionList& legal,
                      core::RandomStream&) override {
    return legal[0];
  }
};

template <class G>
ai::TurnDoctrines<G> timid() {
  return {.plain = std::make_unique<Timid<G>>()};
}

Pig::State almost_there() {
  Pig::State s;  // four points short, the other side about to win: only rolling on makes sense
  s.banked = {10, 29};
  s.gathered = 16;
  return s;
}

/// What a small game of decisions on a Pig's state is about; no die is ever cast.
struct Script {
  virtual ~Script() = default;
  virtual int turn(const Pig::State& s) const { return s.turn; }
  virtual play::Actor actor(const Pig::State& s) const = 0;
  virtual void legal(const Pig::State&, play::ActionList& list) const {
    list.push_back(Pig::kHold);
    list.push_back(Pig::kRoll);
  }
  virtual void apply(Pig::State& s, play::Action action) const = 0;
  virtual play::Outcome outcome(const Pig::State& s) const = 0;
};

/// One type for all scripts: a turn's search takes long to compile.
struct Scripted : Pig {
  explicit Scripted(const Script& of) : script(&of) {}

  int turn(const State& s) const { return script->turn(s); }
  play::Actor actor(const State& s) const { return script->actor(s); }
  void legal(const State& s, play::ActionList& list) const {
    list.clear();
    if (actor(s) != play::Actor::Over) script->legal(s, list);
  }
  template <class Recorder>
  void apply(State& s, play::Action action, Recorder&) const {
    script->apply(s, action);
  }
  play::Outcome outcome(const State& s) const { return script->outcome(s); }

  const Script* script;
};

/// A alone decides, six times in one turn. His third and fifth must both be rolls to win; one of
/// them without the other loses, neither is a draw.
struct TwoKeys : Script {
  static constexpr int kDecisions = 6;
  static constexpr unsigned kThird = 1 << 2, kFifth = 1 << 4;

  /// Each decision has actions of its own, so none is taken for another.
  static play::Action at(unsigned decision, play::Action action) { return 100 * decision + action; }
  play::Actor actor(const Pig::State& s) const override {
    return s.gathered < kDecisions ? play::Actor::SideA : play::Actor::Over;
  }
  void legal(const Pig::State& s, play::ActionList& list) const override {
    list.push_back(at(s.gathered, Pig::kHold));
    list.push_back(at(s.gathered, Pig::kRoll));
  }
  void apply(Pig::State& s, play::Action action) const override {
    if (action == at(s.gathered, Pig::kRoll))
      s.banked[0] = static_cast<std::uint8_t>(s.banked[0] | 1U << s.gathered);
    ++s.gathered;
  }
  play::Outcome outcome(const Pig::State& s) const override {
    using Winner = play::Outcome::Winner;
    const unsigned keys = s.banked[0] & (kThird | kFifth);
    return {keys == 0 ? Winner::Draw : keys == (kThird | kFifth) ? Winner::A : Winner::B, 0, 0};
  }
};

/// A alone decides, six times in one turn and always between the same: one roll is worth a point,
/// each further one costs one.
struct OneRoll : Script {
  static constexpr int kDecisions = 6;

  play::Actor actor(const Pig::State& s) const override {
    return s.gathered < kDecisions ? play::Actor::SideA : play::Actor::Over;
  }
  void apply(Pig::State& s, play::Action action) const override {
    if (action == Pig::kRoll) ++s.banked[0];
    ++s.gathered;
  }
  play::Outcome outcome(const Pig::State& s) const override {
    const int rolls = s.banked[0];
    return {play::Outcome::Winner::Draw, rolls == 0 ? 0 : 2 - rolls, 0};
  }
};

/// A takes one point or two, then B lets that stand or takes four back from who took two.
struct Bait : Script {
  static constexpr int kModest = 1, kGreedy = 2, kTakenBack = 4;

  play::Actor actor(const Pig::State& s) const override {
    constexpr std::array kActors{play::Actor::SideA, play::Actor::SideB, play::Actor::Over};
    return kActors[s.gathered];
  }
  void apply(Pig::State& s, play::Action action) const override {
    s.banked[s.gathered++] = static_cast<std::uint8_t>(action == Pig::kRoll);
  }
  play::Outcome outcome(const Pig::State& s) const override {
    const int taken = s.banked[0] ? kGreedy - kTakenBack * s.banked[1] : kModest;
    return {play::Outcome::Winner::Draw, taken, 0};
  }
};

/// Rolls as soon as it may.
struct Bold : ai::Policy<Scripted> {
  std::unique_ptr<ai::Policy<Scripted>> clone() const override { return std::make_unique<Bold>(); }
  play::Action choose(const Pig::State&, const play::ActionList& legal,
                      core::RandomStream&) override {
    return legal[1];
  }
};

/// A alone decides, in one turn: something of no account, then whether to make a detour (one
/// decision more, of no account), then the way at five stations, each a point if right. The detour
/// is worth two points to who gets all stations right and costs everybody else three.
struct Detour : Script {
  static constexpr int kFork = 1, kFirstStation = 3, kStations = 5, kWays = 6;
  static constexpr int kDetourPays = 2, kDetourCosts = 3, kBest = kStations + kDetourPays;

  static play::Action way(int step, int way) { return static_cast<play::Action>(100 * step + way); }
  play::Actor actor(const Pig::State& s) const override {
    return s.gathered < kFirstStation + kStations ? play::Actor::SideA : play::Actor::Over;
  }
  void legal(const Pig::State& s, play::ActionList& list) const override {
    const int ways = s.gathered < kFirstStation ? 2 : kWays;
    for (int w = 0; w < ways; ++w) list.push_back(way(s.gathered, w));
  }
  void apply(Pig::State& s, play::Action action) const override {
    const int taken = static_cast<int>(action % 100);
    if (s.gathered == kFork) s.banked[1] = static_cast<std::uint8_t>(taken);
    if (s.gathered >= kFirstStation && taken == kWays / 2) ++s.banked[0];
    s.gathered = static_cast<std::uint16_t>(s.gathered == kFork && taken == 0 ? kFirstStation
                                                                              : s.gathered + 1);
  }
  play::Outcome outcome(const Pig::State& s) const override {
    const int detour = s.banked[0] == kStations ? kDetourPays : -kDetourCosts;
    return {play::Outcome::Winner::Draw, s.banked[0] + s.banked[1] * detour, 0};
  }
};

/// A alone decides: three tents of a set-up, whose worth shows four turns later.
struct Camp : Script {
  static constexpr int kTents = 3, kTurns = 4;

  int turn(const Pig::State& s) const override {
    return s.gathered < kTents ? 0 : s.gathered - kTents + 1;
  }
  play::Actor actor(const Pig::State& s) const override {
    return turn(s) <= kTurns ? play::Actor::SideA : play::Actor::Over;
  }
  void legal(const Pig::State& s, play::ActionList& list) const override {
    list.push_back(Pig::kHold);
    if (turn(s) == 0) list.push_back(Pig::kRoll);
  }
  void apply(Pig::State& s, play::Action action) const override {
    if (action == Pig::kRoll) ++s.banked[0];
    ++s.gathered;
  }
  play::Outcome outcome(const Pig::State& s) const override {
    return {play::Outcome::Winner::Draw, s.banked[0], 0};
  }
};

/// A decides three things of no account, then, a turn later, B one.
struct NoAccount : Script {
  static constexpr unsigned kDecisions = 3;

  int turn(const Pig::State& s) const override { return s.gathered < kDecisions ? 0 : 1; }
  play::Actor actor(const Pig::State& s) const override {
    if (s.gathered > kDecisions) return play::Actor::Over;
    return s.gathered < kDecisions ? play::Actor::SideA : play::Actor::SideB;
  }
  void apply(Pig::State& s, play::Action) const override { ++s.gathered; }
  play::Outcome outcome(const Pig::State&) const override { return {}; }
};

/// How often a policy was asked, by how much had happened by then.
using Askings = std::array<std::uint64_t, 6>;

/// Counts what it is asked.
struct Counting : Timid<Scripted> {
  explicit Counting(std::shared_ptr<Askings> numbers) : asked(std::move(numbers)) {}
  std::unique_ptr<ai::Policy<Scripted>> clone() const override {
    return std::make_unique<Counting>(asked);
  }
  play::Action choose(const Pig::State& s, const play::ActionList& legal,
                      core::RandomStream& random) override {
    ++asked->at(s.gathered);
    return Timid<Scripted>::choose(s, legal, random);
  }
  std::shared_ptr<Askings> asked;
};

/// A sets up; what B does in the five turns after that is of no account.
struct LongWar : Script {
  int turn(const Pig::State& s) const override { return static_cast<int>(s.gathered); }
  play::Actor actor(const Pig::State& s) const override {
    if (s.gathered > 5) return play::Actor::Over;
    return s.gathered == 0 ? play::Actor::SideA : play::Actor::SideB;
  }
  void apply(Pig::State& s, play::Action) const override { ++s.gathered; }
  play::Outcome outcome(const Pig::State&) const override { return {}; }
};

/// A alone decides, once: a roll wins by a six, and draws as holding does by any other face.
struct LongShot : Script {
  play::Actor actor(const Pig::State& s) const override {
    if (s.gathered > 0) return play::Actor::Over;
    return s.die_in_the_air ? play::Actor::Nature : play::Actor::SideA;
  }
  void apply(Pig::State& s, play::Action action) const override {
    const bool rolls = action == Pig::kRoll;
    s.die_in_the_air = rolls;
    s.gathered = !rolls;
    s.banked[0] = action == Pig::kFace + Pig::kFaces;
  }
  play::Outcome outcome(const Pig::State& s) const override {
    using Winner = play::Outcome::Winner;
    return {s.banked[0] ? Winner::A : Winner::Draw, 0, 0};
  }
};

/// Takes the worth of a camp for its cost.
struct Mistaken : ai::Evaluator<Scripted> {
  ai::Evaluation evaluate(const Pig::State& world) const override {
    return {0.5, -static_cast<double>(world.banked[0])};
  }
};

}  // namespace

TEST_CASE("a turn plan deviates from its doctrine where that pays", "[turn]") {
  const Pig game;
  ai::TurnAgent<Pig> agent(game, {}, {}, timid<Pig>(), nullptr);
  core::RandomStream random(3);
  const auto decision =
      agent.decide(almost_there(), random, {.iterations = 800, .want_report = true});
  CHECK(decision.action == Pig::kRoll);
  CHECK(decision.report.iterations > 100);
  CHECK(decision.report.iterations <= 800);
  REQUIRE_FALSE(decision.report.principal_line.empty());
  CHECK(decision.report.principal_line[0] == "roll");
  REQUIRE(decision.report.alternatives.size() == 2);
  CHECK(decision.report.alternatives[1].action == Pig::kHold);
  CHECK(decision.report.alternatives[1].loss > 0.1);
}

TEST_CASE("a turn plan finds changes that pay only together", "[turn]") {
  const TwoKeys script;
  const Scripted game(script);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    ai::TurnAgent<Scripted> agent(game, {}, {}, timid<Scripted>(), nullptr);
    core::RandomStream random(seed);
    const auto decision = agent.decide(game.observe(game.initial(), play::Viewer::SideA), random,
                                       {.iterations = 800, .want_report = true});
    CHECK(decision.report.win_probability == 1);
    // What is of no account was tried before they were found, and is none the worse for that.
    REQUIRE(decision.report.alternatives.size() == 2);
    CHECK(decision.report.alternatives[1].loss == 0);
  }
}

TEST_CASE("a turn plan brings nothing along that does not pay", "[turn]") {
  const TwoKeys script;
  const Scripted game(script);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    ai::TurnAgent<Scripted> agent(game, {}, {}, timid<Scripted>(), nullptr);
    core::RandomStream random(seed);
    play::NullRecorder silent;
    auto state = game.initial();
    while (game.actor(state) != play::Actor::Over) {
      const auto observation = game.observe(state, play::Viewer::SideA);
      game.apply(state, agent.decide(observation, random, {.iterations = 200}).action, silent);
    }
    CHECK(state.banked[0] == (TwoKeys::kThird | TwoKeys::kFifth));
  }
}

TEST_CASE("a turn plan keeps its choices when a decision comes in between", "[turn]") {
  const Detour script;
  const Scripted game(script);
  ai::SearchOptions options;
  options.win_weight = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    ai::TurnAgent<Scripted> agent(game, options, {}, timid<Scripted>(), nullptr);
    core::RandomStream random(seed);
    const auto decision = agent.decide(game.observe(game.initial(), play::Viewer::SideA), random,
                                       {.iterations = 10000, .want_report = true});
    CHECK(decision.report.margin == Detour::kBest);
  }
}

TEST_CASE("a turn plan does once what it deviates by, however often that can be done", "[turn]") {
  const OneRoll script;
  const Scripted game(script);
  ai::SearchOptions options;
  options.win_weight = 0;
  constexpr std::uint64_t kOneRace = 20;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    ai::TurnAgent<Scripted> agent(game, options, {}, timid<Scripted>(), nullptr);
    core::RandomStream random(seed);
    const auto decision = agent.decide(game.observe(game.initial(), play::Viewer::SideA), random,
                                       {.iterations = kOneRace, .want_report = true});
    CHECK(decision.action == Pig::kRoll);
    CHECK(decision.report.margin == 1);
  }
}

TEST_CASE("a set-up is judged by how the campaign ends, within iterations of its own", "[turn]") {
  const Camp script;
  const Scripted game(script);
  const auto tents = [&](int rollout_turns, std::uint64_t iterations) {
    ai::SearchOptions options;
    options.win_weight = 0;
    options.iterations = 50;
    options.set_up_rollout_turns = rollout_turns;
    ai::TurnAgent<Scripted> agent(game, options, {.set_up_iterations = iterations},
                                  timid<Scripted>(), std::make_shared<Mistaken>());
    std::pair<int, std::uint64_t> pitched_and_spent{};
    for (int campaign = 0; campaign < 2; ++campaign) {
      agent.begin_campaign();
      core::RandomStream random(3);
      play::NullRecorder silent;
      auto state = game.initial();
      std::uint64_t spent = 0;
      while (game.turn(state) == 0) {
        const auto decision = agent.decide(game.observe(state, play::Viewer::SideA), random, {});
        spent += decision.report.iterations;
        game.apply(state, decision.action, silent);
      }
      CHECK(spent <= iterations + Camp::kTents);  // one at least, to answer at all
      pitched_and_spent = {state.banked[0], spent};
    }
    return pitched_and_spent;
  };
  constexpr std::uint64_t kEnough = 400;
  CHECK(tents(1000, kEnough).first == Camp::kTents);
  CHECK(tents(1000, kEnough).second > kEnough / 2);
  CHECK(tents(1, kEnough).first == 0);  // by the evaluation, which is mistaken
  CHECK(tents(1000, 0) == std::pair{0, std::uint64_t{Camp::kTents}});
}

TEST_CASE("a set-up that nothing is compared with is not played out", "[turn]") {
  const LongWar script;
  const Scripted game(script);
  for (const std::uint64_t iterations : {1U, 2U}) {
    const auto asked = std::make_shared<Askings>();
    ai::TurnDoctrines<Scripted> doctrines{.plain = std::make_unique<Counting>(asked)};
    ai::TurnAgent<Scripted> agent(game, {}, {}, doctrines, std::make_shared<Mistaken>());
    core::RandomStream random(3);
    agent.decide(game.observe(game.initial(), play::Viewer::SideA), random,
                 {.iterations = iterations});
    std::size_t last = asked->size() - 1;
    while (last > 0 && asked->at(last) == 0) --last;
    CHECK(last == (iterations == 1 ? 1 : 5));
  }
}

TEST_CASE("a turn plan reckons with what else the opponent can play", "[turn]") {
  const Bait script;
  const Scripted game(script);
  ai::SearchOptions options;
  options.win_weight = 0;
  const auto answer = [&](play::Side side_of_bold) {
    auto doctrines = timid<Scripted>();
    doctrines.others[static_cast<std::size_t>(play::index(side_of_bold))].push_back(
        std::make_unique<Bold>());
    ai::TurnAgent<Scripted> agent(game, options, {}, doctrines, nullptr);
    core::RandomStream random(3);
    return agent
        .decide(game.observe(game.initial(), play::Viewer::SideA), random, {.iterations = 200})
        .action;
  };
  CHECK(answer(play::Side::A) == Pig::kRoll);  // B never takes back
  CHECK(answer(play::Side::B) == Pig::kHold);  // in every second world he does
}

TEST_CASE("what follows the same end of a turn is played once a world", "[turn]") {
  const NoAccount script;
  const Scripted game(script);
  const auto asked = std::make_shared<Askings>();
  ai::TurnDoctrines<Scripted> doctrines{.plain = std::make_unique<Counting>(asked)};
  ai::TurnAgent<Scripted> agent(game, {}, {}, doctrines, nullptr);
  core::RandomStream random(3);
  const auto report = agent
                          .decide(game.observe(game.initial(), play::Viewer::SideA), random,
                                  {.iterations = 200, .want_report = true})
                          .report;
  CHECK(report.iterations > 3 * report.worlds);
  CHECK(asked->at(NoAccount::kDecisions) ==
        report.worlds + 1);  // and once for the line that it tells
}

TEST_CASE("turn planning repeats bit for bit", "[turn]") {
  const Pig game;
  double first = -1;
  for (int run = 0; run < 2; ++run) {
    ai::TurnAgent<Pig> agent(game, {}, {}, timid<Pig>(), nullptr);
    core::RandomStream random(9);
    const auto decision =
        agent.decide(almost_there(), random, {.iterations = 333, .want_report = true});
    if (run == 0) first = decision.report.win_probability;
    CHECK(decision.report.win_probability == first);
  }
}

TEST_CASE("threads share the playings of a turn plan and change nothing", "[turn]") {
  const Pig game;
  std::vector<ai::Report> reports;
  for (const int threads : {1, 2}) {
    ai::SearchOptions options;
    options.threads = threads;
    ai::TurnAgent<Pig> agent(game, options, {}, timid<Pig>(), nullptr);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      core::RandomStream random(seed);
      reports.push_back(
          agent.decide(almost_there(), random, {.iterations = 333, .want_report = true}).report);
    }
  }
  for (std::size_t i = 0; i < 10; ++i) {
    CHECK(reports[i].iterations == reports[i + 10].iterations);
    CHECK(reports[i].win_probability == reports[i + 10].win_probability);
    CHECK(reports[i].alternatives[0].visits == reports[i + 10].alternatives[0].visits);
  }
}

TEST_CASE("beside a clock a turn planner stops at its iterations", "[turn]") {
  const Pig game;
  ai::SearchOptions options;
  options.iterations = 90;
  ai::TurnAgent<Pig> agent(game, options, {}, timid<Pig>(), nullptr, {.seconds_per_turn = 1000});
  core::RandomStream random(3);
  const auto decision = agent.decide(almost_there(), random, {});
  CHECK(decision.report.iterations > 10);
  CHECK(decision.report.iterations <= 90);
}

TEST_CASE("a doctrine's choice stands where the difference is noise", "[turn]") {
  const Pig game;
  Pig::State s;  // one roll more is worth about as much as holding
  s.gathered = 12;
  const auto deviations = [&](double confidence) {
    int count = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      ai::TurnAgent<Pig> agent(game, {}, {.confidence = confidence}, timid<Pig>(), nullptr);
      core::RandomStream random(seed);
      count += agent.decide(s, random, {.iterations = 64}).action != Pig::kHold;
    }
    return count;
  };
  CHECK(deviations(0) > 2 * deviations(2));
}

TEST_CASE("what seemed equal in a few worlds is looked at again with what is left", "[turn]") {
  const LongShot script;
  const Scripted game(script);
  const auto found = [&](double second_look) {
    int count = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      ai::TurnAgent<Scripted> agent(game, {}, {.second_look = second_look}, timid<Scripted>(),
                                    nullptr);
      core::RandomStream random(seed);
      const auto decision = agent.decide({}, random, {.iterations = 200});
      count += decision.action == Pig::kRoll;
      CHECK(decision.report.iterations <= 200);
    }
    return count;
  };
  CHECK(found(0) < 24);
  CHECK(found(1) > 32);
}

TEST_CASE("turn planning is better than its doctrine", "[turn]") {
  const Pig game;
  ai::SearchOptions options;
  options.iterations = 300;
  ai::TurnAgent<Pig> planner(game, options, {}, timid<Pig>(), nullptr);
  ai::PolicyAgent<Pig> doctrine(game, std::make_unique<Timid<Pig>>());
  double score = 0;
  constexpr int kCampaigns = 40;
  for (int i = 0; i < kCampaigns; ++i) {
    ai::CampaignSetup<Pig> setup{.agents = {&doctrine, &planner},
                                 .campaign_key = static_cast<std::uint64_t>(i)};
    const auto record = ai::play_campaign(game, setup);
    CHECK_FALSE(record.forfeit);
    score += 1 - record.outcome.score_a();
  }
  CHECK(score > 0.6 * kCampaigns);
}

TEST_CASE("turn planning never looks at hidden facts", "[turn]") {
  const toys::Kuhn game;
  toys::Kuhn::State hand;
  hand.card = {1, 0};
  hand.dealt = 2;
  std::vector<double> margins;
  for (const std::uint8_t other : {0, 2}) {
    hand.card[1] = other;
    ai::TurnAgent<toys::Kuhn> agent(
        game, {}, {}, {.plain = std::make_unique<ai::RandomPolicy<toys::Kuhn>>()}, nullptr);
    core::RandomStream random(2);
    const auto decision = agent.decide(game.observe(hand, play::Viewer::SideA), random,
                                       {.iterations = 400, .want_report = true});
    margins.push_back(decision.report.margin);
  }
  CHECK(margins[0] == margins[1]);
}

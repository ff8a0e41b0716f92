#include "ai/agents/play_campaign.h"
#include "ai/agents/policy_agent.h"

#include <catch2/catch.hpp>

#include "ai/policy/policy.h"
#include "tests/support/toys/kuhn.h"
#include "tests/support/toys/pig.h"

using namespace niemen;

namespace {

struct HoldAt : ai::Policy<toys::Pig> {
  int threshold;
  explicit HoldAt(int at) : threshold(at) {}
  std::unique_ptr<Policy> clone() const override { return std::make_unique<HoldAt>(threshold); }
  play::Action choose(const toys::Pig::State& s, const play::ActionList&,
                      core::RandomStream&) override {
    return s.gathered >= threshold ? toys::Pig::kHold : toys::Pig::kRoll;
  }
};

template <class G>
struct Stubborn : ai::Agent<G> {
  play::Action answer;
  explicit Stubborn(play::Action a) : answer(a) {}
  ai::Decision decide(const typename G::Observation&, core::RandomStream&,
                      const ai::Budget&) override {
    return {answer, {}};
  }
};

struct Mute : ai::Agent<toys::Pig> {
  ai::Decision decide(const Observation&, core::RandomStream&, const ai::Budget&) override {
    throw ai::AgentFailure("does not answer");
  }
};

/// Whatever is done hurts two pieces of side A, which lie face down to B, at one stroke.
struct Wounding : toys::Pig {
  template <class Recorder>
  void apply(State& s, play::Action action, Recorder& recorder) const {
    toys::Pig::apply(s, action, recorder);
    if constexpr (Recorder::kRecords)
      for (const int piece : {9, 4}) {
        auto& hurt = recorder.add(play::Event{.kind = 1, .side = 0, .pieces = {piece}});
        hurt.visible_to[0] = false;
      }
  }
};

/// Rolls, and notes the pieces it is told of.
struct Listener : Stubborn<Wounding> {
  std::vector<int> pieces;
  Listener() : Stubborn(toys::Pig::kRoll) {}
  bool listens() const override { return true; }
  void told(const std::vector<play::Event>& events, int) override {
    for (const auto& event : events)
      pieces.insert(pieces.end(), event.pieces.begin(), event.pieces.end());
  }
};

/// Notes what each side was shown.
struct DiceWatch {
  std::vector<std::pair<play::ChanceKey, play::Action>> dice;
  template <class State>
  void before(const State&, play::Actor) {}
  void after(const toys::Pig::State& s, play::Actor actor, play::Action action,
             const ai::Decision*) {
    if (actor == play::Actor::Nature) dice.push_back({toys::Pig{}.chance_key(s), action});
  }
};

}  // namespace

TEST_CASE("a campaign is named by its keys", "[campaign]") {
  const toys::Pig game;
  auto a = ai::make_random_agent(game), b = ai::make_random_agent(game);
  ai::CampaignSetup<toys::Pig> setup{.agents = {a.get(), b.get()}, .campaign_key = 3};
  setup.keep_actions = true;
  const auto first = ai::play_campaign(game, setup), again = ai::play_campaign(game, setup);
  CHECK(first.actions == again.actions);
  CHECK(first.final_hash == again.final_hash);
  CHECK(first.actions.size() == static_cast<std::size_t>(first.decisions + first.dice));
  setup.agent_keys = {9, 10};
  CHECK(ai::play_campaign(game, setup).actions != first.actions);
}

TEST_CASE("campaigns with one key share the dice they both throw", "[campaign]") {
  const toys::Pig game;
  ai::PolicyAgent<toys::Pig> bold(game, std::make_unique<HoldAt>(20)),
      shy(game, std::make_unique<HoldAt>(8));
  ai::CampaignSetup<toys::Pig> setup{.agents = {&bold, &shy}, .campaign_key = 11};
  DiceWatch one, two;
  ai::play_campaign(game, setup, one);
  setup.agents = {&shy, &bold};
  ai::play_campaign(game, setup, two);
  int shared = 0;
  for (const auto& [key, face] : one.dice)
    for (const auto& [other_key, other_face] : two.dice)
      if (key == other_key) {
        ++shared;
        CHECK(face == other_face);
      }
  CHECK(shared > 5);
}

TEST_CASE("a better rule of thumb wins more often", "[campaign]") {
  const toys::Pig game;
  ai::PolicyAgent<toys::Pig> wise(game, std::make_unique<HoldAt>(15));
  auto random = ai::make_random_agent(game);
  double score = 0;
  constexpr int kCampaigns = 400;
  for (int i = 0; i < kCampaigns; ++i) {
    ai::CampaignSetup<toys::Pig> setup{.agents = {random.get(), &wise},
                                       .campaign_key = static_cast<std::uint64_t>(i)};
    score += 1 - ai::play_campaign(game, setup).outcome.score_a();
  }
  CHECK(score > 0.62 * kCampaigns);
}

TEST_CASE("an agent that fails or cheats forfeits", "[campaign]") {
  const toys::Pig game;
  auto random = ai::make_random_agent(game);
  Stubborn<toys::Pig> illegal(toys::Pig::kFace + 6);
  Mute mute;
  ai::CampaignSetup<toys::Pig> setup{.agents = {random.get(), &illegal}};
  const auto cheated = ai::play_campaign(game, setup);
  REQUIRE(cheated.forfeit);
  CHECK(cheated.forfeit->side == play::Side::B);
  CHECK(cheated.outcome.winner == play::Outcome::Winner::A);
  CHECK(cheated.outcome.level == play::Outcome::kNoLevel);
  setup.agents = {&mute, random.get()};
  const auto silent = ai::play_campaign(game, setup);
  REQUIRE(silent.forfeit);
  CHECK(silent.forfeit->reason == "does not answer");
  CHECK(silent.outcome.winner == play::Outcome::Winner::B);
}

TEST_CASE("a campaign stops when asked", "[campaign]") {
  const toys::Pig game;
  auto a = ai::make_random_agent(game), b = ai::make_random_agent(game);
  std::stop_source source;
  source.request_stop();
  ai::CampaignSetup<toys::Pig> setup{.agents = {a.get(), b.get()}};
  setup.stop = source.get_token();
  CHECK_FALSE(ai::play_campaign(game, setup).complete);
}

TEST_CASE("a policy agent plays hidden hands without seeing them", "[campaign]") {
  const toys::Kuhn game;
  auto a = ai::make_random_agent(game), b = ai::make_random_agent(game);
  int wins = 0;
  for (std::uint64_t key = 0; key < 200; ++key) {
    ai::CampaignSetup<toys::Kuhn> setup{.agents = {a.get(), b.get()}, .campaign_key = key};
    const auto record = ai::play_campaign(game, setup);
    CHECK_FALSE(record.forfeit);
    CHECK(record.dice == 2);
    wins += record.outcome.winner == play::Outcome::Winner::A;
  }
  CHECK(wins > 40);
  CHECK(wins < 160);
}

namespace {

/// Bets on the better card, in the world it takes for true.
struct ByTheCards : ai::Policy<toys::Kuhn> {
  std::unique_ptr<Policy> clone() const override { return std::make_unique<ByTheCards>(); }
  play::Action choose(const toys::Kuhn::State& world, const play::ActionList&,
                      core::RandomStream&) override {
    const auto own = world.bids % 2U;
    return world.card[own] > world.card[1 - own] ? toys::Kuhn::kBet : toys::Kuhn::kPass;
  }
};

/// Counts what side A did that its true cards do not bear out.
struct Misjudged {
  int* count;
  void before(const toys::Kuhn::State&, play::Actor) {}
  void after(const toys::Kuhn::State& s, play::Actor actor, play::Action action,
             const ai::Decision*) {
    if (actor != play::Actor::SideA) return;
    *count += (action == toys::Kuhn::kBet) != (s.card[0] > s.card[1]);
  }
};

int misjudged(bool shown) {
  const toys::Kuhn game;
  ai::PolicyAgent<toys::Kuhn> knows(game, std::make_unique<ByTheCards>());
  const auto other = ai::make_random_agent(game);
  int count = 0;
  for (std::uint64_t key = 0; key < 200; ++key)
    ai::play_campaign(game,
                      ai::CampaignSetup<toys::Kuhn>{.agents = {&knows, other.get()},
                                                    .campaign_key = key,
                                                    .agent_keys = ai::agent_keys_of(key),
                                                    .shown = {shown, false}},
                      Misjudged{&count});
  return count;
}

}  // namespace

TEST_CASE("only an agent that is shown everything judges by what is hidden", "[agents]") {
  CHECK(misjudged(true) == 0);
  CHECK(misjudged(false) > 20);
}

TEST_CASE("a player is told of a stroke in no order of the owner's", "[campaign][fair]") {
  Listener a, b;
  const ai::CampaignSetup<Wounding> setup{.agents = {&a, &b}, .campaign_key = 5};
  const auto record = ai::play_campaign(Wounding{}, setup);
  CHECK(a.pieces.empty());
  REQUIRE(b.pieces.size() == 2 * static_cast<std::size_t>(record.decisions + record.dice));
  for (std::size_t i = 0; i < b.pieces.size(); i += 2) {
    CHECK(b.pieces[i] == 4);
    CHECK(b.pieces[i + 1] == 9);
  }
}

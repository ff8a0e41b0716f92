#include <catch2/catch.hpp>

#include "tests/support/conformance.h"
#include "tests/support/toys/kuhn.h"
#include "tests/support/toys/pennies.h"
#include "tests/support/toys/pig.h"
#include "tests/support/toys/trap.h"

using namespace niemen;

namespace {

const support::ConformanceOptions kThorough{
    .campaigns = 300, .seed = 5, .why_positions = 2000, .redeal_positions = 2000, .redeals = 4};

/// Each breaks one promise of the contract; the suite must notice.
struct UnsortedPig : toys::Pig {
  void legal(const State& s, play::ActionList& list) const {
    Pig::legal(s, list);
    if (list.size() == 2) std::swap(list[0], list[1]);
  }
};
struct LoadedPig : toys::Pig {
  void chance(const State& s, play::ChanceList& list) const {
    Pig::chance(s, list);
    if (!list.empty()) list[0].probability += 0.01;
  }
};
struct OneDiePig : toys::Pig {
  play::ChanceKey chance_key(const State& s) const { return {s.turn, 0, s.mover, 0}; }
};
struct EndlessPig : toys::Pig {
  int max_decisions() const { return 20; }
};
struct AllocatingPig : toys::Pig {
  static inline const char* volatile escaped = nullptr;
  template <class Recorder>
  void apply(State& s, play::Action action, Recorder& recorder) const {
    const std::string long_enough_for_the_heap(100, 'x');
    escaped = long_enough_for_the_heap.data();  // or a compiler may leave the string out
    Pig::apply(s, action, recorder);
  }
};
struct SilentPig : toys::Pig {
  play::Verdict why(const State&, play::Action) const { return play::Verdict::yes(); }
};
struct RecordingPig : toys::Pig {
  template <class Recorder>
  void apply(State& s, play::Action action, Recorder& recorder) const {
    Pig::apply(s, action, recorder);
    if constexpr (Recorder::kRecords) ++s.turn;
  }
};
struct OpenKuhn : toys::Kuhn {
  Observation observe(const State& s, play::Viewer viewer) const {
    return {s, static_cast<std::uint8_t>(viewer)};
  }
};
struct CardSharpKuhn : toys::Kuhn {
  State sample_world(const Observation& o, core::RandomStream&) const {
    State s = o.known;
    for (std::size_t hand = 0; hand < s.dealt; ++hand)
      if (s.card[hand] == kUnknown) s.card[hand] = 2;
    return s;
  }
};
struct PeekingPennies : toys::Pennies {
  play::PerceivedAction seen(const State& s, play::Action action, play::Viewer viewer) const {
    return s.coin == kNone ? 2 : Pennies::seen(s, action, viewer);
  }
};
struct ForgetfulPennies : toys::Pennies {
  State parse_state(std::string_view text) const {
    auto s = Pennies::parse_state(text);
    s.paid = 0;  // loses what was paid
    return s;
  }
};

template <class G>
std::string breach() {
  try {
    support::check_conformance(G{}, kThorough);
  } catch (const support::ConformanceFailure& failure) {
    return failure.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("the toy games keep the contract", "[toys]") {
  const auto pig = support::check_conformance(toys::Pig{}, kThorough);
  CHECK(pig.positions > 10000);
  CHECK(pig.worlds_that_differ == 0);
  const auto kuhn = support::check_conformance(toys::Kuhn{}, kThorough);
  CHECK(kuhn.worlds_that_differ > 1000);
  const auto pennies = support::check_conformance(toys::Pennies{}, kThorough);
  CHECK(pennies.worlds_that_differ > 100);
  CHECK(support::check_conformance(toys::Trap{}, kThorough).worlds_that_differ > 100);
  CHECK(pennies.longest_campaign == 2 * toys::Pennies::kRounds);
}

TEST_CASE("the conformance suite notices each broken promise", "[toys]") {
  using Catch::Matchers::Contains;
  CHECK_THAT(breach<UnsortedPig>(), Contains("not ascending"));
  CHECK_THAT(breach<LoadedPig>(), Contains("do not sum to 1"));
  CHECK_THAT(breach<OneDiePig>(), Contains("names two draws"));
  CHECK_THAT(breach<EndlessPig>(), Contains("outlasts"));
  if (support::counts_allocations())
    CHECK_THAT(breach<AllocatingPig>(), Contains("apply allocates"));
  CHECK_THAT(breach<SilentPig>(), Contains("why allows"));
  CHECK_THAT(breach<RecordingPig>(), Contains("recorder changes"));
  CHECK_THAT(breach<OpenKuhn>(), Contains("two observations"));
  CHECK_THAT(breach<CardSharpKuhn>(), Contains("one card in two hands"));
  CHECK_THAT(breach<PeekingPennies>(), Contains("two observations"));
  CHECK_THAT(breach<ForgetfulPennies>(), Contains("does not read back"));
}

TEST_CASE("a breach is reported with its position, action and seed", "[toys]") {
  using Catch::Matchers::Contains;
  CHECK_THAT(breach<LoadedPig>(),
             Contains("seed 5") && Contains("banked") && Contains("last action: roll"));
}

TEST_CASE("Kuhn poker pays by the showdown or to who did not fold", "[toys]") {
  const toys::Kuhn game;
  const auto margin = [&](std::initializer_list<play::Action> actions) {
    auto state = game.initial();
    play::NullRecorder silent;
    for (const auto action : actions) game.apply(state, action, silent);
    REQUIRE(game.actor(state) == play::Actor::Over);
    return game.outcome(state).margin;
  };
  constexpr auto deal = toys::Kuhn::kDeal, pass = toys::Kuhn::kPass, bet = toys::Kuhn::kBet;
  CHECK(margin({deal + 2, deal + 0, pass, pass}) == 1);
  CHECK(margin({deal + 0, deal + 1, bet, pass}) == 1);
  CHECK(margin({deal + 0, deal + 1, bet, bet}) == -2);
  CHECK(margin({deal + 2, deal + 1, pass, bet, pass}) == -1);
  CHECK(margin({deal + 2, deal + 1, pass, bet, bet}) == 2);
}

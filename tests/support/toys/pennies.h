// Matching pennies with unequal stakes: a simultaneous secret choice, made as two consecutive
// decisions of which the first stays hidden until both are revealed.
#pragma once

#include <array>
#include <cstdio>
#include <type_traits>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/play/game.h"

namespace niemen::toys {

/// Both lay down a coin. Two heads pay A 3, two tails pay A 1, a mismatch pays B 2. In the only
/// equilibrium each side shows heads with probability 3/8; the value to A is -1/8 a round.
struct Pennies {
  static constexpr int kRounds = 4;
  static constexpr play::Action kHeads = 0, kTails = 1;
  static constexpr double kEquilibriumHeads = 3.0 / 8, kValue = -1.0 / 8;
  static constexpr std::uint8_t kNone = 0xFF, kFaceDown = 0xFE;

  struct State {
    std::uint8_t round = 1;
    std::uint8_t coin = kNone;  // A's choice while B decides
    std::int8_t paid = 0;       // to A so far
    std::uint8_t rounds = kRounds;
    bool operator==(const State&) const = default;
  };
  struct Observation {
    State known;
    std::uint8_t viewer = 0;
    bool operator==(const Observation&) const = default;
  };

  int rounds = kRounds;

  static constexpr int payment(play::Action a, play::Action b) {
    return a != b ? -2 : a == kHeads ? 3 : 1;
  }
  State initial() const {
    State s;
    s.rounds = static_cast<std::uint8_t>(rounds);
    return s;
  }
  play::Actor actor(const State& s) const {
    if (s.round > s.rounds) return play::Actor::Over;
    return s.coin == kNone ? play::Actor::SideA : play::Actor::SideB;
  }
  void legal(const State& s, play::ActionList& list) const {
    list.clear();
    if (actor(s) == play::Actor::Over) return;
    list.push_back(kHeads);
    list.push_back(kTails);
  }
  void chance(const State&, play::ChanceList& list) const { list.clear(); }
  play::ChanceKey chance_key(const State&) const { return {}; }

  template <class Recorder>
  void apply(State& s, play::Action action, Recorder& recorder) const {
    if (s.coin == kNone) {
      if constexpr (Recorder::kRecords)
        recorder.add_secret(play::Side::A, "A lays " + action_text(s, action));
      s.coin = static_cast<std::uint8_t>(action);
      return;
    }
    const int paid = payment(s.coin, action);
    if constexpr (Recorder::kRecords)
      recorder.add(
          "the coins are turned up: A " + action_text(s, s.coin) + ", B " + action_text(s, action),
          {{paid, "stake"}});
    s.paid = static_cast<std::int8_t>(s.paid + paid);
    s.coin = kNone;
    ++s.round;
  }
  play::Outcome outcome(const State& s) const {
    const auto winner = s.paid > 0   ? play::Outcome::Winner::A
                        : s.paid < 0 ? play::Outcome::Winner::B
                                     : play::Outcome::Winner::Draw;
    return {winner, s.paid, 0};
  }
  std::uint64_t hash(const State& s) const {
    return core::hash_bytes(std::as_bytes(std::span(&s, 1)));
  }
  std::optional<std::string> check(const State& s) const {
    if (s.coin != kNone && s.coin > kTails) return "a coin without a face";
    if (s.round == 0 || s.round > s.rounds + 1) return "no such round";
    return std::nullopt;
  }
  play::Verdict why(const State& s, play::Action) const {
    return actor(s) == play::Actor::Over ? play::Verdict::no("end", "all rounds are played")
                                         : play::Verdict::yes();
  }
  Observation observe(const State& s, play::Viewer viewer) const {
    Observation o{s, static_cast<std::uint8_t>(viewer)};
    if (s.coin != kNone && viewer != play::Viewer::SideA) o.known.coin = kFaceDown;
    return o;
  }
  State sample_world(const Observation& o, core::RandomStream& random) const {
    State s = o.known;
    if (s.coin == kFaceDown) s.coin = static_cast<std::uint8_t>(random.below(2));
    return s;
  }
  /// Takes the coin that lies face down back up: the position before the secret choices.
  State before_secret_choices(State s) const {
    s.coin = kNone;
    return s;
  }
  play::PerceivedAction seen(const State& s, play::Action action, play::Viewer viewer) const {
    // What A laid is no part of B's label: B learns it only from what follows.
    if (s.coin == kNone) return viewer == play::Viewer::SideA ? action : 2;  // "a coin is laid"
    return 4 + action;
  }
  int turn(const State& s) const { return s.round; }
  int max_decisions() const { return 2 * rounds; }
  std::string_view decision_kind(play::Action) const { return "coin"; }
  std::string action_text(const State&, play::Action action) const {
    return action == kHeads ? "heads" : "tails";
  }
  std::optional<play::Action> parse_action(const State&, std::string_view text) const {
    if (text == "heads") return kHeads;
    if (text == "tails") return kTails;
    return std::nullopt;
  }
  std::string state_text(const State& s) const {
    char text[64];
    std::snprintf(text, sizeof text, "round %d of %d coin %d paid %d", s.round, s.rounds, s.coin,
                  s.paid);
    return text;
  }
  State parse_state(std::string_view text) const {
    int round, all, coin, paid;
    if (std::sscanf(std::string(text).c_str(), "round %d of %d coin %d paid %d", &round, &all,
                    &coin, &paid) != 4)
      throw core::InputError("not a position of matching pennies: " + std::string(text));
    return {static_cast<std::uint8_t>(round), static_cast<std::uint8_t>(coin),
            static_cast<std::int8_t>(paid), static_cast<std::uint8_t>(all)};
  }
  template <class Visit>
  void encodable(Visit visit) const {
    visit(kHeads);
    visit(kTails);
  }
};
static_assert(std::has_unique_object_representations_v<Pennies::State>);
static_assert(std::has_unique_object_representations_v<Pennies::Observation>);
static_assert(play::Game<Pennies>);

}  // namespace niemen::toys

// A trap of strategy fusion (Frank and Basin, "Search in games with incomplete information", 1998):
// whoever solves each hidden world by itself believes that he will guess right in all of them.
#pragma once

#include <array>
#include <cstdio>
#include <type_traits>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/play/game.h"
#include "tests/support/toys/action_of_text.h"

namespace niemen::toys {

/// Nature hides a coin. A either stops and has 1, or goes on and guesses the coin, which B alone
/// has seen: 3 if right, -3 if wrong. Stopping is worth 1, going on 0.
struct Trap {
  static constexpr std::uint8_t kUnknown = 0xFF;
  static constexpr play::Action kStop = 0, kGoOn = 1, kGuess = 2, kCoin = 10;  // + 0 or 1
  static constexpr int kSafe = 1, kStake = 3;

  struct State {
    std::uint8_t coin = kUnknown;
    std::uint8_t stage = 0;  // 0 coin, 1 stop or go on, 2 guess, 3 over
    std::int8_t paid = 0;
    bool operator==(const State&) const = default;
  };
  struct Observation {
    State known;
    std::uint8_t viewer = 0;
    bool operator==(const Observation&) const = default;
  };

  State initial() const { return {}; }
  play::Actor actor(const State& s) const {
    if (s.stage == 0) return play::Actor::Nature;
    return s.stage == 3 ? play::Actor::Over : play::Actor::SideA;
  }
  void legal(const State& s, play::ActionList& list) const {
    list.clear();
    if (s.stage == 1) {
      list.push_back(kStop);
      list.push_back(kGoOn);
    } else if (s.stage == 2) {
      list.push_back(kGuess);
      list.push_back(kGuess + 1);
    }
  }
  void chance(const State& s, play::ChanceList& list) const {
    list.clear();
    if (s.stage != 0) return;
    list.push_back({kCoin, 0.5});
    list.push_back({kCoin + 1, 0.5});
  }
  play::ChanceKey chance_key(const State&) const { return {1, 0, 0, 0}; }

  template <class Recorder>
  void apply(State& s, play::Action action, Recorder& recorder) const {
    if constexpr (Recorder::kRecords) {
      if (action >= kCoin)
        recorder.add_secret(play::Side::B, action_text(s, action));
      else
        recorder.add(action_text(s, action));
    }
    if (action >= kCoin) {
      s.coin = static_cast<std::uint8_t>(action - kCoin);
      s.stage = 1;
    } else if (action == kGoOn) {
      s.stage = 2;
    } else {
      s.paid = static_cast<std::int8_t>(action == kStop             ? kSafe
                                        : action == kGuess + s.coin ? kStake
                                                                    : -kStake);
      s.stage = 3;
    }
  }
  play::Outcome outcome(const State& s) const {
    return {s.paid > 0 ? play::Outcome::Winner::A : play::Outcome::Winner::B, s.paid, 0};
  }
  std::uint64_t hash(const State& s) const {
    return core::hash_bytes(std::as_bytes(std::span(&s, 1)));
  }
  std::optional<std::string> check(const State& s) const {
    if ((s.coin == kUnknown) != (s.stage == 0)) return "a coin out of time";
    return std::nullopt;
  }
  play::Verdict why(const State& s, play::Action action) const {
    const bool fits = s.stage == 0   ? action >= kCoin
                      : s.stage == 1 ? action <= kGoOn
                      : s.stage == 2 ? action == kGuess || action == kGuess + 1
                                     : false;
    return fits ? play::Verdict::yes() : play::Verdict::no("stage", "not now");
  }
  Observation observe(const State& s, play::Viewer viewer) const {
    Observation o{s, static_cast<std::uint8_t>(viewer)};
    if (viewer != play::Viewer::SideB && s.stage > 0 && s.stage < 3) o.known.coin = kUnknown;
    return o;
  }
  State sample_world(const Observation& o, core::RandomStream& random) const {
    State s = o.known;
    if (s.stage > 0 && s.coin == kUnknown) s.coin = static_cast<std::uint8_t>(random.below(2));
    return s;
  }
  play::PerceivedAction seen(const State&, play::Action action, play::Viewer viewer) const {
    return action >= kCoin && viewer != play::Viewer::SideB ? kCoin + 2 : action;
  }
  int turn(const State&) const { return 1; }
  int max_decisions() const { return 3; }
  std::string_view decision_kind(play::Action action) const {
    return action >= kCoin ? "coin" : "choice";
  }
  std::string action_text(const State&, play::Action action) const {
    if (action == kStop) return "stop";
    if (action == kGoOn) return "go on";
    return (action >= kCoin ? "coin " : "guess ") + std::to_string(action & 1);
  }
  std::optional<play::Action> parse_action(const State& s, std::string_view text) const {
    return action_of_text(*this, s, text);
  }
  std::string state_text(const State& s) const {
    char text[48];
    std::snprintf(text, sizeof text, "coin %d stage %d paid %d", s.coin, s.stage, s.paid);
    return text;
  }
  State parse_state(std::string_view text) const {
    int coin, stage, paid;
    if (std::sscanf(std::string(text).c_str(), "coin %d stage %d paid %d", &coin, &stage, &paid) !=
        3)
      throw core::InputError("not a position of the trap: " + std::string(text));
    return {static_cast<std::uint8_t>(coin), static_cast<std::uint8_t>(stage),
            static_cast<std::int8_t>(paid)};
  }
  template <class Visit>
  void encodable(Visit visit) const {
    for (const auto action : {kStop, kGoOn, kGuess, kGuess + 1, kCoin, kCoin + 1}) visit(action);
  }
};
static_assert(std::has_unique_object_representations_v<Trap::State>);
static_assert(std::has_unique_object_representations_v<Trap::Observation>);
static_assert(play::Game<Trap>);

}  // namespace niemen::toys

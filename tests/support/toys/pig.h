// Pig to 30: a race with one die. No hidden information; the optimal policy is known by value
// iteration (Neller and Presser, "Optimal Play of the Dice Game Pig", 2004).
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <type_traits>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/play/game.h"
#include "tests/support/toys/action_of_text.h"

namespace niemen::toys {

/// The sides take turns; in a turn one rolls a die as often as one likes. A 1 loses what the turn
/// has gathered, holding banks it. Who reaches the goal first wins. A turn begins with a roll.
struct Pig {
  static constexpr int kGoal = 30;
  static constexpr int kFaces = 6;
  /// A race that nobody has won after so many turns is a draw: every campaign must end.
  static constexpr int kLastTurn = 400;
  static constexpr int kMaxRollsATurn = kGoal / 2;

  static constexpr play::Action kHold = 0, kRoll = 1, kFace = 10;  // kFace + n: the die shows n

  struct State {
    std::array<std::uint8_t, 2> banked{};
    std::uint16_t gathered = 0;  // this turn, not yet banked
    std::uint8_t mover = 0;      // 0: side A, 1: side B
    std::uint8_t die_in_the_air = 0;
    std::uint16_t turn = 1;
    bool operator==(const State&) const = default;
  };
  using Observation = State;

  State initial() const { return {}; }
  bool over(const State& s) const {
    return std::max(s.banked[0], s.banked[1]) >= kGoal || s.turn > kLastTurn;
  }
  play::Actor actor(const State& s) const {
    if (over(s)) return play::Actor::Over;
    if (s.die_in_the_air) return play::Actor::Nature;
    return s.mover == 0 ? play::Actor::SideA : play::Actor::SideB;
  }
  void legal(const State& s, play::ActionList& list) const {
    list.clear();
    if (!play::is_side(actor(s))) return;
    if (s.gathered > 0) list.push_back(kHold);
    list.push_back(kRoll);
  }
  void chance(const State& s, play::ChanceList& list) const {
    list.clear();
    if (actor(s) != play::Actor::Nature) return;
    for (play::Action face = 1; face <= kFaces; ++face)
      list.push_back({kFace + face, 1.0 / kFaces});
  }
  /// What is gathered grows with every die that does not end the turn, so it numbers the dice.
  play::ChanceKey chance_key(const State& s) const { return {s.turn, 0, s.mover, s.gathered}; }

  template <class Recorder>
  void apply(State& s, play::Action action, Recorder& recorder) const {
    if constexpr (Recorder::kRecords) recorder.add(action_text(s, action));
    if (action == kRoll) {
      s.die_in_the_air = 1;
    } else if (action == kHold) {
      bank(s);
    } else {
      land(s, static_cast<int>(action - kFace));
    }
  }
  play::Outcome outcome(const State& s) const {
    const auto winner = s.banked[0] >= kGoal   ? play::Outcome::Winner::A
                        : s.banked[1] >= kGoal ? play::Outcome::Winner::B
                                               : play::Outcome::Winner::Draw;
    return {winner, s.banked[0] - s.banked[1], 0};
  }
  std::uint64_t hash(const State& s) const {
    return core::hash_bytes(std::as_bytes(std::span(&s, 1)));
  }
  std::optional<std::string> check(const State& s) const {
    if (s.banked[0] >= kGoal && s.banked[1] >= kGoal) return "both sides have won";
    if (s.gathered + s.banked[s.mover] >= kGoal && !over(s)) return "a won race goes on";
    return std::nullopt;
  }
  play::Verdict why(const State& s, play::Action action) const {
    const auto now = actor(s);
    if (now == play::Actor::Over) return play::Verdict::no("end", "the race is over");
    if (action > kFace)
      return now == play::Actor::Nature ? play::Verdict::yes()
                                        : play::Verdict::no("die", "no die has been thrown");
    if (now == play::Actor::Nature) return play::Verdict::no("die", "the die is in the air");
    if (action == kHold && s.gathered == 0)
      return play::Verdict::no("hold", "a turn begins with a roll");
    return play::Verdict::yes();
  }
  Observation observe(const State& s, play::Viewer) const { return s; }
  State sample_world(const Observation& o, core::RandomStream&) const { return o; }
  play::PerceivedAction seen(const State&, play::Action action, play::Viewer) const {
    return action;
  }
  int turn(const State& s) const { return s.turn; }
  int max_decisions() const { return kLastTurn * (2 * kMaxRollsATurn + 1); }
  std::string_view decision_kind(play::Action action) const {
    return action > kFace ? "die" : "turn";
  }
  std::string action_text(const State&, play::Action action) const {
    if (action == kHold) return "hold";
    if (action == kRoll) return "roll";
    return "die " + std::to_string(action - kFace);
  }
  std::optional<play::Action> parse_action(const State& s, std::string_view text) const {
    return action_of_text(*this, s, text);
  }
  std::string state_text(const State& s) const {
    char text[96];
    std::snprintf(text, sizeof text, "turn %d banked %d:%d gathered %d mover %d air %d", s.turn,
                  s.banked[0], s.banked[1], s.gathered, s.mover, s.die_in_the_air);
    return text;
  }
  State parse_state(std::string_view text) const {
    int turn, a, b, gathered, mover, air;
    if (std::sscanf(std::string(text).c_str(), "turn %d banked %d:%d gathered %d mover %d air %d",
                    &turn, &a, &b, &gathered, &mover, &air) != 6)
      throw core::InputError("not a position of Pig: " + std::string(text));
    const auto byte = [](int n) { return static_cast<std::uint8_t>(n); };
    const auto word = [](int n) { return static_cast<std::uint16_t>(n); };
    return {{byte(a), byte(b)}, word(gathered), byte(mover), byte(air), word(turn)};
  }
  template <class Visit>
  void encodable(Visit visit) const {
    visit(kHold);
    visit(kRoll);
    for (play::Action face = 1; face <= kFaces; ++face) visit(kFace + face);
  }

 private:
  void bank(State& s) const {
    s.banked[s.mover] = static_cast<std::uint8_t>(std::min(kGoal, s.banked[s.mover] + s.gathered));
    pass(s);
  }
  void pass(State& s) const {
    s.gathered = 0;
    s.mover ^= 1;
    ++s.turn;
  }
  void land(State& s, int face) const {
    s.die_in_the_air = 0;
    if (face == 1) return pass(s);
    s.gathered = static_cast<std::uint16_t>(s.gathered + face);
    if (s.banked[s.mover] + s.gathered >= kGoal) bank(s);
  }
};
static_assert(std::has_unique_object_representations_v<Pig::State>);
static_assert(play::Game<Pig>);

}  // namespace niemen::toys

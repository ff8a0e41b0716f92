// Kuhn poker (H. W. Kuhn, 1950): three cards, one bet, hidden hands. Value of the game to side A in
// equilibrium: -1/18 of the ante.
#pragma once

#include <array>
#include <cstdio>
#include <type_traits>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/play/game.h"
#include "tests/support/toys/action_of_text.h"

namespace niemen::toys {

/// Each side antes 1 and is dealt one of the cards 0 < 1 < 2. A passes or bets 1; after a pass B
/// passes (showdown for the ante) or bets; after a bet the other passes (folds) or bets (calls:
/// showdown for two).
struct Kuhn {
  static constexpr int kCards = 3;
  static constexpr int kMaxBids = 3;
  static constexpr std::uint8_t kUnknown = 0xFF;
  static constexpr play::Action kPass = 0, kBet = 1, kDeal = 10;  // kDeal + card

  struct State {
    std::array<std::uint8_t, 2> card{kUnknown, kUnknown};
    std::uint8_t dealt = 0;
    std::uint8_t bids = 0;
    std::uint8_t bets = 0;  // bit n: bid n was a bet
    bool operator==(const State&) const = default;
  };
  struct Observation {
    State known;  // cards the viewer may not see are kUnknown
    std::uint8_t viewer = 0;
    bool operator==(const Observation&) const = default;
  };

  State initial() const { return {}; }
  bool bet(const State& s, int bid) const { return (s.bets >> bid) & 1; }
  bool over(const State& s) const {
    if (s.bids < 2) return false;
    return s.bids == kMaxBids || bet(s, 0) || !bet(s, 1);
  }
  play::Actor actor(const State& s) const {
    if (s.dealt < 2) return play::Actor::Nature;
    if (over(s)) return play::Actor::Over;
    return s.bids % 2 == 0 ? play::Actor::SideA : play::Actor::SideB;
  }
  void legal(const State& s, play::ActionList& list) const {
    list.clear();
    if (!play::is_side(actor(s))) return;
    list.push_back(kPass);
    list.push_back(kBet);
  }
  void chance(const State& s, play::ChanceList& list) const {
    list.clear();
    if (s.dealt == 2) return;
    for (play::Action card = 0; card < kCards; ++card)
      if (s.dealt == 0 || card != s.card[0])
        list.push_back({kDeal + card, 1.0 / (kCards - s.dealt)});
  }
  play::ChanceKey chance_key(const State& s) const { return {1, 0, s.dealt, 0}; }

  template <class Recorder>
  void apply(State& s, play::Action action, Recorder& recorder) const {
    if (action >= kDeal) {
      if constexpr (Recorder::kRecords)
        recorder.add_secret(s.dealt == 0 ? play::Side::A : play::Side::B, action_text(s, action));
      s.card[s.dealt++] = static_cast<std::uint8_t>(action - kDeal);
      return;
    }
    if constexpr (Recorder::kRecords) recorder.add(action_text(s, action));
    s.bets = static_cast<std::uint8_t>(s.bets | action << s.bids);
    ++s.bids;
  }
  play::Outcome outcome(const State& s) const {
    const bool last_was_bet = bet(s, s.bids - 1), before_was_bet = bet(s, s.bids - 2);
    int margin;
    if (last_was_bet == before_was_bet) {
      margin = (last_was_bet ? 2 : 1) * (s.card[0] > s.card[1] ? 1 : -1);
    } else {
      margin = s.bids == 2 ? 1 : -1;  // who answered a bet with a pass loses the ante
    }
    return {margin > 0 ? play::Outcome::Winner::A : play::Outcome::Winner::B, margin, 0};
  }
  std::uint64_t hash(const State& s) const {
    return core::hash_bytes(std::as_bytes(std::span(&s, 1)));
  }
  std::optional<std::string> check(const State& s) const {
    if (s.dealt == 2 && s.card[0] == s.card[1]) return "one card in two hands";
    if (s.bids > kMaxBids || s.bets >> s.bids) return "more bets than bids";
    return std::nullopt;
  }
  play::Verdict why(const State& s, play::Action action) const {
    const auto now = actor(s);
    if (now == play::Actor::Over) return play::Verdict::no("end", "the hand is over");
    if ((action >= kDeal) != (now == play::Actor::Nature))
      return play::Verdict::no("turn", "somebody else decides now");
    if (s.dealt == 1 && action == kDeal + s.card[0])
      return play::Verdict::no("deal", "that card is in the other hand");
    return play::Verdict::yes();
  }
  Observation observe(const State& s, play::Viewer viewer) const {
    Observation o{s, static_cast<std::uint8_t>(viewer)};
    // A folded hand is never shown; a showdown shows both.
    const bool shown = s.dealt == 2 && over(s) && bet(s, s.bids - 1) == bet(s, s.bids - 2);
    for (std::size_t hand = 0; hand < 2; ++hand)
      if (!shown && hand != static_cast<std::size_t>(viewer)) o.known.card[hand] = kUnknown;
    return o;
  }
  State sample_world(const Observation& o, core::RandomStream& random) const {
    State s = o.known;
    std::array<std::uint8_t, kCards> pack{0, 1, 2};
    for (std::uint32_t left = kCards; left > 1; --left)
      std::swap(pack[left - 1], pack[random.below(left)]);
    int next = 0;
    for (std::size_t hand = 0; hand < s.dealt; ++hand)
      if (s.card[hand] == kUnknown) {
        while (pack[static_cast<std::size_t>(next)] == s.card[1 - hand]) ++next;
        s.card[hand] = pack[static_cast<std::size_t>(next++)];
      }
    return s;
  }
  play::PerceivedAction seen(const State& s, play::Action action, play::Viewer viewer) const {
    const bool hidden = action >= kDeal && static_cast<int>(viewer) != s.dealt;
    return hidden ? kDeal + kCards : action;  // "a card was dealt"
  }
  int turn(const State&) const { return 1; }
  int max_decisions() const { return 2 + kMaxBids; }
  std::string_view decision_kind(play::Action action) const {
    return action >= kDeal ? "deal" : "bid";
  }
  std::string action_text(const State&, play::Action action) const {
    if (action == kPass) return "pass";
    if (action == kBet) return "bet";
    return "deal " + std::to_string(action - kDeal);
  }
  std::optional<play::Action> parse_action(const State& s, std::string_view text) const {
    return action_of_text(*this, s, text);
  }
  std::string state_text(const State& s) const {
    char text[64];
    std::snprintf(text, sizeof text, "cards %d,%d dealt %d bids %d bets %d", s.card[0], s.card[1],
                  s.dealt, s.bids, s.bets);
    return text;
  }
  State parse_state(std::string_view text) const {
    int a, b, dealt, bids, bets;
    if (std::sscanf(std::string(text).c_str(), "cards %d,%d dealt %d bids %d bets %d", &a, &b,
                    &dealt, &bids, &bets) != 5)
      throw core::InputError("not a position of Kuhn poker: " + std::string(text));
    const auto byte = [](int n) { return static_cast<std::uint8_t>(n); };
    return {{byte(a), byte(b)}, byte(dealt), byte(bids), byte(bets)};
  }
  template <class Visit>
  void encodable(Visit visit) const {
    visit(kPass);
    visit(kBet);
    for (play::Action card = 0; card < kCards; ++card) visit(kDeal + card);
  }
};
static_assert(std::has_unique_object_representations_v<Kuhn::State>);
static_assert(std::has_unique_object_representations_v<Kuhn::Observation>);
static_assert(play::Game<Kuhn>);

}  // namespace niemen::toys

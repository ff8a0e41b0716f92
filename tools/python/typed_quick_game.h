// The quick face of one concrete game.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ai/agents/make_agent.h"
#include "ai/agents/play_campaign.h"
#include "engine/core/hash.h"
#include "engine/play/random_play.h"
#include "engine/play/typed_game.h"
#include "tools/python/quick_game.h"
#include "tools/python/tensor.h"

namespace niemen::python {

/// One campaign of a fleet.
template <play::Game G>
class FleetCampaign {
 public:
  FleetCampaign(const G& game, std::uint64_t key) : game_(game), key_(key) { begin(); }

  void restart(std::uint64_t key) {
    key_ = key;
    played_ = 0;
    begin();
  }
  const typename G::State& state() const { return state_; }
  play::Actor actor() const { return game_.actor(state_); }
  std::uint64_t played() const { return played_; }

  /// Both sides are played by a policy of their own like this one; null: nobody, uniformly.
  void seat(const ai::Policy<G>* policy) {
    for (auto& agent : agents_)
      agent = policy ? std::make_unique<ai::PolicyAgent<G>>(game_, policy->clone()) : nullptr;
  }
  /// One decision or die; a campaign that is over begins again.
  void advance(play::ActionList& legal) {
    if (game_.actor(state_) == play::Actor::Over) next();
    apply(agents_[0] ? decide()
                     : play::random_action(game_, state_, campaign_key_, decisions_, legal));
  }
  /// Rolls until a side decides or the campaign is over.
  void roll() {
    while (game_.actor(state_) == play::Actor::Nature)
      apply(play::draw_chance(game_, state_, campaign_key_));
  }
  void apply(play::Action action) {
    play::NullRecorder silent;
    game_.apply(state_, action, silent);
  }
  /// The campaign is over: another begins.
  void next() {
    ++played_;
    begin();
  }

 private:
  void begin() {
    campaign_key_ = core::mix(key_, played_);
    decisions_ = play::decision_stream(campaign_key_);
    state_ = game_.initial();
    for (auto& agent : agents_)
      if (agent) agent->begin_campaign();
  }
  play::Action decide() {
    const auto actor = game_.actor(state_);
    if (actor == play::Actor::Nature) return play::draw_chance(game_, state_, campaign_key_);
    const auto side = play::side_of(actor);
    return agents_[static_cast<std::size_t>(play::index(side))]
        ->decide(game_.observe(state_, play::viewer_of(side)), decisions_, {})
        .action;
  }

  G game_;
  std::uint64_t key_, campaign_key_ = 0, played_ = 0;
  core::RandomStream decisions_{0};
  typename G::State state_{};
  std::array<std::unique_ptr<ai::Agent<G>>, play::kSides> agents_;
};

/// The policy of a player, null: uniformly random. To make one may take long; clones are quick.
template <play::Game G>
std::unique_ptr<ai::Policy<G>> policy_of(const G& game, const FleetPlayer& player) {
  return player.random ? nullptr : ai::make_policy(game, player.doctrine);
}

template <play::Game G>
class TypedFleet final : public Fleet {
 public:
  TypedFleet(const G& game, int count, std::uint64_t seed, const TensorLayout& layout)
      : game_(game), layout_(layout) {
    const auto size = static_cast<std::size_t>(count);
    deciders.resize(size);
    choices.resize(size);
    legal.resize(size * play::kMaxLegalActions);
    rewards.resize(size * play::kSides);
    over.resize(size);
    campaigns.resize(size);
    observations.resize(size * layout.size());
    for (std::size_t i = 0; i < size; ++i) fleet_.emplace_back(game_, core::mix(seed, i));
    settle_all();
  }

  void reset(std::uint64_t seed) override {
    for (std::size_t i = 0; i < fleet_.size(); ++i) fleet_[i].restart(core::mix(seed, i));
    settle_all();
  }

  std::uint64_t play(std::uint64_t steps, const FleetPlayer& player,
                     std::stop_token stop) override {
    std::atomic<std::uint64_t> taken{0};
    seat(player);
    constexpr std::uint64_t kBetweenLooks = 4096;
    each([&](std::size_t i) {
      play::ActionList list;
      auto& campaign = fleet_[i];
      std::uint64_t step = 0;
      while (step < steps && !stop.stop_requested()) {
        const auto end = std::min(steps, step + kBetweenLooks);
        for (; step < end; ++step) campaign.advance(list);
      }
      taken += step;
      settle(i);
    });
    return taken;
  }

  void step(const std::int64_t* chosen) override {
    each([&](std::size_t i) {
      fleet_[i].apply(legal[i * play::kMaxLegalActions + static_cast<std::size_t>(chosen[i])]);
      settle(i);
    });
  }

  void observe() override {
    each([&](std::size_t i) {
      const auto& state = fleet_[i].state();
      const auto side = play::side_of(game_.actor(state));
      const auto size = layout_.size();
      fill_tensor(layout_, bare_view(game_, game_.observe(state, play::viewer_of(side))), side,
                  std::span(observations).subspan(i * size, size));
    });
  }

 private:
  void seat(const FleetPlayer& player) {
    if (player.random == player_.random && player.doctrine == player_.doctrine) return;
    const auto policy = policy_of(game_, player);
    for (auto& campaign : fleet_) campaign.seat(policy.get());
    player_ = player;
  }
  template <class Work>
  void each(const Work& work) {
    tbb::parallel_for(std::size_t{0}, fleet_.size(), work);
  }
  void settle_all() {
    each([&](std::size_t i) { settle(i); });
  }
  /// Rolls what is to be rolled and fills the arrays; begins again where a campaign is over.
  void settle(std::size_t i) {
    auto& campaign = fleet_[i];
    campaign.roll();
    over[i] = campaign.actor() == play::Actor::Over;
    const auto score = over[i] ? game_.outcome(campaign.state()).score_a() * 2 - 1 : 0.0;
    rewards[i * 2] = static_cast<float>(score);
    rewards[i * 2 + 1] = static_cast<float>(-score);
    if (over[i]) {
      campaign.next();
      campaign.roll();
    }
    campaigns[i] = campaign.played();
    deciders[i] = static_cast<std::int8_t>(campaign.actor());
    play::ActionList list;
    game_.legal(campaign.state(), list);
    choices[i] = static_cast<std::int32_t>(list.size());
    std::copy(list.begin(), list.end(),
              legal.begin() + static_cast<std::ptrdiff_t>(i * play::kMaxLegalActions));
  }

  G game_;
  const TensorLayout& layout_;
  std::vector<FleetCampaign<G>> fleet_;
  FleetPlayer player_;  ///< who sits in all of them
};

template <play::Game G>
class TypedQuickGame final : public QuickGame {
 public:
  using State = typename G::State;
  explicit TypedQuickGame(const G& game) : game_(game) {}

  play::Actor actor(const play::AnyState& state) const override {
    return game_.actor(typed(state));
  }
  void legal(const play::AnyState& state, play::ActionList& list) const override {
    game_.legal(typed(state), list);
  }
  void chance(const play::AnyState& state, play::ChanceList& list) const override {
    game_.chance(typed(state), list);
  }
  void apply(play::AnyState& bytes, play::Action action) const override {
    play::NullRecorder silent;
    auto state = typed(bytes);
    game_.apply(state, action, silent);
    std::memcpy(bytes.data(), &state, sizeof state);
  }
  play::Action draw(const play::AnyState& state, std::uint64_t campaign_key) const override {
    return play::draw_chance(game_, typed(state), campaign_key);
  }
  std::uint64_t action_bound() const override {
    std::uint64_t bound = 0;
    game_.encodable(
        [&](play::Action action) { bound = std::max(bound, std::uint64_t{action} + 1); });
    return bound;
  }
  std::vector<std::string> doctrines() const override { return ai::Doctrines<G>::names(game_); }
  void check_player(const FleetPlayer& player) const override {
    if (!player.random) (void)ai::make_policy(game_, player.doctrine);
  }
  std::unique_ptr<Fleet> make_fleet(int campaigns, std::uint64_t seed,
                                    const TensorLayout& layout) const override {
    return std::make_unique<TypedFleet<G>>(game_, campaigns, seed, layout);
  }

  void sample(const Positions& positions, int every, const FleetPlayer& player, std::uint64_t seed,
              const TensorLayout& layout, std::stop_token stop) const override {
    // The same positions come of any number of threads: campaigns count in the order of their
    // numbers, however many are played beside one another.
    constexpr std::size_t kBeside = 32;
    const auto policy = policy_of(game_, player);
    std::vector<FleetCampaign<G>> campaigns;
    for (std::size_t i = 0; i < kBeside; ++i) {
      campaigns.emplace_back(game_, 0);
      campaigns.back().seat(policy.get());
    }
    std::array<std::vector<Seen>, kBeside> played;
    std::vector<const Seen*> taken;
    std::size_t done = 0;
    for (std::uint64_t first = 0; done < positions.count && !stop.stop_requested();
         first += kBeside) {
      tbb::parallel_for(std::size_t{0}, kBeside, [&](std::size_t i) {
        played[i].clear();
        campaigns[i].restart(core::mix(seed, first + i));
        look_at(campaigns[i], every, stop, played[i]);
      });
      taken.clear();
      for (const auto& campaign : played)
        for (const auto& seen : campaign)
          if (done + taken.size() < positions.count) taken.push_back(&seen);
      tbb::parallel_for(std::size_t{0}, taken.size(),
                        [&](std::size_t i) { put(*taken[i], layout, positions, done + i); });
      done += taken.size();
    }
  }
  void fill(const TensorLayout& layout, const play::AnyObservation& observation, play::Side side,
            float* numbers) const override {
    typename G::Observation seen;
    std::memcpy(&seen, observation.data(), sizeof seen);
    fill_tensor(layout, bare_view(game_, seen), side, std::span(numbers, layout.size()));
  }

 private:
  struct Seen {
    typename G::Observation observation;
    play::Side side;
    int turn;
    float result;
  };

  static State typed(const play::AnyState& bytes) { return play::TypedGame<G>::unpack(bytes); }

  /// Plays a campaign to its end; `seen` stays empty when it is told to stop.
  void look_at(FleetCampaign<G>& campaign, int every, const std::stop_token& stop,
               std::vector<Seen>& seen) const {
    play::ActionList list;
    int decisions = 0;
    for (auto actor = campaign.actor(); actor != play::Actor::Over; actor = campaign.actor()) {
      if (stop.stop_requested()) return seen.clear();
      if (play::is_side(actor) && decisions++ % every == 0) {
        const auto side = play::side_of(actor);
        seen.push_back({game_.observe(campaign.state(), play::viewer_of(side)), side,
                        game_.turn(campaign.state()), 0});
      }
      campaign.advance(list);
    }
    const auto score = static_cast<float>(game_.outcome(campaign.state()).score_a() * 2 - 1);
    for (auto& one : seen) one.result = one.side == play::Side::A ? score : -score;
  }
  void put(const Seen& seen, const TensorLayout& layout, const Positions& positions,
           std::size_t row) const {
    const auto view = bare_view(game_, seen.observation);
    const auto size = layout.size();
    if (positions.observations)
      fill_tensor(layout, view, seen.side, std::span(positions.observations + row * size, size));
    else
      fill_tensor(layout, view, seen.side,
                  std::span(positions.whole_observations + row * size, size));
    positions.results[row] = seen.result;
    positions.sides[row] = static_cast<std::int8_t>(play::index(seen.side));
    positions.turns[row] = static_cast<std::int16_t>(seen.turn);
  }

  G game_;
};

/// The quick face of `any` where it is a game of type G, else null.
template <play::Game G>
std::unique_ptr<QuickGame> quick_game_of(const play::AnyGame& any) {
  const auto* typed = dynamic_cast<const play::TypedGame<G>*>(&any);
  if (!typed) return nullptr;
  return std::make_unique<TypedQuickGame<G>>(typed->game());
}

}  // namespace niemen::python

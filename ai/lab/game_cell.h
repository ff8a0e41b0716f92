// Campaigns of one cell of an experiment, on a game of the contract.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ai/agents/knowledge.h"
#include "ai/agents/make_agent.h"
#include "ai/agents/play_campaign.h"
#include "ai/lab/experiment_source.h"
#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/random.h"
#include "engine/play/log.h"
#include "engine/play/typed_game.h"

namespace niemen::lab {

/// What a mechanism reports of its campaigns, turn by turn and battle by battle. Specialised in
/// ai/telemetry/<system>/telemetry.h; this primary template reports the pace of decisions only.
template <play::Game G>
class Telemetry {
 public:
  static std::vector<Column> turn_columns() {
    return {{"decisions", "integer", "decisions of the side in the turn"}};
  }
  static std::vector<Column> battle_columns() { return {}; }

  /// Places and rules that finish() counts; empty: nothing is counted.
  static std::vector<MapPlace> places(const G&) { return {}; }
  static std::vector<RuleUse> rules(const G&) { return {}; }
  /// What the side's named deployment has where, by place and piece; empty where set-up is played.
  static std::vector<DeployedPieces> deployment(const G&, play::Side) { return {}; }

  /// Whether a side decides about its set-up.
  static bool sets_up(const typename G::State&) { return false; }

  /// How the last position of a recorded campaign ends under `game`'s rules.
  static play::Outcome rescored(const G& game, const typename G::State& last) {
    return game.outcome(last);
  }

  explicit Telemetry(const G& game) : game_(game) {}

  void before(const typename G::State&, play::Actor) {}
  void after(const typename G::State& state, play::Actor actor, play::Action,
             const ai::Decision* decision) {
    if (!decision) return;
    const auto turn = static_cast<std::size_t>(game_.turn(state));
    if (counts_.size() <= turn) counts_.resize(turn + 1);
    ++counts_[turn][static_cast<std::size_t>(play::index(play::side_of(actor)))];
  }
  /// Called once at the end; fills the rows and what else the mechanism knows.
  void finish(const typename G::State&, PlayedCampaign& played) {
    for (std::size_t turn = 1; turn < counts_.size(); ++turn)
      for (const auto side : {play::Side::A, play::Side::B})
        played.turn_rows.push_back(
            {static_cast<int>(turn),
             side,
             {static_cast<double>(counts_[turn][static_cast<std::size_t>(play::index(side))])}});
  }

 private:
  G game_;
  std::vector<std::array<int, play::kSides>> counts_;
};

/// The first turn after which the winner was never behind or level at a turn's end; 0 for a draw.
/// Precondition: the first turn column is the side's lead.
inline int decided_turn(const PlayedCampaign& played) {
  using Winner = play::Outcome::Winner;
  if (played.outcome.winner == Winner::Draw || played.turn_rows.empty()) return 0;
  const auto side = played.outcome.winner == Winner::A ? play::Side::A : play::Side::B;
  int decided = 1;
  for (const auto& row : played.turn_rows)
    if (row.side == side && row.values[0] <= 0) decided = row.turn + 1;
  return std::min(decided, played.turns);
}

namespace detail {

/// Keeps the last position while it passes everything on to the mechanism's telemetry.
template <play::Game G>
struct CampaignWatch {
  Telemetry<G>& telemetry;
  typename G::State& last;
  int& decisions;

  void before(const typename G::State& state, play::Actor actor) { telemetry.before(state, actor); }
  void after(const typename G::State& state, play::Actor actor, play::Action action,
             const ai::Decision* decision) {
    decisions += decision != nullptr;
    telemetry.after(state, actor, action, decision);
  }
  void over(const typename G::State& state) { last = state; }
};

/// Tells an onlooker the turn.
template <play::Game G>
struct TurnWatch {
  const G& game;
  const CampaignOnlooker& onlooker;

  void before(const typename G::State&, play::Actor) {}
  void after(const typename G::State& state, play::Actor, play::Action, const ai::Decision*) {
    if (onlooker.turn) onlooker.turn(game.turn(state));
  }
};

/// Plays set-up to its end: `choose(side, number, legal, state)` answers each decision with a
/// position among the legal actions, `number` counts those of the side.
template <play::Game G, class Choose>
typename G::State set_up_by(const G& game, Choose&& choose,
                            std::vector<play::Action>* decisions = nullptr) {
  auto state = game.initial();
  std::array<std::size_t, play::kSides> numbers{};
  play::ActionList legal;
  while (play::is_side(game.actor(state)) && Telemetry<G>::sets_up(state)) {
    const auto side = static_cast<std::size_t>(play::index(play::side_of(game.actor(state))));
    legal.clear();
    game.legal(state, legal);
    const std::span<const play::Action> all(legal.begin(), legal.end());
    const auto action = all[choose(side, numbers[side]++, all, std::as_const(state))];
    if (decisions) decisions->push_back(action);
    play::NullRecorder silent;
    game.apply(state, action, silent);
  }
  return state;
}

/// The position of a decision among the legal ones, which are in order. Where the enemy stands in
/// the way it is that of the next, in the order of the game.
inline std::size_t position_of(std::span<const play::Action> legal, play::Action decision) {
  const auto at = std::lower_bound(legal.begin(), legal.end(), decision);
  return static_cast<std::size_t>(at - legal.begin()) % legal.size();
}

/// What a side has on the board, counter by counter.
template <play::Game G>
std::vector<play::Counter> counters_of(const G& game, const typename G::State& state,
                                       play::Side side) {
  std::vector<play::Counter> counters;
  for (auto& counter : game.whole_view(state).counters)
    if (counter.side == play::index(side) && counter.place >= 0) counters.push_back(counter);
  return counters;
}

}  // namespace detail

template <play::Game G>
class GameCellPlayer : public CellPlayer {
 public:
  GameCellPlayer(const G& game, const play::GameInfo& info, const Cell& cell)
      : game_(game), cell_(cell) {
    ai::CampaignCard card{info, cell.request, {cell.agents[0].words(), cell.agents[1].words()}};
    const auto shared = std::make_shared<const ai::CampaignCard>(std::move(card));
    for (std::size_t side = 0; side < play::kSides; ++side) {
      const auto config = settle_agent(cell_.agents[side]);
      agents_[side] = ai::make_agent(game_, config);
      agents_[side]->introduce(shared);
      shown_[side] = config.sees_everything;
    }
  }

  PlayedCampaign play(const CampaignTask& task, std::stop_token stop) override {
    auto setup = setup_of(task);
    setup.stop = stop;
    setup.start = start_of(task);
    auto telemetry = fresh_;
    auto last = game_.initial();
    PlayedCampaign played;
    const auto record = ai::play_campaign(
        game_, setup, detail::CampaignWatch<G>{telemetry, last, played.decisions});
    played.complete = record.complete;
    if (!record.complete) return played;
    played.outcome = record.outcome;
    played.turns = record.turns;
    played.state_hash = record.final_hash;
    if (record.forfeit) {
      played.status = CampaignStatus::Forfeit;
      played.failure = record.forfeit->reason;
    }
    if (record.endless) {
      played.status = CampaignStatus::Limit;
      played.failure = "no end after " + std::to_string(game_.max_decisions()) + " decisions";
    }
    telemetry.finish(last, played);
    const auto bytes = play::TypedGame<G>::pack(last);
    played.position.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return played;
  }

  /// The same campaign with its actions kept.
  ai::CampaignRecord record_of(const CampaignTask& task, const CampaignOnlooker& onlooker) {
    auto setup = setup_of(task);
    setup.keep_actions = true;
    setup.stop = onlooker.stop;
    std::vector<play::Action> before;
    setup.start = start_of(task, &before);
    auto record = ai::play_campaign(game_, setup, detail::TurnWatch<G>{game_, onlooker});
    record.actions.insert(record.actions.begin(), before.begin(), before.end());
    return record;
  }

 private:
  /// Where a campaign with set-ups of its own begins, and the decisions that led there.
  std::optional<typename G::State> start_of(const CampaignTask& task,
                                            std::vector<play::Action>* decisions = nullptr) {
    if (!task.set_ups[0] && !task.set_ups[1]) return std::nullopt;
    if (task.set_ups != set_ups_) {
      set_ups_ = task.set_ups;
      before_.clear();
      start_ = detail::set_up_by(
          game_,
          [&](std::size_t side, std::size_t number, std::span<const play::Action> legal,
              const typename G::State&) {
            const auto& set_up = set_ups_[side];
            if (!set_up || number >= set_up->decisions.size()) return std::size_t{0};
            return detail::position_of(legal, set_up->decisions[number]);
          },
          &before_);
    }
    if (decisions) *decisions = before_;
    return start_;
  }

  static constexpr std::uint64_t kAgentStream = 0x6167656e74;  // "agent"

  ai::CampaignSetup<G> setup_of(const CampaignTask& task) const {
    ai::CampaignSetup<G> setup;
    for (std::size_t side = 0; side < play::kSides; ++side) {
      setup.agents[side] = agents_[side].get();
      // Agents of one seat share their luck across cells, as the dice do.
      setup.agent_keys[side] = core::random_bits(task.key, kAgentStream, side + 1);
    }
    setup.campaign_key = task.key;
    setup.shown = shown_;
    setup.clock = false;
    return setup;
  }

  G game_;
  Cell cell_;
  Telemetry<G> fresh_{game_};
  std::array<std::unique_ptr<ai::Agent<G>>, play::kSides> agents_;
  std::array<bool, play::kSides> shown_{};
  // The last start, which the next campaign often has too.
  std::array<std::shared_ptr<const SetUp>, play::kSides> set_ups_;
  std::optional<typename G::State> start_;
  std::vector<play::Action> before_;
};

/// The set-up of a game that people can be shown.
template <play::Game G>
class GameSetUp : public SetUpBoard {
 public:
  explicit GameSetUp(const G& game) : game_(game), board_(game.board()) {}

  const play::Board& board() const override { return board_; }

  PlayedSetUp play(play::Side side, const SetUpChooser& choose) const override {
    PlayedSetUp played;
    const auto mine = static_cast<std::size_t>(play::index(side));
    const auto state = detail::set_up_by(
        game_, [&](std::size_t decider, std::size_t number, std::span<const play::Action> legal,
                   const typename G::State& before) {
          if (decider != mine) return anywhere(number, legal);
          const auto place = [&](play::Action action) { return place_of(before, action); };
          const auto after = [&](play::Action action) {
            auto next = before;
            play::NullRecorder silent;
            game_.apply(next, action, silent);
            return detail::counters_of(game_, next, side);
          };
          const auto chosen = choose({number, legal, place, after});
          played.decisions.push_back(legal[chosen]);
          played.places.push_back(place(legal[chosen]));
          return chosen;
        });
    played.counters = detail::counters_of(game_, state, side);
    return played;
  }

  std::optional<std::string> opening_file(play::Side side,
                                          const std::vector<play::Action>& decisions,
                                          const std::string& title) const override {
    const auto mine = static_cast<std::size_t>(play::index(side));
    const auto state = detail::set_up_by(
        game_, [&](std::size_t decider, std::size_t number, std::span<const play::Action> legal,
                   const typename G::State&) {
          if (decider != mine || number >= decisions.size()) return anywhere(number, legal);
          return detail::position_of(legal, decisions[number]);
        });
    try {
      return game_.opening_toml(state, side, title);
    } catch (const core::InputError&) {
      return std::nullopt;  // some piece found no place
    }
  }

 private:
  /// Where a side puts its pieces whose set-up is not asked about.
  static std::size_t anywhere(std::size_t number, std::span<const play::Action> legal) {
    constexpr std::uint64_t kAnywhere = 0x616e79;  // "any"
    return core::scale_bits(core::random_bits(kAnywhere, 0, number),
                            static_cast<std::uint32_t>(legal.size()));
  }

  int place_of(typename G::State state, play::Action action) const {
    play::EventRecorder recorder;
    game_.apply(state, action, recorder);
    for (const auto& event : recorder.events)
      if (!event.places.empty()) return event.places[0];
    return -1;
  }

  G game_;
  play::Board board_;
};

template <play::Game G>
class GameCell : public PreparedCell {
 public:
  /// `any` holds the game `game`. The agents are made once here, so that an unknown name is said
  /// before anything is played.
  GameCell(std::shared_ptr<const play::AnyGame> any, const G& game, Cell cell)
      : any_(std::move(any)), game_(game), cell_(std::move(cell)) {
    make_player();
  }

  const play::GameInfo& info() const override { return any_->info(); }
  std::unique_ptr<CellPlayer> make_player() const override {
    return std::make_unique<GameCellPlayer<G>>(game_, any_->info(), cell_);
  }
  std::uint64_t knowledge() const override {
    std::uint64_t hash = 0;
    for (auto agent : cell_.agents)
      hash = core::mix(hash, ai::knowledge_hash(game_.context().folders, settle_agent(agent)));
    return hash;
  }
  std::vector<Column> turn_columns() const override { return Telemetry<G>::turn_columns(); }
  std::vector<Column> battle_columns() const override { return Telemetry<G>::battle_columns(); }

  std::vector<MapPlace> places() const override { return Telemetry<G>::places(game_); }
  std::vector<RuleUse> rules() const override { return Telemetry<G>::rules(game_); }
  std::vector<DeployedPieces> deployment(play::Side side) const override {
    return Telemetry<G>::deployment(game_, side);
  }

  std::unique_ptr<SetUpBoard> set_up_board() const override {
    if constexpr (play::Presented<G>)
      return std::make_unique<GameSetUp<G>>(game_);
    else
      return nullptr;
  }
  std::vector<play::Counter> standing(play::Side side) const override {
    if constexpr (play::Presented<G>) {
      const auto first = [](std::size_t, std::size_t, std::span<const play::Action>,
                            const typename G::State&) { return std::size_t{0}; };
      return detail::counters_of(game_, detail::set_up_by(game_, first), side);
    } else {
      return {};
    }
  }

  play::Outcome outcome_of(const std::string& position) const override {
    play::AnyState bytes(position.size());
    std::memcpy(bytes.data(), position.data(), position.size());
    return Telemetry<G>::rescored(game_, play::TypedGame<G>::unpack(bytes));
  }

  std::string full_log(const CampaignTask& task, const CampaignOnlooker& onlooker) const override {
    GameCellPlayer<G> player(game_, any_->info(), cell_);
    const auto record = player.record_of(task, onlooker);
    if (!record.complete) throw core::Interrupted();
    play::LogHeader header;
    header.request = cell_.request;
    header.title = any_->info().title;
    header.data_hash = any_->info().data_hash;
    header.campaign_key = task.key;
    for (std::size_t side = 0; side < play::kSides; ++side)
      header.players[side] = cell_.agents[side].words();
    return play::log_of(*any_, header, record.actions, record.forfeit);
  }

 private:
  std::shared_ptr<const play::AnyGame> any_;
  G game_;
  Cell cell_;
};

}  // namespace niemen::lab

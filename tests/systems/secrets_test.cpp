// Two worlds that differ only in what is hidden from a seat, played on side by side: all that the
// seat is shown, told, asked and kept waiting for is the same, until something public differs.
#include <fmt/format.h>
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/play/log.h"
#include "engine/play/session.h"
#include "engine/play/telling.h"
#include "engine/play/view_json.h"
#include "engine/systems/registry.h"

using namespace niemen;
using play::Action;
using play::Actor;
using play::AnyGame;
using play::AnyState;
using play::Side;

namespace {

namespace fs = std::filesystem;

constexpr int kLongest = 4000;  ///< of the campaigns at random that pairs are taken from
constexpr int kSteps = 40;      ///< that a pair is played on
constexpr int kPairsOf = 10;    ///< one campaign

/// What a step of others tells a seat.
struct Told {
  Action action = 0;
  AnyState after;
  play::AnyObservation sight;
  std::string words;  ///< of all that it is told, as a person reads it
  std::string data;   ///< the same as a program does
  bool unseen(const play::AnyObservation& before) const { return words.empty() && sight == before; }
};

class Pair {
 public:
  using Faults = std::map<std::string, std::string>;
  enum class End { PublicEvent, Steps, Over, Fault };

  Pair(const AnyGame& game, AnyState one, AnyState other, Side seat, core::RandomStream& random,
       Faults& faults)
      : game_(game),
        seat_(seat),
        viewer_(play::viewer_of(seat)),
        random_(random),
        faults_(faults),
        states_{std::move(one), std::move(other)},
        logs_{{game, header(), viewer_}, {game, header(), viewer_}} {
    barred_[0] = barred_[1] = game_.actor(states_[0]) != play::actor_of(seat_);
    lines_[0] = logs_[0].header_line(states_[0]);
    lines_[1] = logs_[1].header_line(states_[1]);
  }

  End play() {
    for (int step = 0; step < kSteps; ++step) {
      const auto actors = std::pair(game_.actor(states_[0]), game_.actor(states_[1]));
      if (actors.first == Actor::Over || actors.second == Actor::Over) return End::Over;
      const auto own = play::actor_of(seat_);
      if ((actors.first == own) != (actors.second == own)) return fault("who is asked", {});
      if (actors.first == own ? !decide() : !watch()) return end_;
      if (lines_[0] != lines_[1]) return fault("the log", lines_[0] + lines_[1]);
    }
    return End::Steps;
  }

 private:
  static play::LogHeader header() { return {}; }

  End fault(const std::string& what, const std::string& more) {
    const auto name =
        fmt::format("{} {}: {} at \"{}\"", game_.info().title, game_.info().scenario, what, at_);
    faults_.try_emplace(
        name, fmt::format("seat {}\n{}\n--- one\n{}\n--- other\n{}", play::index(seat_), more,
                          game_.state_text(states_[0]), game_.state_text(states_[1])));
    return end_ = End::Fault;
  }
  bool stop(End end) {
    end_ = end;
    return false;
  }

  std::vector<Action> possible(const AnyState& state) const {
    if (game_.actor(state) != Actor::Nature) return game_.legal(state);
    std::vector<Action> actions;
    for (const auto& outcome : game_.chance(state)) actions.push_back(outcome.action);
    return actions;
  }
  Action choose(const AnyState& state) {
    if (game_.actor(state) == Actor::Nature) return play::draw(game_.chance(state), random_.next());
    const auto legal = game_.legal(state);
    return legal[random_.below(static_cast<std::uint32_t>(legal.size()))];
  }

  Told told(const AnyState& state, Action action) const {
    Told told;
    told.action = action;
    told.after = state;
    for (const auto& event : play::told_to(viewer_, game_.apply(told.after, action))) {
      told.words += fmt::format("{} {} {}: {}", game_.event_row(event).name, event.amount,
                                event.face, game_.event_text(event, viewer_));
      told.data += fmt::format("{} {}", event.rule, event.side);
      for (const int place : event.places) told.data += " " + game_.place_code(place);
      for (const int piece : event.pieces) told.data += " " + game_.piece_code(piece);
      told.data += event.text;
      for (const auto& modifier : event.modifiers) {
        told.words += fmt::format("; {} {}", modifier.value, modifier.reason);
        told.data += fmt::format("; {} {} {} {}", modifier.code, modifier.rule, modifier.place,
                                 modifier.piece);
      }
      told.words += "\n";
      told.data += "\n";
    }
    told.sight = game_.observe(told.after, viewer_);
    return told;
  }

  /// What stands on the board and beside it: all of a view but what is asked of whom.
  nlohmann::ordered_json board_of(const Told& told) const {
    auto json = play::view_json(game_.view(told.sight));
    for (const auto* asked : {"actor", "step", "prompt", "phase", "choices"}) json.erase(asked);
    return json;
  }
  /// For whom dice are rolled is seen.
  bool rolls(const Told& told) const { return game_.actor(told.after) == Actor::Nature; }
  /// The lines by which what the seat may know of two positions differs.
  std::string unlike(const Told& one, const Told& other) const {
    std::string lines;
    const auto text = [&](const Told& told) {
      core::RandomStream random(1);
      return game_.state_text(game_.sample_world(told.sight, random));
    };
    std::istringstream first(text(one)), second(text(other));
    for (std::string a, b; std::getline(first, a) && std::getline(second, b);)
      if (a != b) lines += a + " / " + b + "\n";
    return lines;
  }
  std::string difference(const Told& one, const Told& other) const {
    return "unlike: " + unlike(one, other) +
           "asked: " + play::view_json(game_.view(one.sight))["step"].dump() + ", " +
           play::view_json(game_.view(other.sight))["step"].dump() + "\ntold: " + one.words +
           "by " + game_.action_text(states_[0], one.action) + "\nand " +
           game_.action_text(states_[1], other.action) + "\n" + one.data + "\n" + other.data;
  }

  /// The seat waits for its enemy where that has a choice, or may have one as far as it sees.
  void wait(int world) {
    const auto& state = states_[world];
    const auto actor = game_.actor(state);
    waited_[world] |=
        play::is_side(actor) && (game_.legal(state).size() > 1 ||
                                 play::may_have_choice(game_, state, play::side_of(actor)));
  }
  void go(int world, Told&& next) {
    auto& state = states_[world];
    wait(world);
    const bool own = game_.actor(state) == play::actor_of(seat_);
    if (!own) barred_[world] = true;
    if (own && game_.legal(state).size() > 1) barred_[world] = false;
    const auto before = std::exchange(state, std::move(next.after));
    auto replayed = before;
    const auto events = game_.apply(replayed, next.action);
    lines_[world] = logs_[world].step_line(before, next.action, events, state);
  }

  /// A decision of the seat: the same is asked and possible, and comes to the same as far as told.
  bool decide() {
    const auto legal = game_.legal(states_[0]);
    at_ = game_.step(states_[0]).name;
    bool same =
        legal == game_.legal(states_[1]) && game_.prompt(states_[0]) == game_.prompt(states_[1]);
    for (std::size_t i = 0; same && i < legal.size(); ++i)
      same = game_.action_text(states_[0], legal[i]) == game_.action_text(states_[1], legal[i]);
    if (!same) return fault("what is asked", {}) == End::Steps;
    if (barred_[0] != barred_[1]) return fault("whether there is a way back", {}) == End::Steps;
    const auto action = choose(states_[0]);
    auto one = told(states_[0], action), other = told(states_[1], action);
    if (one.words != other.words) return stop(End::PublicEvent);
    if (one.sight != other.sight) {
      if (rolls(one) || rolls(other) || board_of(one) != board_of(other))
        return stop(End::PublicEvent);
      return fault("what is asked next", difference(one, other)) == End::Steps;
    }
    if (one.data != other.data) return fault("data", difference(one, other)) == End::Steps;
    go(0, std::move(one));
    go(1, std::move(other));
    return true;
  }

  /// A step of the enemy or of fate in the one world, and what looks like it in the other.
  bool watch() {
    const auto before = game_.observe(states_[0], viewer_);
    at_ = game_.step(states_[0]).name;
    wait(0);
    auto one = told(states_[0], choose(states_[0]));
    constexpr int kUnseenFirst = 6;
    std::vector<Told> others;
    for (int unseen = 0; unseen < kUnseenFirst; ++unseen) {
      auto actions = possible(states_[1]);
      const auto by_lot = random_.below(static_cast<std::uint32_t>(actions.size()));
      std::rotate(actions.begin(), actions.begin() + by_lot, actions.end());
      std::stable_partition(actions.begin(), actions.end(),
                            [&](Action a) { return a == one.action; });
      others.clear();
      std::optional<Told> step_aside;
      for (const auto action : actions) {
        auto other = told(states_[1], action);
        if (other.words == one.words && other.sight == one.sight && other.data == one.data) {
          const bool seen = !one.unseen(before);
          go(0, std::move(one));
          go(1, std::move(other));
          if (!seen) return true;
          const bool alike = waited_[0] == waited_[1];
          waited_[0] = waited_[1] = false;
          return alike || fault("whether anybody waits", {}) == End::Steps;
        }
        if (!step_aside && other.unseen(before)) step_aside = other;
        others.push_back(std::move(other));
      }
      if (one.unseen(before)) {
        go(0, std::move(one));
        lines_[1] = lines_[0];
        return true;
      }
      if (!step_aside || game_.actor(states_[1]) == play::actor_of(seat_)) break;
      go(1, std::move(*step_aside));
      if (game_.actor(states_[1]) == Actor::Over) return stop(End::Over);
      if (game_.actor(states_[1]) == play::actor_of(seat_)) break;
    }
    for (const auto& other : others)
      if (other.words == one.words) {
        if (other.sight == one.sight) return fault("data", difference(one, other)) == End::Steps;
        if (!rolls(one) && !rolls(other) && board_of(other) == board_of(one))
          return fault("what is asked next", difference(one, other)) == End::Steps;
      }
    return stop(End::PublicEvent);
  }

  const AnyGame& game_;
  Side seat_;
  play::Viewer viewer_;
  core::RandomStream& random_;
  Faults& faults_;
  AnyState states_[2];
  play::LogWriter logs_[2];
  std::string lines_[2];
  std::string_view at_;
  bool waited_[2] = {false, false};  ///< since the seat last saw something
  bool barred_[2] = {false, false};  ///< by what others did since the seat last chose
  End end_ = End::Steps;
};

/// Every scenario of the published games of a mechanism, under its fullest rules.
std::vector<std::unique_ptr<AnyGame>> games_of(std::string_view mechanism) {
  std::vector<std::unique_ptr<AnyGame>> list;
  for (const auto& entry : fs::directory_iterator(fs::path(NIEMEN_SOURCE_DIR) / "configs/games")) {
    play::GameRequest request;
    request.folder = entry.path();
    auto plain = systems::load_game(request);
    if (plain->info().mechanism != mechanism) continue;
    for (const auto& scenario : plain->info().scenarios) {
      request.scenario = scenario;
      request.preset.clear();
      const auto presets = systems::load_game(request)->info().presets;
      if (!presets.empty()) request.preset = presets.back();
      list.push_back(systems::load_game(request));
    }
  }
  return list;
}

/// Pairs of worlds that differ, `count` of them; of a game without secrets as many equal ones.
void check_pairs(std::string_view mechanism, int count, bool has_secrets) {
  Pair::Faults faults;
  std::map<Pair::End, int> ends;
  int pairs = 0;
  const auto games = games_of(mechanism);
  REQUIRE_FALSE(games.empty());
  for (std::uint64_t campaign = 0; pairs < count; ++campaign) {
    REQUIRE(campaign < 10 * static_cast<std::uint64_t>(count));
    const auto& game = *games[campaign % games.size()];
    const auto actions = game.random_actions(campaign + 1, kLongest);
    core::RandomStream random(campaign, 1812);
    std::vector<std::size_t> starts;
    for (int i = 0; i < kPairsOf; ++i)
      starts.push_back(random.below(static_cast<std::uint32_t>(actions.size())));
    std::ranges::sort(starts);
    auto state = game.initial();
    std::size_t step = 0;
    for (const auto start : starts) {
      for (; step < start; ++step) game.apply(state, actions[step]);
      const auto seat = random.below(2) ? Side::A : Side::B;
      const auto twin = game.sample_world(game.observe(state, play::viewer_of(seat)), random);
      if ((twin != state) != has_secrets) continue;
      ++pairs;
      ++ends[Pair(game, state, twin, seat, random, faults).play()];
    }
  }
  INFO(mechanism << ": " << pairs << " pairs, of which a public event ended "
                 << ends[Pair::End::PublicEvent] << ", faults " << ends[Pair::End::Fault]);
  for (const auto& [name, example] : faults) {
    INFO(example);
    FAIL_CHECK(name);
  }
  CHECK(ends[Pair::End::Fault] == 0);
}

}  // namespace

TEST_CASE("a seat is told nothing by what it is not shown", "[secrets]") {
  check_pairs("block_battle", 1000, true);
  check_pairs("area_campaign", 1000, true);
  check_pairs("hex_campaign", 1000, true);
  check_pairs("hex_operations", 1000, false);
}

TEST_CASE("a seat is told nothing in ten thousand pairs of worlds", "[.long][secrets-long]") {
  check_pairs("block_battle", 10'000, true);
  check_pairs("area_campaign", 10'000, true);
  check_pairs("hex_campaign", 10'000, true);
  check_pairs("hex_operations", 10'000, false);
}

// What a seat may see, made of its observation alone.
#include <fmt/format.h>

#include <bit>

#include "engine/play/arrivals.h"
#include "engine/play/reach.h"
#include "engine/systems/area_campaign/area_campaign.h"
#include "engine/systems/area_campaign/bare_view.h"
#include "engine/systems/area_campaign/steps.h"
#include "engine/systems/area_campaign/supply.h"
#include "engine/systems/area_campaign/words.h"

namespace niemen::area_campaign {

namespace {

/// What each kind of unit is called on counters.
struct KindText {
  std::string_view kind, name, many, label;
};
constexpr ByKind<KindText> kKindTexts{{{{"infantry", "Infantry Corps", "Infantry Corps", "I"},
                                        {"cavalry", "Cavalry Corps", "Cavalry Corps", "C"},
                                        {"supply", "Supply unit", "Supply units", "S"},
                                        {"depot", "Depot", "Depots", "D"}}}};

constexpr int kOffBoard = -1;  ///< place of a counter

/// Fills a view from an observation. `world` is any position that the viewer cannot tell from the
/// true one: it serves only to list what the viewer may decide, which is the same in all of them.
class Painter {
 public:
  Painter(const AreaCampaign& game, const Observation& observation, const State& world,
          bool bare = false)
      : game_(game),
        c_(game.context()),
        o_(observation),
        s_(observation.shown),
        world_(world),
        bare_(bare) {}

  play::View paint(bool whole) {
    view_.viewer = static_cast<play::Viewer>(o_.viewer);
    view_.actor = s_.decider;
    view_.step = Steps::row_of(s_);
    decides_ = play::is_side(s_.decider) &&
               (whole || static_cast<int>(s_.decider) == static_cast<int>(o_.viewer));
    view_.turn = s_.turn;
    if (!bare_) {
      view_.prompt = prompt();
      view_.turn_name = turn_name();
      view_.phase = view_.step.chapter;
    }
    paint_spaces();
    paint_counters();
    paint_arrivals();
    paint_tracks();
    paint_account();
    if (decides_ && !bare_) paint_choices();
    return std::move(view_);
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  std::string turn_name() const {
    auto name = fmt::format("Game-Turn {} of {}", s_.turn, c_.rules.last_turn);
    const auto turn = static_cast<std::size_t>(s_.turn);
    if (turn >= 1 && turn <= c_.turn_names.size()) name += ", " + c_.turn_names[turn - 1];
    return name;
  }

  /// The set-up of the other side hides even what is due.
  std::string prompt() const {
    if (s_.step == Step::SetUp && !decides_)
      return fmt::format("{} deploys", c_.side_names[index(static_cast<int>(s_.decider))]);
    return game_.prompt(s_);
  }

  void paint_spaces() {
    view_.spaces.resize(c_.places.size());
    for (int at = 0; at < c_.place_count(); ++at) {
      auto& space = view_.spaces[index(at)];
      const int point = c_.point_of[index(at)];
      if (point != kNowhere) {
        const bool marked = (s_.control() >> point) & 1U;
        if (marked || c_.defenders_country.contains(at)) space.owner = marked ? 0 : 1;
        if ((s_.symbols() >> point) & 1U) space.marks.push_back("on the fortress");
      }
      const auto depletion = s_.depletion(c_.area_of[index(at)]);
      if (depletion == Depletion::Half) space.marks.push_back(bare_ ? "" : "half depleted");
      if (depletion == Depletion::Full) space.marks.push_back("depleted");
      for (const int side : {0, 1})
        if (has_source(c_, s_, side, c_.area_of[index(at)]))
          space.marks.push_back(bare_ ? "" : play::supplied_mark(c_.side_names[index(side)]));
    }
  }

  void paint_counters() {
    for (int at = 0; at < c_.place_count(); ++at)
      for (const int side : {0, 1}) {
        if (o_.hidden[index(side)].contains(at)) {
          paint_back(side, at);
        } else {
          paint_stack(side, at);
        }
      }
  }
  /// A stack face down: all that shows is that it is there, or how many Corps it has.
  void paint_back(int side, int at) {
    play::Counter counter;
    counter.place = at;
    counter.side = side;
    counter.kind = "stack";
    counter.known = false;
    const int corps = o_.corps[index(side)][index(at)];
    const bool counted = corps != kNowhere;
    if (counted) counter.count = corps;
    if (!bare_) {
      counter.id = fmt::format("{}-stack-{}", c_.side_names[index(side)], c_.places[index(at)].id);
      counter.name =
          counted ? fmt::format("a stack face down of {} Corps", corps) : "a stack face down";
      if (counted) counter.states.push_back("counted");
    }
    view_.counters.push_back(std::move(counter));
  }
  void paint_stack(int side, int at) {
    for (int leader = c_.leader_begin(side); leader < c_.leader_end(side); ++leader)
      if (s_.leader_place(leader) == at) paint_leader(side, at, leader);
    for (const Kind kind : kAllKinds) {
      const int number = s_.count(side, at, kind);
      if (number == 0) continue;
      auto counter = counter_of(side, at, kind, c_.places[index(at)].id);
      counter.strength = kind <= Kind::Cavalry ? 1 : 0;
      counter.count = number;
      if (!bare_ && moved(side, at, kind) == number) counter.states.push_back("moved");
      view_.counters.push_back(std::move(counter));
    }
  }
  play::Counter counter_of(int side, int at, Kind kind, std::string_view where) const {
    play::Counter counter;
    counter.place = at;
    counter.side = side;
    counter.kind = kKindTexts[kind].kind;
    if (bare_) return counter;
    counter.id = fmt::format("{}-{}-{}", c_.side_names[index(side)], kKindTexts[kind].kind, where);
    counter.name = kKindTexts[kind].name;
    counter.label = kKindTexts[kind].label;
    return counter;
  }
  void paint_arrivals() {
    for (std::size_t i = 0; i < c_.reinforcements.size(); ++i) {
      const auto& row = c_.reinforcements[i];
      ByKind<int> counts{};
      for (auto unit = still_due(i); unit < row.queue.size(); ++unit) {
        if (row.queue[unit] < kKinds) {
          ++counts[static_cast<Kind>(row.queue[unit])];
        } else {
          paint_leader(row.side, kOffBoard, row.queue[unit] - kKinds);
          give_arrival(row, view_.counters.back());
        }
      }
      for (const Kind kind : kAllKinds)
        if (counts[kind] > 0) paint_arrival(row, kind, counts[kind]);
    }
  }
  /// From which of its units on a row is yet to come; rows come as their side's Player-Turn begins.
  std::size_t still_due(std::size_t index_of_row) const {
    const auto& row = c_.reinforcements[index_of_row];
    const auto none = row.queue.size();
    const bool comes_now = s_.step == Step::Reinforce && row.side == s_.phasing;
    if (row.turn < s_.turn) return none;
    if (row.turn > s_.turn || s_.step == Step::SetUp) return 0;
    if (comes_now && index_of_row == s_.place) return s_.target;
    if (comes_now) return index_of_row > s_.place ? 0 : none;
    return s_.segment == 0 && row.side != s_.phasing ? 0 : none;
  }
  void give_arrival(const Arrival& row, play::Counter& counter) const {
    counter.arrives = row.turn;
    counter.states.clear();
    if (bare_) return;
    std::vector<std::string> entries;
    for (const int at : row.places) entries.push_back(place_text(c_, at));
    if (row.at_free_fortress) entries.push_back("any Fortress that is not in enemy control");
    counter.entry = play::entry_words(std::move(entries));
  }
  void paint_arrival(const Arrival& row, Kind kind, int count) {
    auto counter = counter_of(row.side, kOffBoard, kind, row.id);
    counter.count = count;
    give_arrival(row, counter);
    view_.counters.push_back(std::move(counter));
  }
  void paint_leader(int side, int at, int leader) {
    const auto& who = c_.leaders[index(leader)];
    play::Counter counter;
    counter.place = at;
    counter.side = side;
    counter.kind = "commander";
    counter.strength = who.points;
    if (!bare_) {
      counter.id = fmt::format("{}-{}", c_.side_names[index(side)], who.name);
      counter.name = who.name;
      counter.label = who.letter;
      if (who.cavalry) counter.states.push_back("cavalry");
      if (s_.leaders[index(leader)] & kMovedFlag) counter.states.push_back("moved");
    }
    view_.counters.push_back(std::move(counter));
  }
  /// Units of a kind that the phasing side has moved into a place in the segment that goes on.
  int moved(int side, int at, Kind kind) const {
    const bool moving = s_.step >= Step::MoveStack && s_.step <= Step::MarchDie;
    if (!moving || side != s_.phasing) return 0;
    return field(s_.work.movement.moved[index(at)], kind);
  }

  void add_track(std::string id, std::string name, int side, int value, std::string words = {}) {
    view_.tracks.push_back({std::move(id), std::move(name), side, value, std::move(words)});
  }
  void paint_tracks() {
    add_track("turn", "Game-Turn", -1, s_.turn, view_.turn_name);
    add_track("season", "Season", -1, c_.winter(s_.turn), c_.winter(s_.turn) ? "winter" : "summer");
    add_track("phasing", "Player-Turn", -1, s_.segment + 1,
              c_.side_names[s_.phasing] + " Player-Turn");
    const int points = victory_points(c_, s_);
    const auto outcome = game_.outcome(s_);
    add_track("points", "Victory points", 0, points, c_.rules.levels[index(outcome.level)].name);
    if (s_.turn >= 1)
      add_track("index", "Victory Index", 0, c_.rules.victory_index[index(s_.turn - 1)]);
    for (const int side : {0, 1}) {
      const auto& name = c_.side_names[index(side)];
      for (const Kind kind : kAllKinds)
        if (side == 0 || kind != Kind::Depot)
          add_track(fmt::format("{}-{}", kKindTexts[kind].kind, name),
                    std::string(kKindTexts[kind].many), side, total(side, kind));
      add_track("combat-losses-" + name, "Corps lost in combat this turn", side,
                s_.combat_losses[index(side)]);
    }
  }
  /// How many of each kind there are in all is open to both.
  int total(int side, Kind kind) const {
    int number = o_.totals[index(side)][kind];
    for (int at = 0; at < c_.place_count(); ++at) number += s_.count(side, at, kind);
    return number;
  }

  void paint_account() {
    for (std::size_t i = 0; i < c_.point_places.size(); ++i)
      if ((s_.control() >> i) & 1U)
        view_.account.push_back(
            {bare_ ? "" : place_text(c_, c_.point_places[i]), "Victory A", 0, c_.points[i]});
    if (c_.level_offset != 0)
      view_.account.push_back({"the scenario's start", "The Scenarios", 0, c_.level_offset});
    if (s_.bonus != 0)
      view_.account.push_back(
          {"turn victories and defeats, leaders lost", "Victory, optional", 0, s_.bonus});
  }

  void paint_choices() {
    play::ActionList legal;
    game_.legal(world_, legal);
    for (const auto action : legal) {
      play::Choice choice;
      choice.action = action;
      choice.notation = game_.action_text(s_, action);
      choice.words = choice_text(c_, action);
      touch(choice, verb_of(action), value_of(action));
      view_.choices.push_back(std::move(choice));
    }
  }

  // What a choice touches.
  void touch(play::Choice& choice, Verb verb, int value) {
    switch (range_of(verb)) {
      case ValueRange::Place: touch_place(choice, verb, value); break;
      case ValueRange::Area: choice.to = c_.areas[index(value)].places[0]; break;
      case ValueRange::Leader: touch_leader(choice, value); break;
      default: break;
    }
    switch (s_.step) {
      case Step::MoveShare:
      case Step::MarchUnit:
        choice.from = s_.place;
        choice.to = s_.target;
        touch_units(choice, s_.phasing, s_.place, verb);
        break;
      case Step::MoveTarget:
      case Step::MarchTarget: choice.from = s_.place; break;
      case Step::RetireCavalry:
      case Step::RetireSupply:
      case Step::RetireLeaders:
      case Step::PlanLoss:
      case Step::PlanRetreat:
      case Step::RetireArea:
      case Step::LastRetreat: choice.from = s_.work.combat.place; break;
      default: break;
    }
  }
  void touch_place(play::Choice& choice, Verb verb, int at) {
    const int side = static_cast<int>(s_.decider);
    switch (verb) {
      case Verb::MoveFrom:
      case Verb::MarchFrom: choice.from = at; return touch_all(choice, side, at);
      case Verb::Fight: choice.to = at; return touch_all(choice, side, at);
      case Verb::DropDepot: choice.from = at; return touch_kind(choice, 0, at, Kind::Depot);
      case Verb::CreateDepot: choice.to = at; return touch_kind(choice, 0, at, Kind::Supply);
      case Verb::LoseAt:
        choice.from = at;
        return touch_kind(choice, side, at, static_cast<Kind>(s_.work.attrition.kind));
      case Verb::LoseInfantryAt:
        choice.from = at;
        return touch_kind(choice, side, at, Kind::Infantry);
      case Verb::LoseCavalryAt:
        choice.from = at;
        return touch_kind(choice, side, at, Kind::Cavalry);
      default: choice.to = at; return;
    }
  }
  /// The units that a division of a stack is about.
  void touch_units(play::Choice& choice, int side, int at, Verb verb) {
    switch (verb) {
      case Verb::TakeAll: return touch_all(choice, side, at);
      case Verb::TakeInfantry:
      case Verb::MarchInfantry: return touch_kind(choice, side, at, Kind::Infantry);
      case Verb::TakeCavalry:
      case Verb::MarchCavalry: return touch_kind(choice, side, at, Kind::Cavalry);
      case Verb::TakeSupply: return touch_kind(choice, side, at, Kind::Supply);
      case Verb::TakeDepots: return touch_kind(choice, side, at, Kind::Depot);
      default: return;
    }
  }
  template <class Chosen>
  void touch_if(play::Choice& choice, Chosen chosen) {
    for (std::size_t i = 0; i < view_.counters.size(); ++i)
      if (chosen(view_.counters[i])) choice.counters.push_back(static_cast<int>(i));
  }
  void touch_all(play::Choice& choice, int side, int at) {
    touch_if(choice, [&](const auto& one) { return one.side == side && one.place == at; });
  }
  void touch_kind(play::Choice& choice, int side, int at, Kind kind) {
    touch_if(choice, [&](const auto& one) {
      return one.side == side && one.place == at && one.kind == kKindTexts[kind].kind;
    });
  }
  void touch_leader(play::Choice& choice, int leader) {
    touch_if(choice, [&](const auto& one) {
      return one.kind == "commander" && one.name == c_.leaders[index(leader)].name;
    });
  }

  const AreaCampaign& game_;
  const AreaContext& c_;
  const Observation& o_;
  const State& s_;
  const State& world_;
  const bool bare_;
  bool decides_ = false;
  play::View view_;
};

}  // namespace

play::View AreaCampaign::view(const Observation& observation) const {
  constexpr std::uint64_t kAnyWorld = 0;
  core::RandomStream random(kAnyWorld);
  const auto& s = observation.shown;
  const bool decides =
      play::is_side(s.decider) && static_cast<int>(s.decider) == observation.viewer;
  const auto world = decides ? sample_world(observation, random) : s;
  return Painter(*this, observation, world).paint(false);
}

play::View bare_view(const AreaCampaign& game, const Observation& observation) {
  return Painter(game, observation, observation.shown, true).paint(false);
}

play::View AreaCampaign::whole_view(const State& state) const {
  Observation everything{};
  everything.shown = state;
  everything.viewer = static_cast<std::uint8_t>(play::Viewer::Public);
  return Painter(*this, everything, state).paint(true);
}

}  // namespace niemen::area_campaign

#include "tools/serve/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "ai/table/chance.h"
#include "ai/table/destinations.h"
#include "ai/table/odds.h"
#include "ai/table/reckoning.h"
#include "engine/play/orders.h"

namespace niemen::serve {

namespace {

using ai::table::Chance;
using ai::table::Endings;

constexpr int kThreads = 1;         ///< of one task, so that others are served too
constexpr int kSliceCampaigns = 8;  ///< played between two looks at who else waits
constexpr int kReckoned = 64;       ///< courses that show what an attack is reckoned from
constexpr int kOrderCampaigns = ai::table::kChanceCampaigns;

/// Whether so many of the campaigns that are wanted say enough to be shown.
bool tells(int played, int wanted) {
  return played >= std::min(wanted, ai::table::kFewestPlayings);
}

void append(Endings& all, const Endings& more) {
  all.scores.insert(all.scores.end(), more.scores.begin(), more.scores.end());
  all.margins.insert(all.margins.end(), more.margins.begin(), more.margins.end());
}

Json chance_json(const Chance& chance) {
  return {{"win", chance.value},
          {"low", chance.low},
          {"high", chance.high},
          {"margin", chance.margin},
          {"samples", chance.campaigns}};
}

/// Campaigns that are played on after decisions, slice by slice; the n-th of each course has the
/// same lot.
class Courses {
 public:
  explicit Courses(Asked asked) : asked_(std::move(asked)) {}

  const Asked& asked() const { return asked_; }
  void add(std::vector<play::Action> actions) { courses_.push_back({std::move(actions), {}}); }
  int played() const { return static_cast<int>(courses_.front().endings.scores.size()); }
  const Endings& endings(std::size_t course) const { return courses_[course].endings; }

  /// Plays the next campaigns of every course.
  void play(int campaigns, const std::stop_token& stop) {
    if (!oracle_) oracle_.emplace(*asked_.game, kThreads);
    const auto first = static_cast<std::size_t>(played());
    const auto worlds = oracle_->worlds(asked_.observation, campaigns, first);
    for (auto& course : courses_)
      append(course.endings,
             oracle_->play_worlds(after(worlds, course.actions), asked_.side, stop, first));
  }

 private:
  struct Course {
    std::vector<play::Action> actions;
    Endings endings;
  };

  std::vector<play::AnyState> after(std::vector<play::AnyState> worlds,
                                    const std::vector<play::Action>& actions) const {
    for (auto& world : worlds)
      for (const auto action : actions) {
        if (!std::ranges::binary_search(asked_.game->legal(world), action)) break;
        asked_.game->apply(world, action);
      }
    return worlds;
  }

  Asked asked_;
  std::vector<Course> courses_;
  std::optional<ai::table::Oracle> oracle_;
};

/// The odds of decisions in one slice, then their outlook in many.
class Weighing {
 public:
  Weighing(Asked asked, std::vector<play::Action> actions, std::vector<play::Action> instead,
           std::string instead_words)
      : courses_(std::move(asked)), actions_(actions), instead_words_(std::move(instead_words)) {
    courses_.add(std::move(actions));
    courses_.add(std::move(instead));
  }

  bool slice(const std::stop_token& stop, const Work::Say& say) {
    if (!told_odds_) {
      say(odds(stop));
      told_odds_ = true;
      return true;
    }
    courses_.play(kSliceCampaigns, stop);
    if (stop.stop_requested()) return false;
    if (tells(courses_.played(), kOrderCampaigns)) say(outlook());
    return courses_.played() < kOrderCampaigns;
  }

 private:
  Json odds(const std::stop_token& stop) const {
    const auto& asked = courses_.asked();
    const int target = ai::table::target_of(*asked.game, asked.world, asked.side, actions_);
    const auto odds = ai::table::odds_of(*asked.game, asked.observation, actions_,
                                         {.target = target, .stop = stop});
    const auto attack = odds.attack
                            ? ai::table::attack_words(asked.game->info(), asked.game->board(),
                                                      asked.side, *odds.attack)
                            : std::string();
    Json results = Json::array(), values = Json::array();
    for (const auto& result : odds.results)
      results.push_back({{"share", result.share}, {"words", result.words}});
    for (const auto& value : ai::table::reckonings_of(*asked.game, asked.observation, actions_,
                                                      {.trials = kReckoned, .stop = stop}))
      values.push_back({{"name", value.name},
                        {"side", value.side},
                        {"modifiers", modifiers_message(value.parts)}});
    return {{"kind", "odds"},
            {"rev", asked.revision},
            {"exact", odds.exact},
            {"hidden", odds.hidden},
            {"trials", odds.trials},
            {"widest", odds.widest},
            {"attack", attack},
            {"always", odds.always},
            {"results", std::move(results)},
            {"values", std::move(values)}};
  }

  Json outlook() const {
    const auto change = difference(courses_.endings(1), courses_.endings(0));
    return {{"kind", "outlook"},
            {"rev", courses_.asked().revision},
            {"order", chance_json(chance_of(courses_.endings(0)))},
            {"instead", chance_json(chance_of(courses_.endings(1)))},
            {"instead_words", instead_words_},
            {"change", chance_json(change)},
            {"total", kOrderCampaigns}};
  }

  Courses courses_;
  std::vector<play::Action> actions_;
  std::string instead_words_;
  bool told_odds_ = false;
};

}  // namespace

Work::Task weigh_actions(Asked asked, std::vector<play::Action> actions,
                         std::vector<play::Action> instead, std::string instead_words) {
  auto weighing = std::make_shared<Weighing>(std::move(asked), std::move(actions),
                                             std::move(instead), std::move(instead_words));
  return [weighing](const std::stop_token& stop, const Work::Say& say) {
    return weighing->slice(stop, say);
  };
}

Work::Task plan_order(Asked asked, const play::Order& order) {
  auto weighing = std::make_shared<Work::Task>();
  return [asked = std::move(asked), order, weighing](const std::stop_token& stop,
                                                     const Work::Say& say) {
    if (*weighing) return (*weighing)(stop, say);
    const auto course = play::expand_order(*asked.game, asked.world, asked.side, order);
    std::vector<std::string> words;
    auto state = asked.world;
    for (const auto action : course.actions) {
      const auto choices =
          asked.game->view(asked.game->observe(state, play::viewer_of(asked.side))).choices;
      const auto taken = std::ranges::find(choices, action, &play::Choice::action);
      words.push_back(taken == choices.end() || taken->words.empty()
                          ? asked.game->action_text(state, action)
                          : taken->words);
      asked.game->apply(state, action);
    }
    Json questions = Json::array();
    for (const auto& question : play::questions_of(*asked.game, asked.world, asked.side, course)) {
      Json options = Json::array();
      for (const auto& option : question.options)
        options.push_back({{"notation", option.notation},
                           {"words", option.words},
                           {"taken", option.action == question.taken}});
      questions.push_back({{"prompt", question.prompt}, {"options", std::move(options)}});
    }
    say({{"kind", "plan"},
         {"rev", asked.revision},
         {"from", order.from},
         {"to", order.to},
         {"route", course.route},
         {"arrives", course.arrives},
         {"words", words},
         {"questions", std::move(questions)},
         {"caution", course.caution},
         {"why", course.refusal.words()},
         {"instead", course.refusal.instead}});
    if (course.actions.empty()) return false;
    *weighing = weigh_actions(asked, course.actions, {}, "the rule of thumb");
    return true;
  };
}

Work::Task light_reach(Asked asked, int from) {
  return [asked = std::move(asked), from](const std::stop_token&, const Work::Say& say) {
    const auto board = asked.game->board();
    Json places = Json::array();
    for (const auto& destination : ai::table::destinations_of(*asked.game, asked.world, board,
                                                              asked.game->view(asked.observation),
                                                              asked.side, {from, -1, {}}))
      places.push_back({{"place", destination.reached.place},
                        {"route", destination.reached.course.route},
                        {"strained", !destination.reached.course.caution.empty()},
                        {"counted", destination.counted},
                        {"lost", destination.lost},
                        {"hurt", destination.hurt},
                        {"supplied", destination.supplied.value_or(true)},
                        {"attack", destination.is_attack},
                        {"title", ai::table::title_of(board, destination)},
                        {"words", ai::table::destination_words(board, destination)}});
    say({{"kind", "reach"},
         {"rev", asked.revision},
         {"from", from},
         {"places", std::move(places)}});
    return false;
  };
}

Work::Task light_reach_of(Asked asked, int from, std::vector<std::string> counters) {
  return [asked = std::move(asked), from, counters = std::move(counters)](const std::stop_token&,
                                                                          const Work::Say& say) {
    struct Goal {
      std::vector<std::string> who, ids;
      bool strained = false, attack = false, supplied = true;
      std::vector<std::string> words;
    };
    const auto board = asked.game->board();
    const auto view = asked.game->view(asked.observation);
    std::map<int, Goal> goals;
    for (const auto& counter : view.counters) {
      if (counter.side != play::index(asked.side) ||
          std::ranges::find(counters, counter.id) == counters.end())
        continue;
      for (const auto& destination :
           ai::table::destinations_of(*asked.game, asked.world, board, view, asked.side,
                                      {counter.place, -1, {counter.id}})) {
        auto& goal = goals[destination.reached.place];
        if (goal.who.empty()) goal.words = ai::table::destination_words(board, destination);
        goal.who.push_back(counter.name);
        goal.ids.push_back(counter.id);
        goal.strained |= !destination.reached.course.caution.empty();
        goal.attack |= destination.is_attack;
        goal.supplied &= destination.supplied.value_or(true);
      }
    }
    Json places = Json::array();
    for (auto& [place, goal] : goals) {
      goal.words.insert(goal.words.begin(), fmt::format("{}", fmt::join(goal.who, ", ")));
      places.push_back(
          {{"place", place},
           {"route", {place}},
           {"strained", goal.strained},
           {"counted", false},
           {"lost", 0},
           {"hurt", 0},
           {"supplied", goal.supplied},
           {"attack", goal.attack},
           {"count", goal.who.size()},
           {"who", goal.ids},
           {"title", play::place_name(board, place) + ": " + std::to_string(goal.who.size()) +
                         " of " + std::to_string(counters.size())},
           {"words", goal.words}});
    }
    say({{"kind", "reach"},
         {"rev", asked.revision},
         {"from", from},
         {"places", std::move(places)}});
    return false;
  };
}

Work::Task play_on(Asked asked, std::string kind, int campaigns) {
  auto courses = std::make_shared<Courses>(std::move(asked));
  courses->add({});
  return [courses, kind = std::move(kind), campaigns](const std::stop_token& stop,
                                                      const Work::Say& say) {
    courses->play(std::min(kSliceCampaigns, campaigns - courses->played()), stop);
    if (stop.stop_requested()) return false;
    if (!tells(courses->played(), campaigns)) return true;
    auto message = chance_json(chance_of(courses->endings(0)));
    message["kind"] = kind;
    message["rev"] = courses->asked().revision;
    message["total"] = campaigns;
    say(message);
    return courses->played() < campaigns;
  };
}

Work::Task compare_actions(Asked asked, std::vector<play::Action> first,
                           std::vector<play::Action> second, int campaigns) {
  auto courses = std::make_shared<Courses>(std::move(asked));
  courses->add(std::move(first));
  courses->add(std::move(second));
  return [courses, campaigns](const std::stop_token& stop, const Work::Say& say) {
    courses->play(std::min(kSliceCampaigns, campaigns - courses->played()), stop);
    if (stop.stop_requested()) return false;
    if (!tells(courses->played(), campaigns)) return true;
    say({{"kind", "compare"},
         {"rev", courses->asked().revision},
         {"first", chance_json(chance_of(courses->endings(0)))},
         {"second", chance_json(chance_of(courses->endings(1)))},
         {"difference", chance_json(difference(courses->endings(0), courses->endings(1)))},
         {"total", campaigns}});
    return courses->played() < campaigns;
  };
}

}  // namespace niemen::serve

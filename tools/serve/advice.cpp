// Hints, the plans of the general and what may lie face down, for a seat that asks.
#include <algorithm>
#include <cmath>
#include <optional>

#include "ai/agents/analyse.h"
#include "ai/agents/match.h"
#include "ai/table/belief.h"
#include "ai/table/line.h"
#include "ai/table/prospect.h"
#include "ai/table/worth.h"
#include "engine/core/error.h"
#include "tools/serve/questions.h"

namespace niemen::serve {

namespace {

constexpr const char* kAdviser = "captain";
constexpr const char* kGeneral = "general";
constexpr double kPonderSeconds = 5;

/// What the adviser would do, told in three steps.
Json hint_message(const play::Choice& best, const play::View& view, int step) {
  constexpr int kPlaces = 1, kWho = 2;
  std::vector<int> places;
  for (const int place : {best.from, best.to})
    if (place >= 0) places.push_back(place);
  std::string who;
  for (const auto i : best.counters) {
    const auto& counter = view.counters[i];
    who += (who.empty() ? "" : ", ") + counter.name;
    if (places.empty() && counter.place >= 0) places.push_back(counter.place);
  }
  std::string words = "Consider: " + (best.words.empty() ? best.notation : best.words) + ".";
  if (step == kPlaces) words = places.empty() ? "Look at this decision." : "Look at what is lit.";
  if (step == kWho && !who.empty()) words = "Think of " + who + ".";
  return {{"kind", "hint"}, {"step", step}, {"words", words}, {"places", places}};
}

/// Without chances while the general still weighs: they are played on when he has decided.
Json ponder_message(const ai::Report& report, const Asked& asked,
                    const std::vector<ai::table::Way>& chances, bool done) {
  Json ways = Json::array();
  for (std::size_t i = 0; i < report.alternatives.size(); ++i) {
    if (!chances.empty() && i == chances.size()) break;
    Json way{{"words", report.alternatives[i].text}};
    if (!chances.empty()) {
      const auto& [chance, less] = chances[i];
      way["chance"] = {{"win", chance.value},
                       {"low", chance.low},
                       {"high", chance.high},
                       {"margin", chance.margin},
                       {"samples", chance.campaigns}};
      way["less"] = {{"value", less.value}, {"low", less.low}, {"high", less.high}};
    }
    ways.push_back(std::move(way));
  }
  return {{"kind", "ponder"},
          {"rev", asked.revision},
          {"done", done},
          {"forced", report.forced},
          {"ways", std::move(ways)},
          {"line", ai::table::line_words(*asked.game, asked.world, report.principal_line)}};
}

/// What the ways come to that the general weighed, by playing on.
std::vector<ai::table::Way> weighed(const ai::Report& report, const Asked& asked,
                                    const std::stop_token& stop) {
  constexpr std::size_t kWays = 4;
  std::vector<play::Action> decisions;
  for (const auto& way : report.alternatives)
    if (decisions.size() < kWays) decisions.push_back(way.action);
  if (report.forced || decisions.empty()) return {};
  ai::table::WorthOptions options;
  options.stop = stop;
  return ai::table::ways_of(*asked.game, asked.observation, decisions, options);
}

Json belief_message(const std::vector<ai::table::Belief>& beliefs, std::size_t step, bool truth) {
  Json places = Json::array();
  for (const auto& belief : beliefs) {
    Json possibilities = Json::array();
    for (const auto& one : belief.possibilities)
      possibilities.push_back({{"name", one.name},
                               {"share", one.share},
                               {"strength", one.strength},
                               {"there", one.there}});
    places.push_back({{"place", belief.place},
                      {"side", belief.side},
                      {"face_down", belief.face_down},
                      {"possibilities", std::move(possibilities)}});
  }
  return {{"kind", "belief"},
          {"step", step},
          {"truth", truth},
          {"share_of_truth", ai::table::mean_share_of_truth(beliefs)},
          {"places", std::move(places)}};
}

/// As a share of a thousand, which is as fine as it can be known.
int thousandths(double share) { return static_cast<int>(std::lround(1000 * share)); }

Json share_json(const ai::table::Share& share) {
  return {thousandths(share.value), thousandths(share.low), thousandths(share.high)};
}

Json turn_ahead_json(const ai::table::TurnAhead& turn) {
  Json places = Json::array(), units = Json::array(), armies = Json::array();
  for (const auto& place : turn.places)
    places.push_back({{"place", place.place},
                      {"held", {share_json(place.held[0]), share_json(place.held[1])}},
                      {"units", place.units}});
  for (const auto& unit : turn.units)
    units.push_back({{"name", unit.name},
                     {"side", unit.side},
                     {"place", unit.place},
                     {"lives", share_json(unit.lives)}});
  for (const auto& army : turn.main_army) {
    Json list = Json::array();
    for (const auto& where : army)
      list.push_back({{"place", where.place}, {"share", thousandths(where.share)}});
    armies.push_back(std::move(list));
  }
  return {{"turn", turn.turn},
          {"end", turn.end},
          {"places", std::move(places)},
          {"units", std::move(units)},
          {"armies", std::move(armies)}};
}

Json ahead_message(const ai::table::Prospect& prospect, std::uint64_t revision) {
  Json turns = Json::array(), stacks = Json::array();
  for (const auto& turn : prospect.turns) turns.push_back(turn_ahead_json(turn));
  for (const auto& stack : prospect.stacks)
    stacks.push_back({{"place", stack.place},
                      {"side", stack.side},
                      {"strength", stack.strength},
                      {"lost", stack.lost},
                      {"low", stack.low},
                      {"high", stack.high}});
  return {{"kind", "ahead"},
          {"rev", revision},
          {"campaigns", prospect.campaigns},
          {"total", ai::table::kProspectCampaigns},
          {"players", ai::table::kImagined},
          {"turns", std::move(turns)},
          {"stacks", std::move(stacks)}};
}

}  // namespace

Work::Task advise(Asked asked, std::vector<play::Choice> choices, std::uint64_t luck, int step) {
  return [asked = std::move(asked), choices = std::move(choices), luck, step](
             const std::stop_token& stop, const Work::Say& say) {
    const auto adviser = ai::find_agent(kAdviser);
    const auto match = ai::make_match(*asked.game, {adviser, adviser});
    match->begin_campaign();
    const auto decision = match->decide(asked.world, luck, {.stop = stop});
    const auto best = std::ranges::find(choices, decision.action, &play::Choice::action);
    if (best == choices.end()) throw core::InputError("there is no hint here");
    say(hint_message(*best, asked.game->view(asked.observation), step));
    return false;
  };
}

Work::Task ponder(Asked asked, std::uint64_t luck) {
  return [asked = std::move(asked), luck](const std::stop_token& stop, const Work::Say& say) {
    ai::AnalyseOptions options;
    options.agent = ai::find_agent(kGeneral);
    options.seconds = kPonderSeconds;
    options.key = luck;
    options.stop = stop;
    options.progress = [&](const ai::Decision& so_far) {
      say(ponder_message(so_far.report, asked, {}, false));
    };
    const auto report = ai::analyse(*asked.game, asked.world, options).report;
    const auto chances = weighed(report, asked, stop);
    if (!stop.stop_requested()) say(ponder_message(report, asked, chances, true));
    return false;
  };
}

Work::Task foresee(Asked asked) {
  constexpr int kSlice = 10, kShownEach = 40;  // campaigns
  // Made by whoever works on it: the line to the tabs does not wait for that.
  auto made = std::make_shared<std::optional<ai::table::Foresight>>();
  return [asked = std::move(asked), made](const std::stop_token& stop, const Work::Say& say) {
    auto& foresight = *made;
    if (!foresight) foresight.emplace(*asked.game, asked.observation, 1);
    foresight->play(kSlice, stop);
    if (stop.stop_requested()) return false;
    if (foresight->played() % kShownEach == 0)
      say(ahead_message(foresight->prospect(), asked.revision));
    return foresight->played() < ai::table::kProspectCampaigns;
  };
}

Work::Task believe(Asked asked, std::size_t step) {
  return [asked = std::move(asked), step](const std::stop_token&, const Work::Say& say) {
    say(belief_message(ai::table::beliefs(*asked.game, asked.observation), step, false));
    return false;
  };
}

Work::Task believed(std::shared_ptr<const play::Session> session, play::Side side,
                    std::size_t step) {
  return [session = std::move(session), side, step](const std::stop_token&, const Work::Say& say) {
    say(belief_message(ai::table::beliefs(*session, side, step), step, true));
    return false;
  };
}

}  // namespace niemen::serve

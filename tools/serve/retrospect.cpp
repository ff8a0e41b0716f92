// The review of a campaign that is over, what would have been better in it, its picture; decisions
// that are taken again.
#include <algorithm>

#include "ai/agents/agent_config.h"
#include "ai/table/advice.h"
#include "ai/table/review.h"
#include "ai/table/review_log.h"
#include "engine/core/error.h"
#include "engine/play/draw_flow.h"
#include "engine/play/ending.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/serve/questions.h"
#include "tools/serve/setup.h"

namespace niemen::serve {

namespace {

constexpr int kThreads = 1;  // so that others are served too
constexpr double kNearlyDone = 0.999;
constexpr int kRetryCampaigns = 200;              ///< from each of two courses
constexpr std::string_view kAdviser = "captain";  ///< whose search looks for better courses

const char* owed_word(ai::table::Owed owed) {
  switch (owed) {
    case ai::table::Owed::Mine: return "mine";
    case ai::table::Owed::His: return "theirs";
    case ai::table::Owed::Dice: return "dice";
    case ai::table::Owed::Reveal: return "reveal";
  }
  return "";
}

Json chance_message(const ai::table::Chance& chance) {
  return {{"value", chance.value}, {"low", chance.low}, {"high", chance.high}};
}

/// `done`: the share of the work behind what is said.
Json review_message(const ai::table::Review& review, const play::GameInfo& info, double done) {
  Json lines = Json::array(), points = Json::array();
  for (const auto& moment : review.curve)
    lines.push_back({{"event", moment.step},
                     {"turn", moment.turn},
                     {"win", moment.chance.value},
                     {"low", moment.chance.low},
                     {"high", moment.chance.high}});
  for (const auto& point : review.points)
    points.push_back({{"event", point.from},
                      {"to", point.to},
                      {"turn", point.turn},
                      {"words", point.words},
                      {"win", point.after},
                      {"change", point.change.value},
                      {"low", point.change.low},
                      {"high", point.change.high},
                      {"credit", owed_word(point.owed)},
                      {"mark", ai::table::mark_word(ai::table::mark_of(point))}});
  using ai::table::Owed;
  const auto sum = [&](Owed owed) {
    return chance_message(review.sums[static_cast<std::size_t>(owed)]);
  };
  return {{"kind", "review"},
          {"done", done},
          {"words", ai::table::review_words(review, info)},
          {"campaigns", review.campaigns},
          {"looked_at", review.looked_at},
          {"lines", std::move(lines)},
          {"points", std::move(points)},
          {"sums",
           {{"start", chance_message(review.start)},
            {"mine", sum(Owed::Mine)},
            {"theirs", sum(Owed::His)},
            {"dice", sum(Owed::Dice)},
            {"reveal", sum(Owed::Reveal)},
            {"result", review.result}}}};
}

Json review_of(const play::Session& session, play::Side side, const std::filesystem::path& file,
               const std::stop_token& stop, const Work::Say& say) {
  const auto& info = session.game().info();
  double done = 0;
  ai::table::ReviewOptions options;
  options.threads = kThreads;
  options.stop = stop;
  if (!file.empty()) options.file = ai::table::review_file(file, side, options.seed);
  options.progress = [&](double share) {
    done = std::min(share, kNearlyDone);
    say({{"kind", "review"}, {"done", done}, {"lines", Json::array()}});
  };
  options.found = [&](const ai::table::Review& found) { say(review_message(found, info, done)); };
  const auto course = ai::table::course_of(session);
  try {
    return review_message(ai::table::review(course, side, options), info, 1.0);
  } catch (const core::InputError&) {
    if (options.file.empty()) throw;
    options.file.clear();  // somebody else keeps it there, or the disk is full
    return review_message(ai::table::review(course, side, options), info, 1.0);
  }
}

Json better_message(std::size_t from, const std::optional<ai::table::Advice>& advice) {
  Json message{{"kind", "better"}, {"event", from}, {"done", 1.0}, {"found", advice.has_value()}};
  if (!advice) return message;
  message["step"] = advice->step;
  message["order"] = advice->words.empty() ? advice->order : advice->words;
  message["actions"] = advice->better;
  message["gain"] = chance_message(advice->gain);
  message["playings"] = advice->gain.campaigns;
  message["otherwise"] = advice->otherwise;
  return message;
}

Json course_message(const play::Session& session, const std::string& name, play::Side side) {
  const auto outcome = session.outcome();
  const auto score = outcome.score_a();
  return {{"name", name},
          {"words", play::ending_text(session.game().info(), outcome, session.forfeit())},
          {"score", side == play::Side::A ? score : 1 - score}};
}

}  // namespace

Work::Task look_back(std::shared_ptr<const play::Session> session, play::Side side,
                     std::filesystem::path file) {
  return [session = std::move(session), side, file = std::move(file)](const std::stop_token& stop,
                                                                      const Work::Say& say) {
    say(review_of(*session, side, file, stop, say));
    return false;
  };
}

Work::Task find_better(std::shared_ptr<const play::Session> session, play::Side side,
                       std::size_t from, std::size_t to) {
  return [session = std::move(session), side, from, to](const std::stop_token& stop,
                                                        const Work::Say& say) {
    ai::table::AdviceOptions options;
    options.level = ai::find_agent(std::string(kAdviser));
    options.threads = kThreads;
    options.stop = stop;
    options.progress = [&](double share) {
      say({{"kind", "better"},
           {"event", from},
           {"done", std::min(share, kNearlyDone)},
           {"found", false}});
    };
    const auto course = ai::table::course_of(*session);
    say(better_message(from, ai::table::advise(course, side, from, to, options)));
    return false;
  };
}

Work::Task play_both(std::shared_ptr<const play::Session> session, play::Side side,
                     std::size_t from, std::vector<play::Action> better,
                     std::shared_ptr<PlayedBothWays> played) {
  return [=, session = std::move(session), better = std::move(better)](const std::stop_token& stop,
                                                                       const Work::Say& say) {
    ai::table::BothWaysOptions options;
    options.stop = stop;
    options.progress = [&](int pairs) {
      say({{"kind", "both"}, {"step", from}, {"pairs", pairs}, {"courses", Json::array()}});
    };
    auto ways = ai::table::play_both_ways(*session, side, from, better, options);
    const Json message{{"kind", "both"},
                       {"step", from},
                       {"pairs", ways.pairs},
                       {"otherwise", ways.otherwise},
                       {"courses",
                        {course_message(ways.played, played->names[0], side),
                         course_message(ways.better, played->names[1], side)}}};
    played->ways.emplace(std::move(ways));
    played->ready = true;
    say(message);
    return false;
  };
}

Work::Task compare_courses(Retry retry, std::shared_ptr<const play::Session> again,
                           play::Side side) {
  return [retry = std::move(retry), again = std::move(again), side](const std::stop_token&,
                                                                    const Work::Say& say) {
    const auto change =
        ai::table::retried(*retry.first, *again, retry.from, side, kRetryCampaigns, kThreads);
    say({{"kind", "retried"},
         {"change", chance_message(change)},
         {"campaigns", change.campaigns},
         {"exercise", retry.exercise}});
    return false;
  };
}

play::Session read_campaign(const std::filesystem::path& file) {
  return play::Session::read(file, game_folder, systems::load_game);
}

Work::Task look_for_exercises(std::vector<std::filesystem::path> files, std::uint64_t order,
                              std::shared_ptr<Exercises> found) {
  return [files = std::move(files), order, found = std::move(found)](const std::stop_token& stop,
                                                                     const Work::Say& say) {
    ai::table::PracticeOptions options;
    options.threads = kThreads;
    options.stop = stop;
    options.progress = [&](const std::filesystem::path& file, double share) {
      say({{"kind", "practice"}, {"campaign", file.stem().string()}, {"done", share}});
    };
    ai::table::Practice practice(read_campaign, options);
    if (practice.add_some(files, ai::table::kPracticePositions)) {
      found->list = practice.exercises(ai::table::kPracticePositions, order);
      found->ready = true;
    }
    return false;
  };
}

Work::Task draw_road(std::shared_ptr<const play::Session> session, play::Side side) {
  return [session = std::move(session), side](const std::stop_token&, const Work::Say& say) {
    std::vector<play::AnyState> states;
    for (std::size_t step = 0; step <= session->steps().size(); ++step)
      states.push_back(session->state(step));
    const auto& game = session->game();
    const auto& request = session->settings().request;
    const auto country = play::read_country(request);
    const play::FlowText text{
        country.title, game.info().side_names[play::index(side)],
        play::ending_text(game.info(), session->outcome(), session->forfeit())};
    say({{"kind", "picture"},
         {"side", play::index(side)},
         {"svg", play::draw_flow(game.board(), play::flow_of(game, states, side), text, country)}});
    return false;
  };
}

}  // namespace niemen::serve

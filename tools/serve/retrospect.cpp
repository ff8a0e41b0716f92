// The review of a campaign that is over, and its picture.
#include <algorithm>

#include "ai/table/review.h"
#include "engine/play/draw_flow.h"
#include "engine/play/ending.h"
#include "engine/play/game_folder.h"
#include "tools/serve/questions.h"

namespace niemen::serve {

namespace {

constexpr int kThreads = 1;  // so that others are served too

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

Json review_of(const play::Session& session, play::Side side, const std::stop_token& stop,
               const Work::Say& say) {
  constexpr double kNearlyDone = 0.999;
  const auto& info = session.game().info();
  double done = 0;
  ai::table::ReviewOptions options;
  options.threads = kThreads;
  options.stop = stop;
  options.progress = [&](double share) {
    done = std::min(share, kNearlyDone);
    say({{"kind", "review"}, {"done", done}, {"lines", Json::array()}});
  };
  options.found = [&](const ai::table::Review& found) { say(review_message(found, info, done)); };
  const auto course = ai::table::course_of(session);
  return review_message(ai::table::review(course, side, options), info, 1.0);
}

}  // namespace

Work::Task look_back(std::shared_ptr<const play::Session> session, play::Side side) {
  return [session = std::move(session), side](const std::stop_token& stop, const Work::Say& say) {
    say(review_of(*session, side, stop, say));
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

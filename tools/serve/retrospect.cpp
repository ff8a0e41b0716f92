// The review of a campaign that is over, and its picture.
#include <algorithm>

#include "ai/search/report.h"
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

Json review_message(const ai::table::Review& review) {
  Json lines = Json::array();
  for (const auto& stretch : review.stretches) {
    const auto interval = ai::wilson_interval(stretch.chance, review.campaigns);
    lines.push_back({{"event", stretch.from},
                     {"turn", stretch.turn},
                     {"words", stretch.words},
                     {"win", stretch.chance},
                     {"low", interval.low},
                     {"high", interval.high},
                     {"change", stretch.change.value},
                     {"reveal", stretch.reveal},
                     {"credit", owed_word(stretch.owed)},
                     {"mark", ai::table::mark_word(ai::table::mark_of(stretch))}});
  }
  using ai::table::Owed;
  const auto sum = [&](Owed owed) { return review.sums[static_cast<std::size_t>(owed)]; };
  return {{"kind", "review"},
          {"done", 1.0},
          {"lines", std::move(lines)},
          {"sums",
           {{"start", review.start},
            {"mine", sum(Owed::Mine)},
            {"theirs", sum(Owed::His)},
            {"dice", sum(Owed::Dice)},
            {"reveal", sum(Owed::Reveal)},
            {"result", review.result}}}};
}

Json review_of(const play::Session& session, play::Side side, const std::stop_token& stop,
               const Work::Say& say) {
  ai::table::ReviewOptions options;
  options.threads = kThreads;
  options.stop = stop;
  options.progress = [&](double done) {
    say({{"kind", "review"}, {"done", std::min(done, 0.999)}, {"lines", Json::array()}});
  };
  return review_message(ai::table::review(session, side, options));
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

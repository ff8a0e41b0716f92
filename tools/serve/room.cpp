#include "tools/serve/room.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"
#include "engine/play/draw.h"
#include "engine/play/orders.h"
#include "engine/play/view_json.h"

namespace niemen::serve {

namespace {

constexpr int kChanceCampaigns = 40;  ///< played for one figure
constexpr int kThreads = 1;           ///< of a chance or a review, so that others are served too
const char* owed_word(ai::table::Owed owed) {
  switch (owed) {
    case ai::table::Owed::Mine: return "mine";
    case ai::table::Owed::His: return "theirs";
    case ai::table::Owed::Dice: return "dice";
    case ai::table::Owed::Reveal: return "reveal";
  }
  return "";
}

std::string review_message(const ai::table::Review& review) {
  Json lines = Json::array();
  for (const auto& stretch : review.stretches) {
    const double half = (stretch.change.high - stretch.change.low) / 2;
    lines.push_back({{"event", stretch.from},
                     {"turn", stretch.turn},
                     {"words", stretch.words},
                     {"win", stretch.chance},
                     {"low", std::max(0.0, stretch.chance - half)},
                     {"high", std::min(1.0, stretch.chance + half)},
                     {"change", stretch.change.value},
                     {"credit", owed_word(stretch.owed)},
                     {"mark", ai::table::mark_word(ai::table::mark_of(stretch))}});
  }
  const auto sum = [&](ai::table::Owed owed) {
    return review.sums[static_cast<std::size_t>(owed)];
  };
  using ai::table::Owed;
  return Json{{"kind", "review"},
              {"done", 1},
              {"total", 1},
              {"lines", lines},
              {"sums",
               {{"start", review.start},
                {"mine", sum(Owed::Mine)},
                {"theirs", sum(Owed::His)},
                {"dice", sum(Owed::Dice)},
                {"reveal", sum(Owed::Reveal)},
                {"result", review.result}}}}
      .dump();
}

/// What lies beside the map.
std::string legend_of(const play::Board& board, const play::GameInfo& info) {
  play::PictureText text;
  text.title = info.title;
  for (int side = 0; side < play::kSides; ++side) text.side_names[side] = info.side_names[side];
  return play::draw_legend(board, text);
}

}  // namespace

Room::Room(std::string name, play::Session session, Send send)
    : name_(std::move(name)),
      session_(std::move(session)),
      board_(session_.game().board()),
      country_(play::read_country(session_.settings().request)),
      ground_(play::draw_ground(board_, country_)),
      seat_(session_.is_person(play::Side::A) ? play::Side::A : play::Side::B),
      send_(std::move(send)) {
  const auto enemy = play::other(seat_);
  if (!session_.is_person(enemy)) {
    const auto& agent = session_.settings().seats[play::index(enemy)];
    thinker_ = std::make_unique<ai::table::Thinker>(session_, ai::find_agent(agent));
  }
  go_on();
}

void Room::join(TabId tab) {
  tabs_[tab] = 0;
  const auto& info = session_.game().info();
  send_(tab, Json{{"kind", "campaign"},
                  {"campaign", name_},
                  {"title", info.title},
                  {"seat", seat_ == play::Side::A ? "a" : "b"},
                  {"sides", {info.side_names[0], info.side_names[1]}},
                  {"last_turn", info.last_turn},
                  {"commitment", session_.commitment()},
                  {"board", play::board_json(board_)},
                  {"country", play::country_json(country_)},
                  {"ground", ground_},
                  {"legend", legend_of(board_, info)}}
                 .dump());
  show(tab);
}

void Room::show(TabId tab) {
  auto& shown = tabs_[tab];
  shown = std::min(shown, session_.steps().size());
  const auto viewer = session_.over() ? play::Viewer::Public : play::viewer_of(seat_);
  const auto undo = session_.can_undo(seat_);
  send_(tab, Json{{"kind", "position"},
                  {"rev", session_.revision()},
                  {"view", play::view_json(session_.view(seat_))},
                  {"events", events_message(session_, viewer, shown)},
                  {"first_step", shown},
                  {"undo", {{"can", undo.can}, {"why", undo.why}}},
                  {"redo", session_.can_redo(seat_)},
                  {"thinking", thinker_ && thinker_->thinking()},
                  {"result", result_words(session_)}}
                 .dump());
  shown = session_.steps().size();
}

void Room::show_all() {
  for (const auto& [tab, shown] : tabs_) show(tab);
}

void Room::go_on() {
  const auto actor = session_.actor();
  if (!thinker_ || !play::is_side(actor) || session_.is_person(play::side_of(actor))) return;
  if (!thinker_->thinking()) thinker_->ask(ai::table::question_of(session_));
}

void Room::tick() {
  if (thinker_) {
    if (const auto answer = thinker_->wait(std::chrono::milliseconds(0))) {
      if (ai::table::apply_answer(session_, *answer)) {
        go_on();
        show_all();
      } else {
        go_on();
      }
    }
  }
  if (work_ && work_->wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    const auto message = work_->get();
    work_.reset();
    if (!message.empty()) send_(asked_by_, message);
  }
}

int Room::place_of(const Message& message, const char* field) const {
  const auto place = message.number(field);
  return place >= 0 && place < static_cast<std::int64_t>(board_.spaces.size())
             ? static_cast<int>(place)
             : -1;
}

std::uint64_t Room::revision_of(const Message& message) const {
  return static_cast<std::uint64_t>(message.number("rev"));
}

void Room::hear(TabId tab, const Message& message) {
  const auto& kind = message.kind();
  if (kind == "act") {
    session_.decide(seat_, revision_of(message),
                    static_cast<play::Action>(message.number("action")));
  } else if (kind == "order") {
    take_order(message);
  } else if (kind == "undo") {
    const auto answer = session_.can_undo(seat_);
    if (!answer.can) throw play::Refused(answer.why);
    if (thinker_) thinker_->drop();
    session_.undo(seat_, revision_of(message), answer.to);
    for (auto& [other, shown] : tabs_) shown = std::min(shown, session_.steps().size());
  } else if (kind == "redo") {
    session_.redo(seat_, revision_of(message));
  } else if (kind == "now") {
    if (thinker_) thinker_->move_now();
    return;
  } else if (kind == "why") {
    return explain(tab, message);
  } else if (kind == "chance") {
    return judge(tab, revision_of(message));
  } else if (kind == "hint") {
    return hint(tab, static_cast<int>(message.number("step")));
  } else if (kind == "review") {
    return look_back(tab);
  } else {
    throw core::InputError("no message \"" + kind + "\"");
  }
  go_on();
  show_all();
}

void Room::take_order(const Message& message) {
  const play::Order order{place_of(message, "from"), place_of(message, "to"), {}};
  const auto expansion = play::expand_order(session_.game(), session_.world(seat_), seat_, order);
  if (expansion.actions.empty()) throw play::Refused(expansion.why);
  auto revision = revision_of(message);
  for (const auto action : expansion.actions) {
    session_.decide(seat_, revision, action);
    revision = session_.revision();
  }
}

void Room::explain(TabId tab, const Message& message) {
  const play::Order order{place_of(message, "from"), place_of(message, "to"), {}};
  const auto step = session_.game().step(session_.world(seat_));
  std::string reason = "Choose first who is to go there.";
  if (order.to >= 0 && order.from >= 0)
    reason = play::expand_order(session_.game(), session_.world(seat_), seat_, order).why;
  if (reason.empty()) reason = "That can be done: give the order.";
  send_(tab, Json{{"kind", "why"},
                  {"rule", step.rule},
                  {"reason", reason},
                  {"culprit", ""},
                  {"instead", ""},
                  {"place", order.to}}
                 .dump());
}

template <class Work>
void Room::beside(Work work) {
  if (work_) throw core::InputError("something is being worked out; it will come in a moment");
  std::promise<std::string> promise;
  work_ = promise.get_future();
  stop_ = {};
  worker_ = std::jthread([work = std::move(work), promise = std::move(promise)]() mutable {
    try {
      promise.set_value(work());
    } catch (const std::exception& error) {
      promise.set_value(Json{{"kind", "error"}, {"text", error.what()}}.dump());
    }
  });
}

void Room::judge(TabId tab, std::uint64_t revision) {
  asked_by_ = tab;
  beside([this, revision, observation = session_.observation(seat_), stop = stop_.get_token()] {
    ai::table::Oracle oracle(session_.game(), kThreads);
    const auto chance =
        ai::table::chance_of(oracle.play_on(observation, seat_, kChanceCampaigns, stop));
    return Json{{"kind", "chance"},           {"rev", revision},     {"win", chance.value},
                {"low", chance.low},          {"high", chance.high}, {"margin", chance.margin},
                {"samples", chance.campaigns}}
        .dump();
  });
}

void Room::hint(TabId tab, int step) {
  const auto choices = session_.choices(seat_);
  if (choices.empty()) throw play::Refused("you have nothing to decide now");
  session_.note(seat_, "hint");
  asked_by_ = tab;
  const auto question = ai::table::question_of(session_);
  beside([this, step, question, choices] {
    const auto match =
        ai::make_match(session_.game(), {ai::find_agent("captain"), ai::find_agent("captain")});
    match->begin_campaign();
    const auto decision = match->decide(question.world, question.luck, {});
    const auto found = std::ranges::find(choices, decision.action, &play::Choice::action);
    if (found == choices.end()) return Json{{"kind", "error"}, {"text", "no hint here"}}.dump();
    std::vector<int> places;
    for (const int place : {found->from, found->to})
      if (place >= 0) places.push_back(place);
    constexpr int kWhole = 3;
    const auto words = step >= kWhole || places.empty() ? "Consider: " + found->words
                                                        : std::string("Look at what is lit.");
    return Json{{"kind", "hint"},
                {"step", step},
                {"words", words},
                {"places", places},
                {"action", decision.action}}
        .dump();
  });
}

void Room::look_back(TabId tab) {
  if (!session_.over()) throw play::Refused("the campaign goes on; it is reviewed when it is over");
  asked_by_ = tab;
  beside([this, stop = stop_.get_token()] {
    ai::table::ReviewOptions options;
    options.threads = kThreads;
    options.stop = stop;
    return review_message(ai::table::review(session_, seat_, options));
  });
}

}  // namespace niemen::serve

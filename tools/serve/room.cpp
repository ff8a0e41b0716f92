#include "tools/serve/room.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string_view>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/play/draw.h"
#include "engine/play/game_folder.h"
#include "engine/play/orders.h"
#include "engine/play/sweep.h"
#include "engine/play/view_json.h"
#include "tools/calendar.h"
#include "tools/play_setup.h"

namespace niemen::serve {

namespace {

/// What lies beside the map.
std::string legend_of(const play::Board& board, const play::GameInfo& info,
                      const play::Country& country) {
  play::PictureText text;
  for (int side = 0; side < play::kSides; ++side) text.side_names[side] = info.side_names[side];
  return play::draw_legend(board, text, country);
}

Json colours_of(const play::SideColours& colours) {
  auto both = Json::array();
  for (const auto& style : play::side_styles(colours))
    both.push_back(
        {{"fill", style.fill}, {"sign", style.sign}, {"edge", style.edge}, {"weave", style.weave}});
  return both;
}

}  // namespace

Room::Room(std::string name, play::Session session, Send send, Work& work)
    : name_(std::move(name)),
      session_(std::move(session)),
      game_(session_.game().clone()),
      board_(session_.game().board()),
      country_(play::read_country(session_.settings().request)),
      ground_(play::draw_ground(board_, country_)),
      seat_(session_.is_person(play::Side::A) || !session_.is_person(play::Side::B)
                ? play::Side::A
                : play::Side::B),
      send_(std::move(send)),
      work_(work) {
  const auto enemy = play::other(seat_);
  two_people_ = session_.is_person(seat_) && session_.is_person(enemy);
  between_ = two_people_;
  // A campaign that nobody plays stands still, to be looked at.
  if (session_.is_person(seat_) && !session_.is_person(enemy) && !session_.over()) {
    const auto& agent = session_.settings().seats[play::index(enemy)];
    thinker_ = std::make_unique<ai::table::Thinker>(session_, ai::find_agent(agent));
  }
  know_history();
  go_on();
}

/// How the seat stood in history, while it is still to set up.
void Room::know_history() {
  const bool sets_up =
      session_.is_person(seat_) && !session_.over() && session_.game().turn(session_.state()) == 0;
  historical_ = sets_up ? tools::historical_set_up(session_.settings().request, seat_) : nullptr;
}

// --- Showing ---

void Room::join(TabId tab) {
  tabs_[tab] = 0;
  const auto& info = session_.game().info();
  if (hands_over()) return show(tab);
  const auto calendar = tools::calendar_of(session_.settings().request, info);
  send_(tab, text_of({{"kind", "campaign"},
                      {"campaign", name_},
                      {"title", country_.title},
                      {"scenario", info.scenario},
                      {"mechanism", info.mechanism},
                      {"seat", seat_ == play::Side::A ? "a" : "b"},
                      {"sides", {info.side_names[0], info.side_names[1]}},
                      {"last_turn", info.last_turn},
                      {"turn_names", calendar.names},
                      {"winter", calendar.winter},
                      {"commitment", session_.commitment()},
                      {"board", play::board_json(board_)},
                      {"country", play::country_json(country_)},
                      {"colours", colours_of(country_.side_colours)},
                      {"ground", ground_},
                      {"legend", legend_of(board_, info, country_)},
                      {"exercise", retry_ ? retry_->exercise : Json()}}));
  go_on();
  show(tab);
}

void Room::leave(TabId tab) {
  tabs_.erase(tab);
  work_.drop(tab);
}

// In what a tab is told, steps and revisions count as far as the seat noticed them.
void Room::show(TabId tab) {
  if (hands_over()) {
    // Who looks on now is not told what either side knows.
    work_.drop(tab);
    const auto decides = play::index(play::side_of(session_.actor()));
    send_(tab, text_of({{"kind", "handover"},
                        {"campaign", name_},
                        {"title", country_.title},
                        {"side", session_.game().info().side_names[decides]}}));
    return;
  }
  auto& shown = tabs_[tab];
  // At the end everything is told again, with what lay hidden.
  shown = session_.over() ? 0 : std::min(shown, session_.steps().size());
  const auto undo = session_.can_undo(seat_);
  auto view = session_.view(seat_);
  if (session_.over()) view.choices.clear();  // given up, or secret still: it shows a decision
  send_(
      tab,
      text_of(
          {{"kind", "position"},
           {"rev", session_.revision(seat_)},
           {"view", play::view_json(view)},
           {"events", events_message(session_, seat_, shown)},
           {"since", since_message(session_, seat_)},
           {"reasons", reasons_message(session_, seat_, shown)},
           {"first_step", session_.noticed(seat_, shown)},
           {"steps", session_.noticed(seat_, session_.steps().size())},
           {"turns", turns_message(session_, seat_)},
           {"undo", {{"can", undo.can}, {"why", undo.why}}},
           {"redo", session_.can_redo(seat_)},
           {"always", always_[play::index(seat_)].size()},
           {"thinking", thinker_ && thinker_->thinking()},
           {"history", historical_ && view.turn == 0 && session_.actor() == play::actor_of(seat_)},
           {"result", result_words(session_)},
           {"no_end", play::why_no_end(*game_, session_.world(seat_), board_, view).words()}}));
  shown = session_.steps().size();
}

void Room::show_all() {
  for (const auto& [tab, shown] : tabs_) show(tab);
}

// --- Two people at one table ---

/// Whether somebody else is to sit down before anything is told.
bool Room::hands_over() const {
  return two_people_ && !session_.over() && play::is_side(session_.actor()) &&
         (between_ || play::side_of(session_.actor()) != seat_);
}

/// Whoever is to decide sits down.
void Room::take_seat(TabId, const Message&) {
  if (!hands_over()) throw play::Refused("nobody else is to decide now");
  seat_ = play::side_of(session_.actor());
  between_ = false;
  said_ = {};
  know_history();
  const auto tabs = tabs_;
  for (const auto& [tab, shown] : tabs) {
    work_.drop(tab);
    join(tab);
  }
}

// --- The computer's seat ---

void Room::go_on() {
  // What the other of two people has left to his staff for good.
  while (two_people_ && !between_ && session_.actor() == play::actor_of(play::other(seat_)) &&
         always_[play::index(play::other(seat_))].contains(
             ai::table::question_at_hand(session_, play::other(seat_))))
    session_.decide(play::other(seat_), session_.revision(),
                    staff_.propose(session_, play::other(seat_)));
  const auto actor = session_.actor();
  if (!thinker_ || !play::is_side(actor) || session_.is_person(play::side_of(actor))) return;
  if (!thinker_->thinking()) thinker_->ask(ai::table::question_of(session_));
}

void Room::tick() {
  if (!thinker_) return;
  const auto answer = thinker_->wait(std::chrono::milliseconds(0));
  if (!answer) return;
  const auto before = session_.revision(seat_);
  try {
    ai::table::apply_answer(session_, *answer);
  } catch (const core::InputError& error) {  // a full disk: the seat stops until a tab comes anew
    return tell_all(error.what() + std::string("; load the page again to go on"));
  }
  std::string refused;
  try {
    carry_on();
  } catch (const core::InputError& error) {
    refused = error.what();
  }
  go_on();
  // That the other side decided something of which the seat notices nothing is not told.
  if (session_.revision(seat_) != before) show_all();
  compare_retry();
  if (!refused.empty()) tell_all(refused);
}

void Room::tell_all(const std::string& words) const {
  for (const auto& [tab, shown] : tabs_) send_(tab, text_of({{"kind", "error"}, {"text", words}}));
}

// --- What a tab asks for ---

/// The session's revision, for a message that was made for the seat's last one. Throws Refused.
std::uint64_t Room::revision_of(const Message& message) const {
  if (static_cast<std::uint64_t>(message.number("rev")) != session_.revision(seat_))
    throw play::Refused("too late: the session has gone on since");
  return session_.revision();
}

void Room::hear(TabId tab, const Message& message) {
  using Handler = void (Room::*)(TabId, const Message&);
  static const std::map<std::string_view, Handler> kHandlers{
      {"act", &Room::act},
      {"take_seat", &Room::take_seat},
      {"order", &Room::order},
      {"undo", &Room::undo},
      {"redo", &Room::redo},
      {"now", &Room::move_now},
      {"why", &Room::why},
      {"plan", &Room::plan},
      {"reach", &Room::reach},
      {"odds", &Room::odds},
      {"chance", &Room::chance},
      {"lab", &Room::lab},
      {"compare", &Room::compare},
      {"stop", &Room::stop},
      {"hint", &Room::hint},
      {"past", &Room::past},
      {"review", &Room::review},
      {"better", &Room::better},
      {"picture", &Room::picture},
      {"opening", &Room::opening},
      {"ponder", &Room::ponder},
      {"belief", &Room::belief},
      {"say", &Room::say},
      {"staff", &Room::staff},
      {"staff_off", &Room::staff_off},
      {"history", &Room::history},
      {"ahead", &Room::ahead},
      {"several", &Room::several},
      {"group", &Room::group},
      {"group_reach", &Room::group_reach},
      {"rule", &Room::rule},
      {"export", &Room::export_file},
  };
  const auto handler = kHandlers.find(message.kind());
  if (handler == kHandlers.end()) throw core::InputError("no message \"" + message.kind() + "\"");
  if (hands_over() && message.kind() != "take_seat")
    throw play::Refused("the other side is to sit down first");
  const auto before = session_.revision();
  // Of several decisions the first may stand where a later one is refused.
  std::exception_ptr refused;
  try {
    (this->*handler->second)(tab, message);
  } catch (const core::InputError&) {
    refused = std::current_exception();
  }
  if (session_.revision() != before) {
    go_on();
    show_all();
    compare_retry();
  }
  if (refused) std::rethrow_exception(refused);
}

/// What the staff was asked for this turn stays with it.
void Room::forget_lines() {
  said_.lines.clear();
  said_.passed.clear();
}

void Room::act(TabId, const Message& message) {
  forget_lines();
  session_.decide(seat_, revision_of(message), static_cast<play::Action>(message.number("action")));
  carry_on();
}

void Room::order(TabId, const Message& message) {
  forget_lines();
  // The page has shown what it strains.
  give({place_of(message, "from"), place_of(message, "to"), {}, true, message.texts("answers")},
       revision_of(message), true);
  carry_on();
}

/// An order in words, as the terminal takes it: a decision in notation, one verb for many things,
/// who is to go where, or "end all".
void Room::say(TabId, const Message& message) {
  constexpr std::size_t kLongest = 500;
  const auto text = core::trimmed(message.text("text"));
  if (text.empty() || text.size() > kLongest)
    throw core::InputError("an order has 1 to " + std::to_string(kLongest) + " letters");
  const auto view = session_.view(seat_);
  const auto& choices = view.choices;
  const auto revision = revision_of(message);
  const auto is_verb = [&](const play::Choice& choice) {
    return (choice.notation + " ").starts_with(text.substr(0, text.find(' ')) + " ");
  };
  if (std::ranges::find(choices, text, &play::Choice::notation) == choices.end()) {
    std::vector<std::string> lines;
    if (text.find(" to ") == std::string::npos)
      lines = play::sweep_lines(board_, choices, text, view.counters);
    said_ = {session_.game().turn(session_.state()), std::move(lines), "", ""};
    if (text == "end all") return end_all();
    if (!said_.lines.empty()) return carry_on();
    const auto order = std::ranges::any_of(choices, is_verb)
                           ? std::nullopt
                           : play::parse_order(board_, view, seat_, text);
    if (order) return give(*order, revision, order->forced);
  }
  if (play::is_closing(text) && play::closing_choices(choices).empty()) throw not_ended();
  session_.decide(seat_, revision, session_.parse(seat_, text));
}

/// Several of the choices one after another, everybody where he stands where that is asked on the
/// way; then, with "end", the end of the question.
void Room::several(TabId, const Message& message) {
  forget_lines();
  revision_of(message);
  const auto asked = [&] { return session_.actor() == play::actor_of(seat_); };
  if (!asked()) throw play::Refused("you have nothing to decide now");
  const auto question = ai::table::question_at_hand(session_, seat_);
  for (const auto action : message.numbers("actions")) {
    if (!asked() || ai::table::question_at_hand(session_, seat_) != question)
      throw play::Refused("something else is asked before the rest of it");
    session_.decide(seat_, session_.revision(), choice_of(action).action);
    while (asked() && ai::table::question_at_hand(session_, seat_) != question) {
      const auto choices = session_.choices(seat_);
      const auto stays = std::ranges::find_if(choices, [](const play::Choice& choice) {
        return choice.to >= 0 && choice.to == choice.from;
      });
      if (stays == choices.end()) break;
      session_.decide(seat_, session_.revision(), stays->action);
    }
  }
  if (!message.flag("end") || !asked() || ai::table::question_at_hand(session_, seat_) != question)
    return;
  const auto closing = play::closing_choices(session_.choices(seat_));
  if (closing.size() == 1) session_.decide(seat_, session_.revision(), closing.front().action);
}

/// Sends several counters to one place, each by its own way; who cannot get there stays.
void Room::group(TabId tab, const Message& message) {
  forget_lines();
  revision_of(message);
  const auto to = place_of(message, "to");
  if (to < 0) throw core::InputError("\"to\" is a place");
  std::vector<std::string> gone, stayed;
  play::Refusal refusal;
  for (const auto& id : message.texts("counters")) {
    const auto view = session_.view(seat_);
    const auto found = std::ranges::find_if(view.counters, [&](const play::Counter& counter) {
      return counter.id == id && counter.side == play::index(seat_) && counter.place >= 0;
    });
    if (found == view.counters.end()) throw core::InputError("no counter \"" + id + "\"");
    if (found->place == to || session_.actor() != play::actor_of(seat_)) continue;
    const auto expansion = play::expand_order(session_.game(), session_.world(seat_), seat_,
                                              {found->place, to, {id}, true, {}});
    if (!expansion.arrives || expansion.actions.empty()) {
      stayed.push_back(found->name);
      if (refusal.empty()) refusal = expansion.refusal;
      continue;
    }
    ai::table::decide_course(session_, seat_, expansion.actions);
    gone.push_back(found->name);
  }
  if (gone.empty()) throw play::Refused(refusal.empty() ? "nobody goes there" : refusal.words());
  if (stayed.empty()) return;
  send_(tab, text_of({{"kind", "error"},
                      {"text", fmt::format("{}", fmt::join(stayed, ", ")) + " cannot follow" +
                                   (refusal.empty() ? "" : ": " + refusal.words())}}));
}

/// Why the person cannot end what he is asked.
play::Refused Room::not_ended() const {
  const auto world = session_.world(seat_);
  const auto refusal = play::why_no_end(*game_, world, board_, session_.view(seat_));
  if (!refusal.empty()) return play::Refused(refusal.told());
  return play::Refused("this is not ended but answered: " + game_->prompt(world));
}

/// Ends what is asked, and again as often as the same is asked this turn.
void Room::end_all() {
  if (play::closing_choices(session_.choices(seat_)).size() != 1) throw not_ended();
  said_.passed = ai::table::question_at_hand(session_, seat_);
  carry_on();
}

/// What is asked, and the same as often as it is asked this turn, is decided by the staff; in a
/// set-up all that is left of it.
void Room::staff(TabId, const Message& message) {
  said_ = {};
  revision_of(message);
  const auto turn = session_.game().turn(session_.state());
  const auto question =
      session_.actor() == play::actor_of(seat_) ? ai::table::question_at_hand(session_, seat_) : "";
  staff_.decide_the_rest(session_, seat_);
  said_ = {turn, {}, "", question};
  if (message.flag("always") && turn > 0) always_[play::index(seat_)].insert(question);
  carry_on();
}

void Room::staff_off(TabId, const Message&) {
  said_ = {};
  always_[play::index(seat_)].clear();
  show_all();
}

/// What is left of a set-up stands as history had it.
void Room::history(TabId, const Message& message) {
  forget_lines();
  revision_of(message);
  if (!historical_) throw play::Refused("this game has no historical set-up of that side");
  staff_.set_up_as(session_, seat_, *historical_);
}

/// What was said for later, as far as it goes, and what is always left to the staff: what was
/// decided stays decided, and whatever is refused takes the rest with it.
void Room::carry_on() {
  const auto said = std::exchange(said_, {});
  auto next = said.lines.begin();
  while (session_.actor() == play::actor_of(seat_)) {
    const auto turn = session_.game().turn(session_.state());
    const auto question = ai::table::question_at_hand(session_, seat_);
    const bool now = turn == said.turn;
    if (now && next != said.lines.end())
      session_.decide(seat_, session_.revision(), session_.parse(seat_, *next++));
    else if (const auto closing = play::closing_choices(session_.choices(seat_));
             now && said.passed == question && closing.size() == 1)
      session_.decide(seat_, session_.revision(), closing.front().action);
    else if (always_[play::index(seat_)].contains(question) ||
             (now && !said.staffed.empty() && (turn == 0 || said.staffed == question)))
      session_.decide(seat_, session_.revision(), staff_.propose(session_, seat_));
    else {  // something else is asked
      if (now) said_ = {said.turn, {}, "", said.staffed};
      return;
    }
  }
  said_ = {said.turn, {next, said.lines.end()}, said.passed, said.staffed};
}

/// `forced`: whoever gives it knows what it strains.
void Room::give(const play::Order& order, std::uint64_t revision, bool forced) {
  const auto expansion = play::expand_order(session_.game(), session_.world(seat_), seat_, order);
  if (expansion.actions.empty()) throw play::Refused(expansion.refusal.told());
  if (revision != session_.revision())
    throw play::Refused("too late: the session has gone on since");
  if (!forced && !expansion.caution.empty())
    throw play::Refused(expansion.caution + ": \"" + std::string(play::kForce) +
                        "\" behind the order gives it all the same");
  ai::table::decide_course(session_, seat_, expansion.actions);
}

void Room::undo(TabId, const Message& message) {
  said_ = {};
  const auto answer = session_.can_undo(seat_);
  if (!answer.can) throw play::Refused(answer.why);
  if (thinker_) thinker_->drop();
  session_.undo(seat_, revision_of(message), answer.to);
  for (auto& [tab, shown] : tabs_) shown = std::min(shown, session_.steps().size());
}

void Room::redo(TabId, const Message& message) {
  said_ = {};
  session_.redo(seat_, revision_of(message));
}

void Room::move_now(TabId, const Message&) {
  if (thinker_) thinker_->move_now();
}

void Room::why(TabId tab, const Message& message) {
  const play::Order order{place_of(message, "from"), place_of(message, "to"), {}};
  const auto world = session_.world(seat_);
  const auto view = session_.view(seat_);
  if (view.choices.empty()) throw play::Refused("you have nothing to decide now");
  if (order.to < 0) throw core::InputError("\"to\" is a place");
  const bool is_there = std::ranges::any_of(view.choices, [&](const play::Choice& choice) {
    return choice.from == order.from || std::ranges::any_of(choice.counters, [&](int i) {
             return view.counters[static_cast<std::size_t>(i)].place == order.from;
           });
  });
  const auto refusal = order.from >= 0 && order.from != order.to && is_there
                           ? play::expand_order(*game_, world, seat_, order).refusal
                           : play::why_nothing_at(*game_, world, board_, view, order.to);
  send_(tab,
        text_of({{"kind", "why"},
                 {"reason", refusal.empty() ? "that can be done: give the order" : refusal.words()},
                 {"instead", refusal.instead},
                 {"place", order.to}}));
}

// --- Reading messages ---

play::Choice Room::choice_of(std::int64_t action) const {
  const auto choices = session_.choices(seat_);
  const auto found =
      std::ranges::find(choices, static_cast<play::Action>(action), &play::Choice::action);
  if (found == choices.end()) throw play::Refused("that cannot be decided now");
  return *found;
}

int Room::place_of(const Message& message, const char* field) const {
  const auto place = message.number(field);
  return place >= 0 && place < static_cast<std::int64_t>(board_.spaces.size())
             ? static_cast<int>(place)
             : -1;
}

}  // namespace niemen::serve

// What a tab asks about a campaign: answered beside the table, or from its past.
#include <algorithm>

#include "ai/table/chance.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/play/view_json.h"
#include "tools/play_levels.h"
#include "tools/rule_book.h"
#include "tools/serve/room.h"

namespace niemen::serve {

namespace {

constexpr int kMaxCampaigns = 100'000;  ///< that a tab may ask the lab for at once

int campaigns_of(const Message& message) {
  const auto campaigns = message.number("campaigns");
  if (campaigns < 1 || campaigns > kMaxCampaigns)
    throw core::InputError("\"campaigns\" is 1 to " + std::to_string(kMaxCampaigns));
  return static_cast<int>(campaigns);
}

/// Whether a choice touches nothing on the map: it ends something, or declines it.
bool declines(const play::Choice& choice) {
  return choice.from < 0 && choice.to < 0 && choice.counters.empty();
}

}  // namespace

// --- Questions that take a while ---

Asked Room::asked() const {
  return {game_, seat_, session_.observation(seat_), session_.world(seat_),
          session_.revision(seat_)};
}

void Room::plan(TabId tab, const Message& message) {
  const play::Order order{
      place_of(message, "from"), place_of(message, "to"), {}, true, message.texts("answers")};
  if (session_.choices(seat_).empty()) throw play::Refused("you have nothing to decide now");
  if (order.from < 0 || order.to < 0) throw core::InputError("\"from\" and \"to\" are places");
  work_.ask(tab, "order", plan_order(asked(), order));
}

void Room::reach(TabId tab, const Message& message) {
  const auto from = place_of(message, "from");
  if (session_.choices(seat_).empty()) throw play::Refused("you have nothing to decide now");
  if (from < 0) throw core::InputError("\"from\" is a place");
  work_.ask(tab, "reach", light_reach(asked(), from));
}

void Room::group_reach(TabId tab, const Message& message) {
  const auto from = place_of(message, "from");
  if (session_.choices(seat_).empty()) throw play::Refused("you have nothing to decide now");
  if (from < 0) throw core::InputError("\"from\" is a place");
  work_.ask(tab, "reach", light_reach_of(asked(), from, message.texts("counters")));
}

void Room::odds(TabId tab, const Message& message) {
  const auto choice = choice_of(message.number("action"));
  const auto choices = session_.choices(seat_);
  const auto end = std::ranges::find_if(choices, declines);
  std::vector<play::Action> instead;
  std::string words = "the rule of thumb";
  if (end != choices.end() && end->action != choice.action) {
    instead = {end->action};
    words = end->words.empty() ? end->notation : end->words;
  }
  work_.ask(tab, "order", weigh_actions(asked(), {choice.action}, instead, words));
}

void Room::chance(TabId tab, const Message&) {
  if (session_.over()) throw play::Refused("the campaign is over");
  work_.ask(tab, "chance", play_on(asked(), "chance", ai::table::kChanceCampaigns));
}

void Room::lab(TabId tab, const Message& message) {
  if (session_.over()) throw play::Refused("the campaign is over");
  work_.ask(tab, "lab", play_on(asked(), "lab", campaigns_of(message)));
}

void Room::compare(TabId tab, const Message& message) {
  const auto actions = message.numbers("actions");
  if (actions.size() != 2) throw core::InputError("\"actions\" has two entries");
  work_.ask(tab, "lab",
            compare_actions(asked(), {choice_of(actions[0]).action}, {choice_of(actions[1]).action},
                            campaigns_of(message)));
}

void Room::stop(TabId tab, const Message& message) { work_.drop(tab, message.text("what")); }

void Room::hint(TabId tab, const Message& message) {
  const auto choices = session_.choices(seat_);
  if (choices.empty()) throw play::Refused("you have nothing to decide now");
  constexpr int kMaxSteps = 3;
  const auto step = message.number("step");
  if (step < 1 || step > kMaxSteps) throw core::InputError("\"step\" is 1 to 3");
  session_.note(seat_, "hint");
  const auto luck = ai::table::luck_of_advice(session_, seat_);
  work_.ask(tab, "hint", advise(asked(), choices, luck, static_cast<int>(step)));
}

void Room::ponder(TabId tab, const Message&) {
  if (session_.choices(seat_).empty()) throw play::Refused("you have nothing to decide now");
  session_.note(seat_, "hint");
  work_.ask(tab, "lab", serve::ponder(asked(), ai::table::luck_of_advice(session_, seat_)));
}

/// The number of steps that a message names, as the seat counts them. Throws InputError.
std::size_t Room::step_of(const Message& message) const {
  const auto step = message.number("step");
  const auto last = session_.noticed(seat_, session_.steps().size());
  if (step < 0 || static_cast<std::uint64_t>(step) > last)
    throw core::InputError("there is no such step");
  return static_cast<std::size_t>(step);
}

void Room::belief(TabId tab, const Message& message) {
  const auto step = step_of(message);
  if (session_.open_to_all()) return work_.ask(tab, "belief", believed(finished(), seat_, step));
  if (step < session_.noticed(seat_, session_.steps().size()))
    throw play::Refused("what was believed earlier is opened when the campaign is over");
  work_.ask(tab, "belief", believe(asked(), step));
}

void Room::ahead(TabId tab, const Message&) {
  if (session_.over()) throw play::Refused("the campaign is over");
  work_.ask(tab, "ahead", foresee(asked()));
}

void Room::past(TabId tab, const Message& message) {
  const auto step = step_of(message);
  const bool whole = message.flag("whole");
  if (whole && !session_.open_to_all()) throw play::Refused(opening_words(session_));
  const auto& game = session_.game();
  const auto steps = session_.steps_noticed(seat_, step);
  const auto& state = session_.state(steps);
  // The position after the end lays open what may be secret still: a seat sees the last before it.
  const bool last = steps == session_.steps().size();
  auto view = whole  ? game.whole_view(state)
              : last ? session_.view(seat_)
                     : game.view(game.observe(state, play::viewer_of(seat_)));
  view.choices.clear();
  send_(tab,
        text_of(
            {{"kind", "past"}, {"step", step}, {"whole", whole}, {"view", play::view_json(view)}}));
}

/// A rule by its number, in our words.
void Room::rule(TabId tab, const Message& message) {
  constexpr std::size_t kLongest = 40;
  const auto number = message.text("number");
  if (number.empty() || number.size() > kLongest)
    throw core::InputError("\"number\" is that of a rule, as it is told");
  Json lines = Json::array();
  for (const auto& line :
       tools::rule_lines(session_.settings().request, session_.game().info(), number))
    lines.push_back({{"name", line.name}, {"words", line.words}, {"value", line.value}});
  send_(tab, text_of({{"kind", "rule"}, {"number", number}, {"lines", std::move(lines)}}));
}

/// The campaign's file as it lies here: what is hidden in it is sealed while it goes on.
void Room::export_file(TabId tab, const Message&) {
  if (session_.path().empty()) throw play::Refused("this campaign is in no file of its own");
  send_(tab, text_of({{"kind", "file"},
                      {"name", name_ + ".jsonl"},
                      {"text", core::read_file(session_.path().string())}}));
}

/// One's own set-up as a file for the game's openings.
void Room::opening(TabId tab, const Message& message) {
  const auto& steps = session_.steps();
  const auto end = std::ranges::find_if(steps, [](const auto& step) { return step.turn > 0; });
  if (end == steps.begin() || end == steps.end())
    throw play::Refused("there is no set-up of your own, or it goes on");
  const auto& state = session_.state(static_cast<std::size_t>(end - steps.begin()));
  const auto toml = session_.game().opening_toml(state, seat_, message.text("title"));
  if (toml.empty()) throw play::Refused("this game keeps no openings");
  send_(tab, text_of({{"kind", "opening"}, {"toml", toml}}));
}

// --- After the end ---

std::shared_ptr<const play::Session> Room::finished() {
  if (!session_.open_to_all())
    throw play::Refused("to look back tells all, and " + opening_words(session_));
  if (finished_ && finished_revision_ == session_.revision()) return finished_;
  if (session_.forfeit())
    throw play::Refused("a campaign that was forfeited is not looked back on");
  auto copy = std::make_shared<play::Session>(session_.copy());
  finished_revision_ = session_.revision();
  return finished_ = std::move(copy);
}

void Room::review(TabId tab, const Message&) {
  work_.ask(tab, "review", look_back(finished(), seat_, session_.path()));
}

void Room::better(TabId tab, const Message& message) {
  const auto from = step_of(message);
  const auto to = message.number("to");
  auto session = finished();
  if (to <= static_cast<std::int64_t>(from) ||
      to > static_cast<std::int64_t>(session->steps().size()))
    throw core::InputError("\"to\" is a step behind \"step\"");
  work_.ask(tab, "better",
            find_better(std::move(session), seat_, from, static_cast<std::size_t>(to)));
}

void Room::both(TabId tab, const Message& message, std::shared_ptr<PlayedBothWays> played) {
  const auto from = step_of(message);
  std::vector<play::Action> better;
  for (const auto action : message.numbers("actions"))
    better.push_back(static_cast<play::Action>(action));
  work_.ask(tab, "both", play_both(finished(), seat_, from, std::move(better), std::move(played)));
}

// --- Once more ---

std::optional<Retry> Room::retry_at(const Message& message) {
  const auto step = step_of(message);
  const auto& steps = session_.steps();
  if (!session_.open_to_all() || session_.forfeit() || step >= steps.size() ||
      steps[step].actor != play::actor_of(seat_))
    return std::nullopt;
  return Retry{finished(), step};
}

/// Once the course that is tried again has been taken, what it is worth against the old one.
void Room::compare_retry() {
  if (!retry_) return;
  const auto& steps = session_.steps();
  const auto from = retry_->from;
  if (steps.size() < from) return retry_.reset();  // taken back beyond where it began
  const auto taken =
      std::any_of(steps.begin() + static_cast<std::ptrdiff_t>(from), steps.end(),
                  [&](const play::Step& step) { return step.actor != play::actor_of(seat_); });
  if (steps.size() == from || (!taken && session_.actor() == play::actor_of(seat_))) return;
  const auto again = std::make_shared<play::Session>(session_.copy());
  for (const auto& [tab, shown] : tabs_)
    work_.ask(tab, "retried", compare_courses(*retry_, again, seat_));
  retry_.reset();
}

void Room::picture(TabId tab, const Message& message) {
  const auto side = message.number("side");
  if (side < 0 || side >= play::kSides) throw core::InputError("\"side\" is 0 or 1");
  work_.ask(tab, "picture", draw_road(finished(), static_cast<play::Side>(side)));
}

play::Session Room::branch(const Message& message, const std::filesystem::path& file) {
  if (hands_over()) throw play::Refused("the other side is to sit down first");
  const auto step = session_.steps_noticed(seat_, step_of(message));
  std::optional<std::uint64_t> key;
  if (message.flag("fresh")) key = tools::fresh_key();
  return session_.branch(seat_, file, step, key);
}

}  // namespace niemen::serve

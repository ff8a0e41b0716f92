#include "ai/table/thinker.h"

#include <utility>

#include "ai/background.h"
#include "ai/table/reason.h"
#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/play/telling.h"

namespace niemen::ai::table {

namespace {

/// At a table everybody plays from what his seat may know.
const AgentConfig& fair(const AgentConfig& agent) {
  if (agent.sees_everything)
    throw core::InputError("agent \"" + agent.name +
                           "\" sees everything: it is for experiments, not for a table");
  return agent;
}

}  // namespace

Thinker::Thinker(const play::Session& session, const AgentConfig& agent)
    : match_(make_match(session.game(), {fair(agent), agent})) {
  const auto& settings = session.settings();
  match_->introduce(settings.request, {settings.seats[0], settings.seats[1]});
  thread_ = std::jthread([this](std::stop_token quit) { work(std::move(quit)); });
}

Thinker::~Thinker() {
  drop();
  thread_.request_stop();
  thread_.join();
}

void Thinker::begin_campaign() {
  drop();
  const std::lock_guard lock(mutex_);
  forget_ = true;
}

void Thinker::ask(Question question) {
  drop();
  const std::lock_guard lock(mutex_);
  question_ = std::move(question);
  stop_ = std::stop_source();
  changed_.notify_all();
}

bool Thinker::thinking() const {
  const std::lock_guard lock(mutex_);
  return question_.has_value() || busy_;
}

std::optional<Answer> Thinker::wait(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return answer_.has_value(); });
  return std::exchange(answer_, std::nullopt);
}

void Thinker::move_now() {
  const std::lock_guard lock(mutex_);
  stop_.request_stop();
}

void Thinker::drop() {
  const std::lock_guard lock(mutex_);
  stop_.request_stop();
  question_.reset();
  answer_.reset();
  ++asked_;
}

void Thinker::end_campaign(const CampaignEnd& end) {
  drop();
  std::unique_lock lock(mutex_);
  if (!busy_) match_->end_campaign(end);
}

void Thinker::work(std::stop_token quit) {
  give_way();
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, quit, [&] { return question_.has_value(); })) {
    const auto question = *std::exchange(question_, std::nullopt);
    const auto stop = stop_.get_token();
    const auto number = asked_;
    busy_ = true;
    if (std::exchange(forget_, false)) match_->begin_campaign();
    lock.unlock();
    const auto begun = Clock::now();
    auto given = answer(question, stop);
    const auto spent = Clock::now() - begun;
    lock.lock();
    // Whoever waits cannot know that there was no choice: how soon it is answered would tell.
    if (given.decision.report.forced)
      changed_.wait_for(lock, stop, usual_ - spent, [] { return false; });
    else
      usual_ = spent;
    busy_ = false;
    if (number == asked_) answer_ = std::move(given);
    changed_.notify_all();
  }
}

Answer Thinker::answer(const Question& question, std::stop_token stop) {
  Answer answer{question.revision, question.luck, {}, {}};
  try {
    for (const auto& [turn, events] : question.events) match_->told(question.side, events, turn);
    answer.decision =
        match_->decide(question.world, question.luck,
                       {.stop = std::move(stop), .want_report = question.want_report});
  } catch (const std::exception& error) {
    answer.failure = core::one_line(error.what());
  }
  return answer;
}

std::uint64_t luck_of(const play::Session& session, std::size_t step) {
  constexpr std::uint64_t kAgents = 0x4167656E74;  // apart from the dice of the same key
  return core::mix(core::mix(session.settings().campaign_key, kAgents), step);
}

std::uint64_t luck_of_advice(const play::Session& session, play::Side side) {
  return luck_of(session, session.noticed(side, session.steps().size()));
}

Question question_of(const play::Session& session) {
  Question question{session.world(play::side_of(session.actor())), session.revision(),
                    luck_of(session, session.steps().size())};
  question.side = play::side_of(session.actor());
  const auto& steps = session.steps();
  auto from = steps.size();
  while (from > 0 && (steps[from - 1].actor != session.actor() || steps[from - 1].forced)) --from;
  // The last decision of its own as well: what came of it is news.
  for (auto i = from > 0 ? from - 1 : 0; i < steps.size(); ++i) {
    auto events = play::told_to(play::viewer_of(question.side), steps[i].events);
    if (!events.empty()) question.events.emplace_back(steps[i].turn, std::move(events));
  }
  return question;
}

bool apply_answer(play::Session& session, const Answer& answer) {
  if (answer.revision != session.revision() || !play::is_side(session.actor())) return false;
  const auto side = play::side_of(session.actor());
  if (!answer.failure.empty()) {
    session.resign(side, answer.revision, answer.failure);
    return true;
  }
  const auto seen = session.game().observation_hash(session.state(), play::viewer_of(side));
  session.decide(side, answer.revision, answer.decision.action,
                 play::Thought{seen, answer.luck, reason_of(answer.decision)});
  return true;
}

}  // namespace niemen::ai::table

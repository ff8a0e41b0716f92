#include "ai/agents/process_player.h"

#include <fmt/format.h>

#include "ai/agents/called_player.h"

namespace niemen::ai {

void ProcessPlayer::begin_campaign() {
  decisions_ = 0;
  if (failed_) child_.reset();
  failed_ = announced_ = false;
}

std::size_t ProcessPlayer::answer(DecisionRequest& request, std::stop_token stop) {
  request.decision = ++decisions_;
  try {
    return ask(request, std::move(stop));
  } catch (const AgentFailure& failure) {  // it may still answer a question that nobody waits for
    failed_ = true;
    child_.reset();
    throw AgentFailure(fmt::format("turn {}, decision {}{}: {}", request.turn, request.decision,
                                   request.step.empty() ? "" : " (" + request.step + ")",
                                   failure.what()));
  } catch (...) {
    failed_ = true;
    child_.reset();
    throw;
  }
}

std::size_t ProcessPlayer::ask(const DecisionRequest& request, std::stop_token stop) {
  if (names_called_player(options_.command[0])) {
    announced_ = true;
    const auto player = called_player(options_.command[0]);
    return (*player)(opening_, request);
  }
  if (!child_) child_ = std::make_unique<ChildProcess>(options_.command);
  child_->heed(std::move(stop));
  if (!announced_) child_->write_line(opening_, options_.answer_seconds);
  announced_ = true;
  child_->require_silence();
  child_->write_line(to_message(request), options_.answer_seconds);
  return read_answer(child_->read_line(options_.answer_seconds), request);
}

void ProcessPlayer::end_campaign(const CampaignCard* card, const CampaignEnd& end) {
  if (!child_ || failed_ || !announced_) return;
  try {
    child_->heed({});
    child_->write_line(end_message(card, end), options_.answer_seconds);
  } catch (const AgentFailure&) {  // the result stands without it
    failed_ = true;
  }
}

}  // namespace niemen::ai

// The computer's seat at a table: it thinks beside whoever waits for it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "ai/agents/match.h"
#include "engine/play/session.h"

namespace niemen::ai::table {

/// What is asked: a decision of whoever is to move in `world`, which agrees with what that side
/// knows and tells nothing more.
struct Question {
  play::AnyState world;
  std::uint64_t revision = 0;  ///< of the session it is asked for
  std::uint64_t luck = 0;      ///< the key of the agent's random stream
  bool want_report = true;
  play::Side side = play::Side::A;  ///< that decides
  /// What the side may know of what happened since it was asked last, with the turns.
  std::vector<std::pair<int, std::vector<play::Event>>> events = {};
};

struct Answer {
  std::uint64_t revision = 0;  ///< that the question came with
  std::uint64_t luck = 0;
  Decision decision;
  std::string failure;  ///< why there is no decision; empty: there is one
};

/// An agent on a thread of its own. The session's game must outlive it. All members are called by
/// one thread.
class Thinker {
 public:
  /// An agent for one of the session's seats, who plays as `agent` says. Throws InputError where it
  /// cannot play the game.
  Thinker(const play::Session& session, const AgentConfig& agent);
  /// Stops.
  ~Thinker();

  /// Forgets what was thought before: another campaign, or another course of this one.
  void begin_campaign();
  /// Begins to think. Drops an earlier question.
  void ask(Question question);
  bool thinking() const;
  /// The answer, if there is one within `patience`; each is given once. Where there was no choice
  /// it comes as late as the last one that had one.
  std::optional<Answer> wait(std::chrono::milliseconds patience);
  /// Asks for the best so far, within 0.3 s.
  void move_now();
  /// Stops thinking; the answer is thrown away.
  void drop();
  /// The campaign is over: tells the agent, unless it thinks on.
  void end_campaign(const CampaignEnd& end);

 private:
  void work(std::stop_token quit);
  Answer answer(const Question& question, std::stop_token stop);

  std::unique_ptr<Match> match_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Question> question_;
  std::optional<Answer> answer_;
  std::stop_source stop_;
  bool busy_ = false;
  using Clock = std::chrono::steady_clock;
  Clock::duration usual_{};  ///< that the last decision with a choice took
  bool forget_ = true;
  std::uint64_t asked_ =
      0;                 ///< counts questions; an answer to another one than the last is dropped
  std::jthread thread_;  ///< last: it ends first
};

/// The key of the random stream of the decision that step `step` of `session` is or would be.
std::uint64_t luck_of(const play::Session& session, std::size_t step);
/// The key of the random stream of what `side` is advised now: by the steps that it noticed, for
/// advice does not hang on what else there was.
std::uint64_t luck_of_advice(const play::Session& session, play::Side side);
/// The question of whoever decides in `session`, an agent or one to be asked in its place.
Question question_of(const play::Session& session);
/// Carries out an answer. False where the session has gone on since: nothing changes. Throws
/// Refused, InputError as Session::decide. Of an agent that failed the side forfeits.
bool apply_answer(play::Session& session, const Answer& answer);

}  // namespace niemen::ai::table

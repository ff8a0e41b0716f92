// A person's staff: the rule-of-thumb player of the game, asked for one decision at a time, from
// what the person may know.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ai/agents/match.h"
#include "engine/play/session.h"

namespace niemen::ai::table {

/// What is asked of a seat: the name of the step, or the kind of its decisions where steps have no
/// names. Precondition: `side` decides.
std::string question_at_hand(const play::Session& session, play::Side side);

/// Takes the decisions of an order of `side` one after another, up to whatever interrupts them.
/// Those among them without a choice the session takes itself. Throws as Session::decide.
void decide_course(play::Session& session, play::Side side,
                   const std::vector<play::Action>& course);

class Staff {
 public:
  /// What it would decide for `side`, which has to. The same position gets the same answer.
  play::Action propose(const play::Session& session, play::Side side);
  /// Decides for `side` what is asked, and again for as long as the same is asked in the same turn,
  /// or, in a set-up, as long as anything is. The record says so. Throws Refused where `side` does
  /// not decide; InputError where the disk is full: what was decided stays.
  void decide_the_rest(play::Session& session, play::Side side);
  /// Decides what is left of the set-up of `side` as it stands in `opening`, the same game set up
  /// by an opening; whatever that leaves open, because its place is taken, as it would itself. The
  /// record says so. Throws as decide_the_rest.
  void set_up_as(play::Session& session, play::Side side, const play::AnyGame& opening);

 private:
  std::unique_ptr<ai::Match> match_;
};

}  // namespace niemen::ai::table

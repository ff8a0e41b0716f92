#include "ai/table/review.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>

#include "ai/table/review_log.h"

namespace niemen::ai::table {

namespace {

constexpr double kInaccuracy = 0.05, kMistake = 0.10, kBlunder = 0.15;

Owed owed_by(play::Actor actor, play::Side side) {
  if (actor == play::Actor::Nature) return Owed::Dice;
  return actor == play::actor_of(side) ? Owed::Mine : Owed::His;
}

/// Whether what was decided at step `at` goes on with what the step before it began.
bool goes_on(const play::Session& session, std::size_t at) {
  const auto& steps = session.steps();
  return at > 0 && play::is_side(steps[at].actor) && steps[at].actor == steps[at - 1].actor &&
         steps[at].turn == steps[at - 1].turn && steps[at - 1].barrier == play::Barrier::None;
}

/// Cuts a campaign where another one decides, a die is rolled or something comes out.
std::vector<Stretch> cut(const play::Session& session, play::Side side) {
  std::vector<Stretch> list;
  const auto& steps = session.steps();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!goes_on(session, i)) {
      list.emplace_back();
      list.back().from = i;
      list.back().turn = steps[i].turn;
      list.back().owed = owed_by(steps[i].actor, side);
    }
    auto& stretch = list.back();
    stretch.to = i + 1;
    if (!steps[i].forced) stretch.words += (stretch.words.empty() ? "" : ", ") + steps[i].text;
  }
  return list;
}

/// The worlds that the side held for possible before its stretch, carried on by what it decided.
std::vector<play::AnyState> carried_on(const play::Session& session, const Stretch& stretch,
                                       std::vector<play::AnyState> worlds) {
  const auto& game = session.game();
  for (auto& world : worlds)
    for (auto i = stretch.from; i < stretch.to; ++i) game.apply(world, session.steps()[i].action);
  return worlds;
}

double score_of(const play::Outcome& outcome, play::Side side) {
  return side == play::Side::A ? outcome.score_a() : 1 - outcome.score_a();
}

bool tells(const play::Session& session, const Stretch& stretch) {
  return stretch.owed == Owed::Mine &&
         std::any_of(session.steps().begin() + static_cast<std::ptrdiff_t>(stretch.from),
                     session.steps().begin() + static_cast<std::ptrdiff_t>(stretch.to),
                     [](const auto& step) { return step.barrier == play::Barrier::Reveal; });
}

class Reviewer {
 public:
  Reviewer(const play::Session& session, play::Side side, const ReviewOptions& options)
      : session_(session), options_(options), oracle_(session.game(), options.threads) {
    review_.side = side;
    review_.campaigns = options.campaigns;
    if (!options.file.empty())
      log_ = std::make_unique<ReviewLog>(options.file,
                                         review_identity(session, side, options.campaigns));
  }

  Review run() {
    review_.start = chance_of(endings_at(0)).value;
    review_.result = review_.start;
    const auto stretches = cut(session_, review_.side);
    take_up(stretches);
    const auto done = review_.stretches.size();
    auto before = endings_at(done == 0 ? 0 : stretches[done - 1].to);
    for (auto next = done; next < stretches.size(); ++next) {
      const auto after = endings_at(stretches[next].to);
      // What a stop has cut short is compared with nothing.
      review_.complete = !options_.stop.stop_requested();
      if (!review_.complete) break;
      const auto stretch = judged(stretches[next], before, after, review_.result);
      review_.complete = !options_.stop.stop_requested();
      if (!review_.complete) break;
      if (log_) log_->keep(stretch);
      add(stretch);
      before = after;
      if (options_.progress)
        options_.progress(static_cast<double>(stretch.to) /
                          static_cast<double>(session_.steps().size()));
    }
    return std::move(review_);
  }

 private:
  /// After the last step there is one ending, as often as it is counted.
  Endings endings_at(std::size_t step) {
    if (step == session_.steps().size()) {
      const auto outcome = session_.outcome();
      const auto n = static_cast<std::size_t>(options_.campaigns);
      const double margin = review_.side == play::Side::A ? outcome.margin : -outcome.margin;
      return {std::vector<double>(n, score_of(outcome, review_.side)),
              std::vector<double>(n, margin)};
    }
    const auto seen = session_.game().observe(session_.state(step), play::viewer_of(review_.side));
    return oracle_.play_on(seen, review_.side, options_.campaigns, options_.stop);
  }

  /// What an earlier review had judged of these stretches.
  void take_up(const std::vector<Stretch>& stretches) {
    if (!log_) return;
    for (const auto& kept : log_->kept()) {
      const auto next = review_.stretches.size();
      if (next == stretches.size() || kept.to != stretches[next].to) break;
      auto stretch = stretches[next];
      stretch.change = kept.change;
      stretch.reveal = kept.reveal;
      stretch.chance = kept.chance;
      add(stretch);
    }
    review_.resumed = review_.stretches.size();
  }

  void add(const Stretch& stretch) {
    review_.sums[static_cast<std::size_t>(stretch.owed)] += stretch.change.value;
    review_.sums[static_cast<std::size_t>(Owed::Reveal)] += stretch.reveal;
    review_.result = stretch.chance;
    review_.stretches.push_back(stretch);
  }

  Stretch judged(Stretch stretch, const Endings& before, const Endings& after, double value) {
    stretch.chance = chance_of(after).value;
    stretch.change = difference(before, after);
    if (tells(session_, stretch)) {
      // What was decided is judged by the worlds that were possible then; the rest came out.
      const auto seen =
          session_.game().observe(session_.state(stretch.from), play::viewer_of(review_.side));
      const auto decided = oracle_.play_worlds(
          carried_on(session_, stretch, oracle_.worlds(seen, options_.campaigns)), review_.side,
          options_.stop);
      if (decided.scores.size() == before.scores.size()) {
        stretch.change = difference(before, decided);
        stretch.reveal = stretch.chance - chance_of(decided).value;
      }
    }
    // What is added up is what is shown: no rounding is left over.
    stretch.change.value = stretch.chance - value - stretch.reveal;
    return stretch;
  }

  const play::Session& session_;
  const ReviewOptions& options_;
  Oracle oracle_;
  Review review_;
  std::unique_ptr<ReviewLog> log_;
};

}  // namespace

Mark mark_of(const Stretch& stretch) {
  if (stretch.owed != Owed::Mine && stretch.owed != Owed::His) return Mark::None;
  const auto lost_at_least = stretch.owed == Owed::Mine ? -stretch.change.high : stretch.change.low;
  if (lost_at_least >= kBlunder) return Mark::Blunder;
  if (lost_at_least >= kMistake) return Mark::Mistake;
  return lost_at_least >= kInaccuracy ? Mark::Inaccuracy : Mark::None;
}

const char* mark_word(Mark mark) {
  switch (mark) {
    case Mark::None: return "";
    case Mark::Inaccuracy: return "inaccuracy";
    case Mark::Mistake: return "mistake";
    case Mark::Blunder: return "blunder";
  }
  return "";
}

Review review(const play::Session& session, play::Side side, const ReviewOptions& options) {
  assert(session.over());
  return Reviewer(session, side, options).run();
}

Chance retried(const play::Session& first, const play::Session& again, std::size_t from,
               play::Side side, const ReviewOptions& options) {
  Oracle oracle(first.game(), options.threads);
  const auto endings = [&](const play::Session& session) {
    assert(session.steps().size() > from);
    auto to = from + 1;
    while (to < session.steps().size() && goes_on(session, to)) ++to;
    const auto seen = session.game().observe(session.state(to), play::viewer_of(side));
    return oracle.play_on(seen, side, options.campaigns, options.stop);
  };
  auto before = endings(first), after = endings(again);
  const auto pairs = std::min(before.scores.size(), after.scores.size());  // a stop came between
  for (auto* list : {&before, &after}) {
    list->scores.resize(pairs);
    list->margins.resize(pairs);
  }
  return difference(before, after);
}

std::vector<Stretch> turning_points(const Review& review, std::size_t most) {
  auto list = review.stretches;
  const auto weight = [](const Stretch& s) { return std::abs(s.change.value + s.reveal); };
  constexpr double kShown = 0.0005;  // less is told as none
  std::erase_if(list, [&](const Stretch& s) { return weight(s) < kShown; });
  std::ranges::stable_sort(
      list, [&](const Stretch& a, const Stretch& b) { return weight(a) > weight(b); });
  if (list.size() > most) list.resize(most);
  return list;
}

}  // namespace niemen::ai::table

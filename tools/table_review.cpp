// The commands of the table that look back: the review, trying again from where it turned, what may
// lie face down.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "ai/agents/agent_config.h"
#include "ai/lab/progress.h"
#include "ai/table/advice.h"
#include "ai/table/belief.h"
#include "ai/table/review_log.h"
#include "engine/core/look.h"
#include "engine/core/text.h"
#include "tools/play_levels.h"
#include "tools/review_text.h"
#include "tools/table.h"
#include "tools/table_text.h"

namespace niemen::tools {

namespace {

constexpr int kThreads = 2;
constexpr int kRetryCampaigns = 200;              ///< from each of two courses
constexpr std::string_view kAdviser = "captain";  ///< whose search looks for better courses

}  // namespace

void Table::review(const std::string& rest) {
  if (!session_.open_to_all())
    throw play::Refused("a review tells all, and " + opening_words(session_));
  constexpr int kMax = 10'000'000;
  ai::table::ReviewOptions options;
  options.threads = kThreads;
  if (!rest.empty())
    options.depth = number_from(rest, kMax, "how many campaigns in all: 1 to 10000000");
  std::stop_source stop;
  options.stop = stop.get_token();
  if (!session_.path().empty())
    options.file = ai::table::review_file(session_.path(), seat_, options.seed);
  const auto begun = std::chrono::steady_clock::now();
  options.progress = [&](double share) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun;
    terminal_.progress(fmt::format("reviewing: {:.0f} %, {} left (Ctrl-C ends it)", 100 * share,
                                   lab::duration_text(spent.count() * (1 - share) / share)));
    if (terminal_.take_interrupts() > 0) stop.request_stop();
  };
  const auto course = ai::table::course_of(session_);
  try {
    reviewed_ = ai::table::review(course, seat_, options);
  } catch (const core::InputError& error) {
    if (options.file.empty()) throw;
    terminal_.say(fmt::format("The review cannot be kept: {}.", error.what()));
    options.file.clear();
    reviewed_ = ai::table::review(course, seat_, options);
  }
  tell_review();
}

void Table::tell_review() {
  const auto& result = *reviewed_;
  const auto& info = session_.game().info();
  terminal_.heading("Review from the seat of " + side_title(info, play::index(seat_)));
  for (const auto& line : review_lines(result, info)) terminal_.say(line, 4);
  if (!result.complete) terminal_.say("It was broken off: \"review\" goes on.");
  if (std::ranges::any_of(result.points, &ai::table::may_be_retried))
    terminal_.say(
        "Try one of yours again: retry NUMBER goes back before it, with the same dice after it, "
        "with \"fresh\" behind it with others; branch FILE STEP keeps such a campaign where you "
        "say. better NUMBER says what would have been better there.");
  else
    terminal_.say("branch FILE STEP goes back to any step and plays on from there.");
  if (result.complete)
    terminal_.say(fmt::format("\"review {}\" looks deeper, and goes on from what was played.",
                              4 * std::max(result.campaigns, ai::table::kReviewDepth)));
}

// --- What would have been better ---

/// The turning point of one's own that a number of the review names.
const ai::table::TurningPoint& Table::own_point(const std::string& command,
                                                const std::string& number,
                                                const std::string& usage) const {
  if (!session_.open_to_all())
    throw play::Refused(command + " follows a review, and " + opening_words(session_));
  if (!reviewed_) throw play::Refused("\"review\" first: it numbers what the campaign turned on");
  const auto& points = reviewed_->points;
  if (points.empty())
    throw play::Refused("it turned on nothing that shows; branch FILE STEP goes back to any step");
  const auto count = static_cast<int>(points.size());
  const auto full = fmt::format("{} 1 to {}{}", command, count, usage);
  if (number.empty()) throw play::Refused(full);
  const auto& point = points[number_from(number, count, full) - 1];
  if (!ai::table::may_be_retried(point))
    throw play::Refused(fmt::format("that was not your decision; {} one of yours",
                                    command == "retry" ? "retry" : "name"));
  return point;
}

void Table::better(const std::string& rest) {
  const auto& point = own_point("better", rest, "");
  ai::table::AdviceOptions options;
  options.level = ai::find_agent(std::string(kAdviser));
  options.threads = kThreads;
  std::stop_source stop;
  options.stop = stop.get_token();
  options.progress = [&](double share) {
    terminal_.progress(
        fmt::format("looking for a better course: {:.0f} % (Ctrl-C ends it)", 100 * share));
    if (terminal_.take_interrupts() > 0) stop.request_stop();
  };
  const auto course = ai::table::course_of(session_);
  const auto found = ai::table::advise(course, seat_, point.from, point.to, options);
  terminal_.say(stop.stop_requested() ? std::string("It was broken off.")
                                      : core::capitalised(advice_line(found)) + ".");
}

// --- Once more from a turning point ---

void Table::retry(const std::string& rest) {
  const auto words = core::split_words(rest);
  const bool fresh = words.size() == 2 && words[1] == "fresh";
  const bool understood = words.size() == 1 || fresh;
  const auto& point = own_point("retry", understood ? words[0] : std::string(),
                                ", with \"fresh\" behind it for other dice");
  const auto number = static_cast<int>(&point - reviewed_->points.data()) + 1;
  const auto turn = point.turn;
  auto twig = session_.branch(seat_, retry_file(number), point.from,
                              fresh ? std::optional(fresh_key()) : std::nullopt);
  retry_ = std::make_unique<Retry>(Retry{std::move(session_), point.from});
  sit_down(std::move(twig));
  terminal_.heading(
      fmt::format("Again from turn {}, with {} dice", turn, fresh ? "fresh" : "the same"));
  if (!session_.path().empty()) terminal_.say("Kept in " + session_.path().string() + ".");
}

/// A file that is not there yet, beside the session's.
std::filesystem::path Table::retry_file(int number) const {
  if (session_.path().empty()) return {};
  const auto stem = session_.path().parent_path() / session_.path().stem();
  for (int again = 1;; ++again) {
    auto file = stem;
    file += fmt::format("-retry-{}{}.jsonl", number, again == 1 ? "" : fmt::format("-{}", again));
    if (!core::is_there(file)) return file;
  }
}

/// Goes on with another campaign of the same game.
void Table::sit_down(play::Session session) {
  for (auto& one : thinkers_) one.reset();
  oracle_.reset();
  staff_ = {};
  session_ = std::move(session);
  forget_orders();
  for (auto& orders : staff_orders_) orders = {};
  reviewed_.reset();
  was_over_ = finished_ = false;
  asked_ = 0;
  heading_turn_ = chance_turn_ = -1;
  told_[0] = told_[1] = session_.steps().size();
}

/// Once the course that is tried again has been taken, what it is worth against the old one.
void Table::compare_retry() {
  const auto from = retry_->from;
  const auto& steps = session_.steps();
  const bool taken = std::any_of(
      steps.begin() + static_cast<std::ptrdiff_t>(std::min(from, steps.size())), steps.end(),
      [&](const play::Step& step) { return step.actor != play::actor_of(seat_); });
  if (!taken && session_.actor() == play::actor_of(seat_)) return;
  const auto tried = std::move(retry_);
  terminal_.progress("playing both courses on...");
  const auto change =
      ai::table::retried(tried->first, session_, from, seat_, kRetryCampaigns, kThreads);
  terminal_.say(fmt::format(
      "Your new course against the old: {} ({:+.0f} to {:+.0f}) of your chance "
      "of winning; {} campaigns played on from each, the same dice for both.",
      points_words(change.value), 100 * change.low, 100 * change.high, change.campaigns));
  retried_ = change;
  leaving_ = leaving_ || leaves_when_retried_;
}

std::optional<ai::table::Chance> Table::try_again(play::Session first, std::size_t from) {
  retry_ = std::make_unique<Retry>(Retry{std::move(first), from});
  leaves_when_retried_ = true;
  run();
  return retried_;
}

// --- Beliefs ---

namespace {

/// The likeliest pieces of a place, and every one that is there.
std::string possibilities_words(const ai::table::Belief& belief) {
  constexpr std::size_t kMaxPossibilities = 6;
  std::string words;
  for (std::size_t i = 0; i < belief.possibilities.size(); ++i) {
    const auto& one = belief.possibilities[i];
    if (i >= kMaxPossibilities && !one.there) continue;
    words += fmt::format("{}{} {:.0f} %", words.empty() ? "" : ", ", one.name, 100 * one.share);
    if (one.strength > 0) words += fmt::format(" (strength {:.1f})", one.strength);
    if (one.there) words += " [there]";
  }
  return words;
}

}  // namespace

void Table::belief(const std::string& rest) {
  const auto last = session_.noticed(seat_, session_.steps().size());
  auto step = last;
  int place = -1;
  if (is_number(rest)) {
    const auto most = static_cast<int>(last) + 1;
    const auto message = fmt::format("before which step: 1 to {}", most);
    step = static_cast<std::size_t>(number_from(rest, most, message)) - 1;
  } else if (!rest.empty()) {
    place = play::find_space(board_, rest);
  }
  const auto found = ai::table::beliefs(session_, seat_, session_.steps_noticed(seat_, step));
  const auto& info = session_.game().info();
  int shown = 0;
  for (const auto& belief : found) {
    if (place >= 0 && belief.place != place) continue;
    const auto& space = board_.spaces[belief.place];
    terminal_.say(
        fmt::format("{}, {} of {} face down: {}", space.name.empty() ? space.id : space.name,
                    belief.face_down, side_title(info, belief.side), possibilities_words(belief)),
        4);
    ++shown;
  }
  if (shown == 0) return terminal_.say("Nothing lies face down for you there.");
  if (session_.open_to_all())
    terminal_.say(fmt::format("What was there had {:.0f} % of your belief on average.",
                              100 * ai::table::mean_share_of_truth(found)));
}

}  // namespace niemen::tools

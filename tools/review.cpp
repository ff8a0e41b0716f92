// niemen review FILE: what a campaign that is over turned on, without a face.
#include "ai/table/review.h"

#include <fmt/format.h>

#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>

#include "ai/lab/progress.h"
#include "ai/table/advice.h"
#include "ai/table/review_log.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/core/text.h"
#include "engine/play/game_folder.h"
#include "engine/systems/registry.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/review_text.h"
#include "tools/terminal.h"

namespace niemen::tools {

namespace {

using Json = nlohmann::ordered_json;

/// A session of niemen play or serve, which is left as it is, or a log of niemen record.
struct Reviewed {
  std::optional<play::Session> session;
  std::optional<play::Replay> replay;
  ai::table::Course course;

  const play::AnyGame& game() const { return *course.game; }
};

bool is_session(const std::string& file) {
  return core::read_file(file).starts_with("{\"niemen-session\"");
}

std::unique_ptr<Reviewed> read(const cxxopts::ParseResult& arguments) {
  if (!arguments.count("file")) throw UsageError("name a session or a log");
  const auto file = arguments["file"].as<std::string>();
  auto reviewed = std::make_unique<Reviewed>();
  if (is_session(file)) {
    const auto find = [&](std::string_view title) {
      return play::find_game_folder(arguments.count("game") ? arguments["game"].as<std::string>()
                                                            : std::string(title));
    };
    reviewed->session = play::Session::read(file, find, systems::load_game);
    const auto& session = *reviewed->session;
    if (!session.open_to_all())
      throw core::InputError(file + ": a review tells all, and " + opening_words(session));
    reviewed->course = ai::table::course_of(session);
  } else {
    reviewed->replay = read_log(arguments);
    reviewed->course = ai::table::course_of(*reviewed->replay);
  }
  return reviewed;
}

/// The seat that is asked for, by letter or name; else the person's, or the first.
play::Side side_of(const cxxopts::ParseResult& arguments, const Reviewed& reviewed) {
  const auto& names = reviewed.game().info().side_names;
  if (!arguments.count("side")) {
    const auto& session = reviewed.session;
    const bool second =
        session && session->is_person(play::Side::B) && !session->is_person(play::Side::A);
    return second ? play::Side::B : play::Side::A;
  }
  const auto wanted = arguments["side"].as<std::string>();
  for (const auto side : {play::Side::A, play::Side::B})
    if (wanted == (side == play::Side::A ? "A" : "B") ||
        core::capitalised(wanted) == core::capitalised(names[play::index(side)]))
      return side;
  throw UsageError(fmt::format("--side is A ({}) or B ({}), not \"{}\"",
                               core::capitalised(names[0]), core::capitalised(names[1]), wanted));
}

const char* owed_key(ai::table::Owed owed) {
  switch (owed) {
    case ai::table::Owed::Mine: return "mine";
    case ai::table::Owed::His: return "theirs";
    case ai::table::Owed::Dice: return "dice";
    case ai::table::Owed::Reveal: return "reveal";
  }
  return "";
}

Json chance_json(const ai::table::Chance& chance) {
  return {{"value", chance.value}, {"low", chance.low}, {"high", chance.high}};
}

Json advice_json(const ai::table::Advice& advice) {
  return {{"step", advice.step + 1},
          {"turn", advice.turn},
          {"order", advice.order},
          {"words", advice.words},
          {"gain", chance_json(advice.gain)},
          {"playings", advice.gain.campaigns},
          {"otherwise", advice.otherwise}};
}

/// `advice`: empty, or for each point what would have been better.
Json review_json(const ai::table::Review& review, const Advices& advice,
                 const play::GameInfo& info) {
  using ai::table::Owed;
  Json sums, points = Json::array(), curve = Json::array();
  for (const auto owed : {Owed::Mine, Owed::His, Owed::Dice, Owed::Reveal})
    sums[owed_key(owed)] = chance_json(review.sums[static_cast<std::size_t>(owed)]);
  for (const auto& point : review.points)
    points.push_back({{"step", point.from + 1},
                      {"turn", point.turn},
                      {"owed", owed_key(point.owed)},
                      {"change", point.change.value},
                      {"low", point.change.low},
                      {"high", point.change.high},
                      {"mark", mark_word(mark_of(point))},
                      {"words", point.words}});
  for (std::size_t i = 0; i < advice.size(); ++i)
    if (ai::table::cost_something(review.points[i]))
      points[i]["better"] = advice[i] ? advice_json(*advice[i]) : Json();
  for (const auto& moment : review.curve)
    curve.push_back({{"step", moment.step + 1},
                     {"turn", moment.turn},
                     {"win", moment.chance.value},
                     {"low", moment.chance.low},
                     {"high", moment.chance.high}});
  return {{"game", info.title},
          {"side", info.side_names[play::index(review.side)]},
          {"players", "rules of thumb on both sides, to the end"},
          {"start", chance_json(review.start)},
          {"result", review.result},
          {"sums", std::move(sums)},
          {"points", std::move(points)},
          {"others", review.others},
          {"looked_at", review.looked_at},
          {"campaigns", review.campaigns},
          {"resumed", review.resumed},
          {"complete", review.complete},
          {"words", review_words(review, info)},
          {"curve", std::move(curve)}};
}

/// The chance as each turn begins: what the first look gives, before the turning points are known.
std::string curve_text(const ai::table::Review& review) {
  std::string text;
  int turn = -1;
  for (const auto& moment : review.curve) {
    if (moment.turn == turn) continue;
    turn = moment.turn;
    text += fmt::format(
        "  {:8} {:3.0f} % ({:.0f} to {:.0f})\n", turn > 0 ? fmt::format("turn {}", turn) : "set-up",
        100 * moment.chance.value, 100 * moment.chance.low, 100 * moment.chance.high);
  }
  return text;
}

/// What would have been better where the seat's own decisions cost something; nothing elsewhere.
Advices advice_for(const ai::table::Course& course, const ai::table::Review& review,
                   ai::table::AdviceOptions options, lab::ProgressLines& lines,
                   std::chrono::steady_clock::time_point begun) {
  Advices list(review.points.size());
  const auto all =
      static_cast<std::size_t>(std::ranges::count_if(review.points, &ai::table::cost_something));
  std::size_t number = 0;
  for (std::size_t i = 0; i < list.size() && !options.stop.stop_requested(); ++i) {
    const auto& point = review.points[i];
    if (!ai::table::cost_something(point)) continue;
    ++number;
    options.progress = [&](double share) {
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun;
      if (lines.due(spent.count(), share >= 1 && number == all))
        lines.show(fmt::format("looking for better courses: {} of {}, {:.0f} %", number, all,
                               100 * share));
    };
    list[i] = ai::table::advise(course, review.side, point.from, point.to, options);
  }
  return list;
}

void add_review_options(cxxopts::Options& options) {
  options.add_options()("side", "The seat: A, B or a side's name (default: the person's, or A)",
                        cxxopts::value<std::string>())(
      "depth", "Campaigns to be played on, in all",
      cxxopts::value<std::string>()->default_value(std::to_string(ai::table::kReviewDepth)))(
      "seed", "Names the worlds and dice they are played on with",
      cxxopts::value<std::string>()->default_value("0"))(
      "threads", "Threads", cxxopts::value<std::string>()->default_value("2"))(
      "advice",
      "The level (such as captain) whose search looks for what would have been better in the "
      "seat's costly decisions; other playings prove it",
      cxxopts::value<std::string>())("json", "Print it as JSON")(
      "forget", "Neither keep what is played on nor use what was kept")("quiet", "No progress");
  add_log_options(options);
}

}  // namespace

int review_command(int argc, char** argv) {
  cxxopts::Options options(
      "niemen review",
      "Says what a campaign that is over turned on, from the seat of one side: a session of niemen "
      "play or serve, or a log of niemen record. What is played on for it is kept beside FILE, so "
      "that a review that was broken off (Ctrl-C) goes on there.");
  add_review_options(options);
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;

  constexpr std::int64_t kMostDepth = 10'000'000;
  ai::table::ReviewOptions wanted;
  wanted.depth = static_cast<int>(whole_option(*arguments, "depth", 1, kMostDepth));
  wanted.seed = key_option(*arguments, "seed");
  wanted.threads = static_cast<int>(whole_option(*arguments, "threads", 1, kMaxThreads));
  ai::table::AdviceOptions advising;
  const bool advised = arguments->count("advice") > 0;
  if (advised) advising.level = ai::find_agent((*arguments)["advice"].as<std::string>());
  const auto reviewed = read(*arguments);
  const auto side = side_of(*arguments, *reviewed);
  const auto& info = reviewed->game().info();
  const bool json = arguments->count("json") > 0;
  wanted.stop = interrupt_token();
  if (!arguments->count("forget"))
    wanted.file = ai::table::review_file((*arguments)["file"].as<std::string>(), side, wanted.seed);
  const auto begun = std::chrono::steady_clock::now();
  lab::ProgressLines lines(arguments->count("quiet") ? lab::ProgressStyle::Silent
                                                     : lab::progress_style(""));
  wanted.progress = [&](double share) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun;
    if (lines.due(spent.count(), share >= 1))
      lines.show(fmt::format("reviewing: {:.0f} %, {} left", 100 * share,
                             lab::duration_text(spent.count() * (1 - share) / share)));
  };
  bool curve_shown = json;
  wanted.found = [&](const ai::table::Review& found) {
    if (std::exchange(curve_shown, true)) return;
    std::cout << "The chance of " << core::capitalised(info.side_names[play::index(side)])
              << " of winning:\n"
              << curve_text(found) << std::flush;
  };
  const auto review = ai::table::review(reviewed->course, side, wanted);
  Advices advice;
  if (advised && review.complete) {
    advising.threads = wanted.threads;
    advising.seed = wanted.seed;
    advising.stop = wanted.stop;
    advice = advice_for(reviewed->course, review, advising, lines, begun);
  }
  if (json) {
    std::cout << review_json(review, advice, info).dump(2) << '\n';
  } else {
    for (const auto& line : review_lines(review, info, advice)) std::cout << line << '\n';
  }
  if (!review.complete || advising.stop.stop_requested()) throw core::Interrupted();
  return kGood;
}

}  // namespace niemen::tools

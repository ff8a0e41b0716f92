// The search for openings, in games of set-ups whose best are known.
#include <algorithm>
#include <catch2/catch.hpp>

#include "ai/lab/opening_search.h"
#include "engine/core/random.h"

using namespace niemen;
using namespace niemen::lab;

namespace {

constexpr int kRows = 3, kColumns = 6, kPieces = 6;

/// Each side puts six pieces on the two columns at its end of a board of 6 by 3.
class SixPieces : public SetUpBoard {
 public:
  SixPieces() {
    for (int x = 0; x < kColumns; ++x)
      for (int y = 0; y < kRows; ++y) {
        play::Space space;
        space.id = std::to_string(x) + std::to_string(y);
        space.centre = {static_cast<double>(x), static_cast<double>(y)};
        board_.spaces.push_back(space);
      }
  }
  const play::Board& board() const override { return board_; }
  PlayedSetUp play(play::Side side, const SetUpChooser& choose) const override {
    PlayedSetUp played;
    const int first = side == play::Side::A ? 0 : (kColumns - 2) * kRows;
    std::vector<play::Action> legal;
    for (int place = first; place < first + 2 * kRows; ++place)
      legal.push_back(static_cast<play::Action>(place));
    for (std::size_t number = 0; number < kPieces; ++number) {
      const auto place_of = [](play::Action action) { return static_cast<int>(action); };
      const auto after = [&](play::Action) { return played.counters; };
      const auto action = legal[choose({number, legal, place_of, after})];
      played.decisions.push_back(action);
      played.places.push_back(static_cast<int>(action));
      play::Counter counter;
      counter.place = static_cast<int>(action);
      counter.side = play::index(side);
      counter.kind = "infantry";
      counter.strength = 1;
      played.counters.push_back(counter);
    }
    return played;
  }
  std::optional<std::string> opening_file(play::Side, const std::vector<play::Action>&,
                                          const std::string&) const override {
    return "";
  }

 private:
  play::Board board_;
};

/// How many pieces of a set-up stand at `place`.
double at(const SetUp& set_up, int place) {
  return static_cast<double>(std::count(set_up.decisions.begin(), set_up.decisions.end(),
                                        static_cast<play::Action>(place)));
}

using Chance = double (*)(const SetUp& a, const SetUp& b);

/// Plays a search to its end; `chance` is that of side A to win.
void play_out(OpeningSearch& search, Chance chance) {
  while (true) {
    const auto round = search.next_round();
    if (round.empty()) return;
    for (const auto& one : round) {
      const double luck = core::unit_interval(core::random_bits(one.key, 0, 1));
      search.take(luck < chance(*one.set_ups[0], *one.set_ups[1]) ? 1.0 : 0.0);
    }
  }
}

/// One set-up of each side to begin with, everything at one place.
std::array<std::vector<SetUp>, play::kSides> begin_at(play::Action a, play::Action b) {
  return {std::vector<SetUp>{{"a-known", std::vector<play::Action>(kPieces, a)}},
          std::vector<SetUp>{{"b-known", std::vector<play::Action>(kPieces, b)}}};
}

OpeningSearchOptions options(std::uint64_t seed) {
  OpeningSearchOptions options;
  options.seed = seed;
  options.campaigns = 30'000;
  options.passes = 5;
  options.candidates = 24;
  options.confirm = 400;
  return options;
}

/// Either side has one best place: 0.35 for side A with nothing there, 0.85 with all, and side B
/// takes up to 0.3 away.
double planted(const SetUp& a, const SetUp& b) {
  return 0.35 + 0.5 * at(a, 4) / kPieces - 0.3 * at(b, 17) / kPieces;
}

/// Paper, scissors, stone by the place that most of a side stand at.
double circle(const SetUp& a, const SetUp& b) {
  const auto most = [](const SetUp& set_up, int first) {
    int best = 0;
    for (int i = 1; i < 3; ++i)
      if (at(set_up, first + i) > at(set_up, first + best)) best = i;
    return best;
  };
  const int lead = (most(a, 0) - most(b, 15) + 3) % 3;
  return lead == 0 ? 0.5 : lead == 1 ? 0.9 : 0.1;
}

}  // namespace

TEST_CASE("a search for openings finds the best that was planted", "[lab]") {
  const SixPieces board;
  OpeningSearch search(board, begin_at(0, 12), {"reds", "blues"}, options(3));
  play_out(search, planted);
  REQUIRE(search.over());
  const auto report = analyse_equilibrium(search.final_table());
  CHECK(report.value.value > 0.47);
  CHECK(report.value.value < 0.63);
  Eigen::Index a = 0, b = 0;
  report.equilibrium.row_mix.maxCoeff(&a);
  report.equilibrium.column_mix.maxCoeff(&b);
  const auto& best_a = *search.set_ups(0)[search.finalists(0)[static_cast<std::size_t>(a)]].set_up;
  const auto& best_b = *search.set_ups(1)[search.finalists(1)[static_cast<std::size_t>(b)]].set_up;
  CHECK(at(best_a, 4) >= 5);
  CHECK(at(best_b, 17) >= 4);
  // What was tried and shown to be better was better.
  for (const auto& tried : search.tried())
    if (tried.better) CHECK_FALSE(search.set_ups(tried.side)[tried.set_up].known);
  // Several kinds are kept, each with fresh campaigns.
  CHECK(search.kept(0).size() >= 6);
  for (const auto& kept : search.kept(0)) CHECK(kept.scores.size() == options(3).archive);
}

TEST_CASE("a search for openings mixes where every opening has an answer", "[lab]") {
  const SixPieces board;
  OpeningSearch search(board, begin_at(0, 15), {"reds", "blues"}, options(5));
  play_out(search, circle);
  const auto report = analyse_equilibrium(search.final_table());
  CHECK(report.value.interval.contains(0.5));
  // Whoever stood at one place only would be beaten by 0.9.
  CHECK(report.equilibrium.row_mix.maxCoeff() < 0.6);
  CHECK(report.equilibrium.column_mix.maxCoeff() < 0.6);
  CHECK(search.settled());
}

TEST_CASE("a search for openings goes the same way again", "[lab]") {
  const SixPieces board;
  std::array<std::vector<std::string>, 2> names;
  std::array<double, 2> values{};
  for (std::size_t i = 0; i < 2; ++i) {
    OpeningSearch search(board, begin_at(0, 12), {"reds", "blues"}, options(7));
    play_out(search, planted);
    for (const auto kept : search.finalists(0))
      names[i].push_back(search.set_ups(0)[kept].set_up->name);
    values[i] = analyse_equilibrium(search.final_table()).value.value;
  }
  CHECK(names[0] == names[1]);
  CHECK(values[0] == values[1]);
}

TEST_CASE("set-ups are told as a player would", "[lab]") {
  const SixPieces board;
  const auto all_at = [&](int place) {
    return board
        .play(play::Side::A,
              [&](const SetUpQuestion& question) {
                return static_cast<std::size_t>(std::find(question.legal.begin(),
                                                          question.legal.end(),
                                                          static_cast<play::Action>(place)) -
                                                question.legal.begin());
              })
        .counters;
  };
  std::vector<ShapeMeasure::Counters> own, enemy;
  for (int place = 0; place < 6; ++place) own.push_back(all_at(place));
  enemy.push_back(
      board.play(play::Side::B, [](const SetUpQuestion&) { return std::size_t{1}; }).counters);
  const ShapeMeasure measure(board.board(), own, enemy);
  const auto north = measure.of(all_at(3)), south = measure.of(all_at(2));
  CHECK(measure.short_words(north) == "main army in the north, massed, far forward");
  CHECK(measure.short_words(south) == "main army in the south, massed, held back");
  CHECK(north.cell() != south.cell());
  CHECK(measure.words(north) ==
        "Main army round 10 with 100 % of the strength (north 100 %, centre 0 %, south 0 %), far "
        "forward.");
}

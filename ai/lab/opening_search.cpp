#include "ai/lab/opening_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace niemen::lab {

namespace {

/// So many of a kind go on competing for being the best of it.
constexpr std::size_t kRivals = 3;
/// So many replies of a side are tried, and the chance with which one that is no better passes.
constexpr std::size_t kTried = 2;
constexpr double kError = 0.05;
/// Set-ups by which it is measured how far a side's reach.
constexpr std::uint64_t kSamples = 40;
/// At the end so many set-ups of a side meet, those with less weight than this left out.
constexpr std::size_t kFinalists = 6;
constexpr double kLeastWeight = 0.01;
/// Streams of random numbers: campaign keys by what they are for, drawings of the search.
constexpr std::uint64_t kKeys = std::uint64_t{1} << 48, kDrawings = std::uint64_t{1} << 49,
                        kMixes = std::uint64_t{1} << 50;
/// What campaigns of a pass are for; the campaigns of what is mixed have one stream in all passes.
enum Use : std::uint64_t {
  kTable,
  kSearchA,
  kSearchB,
  kTrial,
  kFinal,
  kArchiveA,
  kArchiveB,
  kUses
};

/// What a varied set-up wants of a decision: this, or a place, or nothing.
struct Wish {
  std::optional<play::Action> action;
  int place = -1;
};

double distance(const play::Board& board, int a, int b) {
  const auto& one = board.spaces[static_cast<std::size_t>(a)].centre;
  const auto& other = board.spaces[static_cast<std::size_t>(b)].centre;
  return std::hypot(one.x - other.x, one.y - other.y);
}

std::size_t any_of(const SetUpQuestion& question, core::RandomStream& random) {
  constexpr int kDraws = 4;  // seldom is nothing to be put down, while something can be
  std::size_t chosen = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    chosen = random.below(static_cast<std::uint32_t>(question.legal.size()));
    if (question.place_of(question.legal[chosen]) >= 0) break;
  }
  return chosen;
}

std::size_t nearest_to(const SetUpQuestion& question, int place, const play::Board& board) {
  std::size_t nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < question.legal.size(); ++i) {
    const int at = question.place_of(question.legal[i]);
    if (at < 0) continue;
    const double away = distance(board, at, place);
    if (away < least) {
      least = away;
      nearest = i;
    }
  }
  return nearest;
}

PlayedSetUp play_wishes(const SetUpBoard& board, std::size_t side, const std::vector<Wish>& wishes,
                        core::RandomStream& random) {
  return board.play(side == 0 ? play::Side::A : play::Side::B, [&](const SetUpQuestion& question) {
    if (question.number >= wishes.size()) return any_of(question, random);
    const auto& wish = wishes[question.number];
    if (wish.action) {
      const auto at = std::lower_bound(question.legal.begin(), question.legal.end(), *wish.action);
      if (at != question.legal.end() && *at == *wish.action)
        return static_cast<std::size_t>(at - question.legal.begin());
    }
    return wish.place >= 0 ? nearest_to(question, wish.place, board.board())
                           : any_of(question, random);
  });
}

std::vector<Wish> wishes_of(const PlayedSetUp& played) {
  std::vector<Wish> wishes;
  for (std::size_t i = 0; i < played.decisions.size(); ++i)
    wishes.push_back({played.decisions[i], played.places[i]});
  return wishes;
}

/// Some pieces go elsewhere: next door, or anywhere.
void move_pieces(std::vector<Wish>& wishes, const play::Board& board, core::RandomStream& random) {
  constexpr std::uint32_t kMoved[] = {1, 2, 3, 5, 8};
  constexpr std::size_t kNeighbours = 6;
  const auto count = kMoved[random.below(std::size(kMoved))];
  for (std::uint32_t i = 0; i < count; ++i) {
    auto& wish = wishes[random.below(static_cast<std::uint32_t>(wishes.size()))];
    const int from = wish.place;
    wish = {};
    if (from < 0 || random.uniform() < 0.5) continue;
    std::vector<int> near(board.spaces.size());
    std::iota(near.begin(), near.end(), 0);
    const auto most = std::min(near.size(), kNeighbours + 1);
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(most), near.end(),
                      [&](int a, int b) {
                        return std::pair(distance(board, a, from), a) <
                               std::pair(distance(board, b, from), b);
                      });
    wish.place = near[random.below(static_cast<std::uint32_t>(most))];
  }
}

/// A stack goes where something of another set-up stands.
void move_stack(std::vector<Wish>& wishes, const PlayedSetUp& other, core::RandomStream& random) {
  if (other.places.empty()) return;
  const int from = wishes[random.below(static_cast<std::uint32_t>(wishes.size()))].place;
  const int to = other.places[random.below(static_cast<std::uint32_t>(other.places.size()))];
  for (auto& wish : wishes)
    if (wish.place == from && to >= 0) wish = {std::nullopt, to};
}

/// Pieces gather at one place.
void gather(std::vector<Wish>& wishes, int place, core::RandomStream& random) {
  const double share = 0.1 + 0.5 * random.uniform();
  for (auto& wish : wishes)
    if (random.uniform() < share && wish.place >= 0) wish = {std::nullopt, place};
}

/// What stands on one side of a line comes from another set-up.
void cross(std::vector<Wish>& wishes, const PlayedSetUp& other, const play::Board& board,
           core::RandomStream& random) {
  constexpr double kTurn = 6.283185307179586;
  const int pivot = wishes[random.below(static_cast<std::uint32_t>(wishes.size()))].place;
  const double angle = kTurn * random.uniform();
  if (pivot < 0) return;
  const auto& middle = board.spaces[static_cast<std::size_t>(pivot)].centre;
  for (std::size_t i = 0; i < wishes.size() && i < other.decisions.size(); ++i) {
    if (wishes[i].place < 0) continue;
    const auto& at = board.spaces[static_cast<std::size_t>(wishes[i].place)].centre;
    if ((at.x - middle.x) * std::cos(angle) + (at.y - middle.y) * std::sin(angle) > 0)
      wishes[i] = {other.decisions[i], other.places[i]};
  }
}

}  // namespace

std::uint64_t OpeningSearchOptions::least(
    const std::array<std::size_t, play::kSides>& known) const {
  const auto first = std::max<std::size_t>(1, known[0]) * std::max<std::size_t>(1, known[1]);
  const auto added = known[0] + known[1] + 2 * passes * kTried;
  const auto tables = first * table + passes * added * table;
  return tables + passes * (2 * 2 * candidates * games + (1 + 2 * kTried) * trial);
}

std::uint64_t OpeningSearchOptions::most_at_end() const {
  return kFinalists * kFinalists * confirm + 2 * Shape::kCells * archive;
}

OpeningSearch::OpeningSearch(const SetUpBoard& board,
                             std::array<std::vector<SetUp>, play::kSides> known,
                             std::array<std::string, play::kSides> titles,
                             const OpeningSearchOptions& options)
    : board_(board), options_(options) {
  for (std::size_t side = 0; side < play::kSides; ++side) {
    sides_[side].title = titles[side];
    for (const auto& set_up : known[side]) sides_[side].mixed.push_back(add_known(side, set_up));
    if (!known[side].empty()) continue;
    core::RandomStream random(options_.seed, kDrawings + side);
    if (const auto added = add_played(side, anywhere(side, random)))
      sides_[side].mixed.push_back(*added);
    else
      sides_[side].mixed.push_back(add_known(side, {sides_[side].title + "-anywhere", {}}));
  }
  find_measures();
}

PlayedSetUp OpeningSearch::anywhere(std::size_t side, core::RandomStream& random) const {
  return play_wishes(board_, side, {}, random);
}

std::size_t OpeningSearch::add_known(std::size_t side, const SetUp& set_up) {
  core::RandomStream random(options_.seed, kDrawings);
  std::vector<Wish> wishes;
  for (const auto action : set_up.decisions) wishes.push_back({action, -1});
  FoundSetUp found;
  found.played = play_wishes(board_, side, wishes, random);
  found.set_up = std::make_shared<const SetUp>(SetUp{set_up.name, found.played.decisions});
  found.known = true;
  seen_[side].push_back(found.played.decisions);
  std::sort(seen_[side].begin(), seen_[side].end());
  sides_[side].all.push_back(std::move(found));
  return sides_[side].all.size() - 1;
}

std::optional<std::size_t> OpeningSearch::add_played(std::size_t side, PlayedSetUp played) {
  auto& seen = seen_[side];
  const auto at = std::lower_bound(seen.begin(), seen.end(), played.decisions);
  if (at != seen.end() && *at == played.decisions) return std::nullopt;
  if (!board_.opening_file(side == 0 ? play::Side::A : play::Side::B, played.decisions, "whole"))
    return std::nullopt;
  seen.insert(at, played.decisions);
  auto& all = sides_[side].all;
  FoundSetUp found;
  const auto number =
      std::count_if(all.begin(), all.end(), [](const auto& one) { return !one.known; });
  found.set_up = std::make_shared<const SetUp>(
      SetUp{fmt::format("{}-found-{}", sides_[side].title, number + 1), played.decisions});
  if (sides_[side].measure) {
    found.shape = sides_[side].measure->of(played.counters);
    played.counters.clear();
  }
  found.played = std::move(played);
  found.pass = pass_ + 1;
  all.push_back(std::move(found));
  return all.size() - 1;
}

void OpeningSearch::find_measures() {
  std::array<std::vector<ShapeMeasure::Counters>, play::kSides> set_ups;
  for (std::size_t side = 0; side < play::kSides; ++side) {
    for (const auto& one : sides_[side].all) set_ups[side].push_back(one.played.counters);
    core::RandomStream random(options_.seed, kDrawings + 2 + side);
    for (std::uint64_t i = 0; i < kSamples; ++i)
      set_ups[side].push_back(anywhere(side, random).counters);
  }
  for (std::size_t side = 0; side < play::kSides; ++side) {
    auto& one = sides_[side];
    one.measure.emplace(board_.board(), set_ups[side], set_ups[1 - side]);
    for (auto& found : one.all) {
      found.shape = one.measure->of(found.played.counters);
      found.played.counters.clear();
    }
  }
}

std::uint64_t OpeningSearch::stream(std::uint64_t use) const {
  return use == kTable ? 0 : pass_ * kUses + use;
}

void OpeningSearch::ask(std::size_t a, std::size_t b, std::uint64_t use, std::uint64_t number,
                        const Purpose& purpose) {
  constexpr int kNumberBits = 32;
  round_.push_back({{sides_[0].all[a].set_up, sides_[1].all[b].set_up},
                    stream(use) << kNumberBits | number,
                    core::random_bits(options_.seed, kKeys + stream(use), number)});
  purposes_.push_back(purpose);
  purposes_.back().block = round_.back().block;
}

std::size_t OpeningSearch::drawn_from_mix(std::size_t side, std::uint64_t use,
                                          std::uint64_t number) const {
  const auto& one = sides_[side];
  double left = core::unit_interval(
      core::random_bits(options_.seed, kMixes + stream(use) * play::kSides + side, number));
  for (std::size_t i = 0; i < one.mix.size(); ++i)
    if ((left -= one.mix[i]) < 0) return one.mixed[i];
  return one.mixed[static_cast<std::size_t>(std::max_element(one.mix.begin(), one.mix.end()) -
                                            one.mix.begin())];
}

// ---- What is mixed, against each other

void OpeningSearch::plan_table() {
  const auto& rows = sides_[0].mixed;
  const auto& columns = sides_[1].mixed;
  table_.resize(rows.size());
  for (auto& row : table_) row.resize(columns.size());
  for (std::uint64_t number = 0; number < options_.table; ++number)
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < columns.size(); ++j)
        if (table_[i][j].campaigns == 0) ask(rows[i], columns[j], kTable, number, {i, j});
}

void OpeningSearch::close_table() {
  Eigen::MatrixXd means(static_cast<Eigen::Index>(table_.size()),
                        static_cast<Eigen::Index>(table_[0].size()));
  for (Eigen::Index i = 0; i < means.rows(); ++i)
    for (Eigen::Index j = 0; j < means.cols(); ++j) {
      const auto& cell = table_[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
      means(i, j) = (cell.score + 0.5) / (static_cast<double>(cell.campaigns) + 1);
    }
  const auto equilibrium = solve_zero_sum(means);
  sides_[0].mix.assign(equilibrium.row_mix.begin(), equilibrium.row_mix.end());
  sides_[1].mix.assign(equilibrium.column_mix.begin(), equilibrium.column_mix.end());
  for (auto& side : sides_) {
    // What was kept begins anew against another mix.
    std::vector<Contender> contenders;
    for (const auto i : best_of_kinds(static_cast<std::size_t>(&side - sides_.data())))
      contenders.push_back({side.contenders[i].set_up, {}, 0});
    for (const auto mixed : side.mixed)
      if (std::none_of(contenders.begin(), contenders.end(),
                       [&](const Contender& one) { return one.set_up == mixed; }))
        contenders.push_back({mixed, {}, 0});
    side.contenders = std::move(contenders);
  }
  generation_ = 0;
  const auto left = options_.campaigns - std::min(options_.campaigns, spent_);
  pass_ends_ = spent_ + left / (options_.passes - pass_);
}

// ---- New set-ups against what the other side mixes

double OpeningSearch::expected(std::size_t side, const Contender& contender) const {
  constexpr double kPrior = 8;
  double score = 0.5, campaigns = 1;
  for (const auto& one : sides_[side].contenders) {
    score += one.record.score;
    campaigns += static_cast<double>(one.record.campaigns);
  }
  return (contender.record.score + kPrior * score / campaigns) /
         (static_cast<double>(contender.record.campaigns) + kPrior);
}

std::vector<std::size_t> OpeningSearch::best_of_kinds(std::size_t side) const {
  const auto& contenders = sides_[side].contenders;
  std::map<int, std::size_t> best;
  std::vector<double> worth;
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    worth.push_back(expected(side, contenders[i]));
    if (contenders[i].record.campaigns == 0) continue;
    const auto [at, first] = best.emplace(sides_[side].all[contenders[i].set_up].shape.cell(), i);
    if (!first && worth[i] > worth[at->second]) at->second = i;
  }
  std::vector<std::size_t> order;
  for (const auto& [cell, i] : best) order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return worth[a] > worth[b]; });
  return order;
}

PlayedSetUp OpeningSearch::varied(std::size_t side, core::RandomStream& random) const {
  const auto& one = sides_[side];
  const auto kinds = best_of_kinds(side);
  constexpr double kFresh = 0.05;
  if (kinds.empty() || random.uniform() < kFresh) return anywhere(side, random);
  const auto any = [&] { return random.below(static_cast<std::uint32_t>(kinds.size())); };
  const auto set_up = [&](std::uint32_t kind) -> const FoundSetUp& {
    return one.all[one.contenders[kinds[kind]].set_up];
  };
  // Any kind, or the better of two.
  const auto& parent = set_up(random.uniform() < 0.5 ? any() : std::min(any(), any()));
  const auto& other = set_up(any());
  auto wishes = wishes_of(parent.played);
  if (wishes.empty()) return anywhere(side, random);
  const double way = random.uniform();
  constexpr double kPieces = 0.35, kStack = 0.6, kGather = 0.75;
  if (way < kPieces)
    move_pieces(wishes, board_.board(), random);
  else if (way < kStack)
    move_stack(wishes, other.played, random);
  else if (way < kGather)
    gather(wishes, wishes[random.below(static_cast<std::uint32_t>(wishes.size()))].place, random);
  else
    cross(wishes, other.played, board_.board(), random);
  return play_wishes(board_, side, wishes, random);
}

std::optional<std::size_t> OpeningSearch::vary(std::size_t side, core::RandomStream& random) {
  constexpr int kTries = 20;
  for (int i = 0; i < kTries; ++i)
    if (const auto added = add_played(side, varied(side, random))) return added;
  return std::nullopt;
}

void OpeningSearch::plan_contender(std::size_t side, std::size_t contender,
                                   std::uint64_t campaigns) {
  auto& one = sides_[side].contenders[contender];
  const auto use = side == 0 ? kSearchA : kSearchB;
  for (std::uint64_t i = 0; i < campaigns; ++i, ++one.given) {
    // The same dice and the same enemy for the campaigns of a number of all contenders.
    const auto enemy = drawn_from_mix(1 - side, use, one.given);
    ask(side == 0 ? one.set_up : enemy, side == 0 ? enemy : one.set_up, use, one.given,
        {contender, 0, static_cast<int>(side)});
  }
}

void OpeningSearch::plan_search() {
  const auto of_side = options_.candidates * options_.games;
  const auto trials = (1 + play::kSides * kTried) * options_.trial;
  if (generation_ > 0 && spent_ + play::kSides * 2 * of_side + trials > pass_ends_) return;
  for (std::size_t side = 0; side < play::kSides; ++side) {
    auto& one = sides_[side];
    if (one.all[0].played.decisions.empty()) continue;  // nothing is decided
    core::RandomStream random(options_.seed,
                              kDrawings + 4 + (pass_ << 20 | generation_ << 1 | side));
    if (generation_ > 0) {
      // Of each kind the best go on.
      std::map<int, std::vector<std::size_t>> kinds;
      for (std::size_t i = 0; i < one.contenders.size(); ++i)
        kinds[one.all[one.contenders[i].set_up].shape.cell()].push_back(i);
      std::vector<Contender> left;
      for (auto& [cell, rivals] : kinds) {
        std::stable_sort(rivals.begin(), rivals.end(), [&](std::size_t a, std::size_t b) {
          return expected(side, one.contenders[a]) > expected(side, one.contenders[b]);
        });
        for (std::size_t i = 0; i < std::min(rivals.size(), kRivals); ++i)
          left.push_back(one.contenders[rivals[i]]);
      }
      one.contenders = std::move(left);
    }
    const auto before = one.contenders.size();
    std::vector<std::size_t> added;
    for (std::uint64_t i = generation_ > 0 ? 0 : before; i < options_.candidates; ++i)
      if (const auto set_up = vary(side, random)) added.push_back(*set_up);
    for (const auto set_up : added) one.contenders.push_back({set_up, {}, 0});
    for (std::size_t i = generation_ > 0 ? before : 0; i < one.contenders.size(); ++i)
      plan_contender(side, i, options_.games);
    if (generation_ == 0 || before < 2) continue;
    std::vector<ChoiceRecord> records;
    for (std::size_t i = 0; i < before; ++i) records.push_back(one.contenders[i].record);
    const auto parts = allocate(records, of_side, random);
    for (std::size_t i = 0; i < before; ++i) plan_contender(side, i, parts[i]);
  }
  ++generation_;
}

// ---- The best of them on fresh dice

void OpeningSearch::plan_trial() {
  for (std::size_t side = 0; side < play::kSides; ++side) {
    auto& one = sides_[side];
    one.replies.clear();
    std::vector<std::size_t> order(one.contenders.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return expected(side, one.contenders[a]) > expected(side, one.contenders[b]);
    });
    for (const auto i : order) {
      const auto set_up = one.contenders[i].set_up;
      const bool mixed = std::find(one.mixed.begin(), one.mixed.end(), set_up) != one.mixed.end();
      if (!mixed && one.replies.size() < kTried && one.contenders[i].record.campaigns > 0)
        one.replies.push_back(set_up);
    }
    trials_[side].assign(one.replies.size(), {});
  }
  reference_.clear();
  for (std::uint64_t number = 0; number < options_.trial; ++number) {
    const auto a = drawn_from_mix(0, kTrial, number), b = drawn_from_mix(1, kTrial, number);
    ask(a, b, kTrial, number, {});
    for (std::size_t i = 0; i < sides_[0].replies.size(); ++i)
      ask(sides_[0].replies[i], b, kTrial, number, {i, 0, 0});
    for (std::size_t i = 0; i < sides_[1].replies.size(); ++i)
      ask(a, sides_[1].replies[i], kTrial, number, {i, 0, 1});
  }
}

void OpeningSearch::close_trial() {
  settled_ = true;
  for (std::size_t side = 0; side < play::kSides; ++side) {
    auto& one = sides_[side];
    for (std::size_t i = 0; i < one.replies.size(); ++i) {
      const auto& scores = trials_[side][i];
      TriedReply tried;
      tried.pass = pass_;
      tried.side = side;
      tried.set_up = one.replies[i];
      // Each end of the interval is wrong in half of its chance.
      const double level = 1 - 2 * kError / kTried;
      tried.gain = side == 0 ? paired_share_difference(reference_, scores, level)
                             : paired_share_difference(scores, reference_, level);
      tried.better = tried.gain.interval.low > 0;
      tried_.push_back(tried);
      if (!tried.better) continue;
      one.mixed.push_back(one.replies[i]);
      settled_ = false;
    }
  }
}

// ---- The end

void OpeningSearch::plan_final() {
  for (std::size_t side = 0; side < play::kSides; ++side) {
    const auto& one = sides_[side];
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < one.mixed.size(); ++i) {
      // What has joined since the mix was found is there in any case.
      const double weight = i < one.mix.size() ? one.mix[i] : 1;
      if (weight >= kLeastWeight) order.emplace_back(-weight, one.mixed[i]);
    }
    std::stable_sort(order.begin(), order.end());
    for (const auto& [weight, set_up] : order)
      if (finalists_[side].size() < kFinalists) finalists_[side].push_back(set_up);
    for (const auto i : best_of_kinds(side)) kept_[side].push_back({one.contenders[i].set_up, {}});
  }
  final_table_ =
      PayoffTable(static_cast<int>(finalists_[0].size()), static_cast<int>(finalists_[1].size()));
  for (std::uint64_t number = 0; number < options_.confirm; ++number)
    for (std::size_t i = 0; i < finalists_[0].size(); ++i)
      for (std::size_t j = 0; j < finalists_[1].size(); ++j)
        ask(finalists_[0][i], finalists_[1][j], kFinal, number, {i, j});
  for (std::size_t side = 0; side < play::kSides; ++side) {
    if (sides_[side].all[0].played.decisions.empty()) continue;
    const auto use = side == 0 ? kArchiveA : kArchiveB;
    for (std::uint64_t number = 0; number < options_.archive; ++number) {
      const auto enemy = drawn_from_mix(1 - side, use, number);
      for (std::size_t i = 0; i < kept_[side].size(); ++i) {
        const auto own = kept_[side][i].set_up;
        ask(side == 0 ? own : enemy, side == 0 ? enemy : own, use, number,
            {i, 0, static_cast<int>(side)});
      }
    }
  }
}

const std::vector<SearchCampaign>& OpeningSearch::next_round() {
  // What the round that was played leads to.
  if (planned_) {
    spent_ += stage_ == Stage::Final ? 0 : round_.size();
    switch (stage_) {
      case Stage::Table:
        close_table();
        stage_ = Stage::Search;
        break;
      case Stage::Search: break;
      case Stage::Trial:
        close_trial();
        ++pass_;
        stage_ = settled_ || pass_ >= options_.passes ? Stage::Final : Stage::Table;
        break;
      case Stage::Final: stage_ = Stage::Over; break;
      case Stage::Over: break;
    }
  }
  planned_ = true;
  round_.clear();
  purposes_.clear();
  taken_ = 0;
  if (stage_ == Stage::Table) plan_table();
  if (stage_ == Stage::Search) {
    plan_search();
    if (round_.empty()) {
      stage_ = Stage::Trial;
      plan_trial();
    }
  }
  if (stage_ == Stage::Final) plan_final();
  return round_;
}

void OpeningSearch::take(std::optional<double> score_a) {
  const auto& purpose = purposes_[taken_++];
  if (!score_a) return;
  const Observation seen{*score_a, purpose.block};
  const auto side = static_cast<std::size_t>(std::max(0, purpose.side));
  switch (stage_) {
    case Stage::Table: {
      auto& cell = table_[purpose.a][purpose.b];
      cell.score += *score_a;
      ++cell.campaigns;
      break;
    }
    case Stage::Search:
      sides_[side].contenders[purpose.a].record.add(side == 0 ? *score_a : 1 - *score_a);
      break;
    case Stage::Trial:
      if (purpose.side < 0)
        reference_.push_back(seen);
      else
        trials_[side][purpose.a].push_back(seen);
      break;
    case Stage::Final:
      if (purpose.side < 0)
        final_table_.cell(static_cast<int>(purpose.a), static_cast<int>(purpose.b)).push_back(seen);
      else
        kept_[side][purpose.a].scores.push_back(seen);
      break;
    case Stage::Over: break;
  }
}

}  // namespace niemen::lab

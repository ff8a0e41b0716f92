// The search for openings: each side looks for set-ups that do well against what the other side
// has found so far, keeps the best of every kind, and what is shown to be better joins what it
// mixes, until neither side finds anything better.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ai/lab/campaign.h"
#include "ai/lab/set_up.h"
#include "ai/lab/set_up_shape.h"
#include "ai/lab/statistics/allocation.h"
#include "ai/lab/statistics/equilibrium.h"
#include "engine/core/random.h"

namespace niemen::lab {

/// How a search spends its campaigns.
struct OpeningSearchOptions {
  std::uint64_t seed = 1;
  std::uint64_t campaigns = 20'000;  ///< of the search, without what is played again at its end
  std::uint64_t passes = 6;          ///< at most so often both sides look for replies
  std::uint64_t candidates = 32;     ///< new set-ups of a side at a time
  std::uint64_t games = 8;           ///< campaigns of a new set-up
  std::uint64_t table = 60;          ///< campaigns of a pair of what is mixed
  std::uint64_t trial = 300;         ///< fresh campaigns of a reply that may be better
  std::uint64_t confirm = 200;       ///< fresh campaigns of each pair at the end
  std::uint64_t archive = 100;       ///< fresh campaigns of each set-up kept, at the end

  /// The fewest campaigns with which every pass looks at something. `known`: set-ups of each side
  /// that are there from the start.
  std::uint64_t least(const std::array<std::size_t, play::kSides>& known) const;
  /// The most that are played again at the end.
  std::uint64_t most_at_end() const;
};

/// A set-up that the search knows.
struct FoundSetUp {
  std::shared_ptr<const SetUp> set_up;
  PlayedSetUp played;
  Shape shape;
  bool known = false;      ///< an opening of the game, not found here
  std::uint64_t pass = 0;  ///< in which it was found
};

/// A campaign that the search asks for.
struct SearchCampaign {
  std::array<std::shared_ptr<const SetUp>, play::kSides> set_ups;
  std::uint64_t block = 0;
  std::uint64_t key = 0;
};

/// A reply that was tried on fresh dice against what the other side mixed.
struct TriedReply {
  std::uint64_t pass = 0;
  std::size_t side = 0;
  std::size_t set_up = 0;  ///< among those of the side
  Estimate gain;           ///< over what its side mixed, on the same dice, for that side
  bool better = false;     ///< shown to be
};

class OpeningSearch {
 public:
  /// `known` are the openings that it begins with, by side; a side without one begins with a set-up
  /// anywhere. `titles` are the sides', for names. Keeps a reference to `board`.
  OpeningSearch(const SetUpBoard& board, std::array<std::vector<SetUp>, play::kSides> known,
                std::array<std::string, play::kSides> titles, const OpeningSearchOptions& options);

  /// The campaigns of the next round; none when it is over. Precondition: every campaign of the
  /// round before was taken.
  const std::vector<SearchCampaign>& next_round();
  /// Takes the score of side A in the next campaign of the round; nothing for one that failed.
  void take(std::optional<double> score_a);

  // What it came to.
  bool over() const { return stage_ == Stage::Over; }
  const std::vector<FoundSetUp>& set_ups(std::size_t side) const { return sides_[side].all; }
  const ShapeMeasure& measure(std::size_t side) const { return *sides_[side].measure; }
  const std::vector<TriedReply>& tried() const { return tried_; }
  std::uint64_t passes() const { return pass_; }
  /// Whether the last pass found nothing better for either side.
  bool settled() const { return settled_; }
  std::uint64_t looked_at(std::size_t side) const { return sides_[side].all.size(); }
  /// The set-ups that met at the end on fresh dice, by side, and how they did.
  const std::vector<std::size_t>& finalists(std::size_t side) const { return finalists_[side]; }
  const PayoffTable& final_table() const { return final_table_; }
  /// What was kept, the best of each kind, and how it did at the end on fresh dice against what the
  /// other side mixed, as scores of side A.
  struct Kept {
    std::size_t set_up = 0;
    std::vector<Observation> scores;
  };
  const std::vector<Kept>& kept(std::size_t side) const { return kept_[side]; }

 private:
  enum class Stage : std::uint8_t { Table, Search, Trial, Final, Over };
  /// What is known in this pass of a set-up against what the other side mixes.
  struct Contender {
    std::size_t set_up = 0;
    ChoiceRecord record;
    std::uint64_t given = 0;  ///< campaigns
  };
  struct Side {
    std::vector<FoundSetUp> all;
    std::vector<std::size_t> mixed;  ///< what the equilibrium is sought over
    std::vector<double> mix;         ///< its weights
    std::vector<Contender> contenders;
    std::optional<ShapeMeasure> measure;
    std::vector<std::size_t> replies;  ///< that are tried
    std::string title;
  };
  /// What a campaign of the round is for.
  struct Purpose {
    std::size_t a = 0, b = 0;  ///< positions, by stage
    int side = -1;             ///< whose set-up is looked at; -1: of both
    std::uint64_t block = 0;
  };
  struct Cell {
    double score = 0;
    std::uint64_t campaigns = 0;
  };

  std::size_t add_known(std::size_t side, const SetUp& set_up);
  std::optional<std::size_t> add_played(std::size_t side, PlayedSetUp played);
  void find_measures();
  PlayedSetUp anywhere(std::size_t side, core::RandomStream& random) const;
  std::optional<std::size_t> vary(std::size_t side, core::RandomStream& random);
  PlayedSetUp varied(std::size_t side, core::RandomStream& random) const;
  std::vector<std::size_t> best_of_kinds(std::size_t side) const;
  double expected(std::size_t side, const Contender& contender) const;

  void plan_table();
  void plan_search();
  void plan_trial();
  void plan_final();
  void plan_contender(std::size_t side, std::size_t contender, std::uint64_t campaigns);
  void close_table();
  void close_trial();
  void end_pass();
  std::size_t drawn_from_mix(std::size_t side, std::uint64_t use, std::uint64_t number) const;
  void ask(std::size_t a, std::size_t b, std::uint64_t use, std::uint64_t number,
           const Purpose& purpose);
  std::uint64_t stream(std::uint64_t use) const;

  const SetUpBoard& board_;
  OpeningSearchOptions options_;
  std::array<Side, play::kSides> sides_;
  std::vector<std::vector<Cell>> table_;  ///< of what is mixed
  std::vector<SearchCampaign> round_;
  std::vector<Purpose> purposes_;
  std::size_t taken_ = 0;
  Stage stage_ = Stage::Table;
  bool planned_ = false;
  std::uint64_t pass_ = 0, generation_ = 0, spent_ = 0, pass_ends_ = 0;
  bool settled_ = false;
  std::vector<TriedReply> tried_;
  /// Scores of side A in trials: of the mixes against each other, and of each reply.
  std::vector<Observation> reference_;
  std::array<std::vector<std::vector<Observation>>, play::kSides> trials_;
  std::array<std::vector<std::size_t>, play::kSides> finalists_;
  PayoffTable final_table_{0, 0};
  std::array<std::vector<Kept>, play::kSides> kept_;
  std::array<std::vector<std::vector<play::Action>>, play::kSides> seen_;  ///< sorted
};

}  // namespace niemen::lab

#include "ai/eval/hex_campaign/features.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>

#include "engine/play/game_folder.h"
#include "engine/systems/hex_campaign/chapters.h"

namespace niemen::ai {

using hex_campaign::Context;
using hex_campaign::PieceSet;
using hex_campaign::State;
using play::Side;

namespace {

/// What an agent file calls the first generation.
constexpr std::string_view kHandSetWeights = "hand-set";
/// A lead of so many hexes on the way to a place makes it nearly certain.
constexpr double kHexesOfLead = 4;
/// A place that nobody's units are near to counts as this far.
constexpr int kFarAway = 30;

constexpr std::size_t at(Side side) { return static_cast<std::size_t>(side); }

int nearest(const Context& c, const map::HexSet& hexes, int to) {
  int best = kFarAway;
  const auto target = c.map.coordinates(static_cast<map::Hex>(to));
  for (const int hex : hexes)
    best = std::min(best, map::distance(c.map.coordinates(static_cast<map::Hex>(hex)), target));
  return best;
}

/// Points of places that count at the end, shared by who stands nearer.
double points_near(const Context& c, const State& s) {
  double points = 0;
  for (const auto& row : c.victory.rows) {
    if (row.what != hex_campaign::VictoryRow::What::Place) continue;
    const double lead =
        nearest(c, s.combat_hexes[1], row.hex) - nearest(c, s.combat_hexes[0], row.hex);
    const bool a_now = hex_campaign::friendly_now(c, s, Side::A).contains(row.hex);
    // Who owns it already needs not march there.
    points += row.points * std::tanh((lead + (a_now ? 1 : -1)) / kHexesOfLead);
  }
  return points;
}

double chain(const Context& c, const State& s, Side side) {
  int farthest = 0;
  const auto home = c.friendly[at(side)];
  for (const int hex : hex_campaign::depot_hexes(c, s, side))
    if (!home.contains(hex)) farthest = std::max(farthest, nearest(c, home, hex));
  return farthest;
}

double trains(const State& s, Side side) {
  int genuine = s.to_place[at(side)];
  for (std::size_t i = 0; i < s.train_count[at(side)]; ++i)
    genuine += (s.train[at(side)][i] & hex_campaign::kTrainGenuine) != 0;
  return genuine;
}

struct SideCount {
  double veterans, lines, conscripts, cavalry, artillery, disrupted, losses, good_order, supplied,
      foraging, depots, chain, trains, commanders, commands;
};

SideCount count_side(const Context& c, const State& s, Side side) {
  const PieceSet off_map =
      hex_campaign::scan(s, hex_campaign::kFirstOffMap, hex_campaign::kFirstOffMap);
  const PieceSet units = c.units_of[at(side)] - off_map;
  const PieceSet disrupted = hex_campaign::with_status(s, hex_campaign::kDisrupted);
  const PieceSet good = units - disrupted;
  double ratings = 0;
  for (const int piece : c.commanders_of[at(side)] - off_map)
    ratings += c.pieces[static_cast<std::size_t>(piece)].rating;
  const auto of = [&](const PieceSet& set) { return static_cast<double>((good & set).count()); };
  return {
      .veterans = of(c.class_units[0]),
      .lines = of(c.class_units[1]),
      .conscripts = of(c.class_units[2]),
      .cavalry = of(c.arm_units[1]),
      .artillery = of(c.arm_units[2]),
      .disrupted = static_cast<double>((units & disrupted).count()),
      .losses = static_cast<double>(s.lost_units[at(side)]),
      .good_order = static_cast<double>(good.count()) / std::max(1, c.units_of[at(side)].count()),
      .supplied = static_cast<double>(
          (units & hex_campaign::with_status(s, hex_campaign::kSupplied)).count()),
      .foraging = static_cast<double>(
          (units & hex_campaign::with_status(s, hex_campaign::kForage)).count()),
      .depots = static_cast<double>(std::popcount(s.depots[at(side)])),
      .chain = chain(c, s, side),
      .trains = trains(s, side),
      .commanders = ratings,
      .commands = static_cast<double>(s.commands[at(side)] + s.command_change[at(side)])};
}

}  // namespace

void Features<hex_campaign::HexCampaign>::measure(const hex_campaign::HexCampaign& game,
                                                  const State& s, std::span<double> values) {
  const auto& c = game.context();
  const double progress =
      std::clamp(static_cast<double>(s.turn) / std::max(1, c.scenario.last_turn), 0.0, 1.0);
  const double now = game.outcome(s).margin;
  const double near = points_near(c, s);
  const auto a = count_side(c, s, Side::A), b = count_side(c, s, Side::B);
  const std::array<double, kNames.size()> measured{now,
                                                   now * progress,
                                                   near,
                                                   near * progress,
                                                   a.veterans - b.veterans,
                                                   a.lines - b.lines,
                                                   a.conscripts - b.conscripts,
                                                   a.cavalry - b.cavalry,
                                                   a.artillery - b.artillery,
                                                   a.disrupted - b.disrupted,
                                                   a.losses - b.losses,
                                                   (a.good_order - b.good_order) * (1 - progress),
                                                   a.supplied - b.supplied,
                                                   a.foraging - b.foraging,
                                                   a.depots - b.depots,
                                                   a.chain - b.chain,
                                                   a.trains - b.trains,
                                                   a.commanders - b.commanders,
                                                   a.commands - b.commands,
                                                   progress};
  std::copy(measured.begin(), measured.end(), values.begin());
}

LinearModel hand_set_hex_campaign_model() {
  // Weights for raw differences; only what anybody would say without having seen a campaign.
  struct HandSet {
    std::string_view feature;
    double win, margin;
  };
  constexpr std::array<HandSet, 8> kHandSet{{{"points_now", 0.01, 0.2},
                                             {"points_now_late", 0.05, 0.6},
                                             {"points_near", 0.02, 0.3},
                                             {"veterans", 0.05, 0.5},
                                             {"lines", 0.04, 0.4},
                                             {"conscripts", 0.03, 0.3},
                                             {"supplied", 0.01, 0.1},
                                             {"disrupted", 0.02, 0.2}}};
  LinearModel model;
  model.mechanism = Features<hex_campaign::HexCampaign>::kMechanism;
  model.provenance = "set by hand: points, army, supply";
  for (const auto name : Features<hex_campaign::HexCampaign>::kNames) {
    LinearModel::Term term;
    term.feature = name;
    for (const auto& hand : kHandSet)
      if (hand.feature == name) {
        term.win_weight = hand.win;
        term.margin_weight = hand.margin;
      }
    model.terms.push_back(std::move(term));
  }
  return model;
}

std::unique_ptr<Evaluator<hex_campaign::HexCampaign>> Evaluators<hex_campaign::HexCampaign>::make(
    const hex_campaign::HexCampaign& game, std::string_view weights) {
  using Hex = Features<hex_campaign::HexCampaign>;
  std::filesystem::path file(weights);
  if (weights.empty()) {
    file = play::configs_folder() / "evaluations" / (std::string(Hex::kMechanism) + ".toml");
    if (!std::filesystem::exists(file)) weights = kHandSetWeights;
  }
  auto model = weights == kHandSetWeights
                   ? hand_set_hex_campaign_model()
                   : load_model(file, std::string(Hex::kMechanism), Hex::kNames);
  return std::make_unique<LinearEvaluator<hex_campaign::HexCampaign>>(game, std::move(model));
}

}  // namespace niemen::ai

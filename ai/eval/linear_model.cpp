#include "ai/eval/linear_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/core/error.h"
#include "engine/play/game_folder.h"

namespace niemen::ai {

namespace {

constexpr double kLargestNumber = 1e9;
/// The fitted evaluation in a game's folder.
constexpr std::string_view kFittedFile = "evaluation.toml";

}  // namespace

Evaluation LinearModel::evaluate(std::span<const double> features) const {
  assert(features.size() == terms.size());
  double logit = win_bias;
  double margin = margin_bias;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const double z = (features[i] - terms[i].mean) / terms[i].scale;
    logit += terms[i].win_weight * z;
    margin += terms[i].margin_weight * z;
  }
  return {1 / (1 + std::exp(-logit)), margin};
}

LinearModel read_model(const core::ConfigValue& value, const ModelReader& reader) {
  const auto& features = reader.features;
  core::ConfigTable table(value);
  LinearModel model;
  model.mechanism = table.text("mechanism");
  if (model.mechanism != reader.mechanism)
    table.fail("mechanism", fmt::format("these weights are for \"{}\", not for \"{}\"",
                                        model.mechanism, reader.mechanism));
  model.game = table.text("game");
  std::vector<std::string> lineage;  // the game and what it extends
  for (const auto& folder : reader.folders) lineage.push_back(play::title_of(folder));
  if (!lineage.empty() && std::ranges::find(lineage, model.game) == lineage.end())
    table.fail("game", fmt::format("these weights were fitted to \"{}\"; allowed: {}", model.game,
                                   fmt::join(lineage, ", ")));
  model.provenance = table.text("provenance");
  model.win_bias = table.real("win_bias", -kLargestNumber, kLargestNumber);
  model.margin_bias = table.real("margin_bias", -kLargestNumber, kLargestNumber);
  for (auto& row : table.tables("term")) {
    LinearModel::Term term;
    term.feature = row.text("feature");
    const auto position = model.terms.size();
    if (position >= features.size() || term.feature != features[position])
      row.fail("feature",
               fmt::format("feature {} of this version is \"{}\", not \"{}\"", position + 1,
                           position < features.size() ? features[position] : "none", term.feature));
    term.mean = row.real("mean", -kLargestNumber, kLargestNumber);
    term.scale = row.real("scale", 1e-9, kLargestNumber);
    term.win_weight = row.real("win_weight", -kLargestNumber, kLargestNumber);
    term.margin_weight = row.real("margin_weight", -kLargestNumber, kLargestNumber);
    row.finish();
    model.terms.push_back(std::move(term));
  }
  table.finish();
  if (model.terms.size() != features.size())
    table.fail("term", fmt::format("{} features, but this version has {}", model.terms.size(),
                                   features.size()));
  return model;
}

LinearModel load_model(const std::filesystem::path& file, const ModelReader& reader) {
  auto reads = reader;
  const auto lies_in = [&](const std::filesystem::path& folder) {
    std::error_code ignored;
    return std::filesystem::equivalent(folder, std::filesystem::absolute(file).parent_path(),
                                       ignored);
  };
  if (std::ranges::any_of(reader.folders, lies_in)) reads.folders = {};  // a copied game's own
  return read_model(core::read_toml(file), reads);
}

std::string model_text(const LinearModel& model) {
  std::string text = fmt::format(
      "# Weights of an evaluation; written by niemen train.\nmechanism = \"{}\"\n"
      "game = \"{}\"\n"
      "provenance = \"{}\"\nwin_bias = {:.9e}\nmargin_bias = {:.9e}\n",
      model.mechanism, model.game, model.provenance, model.win_bias, model.margin_bias);
  for (const auto& term : model.terms)
    text += fmt::format(
        "\n[[term]]\nfeature = \"{}\"\nmean = {:.9e}\nscale = {:.9e}\nwin_weight = {:.9e}\n"
        "margin_weight = {:.9e}\n",
        term.feature, term.mean, term.scale, term.win_weight, term.margin_weight);
  return text;
}

LinearModel hand_set_model(std::string_view mechanism, std::span<const std::string_view> features,
                           std::span<const HandSetTerm> terms, std::string_view provenance) {
  LinearModel model;
  model.mechanism = mechanism;
  model.provenance = provenance;
  for (const auto name : features) {
    LinearModel::Term term;
    term.feature = name;
    for (const auto& hand : terms)
      if (hand.feature == name) {
        term.win_weight = hand.win;
        term.margin_weight = hand.margin;
      }
    model.terms.push_back(std::move(term));
  }
  return model;
}

std::filesystem::path find_weights(std::span<const std::filesystem::path> folders,
                                   std::string_view weights) {
  if (weights == kHandSetWeights) return {};
  return weights.empty() ? play::find_file(folders, kFittedFile) : std::filesystem::path(weights);
}

}  // namespace niemen::ai

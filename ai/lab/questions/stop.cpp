#include "ai/lab/questions/stop.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "ai/lab/questions/reading.h"
#include "ai/lab/statistics/equivalence.h"
#include "engine/core/error.h"

namespace niemen::lab {

using core::ConfigTable;
using core::ConfigValue;

namespace {

constexpr RealKey kStopError{"stop_error", 0.05, 0.001, 0.4,
                             "chance of each wrong decision of a sequential test"};

/// Two win rates, or differences in Elo that stand for them.
std::array<double, 2> read_rates(const ConfigValue& value, std::string_view key, bool elo) {
  if (value.kind != ConfigValue::Kind::List || value.list.size() != 2)
    value.fail(
        fmt::format("\"{}\" must be two {}", key,
                    elo ? "differences in Elo, e.g. [0, 35]" : "win rates, e.g. [0.50, 0.55]"));
  const auto number = [](const ConfigValue& one) {
    return one.kind == ConfigValue::Kind::Integer ? static_cast<double>(one.integer) : one.real;
  };
  std::array<double, 2> rates{number(value.list[0]), number(value.list[1])};
  if (elo)
    for (double& rate : rates) rate = score_of_elo(rate);
  return rates;
}

SequentialDesign read_sequential(const ConfigValue& value, std::string_view key, double error,
                                 std::uint64_t campaigns) {
  SequentialDesign design;
  const auto rates = read_rates(value, key, key.ends_with("elo"));
  design.null_rate = rates[0];
  design.alternative_rate = rates[1];
  design.alpha = design.beta = error;
  design.maximum = static_cast<int>(std::min<std::uint64_t>(campaigns, 1'000'000));
  if (design.maximum < design.minimum)
    value.fail(fmt::format("\"{}\" first looks after {} campaigns; allow more than {}", key,
                           design.minimum, campaigns));
  try {
    SequentialTest{design};
  } catch (const core::InputError& error_of_design) {
    value.fail(error_of_design.what());
  }
  return design;
}

}  // namespace

const StopSettings& stop_of(const Experiment& experiment) {
  return experiment.settings_as<StopSettings>();
}

StopSettings read_stop(ConfigTable& table, std::uint64_t campaigns) {
  constexpr const char* kRules[] = {"stop_at_half_width", "stop_between", "stop_between_elo",
                                    "stop_when_shown"};
  std::string first;
  for (const auto* rule : kRules) {
    if (!table.has(rule)) continue;
    if (!first.empty())
      table.fail(rule,
                 fmt::format("\"{}\" and \"{}\" contradict each other; keep one", rule, first));
    first = rule;
  }
  StopSettings stop;
  if (first == "stop_at_half_width") {
    stop.kind = StopKind::Precision;
    stop.half_width = table.real(first, 0.001, 0.5);
  } else if (first == "stop_when_shown") {
    if (table.flag_or(first, false)) stop.kind = StopKind::Band;
  } else if (!first.empty()) {
    const auto* value = table.take(first);
    stop.kind = StopKind::Sequential;
    stop.sequential = read_sequential(*value, first, read(table, kStopError), campaigns);
  }
  return stop;
}

std::vector<core::ParameterDescription> stop_parameters() {
  return {
      {"balance.stop_at_half_width", "real", "none", "0.001 to 0.5",
       "stops when the 95 % interval is so narrow on either side"},
      {"balance.stop_between", "2 reals", "none", "between 0 and 1, the lower first",
       "stops when a sequential test decides between two shares"},
      {"balance.stop_between_elo", "2 reals", "none", "any two, e.g. 0 35",
       "the same test between two differences in Elo"},
      {"balance.stop_when_shown", "flag", "false", "true, false",
       "stops when the share is shown to lie inside the band, or outside it"},
      describe("balance", kStopError),
  };
}

void resolve_stop(const Experiment& experiment, nlohmann::ordered_json& root) {
  constexpr const char* kKinds[] = {"none", "precision", "sequential", "band"};
  const auto& stop = stop_of(experiment);
  auto& json = root["stop"];
  json["kind"] = kKinds[static_cast<std::size_t>(stop.kind)];
  if (stop.kind == StopKind::Precision) json["half_width"] = stop.half_width;
  if (stop.kind != StopKind::Sequential) return;
  json["between"] = {stop.sequential.null_rate, stop.sequential.alternative_rate};
  json["error"] = stop.sequential.alpha;
}

namespace {

/// Looks at the interval's width after every so many campaigns, and not before the first hundred.
class PrecisionRule : public StopRule {
 public:
  explicit PrecisionRule(double half_width) : half_width_(half_width) {}
  bool add(const CampaignSummary& summary) override {
    if (summary.status != CampaignStatus::Error)
      scores_.push_back({summary.score_a(), summary.block});
    constexpr std::size_t kFirstLook = 100, kLookEvery = 50;
    if (scores_.size() < kFirstLook || scores_.size() % kLookEvery != 0) return false;
    return share_estimate(scores_).interval.width() <= 2 * half_width_;
  }

 private:
  double half_width_;
  std::vector<Observation> scores_;
};

class SequentialRule : public StopRule {
 public:
  explicit SequentialRule(const SequentialDesign& design) : test_(design) {}
  bool add(const CampaignSummary& summary) override {
    if (summary.status != CampaignStatus::Error) test_.add(summary.score_a());
    return test_.verdict() != SequentialVerdict::Continue;
  }

 private:
  SequentialTest test_;
};

class BandRule : public StopRule {
 public:
  BandRule(const Band& band, std::uint64_t most) : test_(band, static_cast<int>(most)) {}
  bool add(const CampaignSummary& summary) override {
    return summary.status != CampaignStatus::Error && test_.add({summary.score_a(), summary.block});
  }

 private:
  RepeatedEquivalence test_;
};

}  // namespace

std::unique_ptr<StopRule> stop_rule(const Experiment& experiment) {
  const auto& stop = stop_of(experiment);
  switch (stop.kind) {
    case StopKind::Precision: return std::make_unique<PrecisionRule>(stop.half_width);
    case StopKind::Sequential: return std::make_unique<SequentialRule>(stop.sequential);
    case StopKind::Band: return std::make_unique<BandRule>(experiment.band, experiment.campaigns);
    case StopKind::None: break;
  }
  return nullptr;
}

std::string stop_in_words(const Experiment& experiment,
                          const std::function<std::string(double)>& time) {
  const auto& stop = stop_of(experiment);
  if (stop.kind == StopKind::Precision) {
    constexpr double kNoDraws = 0.5;
    const int n = campaigns_for_precision(stop.half_width, kNoDraws);
    return fmt::format("the asked +-{:g} points take at most {} campaigns, {}\n",
                       100 * stop.half_width, n, time(n));
  }
  if (stop.kind == StopKind::Band)
    return fmt::format(
        "stops when the share is shown to lie inside or outside the band, after {} campaigns at "
        "the earliest\n",
        RepeatedEquivalence::kFirstLook);
  if (stop.kind != StopKind::Sequential) return "";
  const auto& design = stop.sequential;
  const double either = expected_length(design, design.null_rate);
  const double between = expected_length(design, (design.null_rate + design.alternative_rate) / 2);
  return fmt::format(
      "the sequential test takes {:.0f} campaigns on average ({}) where {:g} or {:g} % is true, up "
      "to {:.0f} ({}) where the truth lies between\n",
      either, time(either), 100 * design.null_rate, 100 * design.alternative_rate, between,
      time(between));
}

}  // namespace niemen::lab

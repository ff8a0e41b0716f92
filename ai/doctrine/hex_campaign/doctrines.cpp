#include "ai/doctrine/hex_campaign/doctrines.h"

#include "ai/doctrine/hex_campaign/planner.h"
#include "engine/core/faults.h"

namespace niemen::ai {

namespace {

using hex_campaign::HexCampaign;
using play::Side;

constexpr std::string_view kDerived = "derived";

/// A Planner for each part of a linked campaign; each knows the rules and the aims of its own.
class PartPlanners : public Policy<HexCampaign> {
 public:
  using Planners = std::vector<std::unique_ptr<Policy<HexCampaign>>>;

  explicit PartPlanners(Planners planners) : planners_(std::move(planners)) {}

  std::unique_ptr<Policy<HexCampaign>> clone() const override {
    Planners copies;
    for (const auto& planner : planners_) copies.push_back(planner->clone());
    return std::make_unique<PartPlanners>(std::move(copies));
  }
  void forget() override {
    for (auto& planner : planners_) planner->forget();
  }
  play::Action choose(const hex_campaign::State& s, const play::ActionList& legal,
                      core::RandomStream& random) override {
    const int part = (s.truce & hex_campaign::kPartMask) >> hex_campaign::kPartShift;
    return planners_[part]->choose(s, legal, random);
  }

 private:
  Planners planners_;
};

using Chosen = hex_campaign::PerSide<hex_doctrine::Doctrine>;

/// What each side follows when nothing is asked for: its standard doctrine, or the derived one.
Chosen standard_doctrines(const hex_campaign::Context& context) {
  Chosen chosen{hex_doctrine::derive_doctrine(context, Side::A),
                hex_doctrine::derive_doctrine(context, Side::B)};
  for (const auto& doctrine : hex_doctrine::load_doctrines(context))
    if (doctrine.standard) chosen[play::index(doctrine.side)] = doctrine;
  return chosen;
}

std::unique_ptr<Policy<HexCampaign>> planner_of(const hex_campaign::Context& context,
                                                Chosen chosen) {
  return std::make_unique<hex_doctrine::Planner>(
      HexCampaign(context),
      std::make_shared<const hex_doctrine::Strategy>(context, std::move(chosen)));
}

}  // namespace

std::vector<std::string> Doctrines<HexCampaign>::names(const HexCampaign& game) {
  std::vector<std::string> names{std::string(kDerived)};
  for (const auto& doctrine : hex_doctrine::load_doctrines(game.context()))
    names.push_back(doctrine.name);
  return names;
}

std::vector<std::string> Doctrines<HexCampaign>::alternatives(const HexCampaign& game, Side side) {
  std::vector<std::string> found;
  bool derived_is_default = true;
  for (const auto& doctrine : hex_doctrine::load_doctrines(game.context())) {
    if (doctrine.side != side) continue;
    if (doctrine.standard)
      derived_is_default = false;
    else
      found.push_back(doctrine.name);
  }
  if (!derived_is_default) found.emplace_back(kDerived);
  return found;
}

std::unique_ptr<Policy<HexCampaign>> Doctrines<HexCampaign>::make(const HexCampaign& game,
                                                                  std::string_view name) {
  const auto& context = game.context();
  const auto known = hex_doctrine::load_doctrines(context);
  Chosen chosen = standard_doctrines(context);
  while (!name.empty()) {
    const auto part = name.substr(0, name.find('+'));
    name.remove_prefix(std::min(name.size(), part.size() + 1));
    if (part == kDerived) {
      chosen = {hex_doctrine::derive_doctrine(context, Side::A),
                hex_doctrine::derive_doctrine(context, Side::B)};
      continue;
    }
    bool found = false;
    for (const auto& doctrine : known) {
      if (doctrine.name != part) continue;
      chosen[play::index(doctrine.side)] = doctrine;
      found = true;
    }
    if (!found) return nullptr;
  }
  if (!core::all_was_read()) return nullptr;  // nobody plays by what is faulty
  if (!context.next) return planner_of(context, std::move(chosen));
  PartPlanners::Planners planners;
  planners.push_back(planner_of(context, std::move(chosen)));
  for (const auto* part = context.next.get(); part; part = part->next.get())
    planners.push_back(planner_of(*part, standard_doctrines(*part)));
  return std::make_unique<PartPlanners>(std::move(planners));
}

}  // namespace niemen::ai

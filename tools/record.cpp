// niemen record: plays one campaign between two of a game's doctrines and writes its log.
#include <iostream>

#include "ai/agents/play_campaign.h"
#include "ai/agents/policy.h"
#include "engine/core/file_writer.h"
#include "engine/play/log.h"
#include "engine/systems/registry.h"
#include "engine/systems/visit.h"
#include "tools/command_line.h"
#include "tools/commands.h"

namespace niemen::tools {

namespace {

/// The agent that plays by the doctrine called `name`. Throws InputError that lists the names.
template <play::Game G>
std::unique_ptr<ai::Agent<G>> make_agent(const G& game, const std::string& name) {
  if (name == "random") return ai::make_random_agent(game);
  auto policy = ai::Doctrines<G>::make(game, name);
  if (policy) return std::make_unique<ai::PolicyAgent<G>>(game, std::move(policy));
  std::string allowed = "random";
  for (const auto& known : ai::Doctrines<G>::names(game)) allowed += ", " + known;
  throw core::InputError("no doctrine \"" + name + "\"; allowed: " + allowed);
}

}  // namespace

int record_command(int argc, char** argv) {
  cxxopts::Options options("niemen record", "Plays one campaign and writes its log.");
  add_game_options(options);
  options.add_options()("a", "Doctrine of the first side (empty: the game's own)",
                        cxxopts::value<std::string>()->default_value("random"))(
      "b", "Doctrine of the second side", cxxopts::value<std::string>()->default_value("random"))(
      "key", "Names every die of the campaign",
      cxxopts::value<std::uint64_t>()->default_value("1"))(
      "out", "The file to write", cxxopts::value<std::string>()->default_value("campaign.jsonl"));
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const auto any = load_game(*arguments);
  play::LogHeader header;
  header.request = game_request(*arguments);
  header.campaign_key = (*arguments)["key"].as<std::uint64_t>();
  header.players[0] = (*arguments)["a"].as<std::string>();
  header.players[1] = (*arguments)["b"].as<std::string>();
  const auto actions =
      systems::with_game<std::vector<play::Action>>(*any, [&]([[maybe_unused]] const auto& game) {
        using G = std::decay_t<decltype(game)>;
        const auto a = make_agent(game, header.players[0]);
        const auto b = make_agent(game, header.players[1]);
        ai::CampaignSetup<G> setup;
        setup.agents = {a.get(), b.get()};
        setup.campaign_key = header.campaign_key;
        setup.keep_actions = true;
        setup.stop = interrupt_token();
        return ai::play_campaign(game, setup).actions;
      });
  if (interrupt_token().stop_requested()) {
    std::cerr << "niemen: interrupted; nothing was written\n";
    return kInterrupted;
  }
  const auto file = (*arguments)["out"].as<std::string>();
  core::write_file(file, play::log_of(*any, header, actions));
  std::cout << file << ": " << actions.size() << " steps\n";
  return kGood;
}

}  // namespace niemen::tools

// niemen record: plays one campaign between two agents and writes its log.
#include <iostream>

#include "ai/agents/match.h"
#include "ai/lab/progress.h"
#include "engine/core/error.h"
#include "engine/core/file_writer.h"
#include "engine/play/ending.h"
#include "engine/play/log.h"
#include "tools/command_line.h"
#include "tools/commands.h"

namespace niemen::tools {

int record_command(int argc, char** argv) {
  cxxopts::Options options("niemen record", "Plays one campaign and writes its log.");
  add_game_options(options);
  options.add_options()("agent-a", "Agent of the first side: a name in configs/agents, or a file",
                        cxxopts::value<std::string>()->default_value("random"))(
      "agent-b", "Agent of the second side",
      cxxopts::value<std::string>()->default_value("random"))(
      "key", "Names every die of the campaign and the agents' luck",
      cxxopts::value<std::string>()->default_value("1"))(
      "out", "The file to write", cxxopts::value<std::string>()->default_value("campaign.jsonl"));
  const auto arguments = parse(options, argc, argv);
  if (!arguments) return kGood;
  const auto any = load_game(*arguments);
  const auto file = (*arguments)["out"].as<std::string>();
  core::check_writable(file);
  play::LogHeader header;
  header.request = game_request(*arguments);
  header.campaign_key = key_option(*arguments, "key");
  header.players[0] = (*arguments)["agent-a"].as<std::string>();
  header.players[1] = (*arguments)["agent-b"].as<std::string>();
  const auto match =
      ai::make_match(*any, {ai::find_agent(header.players[0]), ai::find_agent(header.players[1])});
  match->introduce(header.request, {header.players[0], header.players[1]});
  ai::CampaignRecord campaign;
  {
    lab::CampaignProgress progress(lab::progress_style(""), any->info().first_turn,
                                   any->info().last_turn);
    campaign = match->play(
        {.campaign_key = header.campaign_key,
         .agent_keys = ai::agent_keys_of(header.campaign_key),
         .keep_actions = true,
         .clock = false,
         .stop = interrupt_token(),
         .watch = [&](const auto& state, auto...) { progress.show(any->turn(state)); }});
  }
  if (!campaign.complete) throw core::Interrupted();
  core::write_file(file, play::log_of(*any, header, campaign.actions, campaign.forfeit));
  std::cout << file << ": " << campaign.actions.size() << " steps";
  if (!campaign.forfeit)
    std::cout << "; " << play::ending_text(any->info(), campaign.outcome, {}) << '.';
  std::cout << '\n';
  if (campaign.forfeit) throw core::InputError(play::forfeit_text(any->info(), *campaign.forfeit));
  return kGood;
}

}  // namespace niemen::tools

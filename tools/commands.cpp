#include "tools/commands.h"

#include <array>

namespace niemen::tools {

std::span<const Command> commands() {
  static constexpr std::array kCommands{
      Command{"validate", "checks games, agents and experiments, and that they make sense",
              validate_command,
              "niemen validate\nniemen validate --game russia-1812\n"
              "niemen validate configs/agents/general.toml"},
      Command{"describe", "every parameter: type, default, range, meaning", describe_command,
              "niemen describe\nniemen describe hex_campaign\nniemen describe experiment agent"},
      Command{"show", "a position or a map, as text or as a picture (SVG, PNG)", show_command,
              "niemen show --game russia-1812\n"
              "niemen show --game russia-1812 --explain Wilno\n"
              "niemen show --game russia-1812 --svg map.svg\n"
              "niemen show --game lorn-valley --supply A --png supply.png"},
      Command{"export", "sheets to print (PDF) and a VASSAL module of a game", export_command,
              "niemen export --game lorn-valley --counters counters.pdf --map map.pdf\n"
              "niemen export --game lorn-valley --counters counters.pdf --paper letter --backs\n"
              "niemen export --game portugal-1810 --vassal portugal.vmod"},
      Command{"play", "a campaign against the computer, in the terminal", play_command,
              "niemen play --game strategic-1812 --defaults --side watch --level doctrine "
              "--session out/watched.jsonl"},
      Command{
          "engine", "answers the queries of other programs", engine_command,
          "echo '{\"id\": \"1\", \"op\": \"new\", \"game\": \"strategic-1812\"}' | niemen engine\n"
          "scripts/examples/engine_client.py niemen strategic-1812 doctrine"},
      Command{"serve", "the same in a browser, on a map", serve_command,
              "niemen serve --port 0 --seconds 1"},
      Command{"case", "runs text cases: what happens if", case_command,
              "niemen case tests/cases/russia-1812/*.case"},
      Command{"record", "plays one campaign and writes its log", record_command,
              "niemen record --game russia-1812 --key 1 --out campaign.jsonl"},
      Command{"replay", "plays a log again and checks every line of it", replay_command,
              "niemen record --game russia-1812 --key 1 --out campaign.jsonl\n"
              "niemen replay campaign.jsonl\n"
              "niemen replay campaign.jsonl --text\n"
              "niemen replay campaign.jsonl --seat A\n"
              "niemen replay campaign.jsonl --at 300 --save-scenario turn-4.toml"},
      Command{"review", "what a campaign that is over turned on, and whose doing that was",
              review_command,
              "niemen record --game lorn-valley --key 1 --out campaign.jsonl\n"
              "niemen review campaign.jsonl --side B --depth 2000\n"
              "niemen review campaign.jsonl --depth 2000 --seed 2 --json\n"
              "niemen review campaign.jsonl --side B --depth 2000 --advice recruit"},
      Command{"practice", "positions from one's own campaigns, to decide better this time",
              practice_command,
              "(yes '#1' | head -n 60; echo resign) | niemen play --game lorn-valley --defaults "
              "--level random --key 1 --session out/mine.jsonl\n"
              "niemen practice out/mine.jsonl --depth 2000 --count 2 < /dev/null"},
      Command{"analyse", "what the computer thinks of a recorded position", analyse_command,
              "niemen record --game russia-1812 --key 1 --out campaign.jsonl\n"
              "niemen analyse campaign.jsonl --at 200 --agent lab --iterations 100 --seconds 0"},
      Command{
          "train", "fits an evaluation to self-play", train_command,
          "niemen train --game russia-1812 --agent-a random --agent-b random --campaigns 20 "
          "--out out/train\n"
          "niemen train --game grand-tactical-1812 --scenarios 2-august,3-october --agent-a random "
          "--agent-b random --campaigns 10 --out out/two"},
      Command{"new", "a new game folder from an existing one, or a blank one", new_command,
              "niemen new my-campaign --from russia-1812\n"
              "niemen new my-battle --blank block_battle --sides france,prussia --turns 7 "
              "--areas 14\n"
              "niemen new --renew my-battle"},
      Command{"edit", "a game's files and map in a browser, to change them", edit_command,
              "niemen new my-valley --from lorn-valley --copy\n"
              "niemen edit my-valley --port 0 --seconds 1"},
      Command{"lab", "experiments: thousands of campaigns to a verdict", lab_command,
              "niemen lab new balance --out my-question.toml\n"
              "niemen lab new balance --session out/watched.jsonl --seat A --at 100 --out "
              "from-there.toml\n"
              "niemen lab plan experiments/quickstart.toml --seconds 1\n"
              "niemen lab run experiments/quickstart.toml --out out/quickstart\n"
              "niemen lab balance --game lorn-valley --agents random,doctrine --out out/levels\n"
              "niemen lab status out/quickstart\n"
              "niemen lab report out/quickstart\n"
              "niemen lab replay out/quickstart 7 --out campaign-7.jsonl\n"
              "niemen lab verify out/quickstart --sample 5\n"
              "niemen lab run experiments/quickstart.toml --out out/half --total 200\n"
              "niemen lab resume out/half\n"
              "niemen lab compare out/quickstart out/half\n"
              "niemen lab run experiments/quickstart.toml --out out/part-0 --shard 0/2\n"
              "niemen lab run experiments/quickstart.toml --out out/part-1 --shard 1/2\n"
              "niemen lab merge out/whole out/part-0 out/part-1\n"
              "niemen lab submit experiments/quickstart.toml --shards 4 --out out/four --dry-run\n"
              "niemen lab watch my-campaign"},
      Command{"perft", "counts the sequences of actions from a position", perft_command,
              "niemen perft --game russia-1812 --depth 6"},
      Command{"fuzz", "random campaigns with every promise checked", fuzz_command,
              "niemen fuzz --game russia-1812 --campaigns 20"},
      Command{"bench", "the signature of behaviour, and the speeds", bench_command,
              "niemen bench --signature\nniemen bench --seconds 0.1 --json"},
  };
  return kCommands;
}

}  // namespace niemen::tools

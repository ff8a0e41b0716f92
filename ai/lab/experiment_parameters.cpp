#include "ai/lab/experiment_parameters.h"

namespace niemen::lab {

std::vector<core::ParameterDescription> experiment_parameters() {
  const std::string agent = "agent, or { name = agent, iterations = n, doctrine = name }";
  const std::string factor_key =
      "a key as in --set, or a.agent, a.iterations, a.doctrine, and b likewise";
  const std::string opening = "an opening of the game";
  return {
      {"question", "choice", "", "balance, openings, sweep, tune, rescore, skill, why",
       "what is asked of the campaigns"},
      {"name", "text", "the file's name", "", "what the run is called"},
      {"purpose", "text", "none", "", "the question in your words; printed in the report"},
      {"campaigns", "integer", "1000", "1 to 100000000",
       "campaigns in all; the most with a stop rule"},
      {"seed", "integer", "1", "0 and up", "another seed gives other dice"},
      {"game.title", "text", "", "a title of configs/games, or a folder", "the game"},
      {"game.scenario", "text", "the game's own", "a scenario of the game", "where it starts"},
      {"game.preset", "text", "the game's own", "a preset of the game", "rules in force"},
      {"game.opening_a", "text", "none", opening,
       "how side A is set up; without, it sets up in play"},
      {"game.opening_b", "text", "none", opening,
       "how side B is set up; without, it sets up in play"},
      {"game.set", "list of text", "none", "key=value", "changes of the game, as in --set"},
      {"agents.a", "agent", "", agent, "who plays side A"},
      {"agents.b", "agent", "", agent, "who plays side B"},
      {"balance.band", "2 reals", "0.4 0.6", "between 0 and 1, the lower first",
       "a balanced game's share of victories of side A"},
      {"balance.stop_at_half_width", "real", "none", "0.001 to 0.5",
       "stops when the 95 % interval is so narrow on either side"},
      {"balance.stop_between", "2 reals", "none", "between 0 and 1, the lower first",
       "stops when a sequential test decides between two shares"},
      {"balance.stop_error", "real", "0.05", "0.001 to 0.4",
       "chance of each wrong decision of that test"},
      {"openings.a", "list of text", "", opening, "deployments of side A to compare"},
      {"openings.b", "list of text", "", opening, "deployments of side B to compare"},
      {"openings.confirm", "integer", "400", "0 to 100000000",
       "fresh campaigns between the best-rated ones"},
      {"sweep.design", "choice", "", "full, one_at_a_time, latin_hypercube",
       "which combinations are played"},
      {"sweep.settings", "integer", "", "2 to 100000", "combinations of a latin_hypercube"},
      {"sweep.interactions", "flag", "false", "true, false", "also the effects of pairs"},
      {"sweep.factors.key", "text", "", factor_key, "what is varied"},
      {"sweep.factors.values", "list", "none", "values of the key", "its levels"},
      {"sweep.factors.low", "real", "none", "-1e12 to 1e12", "or a range: its lower end"},
      {"sweep.factors.high", "real", "none", "above low", "its upper end"},
      {"sweep.factors.step", "real", "0", "0 to 1e12", "its step; 0: any value"},
      {"tune.metric", "choice", "win_share", "win_share, mean_margin, level_share",
       "what shall reach the target"},
      {"tune.level", "text", "none", "a level of the victory table", "the level of level_share"},
      {"tune.target", "real", "0.5; of mean_margin 0", "0.01 to 0.99; of mean_margin any",
       "where it shall be"},
      {"tune.round", "integer", "80", "8 to 1000000", "campaigns between two looks"},
      {"tune.factors.key", "text", "", factor_key, "what is tuned, each alone"},
      {"tune.factors.low", "real", "", "-1e12 to 1e12", "lower end of the range"},
      {"tune.factors.high", "real", "", "above low", "upper end of the range"},
      {"tune.factors.step", "real", "0", "0 to 1e12", "its step; 0: any value"},
      {"tune.factors.now", "real", "the middle", "-1e12 to 1e12",
       "the value as the rules stand, from which a change is measured"},
      {"rescore.run", "text", "", "a folder", "the recorded run"},
      {"rescore.changes", "list of text", "", "victory.key=value", "other victory conditions"},
      {"rescore.sample", "integer", "300", "10 to 100000000", "campaigns played again"},
      {"rescore.tolerance", "real", "0.03", "0.001 to 0.5",
       "valid when shown to be within so much of a share"},
      {"skill.agents", "list", "", agent, "the ladder, weakest first; at least two"},
      {"skill.neighbours", "flag", "false", "true, false",
       "only equals and neighbours on the ladder meet; else all do"},
      {"why.run", "text", "", "a folder", "a complete run"},
  };
}

}  // namespace niemen::lab

#include "tools/agents_help.h"

#include <ostream>

namespace niemen::tools {

void print_agents_help(std::ostream& out) {
  out << R"(Computer players are files: those in configs/agents are named without their folder, others by
their path, wherever an agent is asked for (--level, --agent-a, experiments, seats of the engine).
"niemen describe agent" lists the parameters of every kind.

A program of your own plays as well, in whatever language. Its file, my-bot.toml:

  kind = "process"
  command = ["python3", "scripts/example_agent.py"]
  answer_seconds = 5      # without an answer by then the campaign is forfeited
  skip_forced = true      # it is not asked where there is no choice
  view = true             # what its side sees comes along as data

  niemen validate my-bot.toml
  niemen record --game lorn-valley --agent-a my-bot.toml --agent-b doctrine --out campaign.jsonl
  niemen play --game lorn-valley --level my-bot.toml

The program reads a line of JSON and answers a question with a line of JSON. Three kinds of line come:

  {"campaign": "new", "game", "scenario", "preset", "set": ["key=value", ...], "folder",
   "openings", "sides", "side": "A" or "B", "opponent", "board"}
      No answer. "set" are all values that were changed, a bid among them; "folder" holds the game's
      map and tables as TOML and CSV; of "openings" the enemy's is left empty; "board" is the map.

  {"decision": 7, "side": "A", "turn": 3, "question": "Choose a stack to move", "rule": "8.2",
   "step": "choose-march", "legal": [...], "events": [...], "view": {...}, "position": "...",
   "guesses": [...], "seed": 123, "limits": {"seconds": 5}}
      The answer is {"action": "..."} with one of "legal", to the letter; {"action": "...",
      "decision": 7} never answers another question than was asked. "events" are what happened since
      the last question, as the side is told it: the enemy's doing and dice among it. "view" is what
      the side sees: counters, places, tracks, the account of points, each choice in words.
      "position" is a whole position that agrees with it; "guesses" are those of its lines that were
      filled in by lot. A program that draws its luck from "seed" plays the same campaign again.
      "limits" are those that hold.

  {"campaign": "over", "winner": "A", "B" or "draw", "margin": 12, "level": "...", "forfeit": {...}}
      No answer. The margin is positive when side A is ahead.

The end of the input means that all is over: the program has 2 seconds to end. What it wants to say
belongs on standard error: a line that was not asked for forfeits the campaign, as do an end before
the end, an answer that is late or not legal. The forfeit is told with its turn, decision and cause.
)";
}

void print_queries_help(std::ostream& out) {
  out << R"(niemen engine answers queries, one JSON object a line, with lines of JSON. A query names itself
("id", any text; it comes back in every answer) and what it wants ("op"):

  new     {"game": TITLE, "scenario", "preset", "set": ["key=value"], "openings": [A, B],
           "seats": ["client", AGENT], "key": NUMBER, "campaign": NAME}
          begins a campaign under the name "campaign" (else the query's id); answers as "state".
          The engine decides for every seat that is not "client".
  decide  {"campaign", "decision": NOTATION}  carries it out, the dice and the engine's decisions
          after it; answers as "state".
  state   {"campaign", "since": STEP, "view": true, "board": true}  the question at hand:
          "side", "turn", "question", "rule", "step", "legal"; "events" since the step; when the
          campaign is over "winner", "margin", "level" and the key of the dice. Steps of the
          engine's seat of which the client may know nothing do not count before the end.
  think   {"campaign" or a position, "agent", "limits": {"seconds", "iterations"},
           "report_seconds"}  the chance of winning, the ways to decide with what each gives up,
          the plan; a line with "partial": true every report_seconds.
  why     {"campaign", "decision"}   "ok", or "rule", "reason", "culprit" and what is "legal".
  odds    {"campaign", "decisions": [NOTATION, ...], "campaigns": NUMBER}  what may come of them;
          with "campaigns" also "worth": the chance of winning with them, and with what the rule
          of thumb would do instead, by playing on that often from each.
  belief  {"campaign"}  what may lie face down where, as the side to move may believe; when the
          campaign is over {"campaign", "side": "A" or "B", "before": STEP} with the truth.
  undo    {"campaign"}               takes the last decision of the side to move back.
  stop    {"query": ID}              ends a "think" with the best so far; has the engine's seats
          move now in a "decide" or "new"; ends "odds" with the campaigns played so far.
  end     {"campaign"}               forgets the campaign.

Queries about one campaign are answered in their order, all others as they are ready: a query is
read, and "stop" obeyed, whatever is thought about. The end of input, TERM, INT or HUP end it: at
the end of input all is answered first, unless nobody is left to read it.

A position is {"game", "scenario", "preset", "set", "openings", "position": TEXT}, the text as
`niemen show` prints it; only what the side to move may know of it is used. Numbers that are
chances go from 0 to 1. Fields that are not known are passed over, with a warning. What is wrong
is answered with "error" and the "field" that it is about.
)";
}

}  // namespace niemen::tools

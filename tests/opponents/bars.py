#!/usr/bin/env python3
"""Plays the doctrines of games against the plain programs of plain.py and says who took how much.

    scripts/python tests/opponents/bars.py --campaigns 40 lorn-valley portugal-1810

Each pair of campaigns has one key: the doctrine has the first seat, then the second. It takes the pair if the first side
did better by points when it had that seat; so no bid is needed where a game favours a side. Beside that stands what it
won of the campaigns as printed, from either seat. Exit status 1 where it takes less than --bar of some program's pairs.
"""

import argparse
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import niemen  # noqa: E402
import plain  # noqa: E402

GAMES = ("lorn-valley", "portugal-1810", "strategic-1812", "borodino-1812", "russia-1812", "italy-1799",
         "nemesis-1813", "grand-tactical-1812")


def campaign(game, temper, agent, seat, seed):
    """The outcome of a campaign in which the agent has this seat: margin of the first side, points of the agent."""
    players = [agent, agent]
    players[1 - seat] = plain.Plain(game, temper, seed)
    record = niemen.play_campaign(game, players, seed=seed)
    if record.forfeit:
        raise SystemExit(f"{game.title}: {temper} forfeits: {record.forfeit[1]}")
    return record.outcome["margin"], (1 + record.returns[seat]) / 2


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--campaigns", type=int, default=20, help="from each seat against each program (default: 20)")
    parser.add_argument("--agent", default="doctrine", help="who is measured (default: doctrine)")
    parser.add_argument("--temper", choices=plain.TEMPERS, action="append", help="only this program")
    parser.add_argument("--scenario", default="", help="of the game")
    parser.add_argument("--bar", type=float, default=0.75, help="share that shall be taken (default: 0.75)")
    given = parser.parse_args()
    below = 0
    for title in given.games:
        game = niemen.load_game(title, scenario=given.scenario)
        for temper in given.temper or plain.TEMPERS:
            pairs, won = 0.0, [0.0, 0.0]
            for seed in range(1, given.campaigns + 1):
                (ahead, first), (behind, second) = (campaign(game, temper, given.agent, seat, seed) for seat in (0, 1))
                pairs += 1.0 if ahead > behind else 0.5 if ahead == behind else 0.0
                won[0] += first
                won[1] += second
            share = pairs / given.campaigns
            error = math.sqrt(share * (1 - share) / given.campaigns)
            below += share < given.bar
            print(f"{title:20} {temper:7} {100 * share:5.1f} +- {196 * error:.0f} % of the pairs; won as {game.sides[0]} "
                  f"{100 * won[0] / given.campaigns:.0f} %, as {game.sides[1]} {100 * won[1] / given.campaigns:.0f} %"
                  f"{'' if share >= given.bar else '   below the bar'}", flush=True)
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())

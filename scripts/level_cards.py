#!/usr/bin/python3
"""Writes the card of each level of computer player from a league that was played.

    scripts/level_cards.py RUN... > configs/agents/cards-GAME.md

RUN is the folder of a skill experiment with neighbours = true: its results/steps.csv says by how much
each agent is better than the one below, timing.csv how long campaigns took. A further run goes on where
the one before ended. An agent that does not search is taken to spend no time unless it played itself.
"""
import collections
import csv
import pathlib
import sys


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def seconds_a_turn(run, campaigns, order, pace):
    """Of one side, by agent: from campaigns against itself, or against one whose pace is known or that
    counts no iterations."""
    seconds = {row["campaign_id"]: float(row["seconds"]) for row in rows(run / "timing.csv")}
    sides_turns = collections.Counter(row["campaign_id"] for row in rows(run / "turns.csv"))
    quick = {name for name, _, trials in order if not trials}
    for agent, _, _ in order:
        if agent in pace:
            continue
        known = pace if agent in quick else dict.fromkeys(quick, 0) | pace
        spent = turns = 0
        for row in campaigns:
            pair = [row["a_agent"], row["b_agent"]]
            if agent not in pair:
                continue
            pair.remove(agent)
            other, each = pair[0], sides_turns[row["campaign_id"]] / 2
            if other == agent:
                spent += seconds[row["campaign_id"]]
                turns += 2 * each
            elif other in known:
                spent += seconds[row["campaign_id"]] - known[other] * each
                turns += each
        if turns:
            pace[agent] = spent / turns


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.strip())
    found = {}
    games = set()
    order = []
    pace = {}
    sources = []
    for run in map(pathlib.Path, sys.argv[1:]):
        steps = run / "results" / "steps.csv"
        if not steps.exists():
            sys.exit(f"{run}: no results/steps.csv; it must be a complete skill experiment")
        for row in rows(steps):
            upper, lower = row["cell_id"].split(" against ")
            if order and lower not in order:
                sys.exit(f"{run}: {lower} is in no run before this one")
            order += [name for name in (lower, upper) if name not in order]
            found[upper, row["metric"]] = row
        campaigns = rows(run / "campaigns.csv")
        seconds_a_turn(run, campaigns, [name.partition(" at ") for name in order], pace)
        games |= {row["game"] for row in campaigns}
        sources.append(f"{len(campaigns)} campaigns of `{run.name}`")
    if len(games) != 1:
        sys.exit(f"{' and '.join(sorted(games))}: a card is of one game")
    print(f"# The levels, as measured in {games.pop()}\n")
    print(f"Written by `scripts/level_cards.py` from {' and '.join(sources)}; intervals cover 95 %. "
          f"Elo is counted from {order[0]}.\n")
    print("| level | iterations | seconds a turn | score against the one below | Elo |")
    print("|---|---|---|---|---|")
    total, at_least = 0.0, ""
    for words in order:
        name, _, trials = words.partition(" at ")
        score = "-"
        if (words, "score") in found:
            one = found[words, "score"]
            score = (f"{100 * float(one['estimate']):.1f} % ({100 * float(one['ci_low']):.0f} to "
                     f"{100 * float(one['ci_high']):.0f})")
            elo = found[words, "elo"]
            if not elo["estimate"]:  # it won all or nothing: there is a bound on one side only
                at_least = "over " if elo["ci_low"] else "below "
            total += float(elo["estimate"] or elo["ci_low"] or elo["ci_high"])
        iterations = trials.removesuffix(" iterations") or "-"
        seconds = f"{pace[name]:.2g}" if name in pace else "-"
        print(f"| {name} | {iterations} | {seconds} | {score} | {at_least}{total:.0f} |")


if __name__ == "__main__":
    main()

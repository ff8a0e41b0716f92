#!/usr/bin/env python3
"""Asks agents about the traps of this folder, and proves the traps by playing on.

    scripts/python tests/traps/check.py                              # captain and general, every trap
    scripts/python tests/traps/check.py --agent captain tests/traps/borodino-1812/*.trap
    scripts/python tests/traps/check.py --prove                      # each by 400 playings of right and wrong

An agent passes where it decides for none of the wrong choices, or makes up for it: it decides on, to the next choice of
that kind or of somebody else, and what comes of that is not worse than the right choice. Exit status 1 where the share passed is below --bar, or
a trap is none: playing on does not find a wrong choice worse than the right one.
"""

import argparse
import functools
import os
import pathlib
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import niemen  # noqa: E402
from playing import PlayingOn, lead  # noqa: E402

PLAYINGS = 400
# For what follows a wrong choice: playings, the longest course, what it may cost (a point of margin is 0.025).
_MENDED, _COURSE, _NO_LOSS = 100, 6, 0.01
_ONCE = ("trap", "game", "scenario", "preset", "right")


@functools.cache
def load(title, scenario, preset):
    return niemen.load_game(title, scenario=scenario, preset=preset)


class Trap:
    def __init__(self, file):
        self.file, self.wrong, self.of = file, [], {}
        lines = file.read_text().splitlines()
        for number, line in enumerate(lines, 1):
            word, _, rest = line.partition(" ")
            if line == "position {":
                if "}" not in lines[number:]:
                    raise niemen.InputError(f"{file}:{number}: the position has no end: a line that is only }}")
                self.position = "\n".join(lines[number:lines.index("}", number)]) + "\n"
                break
            rest = rest.partition("  #")[0].strip()
            if word == "wrong":
                self.wrong.append(rest)
            elif word in _ONCE and word not in self.of:
                self.of[word] = rest
            elif line and not line.startswith("#"):
                raise niemen.InputError(f"{file}:{number}: \"{line}\" is none of {', '.join(_ONCE)} (once each), wrong, "
                                        "position")
        else:
            raise niemen.InputError(f"{file}: no position")
        missing = [word for word in ("game", "right") if word not in self.of] + ["wrong"] * (not self.wrong)
        if missing:
            raise niemen.InputError(f"{file}: no {missing[0]}")

    def stand(self):
        game = load(self.of["game"], self.of.get("scenario", ""), self.of.get("preset", ""))
        state = game.new_state_from_text(self.position)
        by_text = {state.action_to_string(action): action for action in state.legal_actions()}
        for text in [self.of["right"], *self.wrong]:
            if text not in by_text:
                raise niemen.InputError(f"{self.file}: \"{text}\" is not legal there; there are: {', '.join(by_text)}")
        return game, state, by_text


def prove(trap):
    """The wrong choices that playing on does not find worse than the right one."""
    game, state, by_text = trap.stand()
    right = by_text[trap.of["right"]]
    found = PlayingOn(game).compare(state, [right, *(by_text[text] for text in trap.wrong)], range(1, 1 + PLAYINGS))
    doubtful = []
    for text in trap.wrong:
        mean, error = lead(found[right], found[by_text[text]])
        if mean < 2 * error:
            doubtful.append(f"{text} costs {mean:.3f} +- {2 * error:.3f}")
    return doubtful


def without_clock(name, folder):
    """A level with its iterations alone, so that a busy machine finds what an idle one finds."""
    if name not in niemen.agent_names():
        return niemen.agent(name)
    file = pathlib.Path(folder, f"{name}-without-clock.toml")
    file.write_text(f'extends = "{name}"\nseconds_per_turn = 0\n')
    return niemen.agent(str(file))


def answer(trap, agent, seed):
    """What the agent decides there, and whether that passes."""
    game, state, by_text = trap.stand()
    agent.begin_campaign()
    first = agent.decide(state, seed=seed)
    text = state.action_to_string(first)
    if text not in trap.wrong:
        return text, True
    course, after, step = [first], state.clone(), state.step()["step"]
    after.apply_action(first)
    while len(course) < _COURSE and after.current_player() == state.current_player() and after.step()["step"] != step:
        course.append(agent.decide(after, seed=seed))
        after.apply_action(course[-1])
    if len(course) == 1:
        return text, False
    right = by_text[trap.of["right"]]
    found = PlayingOn(game).compare(state, [right, tuple(course)], range(1, 1 + _MENDED))
    mean, error = lead(found[right], found[tuple(course)])
    return text, mean < _NO_LOSS or mean < 2 * error


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=pathlib.Path, metavar="FILE", help="(default: all below this folder)")
    parser.add_argument("--agent", action="append", help="who is asked (default: captain and general)")
    parser.add_argument("--prove", action="store_true", help="play on instead of asking")
    parser.add_argument("--seed", type=int, default=1, help="of the agents' luck")
    parser.add_argument("--bar", type=float, default=0.0, help="least share that each agent shall pass")
    parser.add_argument("--quiet", action="store_true", help="the shares only")
    given = parser.parse_args()
    traps = [Trap(file) for file in given.files or sorted(HERE.glob("*/*.trap"))]
    if given.prove:
        doubts = 0
        for trap in traps:
            doubtful = prove(trap)
            doubts += bool(doubtful)
            print(f"{os.path.relpath(trap.file, HERE.parent)}: {'; '.join(doubtful) or 'holds'}", flush=True)
        print(f"{len(traps) - doubts} of {len(traps)} hold")
        return 1 if doubts else 0
    with tempfile.TemporaryDirectory() as folder:
        return ask(given, traps, folder)


def ask(given, traps, folder):
    """The exit status after all agents have been asked."""
    low = False
    for name in given.agent or ["captain", "general"]:
        agent, passed, by_game, start = without_clock(name, folder), 0, {}, time.process_time()
        for trap in traps:
            text, good = answer(trap, agent, given.seed)
            passed += good
            own = by_game.setdefault(trap.of["game"], [0, 0])
            own[0] += good
            own[1] += 1
            if not given.quiet and not good:
                print(f"{name}: {trap.file.name} ({trap.of['game']}): {text}, not {trap.of['right']}", flush=True)
        games = ", ".join(f"{game} {good} of {all_}" for game, (good, all_) in by_game.items())
        print(f"{name} passes {passed} of {len(traps)} ({100 * passed / len(traps):.0f} %) in "
              f"{time.process_time() - start:.0f} s of processor: {games}", flush=True)
        low = low or passed < given.bar * len(traps)
    return 1 if low else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except niemen.InputError as error:
        sys.exit(f"check: {error}")

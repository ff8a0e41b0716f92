#!/usr/bin/env python3
"""Checks that the dice of a session were those that were committed at its start: check_dice.py SESSION

It needs nothing of the program, and so knows no rules: every line must be there and bear the sum of all before it,
each die must be what the key draws, no die may be taken twice or pass for a decision, and one face must have one share
in the whole file. Whoever writes a file of his own can leave out a die with all that came of it, or share the faces
out anew throughout; `niemen replay --check-dice`, which plays by the rules, finds that too. Both print the commitment: compare it
with what was shown at the start.
"""
import hashlib
import json
import sys

MASK = 2**64 - 1


def philox(counter, key):  # Philox4x32-10 (Salmon et al., SC 2011)
    for _ in range(10):
        a, b = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [b >> 32 ^ counter[1] ^ key[0], b & 0xFFFFFFFF, a >> 32 ^ counter[3] ^ key[1], a & 0xFFFFFFFF]
        key = [key[0] + 0x9E3779B9 & 0xFFFFFFFF, key[1] + 0xBB67AE85 & 0xFFFFFFFF]
    return counter[1] << 32 | counter[0]


def mix(a, b):
    product = (a ^ 0x9E3779B97F4A7C15) * (b ^ 0xD6E8FEB86659FD93)
    return product & MASK ^ product >> 64


def chained(text, before):
    """The checksum of a line, which hangs on that of the line before."""
    data = text.encode()
    total = mix(before, len(data))
    whole = len(data) // 8 * 8
    for at in range(0, whole, 8):
        total = mix(total, int.from_bytes(data[at:at + 8], "little"))
    return mix(total, int.from_bytes(data[whole:], "little"))


def read(name):
    """The lines of a session, each with the sum that it must bear."""
    lines, total = [], 0
    with open(name, encoding="utf-8", newline="\n") as file:
        for number, text in enumerate(file, 1):
            if number == 1 and '"sealed":' in text:
                sys.exit(f"{name}: sealed until the campaign is over")
            start, mark, end = text.rpartition(',"sum":"')
            total = chained(start + "}", total)
            if not mark or end != f'{total:016x}"}}\n':
                sys.exit(f"{name}:{number}: the line was changed, or one before it is missing")
            lines.append(json.loads(start + "}"))
    return lines


def kept_steps(name, lines):
    """The steps that were not taken back, numbered without a gap up to the end of the campaign."""
    steps, ended = [], False
    for number, line in enumerate(lines, 1):
        if "undo" in line:
            del steps[line["undo"]:]
        elif "n" in line or "end" in line:
            if ended or line.get("n", line.get("end", -1) + 1) != len(steps) + 1:
                sys.exit(f"{name}:{number}: a step is missing before it")
            ended = "end" in line
            steps += [line] if "n" in line else []
    if not ended:
        sys.exit(f"{name}: the campaign has no end here")
    return steps


def kind_of(step):
    return step["action"].partition(" ")[0]


def draws_of(steps):
    """The dice among the steps: each another one, and none that passes for a decision."""
    draws = [step for step in steps if "draw" in step]
    kinds, drawn = set(map(kind_of, draws)), set()
    for step in steps:
        is_draw = "draw" in step
        if is_draw == ("actor" in step) or (not is_draw and kind_of(step) in kinds):
            sys.exit(f"step {step['n']}: {step['action']} is neither a die nor somebody's decision")
        if is_draw and tuple(step["draw"]["key"]) in drawn:
            sys.exit(f"step {step['n']}: {step['action']} is a die that was rolled before")
        if is_draw:
            drawn.add(tuple(step["draw"]["key"]))
    return draws


def check_share(step, shares):
    """One face has one share of the unit interval wherever the same is rolled for, and shares are disjoint."""
    purpose, low, high = step["draw"]["key"][1], step["draw"]["from"], step["draw"]["to"]
    if not 0 <= low < high <= 1 + 1e-9:
        sys.exit(f"step {step['n']}: {step['action']} has no share of the unit interval")
    kind, _, face = step["action"].partition(" ")
    if kind != "die":  # hits of several dice: their shares hang on how many were rolled
        return
    for other, (start, end) in shares.setdefault(purpose, {}).items():
        same = abs(start - low) < 1e-9 and abs(end - high) < 1e-9
        if not (same if other == face else high <= start + 1e-9 or end <= low + 1e-9):
            sys.exit(f"step {step['n']}: {step['action']} has another share than the same die elsewhere")
    shares[purpose][face] = low, high


def check_draw(step, key):
    turn, purpose, subject, ordinal = step["draw"]["key"]
    bits = philox([ordinal, 0, subject, turn << 16 | purpose], [key & 0xFFFFFFFF, key >> 32])
    if not step["draw"]["from"] - 1e-9 <= (bits >> 11) * 2.0**-53 <= step["draw"]["to"] + 1e-9:
        sys.exit(f"step {step['n']}: {step['action']} is not what the key draws")


def check(name):
    lines = read(name)
    if not lines or "commitment" not in lines[0]:
        sys.exit(f"{name}: not a session")
    head = lines[0]
    if hashlib.sha256(head["key"].encode()).hexdigest() != head["commitment"]:
        sys.exit("the key is not the one that was committed")
    key, shares, own, fresh_from = int(head["key"], 16), {}, 0, head.get("fresh_from", 0)
    for step in draws_of(kept_steps(name, lines)):
        check_share(step, shares)
        if step["n"] > fresh_from:
            check_draw(step, key)
            own += 1
    print(f"{own} dice are those of the key {head['key']}, whose SHA-256 is {head['commitment']}" + (
        f"; those of the first {fresh_from} steps are of the campaign that it branched off from" if fresh_from else ""))


def main(name):
    try:
        check(name)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        sys.exit(f"{name}: not a session: {error!r}")
    except OSError as error:
        sys.exit(f"{name}: {error.strerror}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.splitlines()[0])
    main(sys.argv[1])

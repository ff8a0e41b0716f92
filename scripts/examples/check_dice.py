#!/usr/bin/env python3
"""Checks that the dice of a session were those that were committed at its start: check_dice.py SESSION

It needs nothing of the program: every line must be there and bear the sum of all before it, each die must be what the
key draws, and one face must have one share in the whole file. What the rules give to a face is what
`niemen replay --check-dice` knows beside that.
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
            start, mark, end = text.rpartition(',"sum":"')
            total = chained(start + "}", total)
            if not mark or end != f'{total:016x}"}}\n':
                sys.exit(f"{name}:{number}: the line was changed, or one before it is missing")
            lines.append(json.loads(start + "}"))
    return lines


def kept_steps(name, lines):
    """The steps that were not taken back, numbered without a gap."""
    steps = []
    for number, line in enumerate(lines, 1):
        if "undo" in line:
            del steps[line["undo"]:]
        elif "n" in line or "end" in line:
            if line.get("n", line.get("end", -1) + 1) != len(steps) + 1:
                sys.exit(f"{name}:{number}: a step is missing before it")
            steps += [line] if "n" in line else []
    return steps


def check_die(line, key, shares):
    turn, purpose, subject, ordinal = line["draw"]["key"]
    low, high = line["draw"]["from"], line["draw"]["to"]
    bits = philox([ordinal, 0, subject, turn << 16 | purpose], [key & 0xFFFFFFFF, key >> 32])
    if not low - 1e-9 <= (bits >> 11) * 2.0**-53 <= high + 1e-9:
        sys.exit(f"step {line['n']}: {line['action']} is not what the key draws")
    kind, _, face = line["action"].partition(" ")
    if kind != "die":  # hits of several dice: their shares hang on how many were rolled
        return
    for other, (start, end) in shares.setdefault(purpose, {}).items():
        same = abs(start - low) < 1e-9 and abs(end - high) < 1e-9
        if not (same if other == face else high <= start + 1e-9 or end <= low + 1e-9):
            sys.exit(f"step {line['n']}: {line['action']} has another share than the same die elsewhere")
    shares[purpose][face] = low, high


def main(name):
    lines = read(name)
    if not lines or "commitment" not in lines[0]:
        sys.exit(f"{name}: not a session")
    head = lines[0]
    if hashlib.sha256(head["key"].encode()).hexdigest() != head["commitment"]:
        sys.exit("the key is not the one that was committed")
    key, shares = int(head["key"], 16), {}
    draws = [line for line in kept_steps(name, lines) if "draw" in line and line["n"] > head.get("fresh_from", 0)]
    for line in draws:
        check_die(line, key, shares)
    print(f"{len(draws)} dice are those of the key {head['key']}, whose SHA-256 is {head['commitment']}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.splitlines()[0])
    main(sys.argv[1])

#!/usr/bin/env python3
"""Checks that the dice of a session were those that were committed at its start: check_dice.py SESSION"""
import hashlib
import json
import sys


def philox(counter, key):  # Philox4x32-10 (Salmon et al., SC 2011)
    for _ in range(10):
        a, b = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [b >> 32 ^ counter[1] ^ key[0], b & 0xFFFFFFFF, a >> 32 ^ counter[3] ^ key[1], a & 0xFFFFFFFF]
        key = [key[0] + 0x9E3779B9 & 0xFFFFFFFF, key[1] + 0xBB67AE85 & 0xFFFFFFFF]
    return counter[1] << 32 | counter[0]


with open(sys.argv[1], encoding="utf-8") as file:
    lines = [json.loads(line) for line in file]
head = lines[0]
if hashlib.sha256(head["key"].encode()).hexdigest() != head["commitment"]:
    sys.exit("the key is not the one that was committed")
key = int(head["key"], 16)
draws = [line for line in lines if "draw" in line and line["n"] > head.get("fresh_from", 0)]
for line in draws:
    turn, purpose, subject, ordinal = line["draw"]["key"]
    bits = philox([ordinal, 0, subject, turn << 16 | purpose], [key & 0xFFFFFFFF, key >> 32])
    if not line["draw"]["from"] - 1e-9 <= (bits >> 11) * 2.0**-53 <= line["draw"]["to"] + 1e-9:
        sys.exit(f"step {line['n']}: {line['action']} is not what the key draws")
print(f"{len(draws)} dice are those of the key {head['key']}")

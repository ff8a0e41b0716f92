#!/usr/bin/env python3
"""A player of one's own: reads one JSON object a line, answers each decision with an action.

Seat it with an agent file: kind = "process", command = ["python3", "scripts/example_agent.py"].
What the fields mean: niemen help agents.
"""
import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if "campaign" in message:  # a new campaign begins: forget the last one
        continue
    luck = random.Random(message["seed"])  # the same campaign plays the same again
    action = luck.choice(message["legal"])
    print(json.dumps({"action": action}), flush=True)

#!/usr/bin/env python3
"""Plays a whole campaign against the computer through `niemen engine`, at random.

usage: engine_client.py NIEMEN [GAME [LEVEL]]
"""
import json
import random
import subprocess
import sys


def main():
    program, game, level = (sys.argv[1:] + ["strategic-1812", "recruit"][len(sys.argv) - 2:])[:3]
    luck = random.Random(1)
    with subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as engine:

        def ask(**query):
            engine.stdin.write(json.dumps(query) + "\n")
            engine.stdin.flush()
            answer = json.loads(engine.stdout.readline())
            if "error" in answer:
                sys.exit(answer["error"])
            return answer

        state = ask(id="start", op="new", campaign="c", game=game, seats=["client", level], key=7)
        while not state["over"]:
            for event in state["events"]:
                print(f"turn {event['turn']}: {event['text']}")
            decision = luck.choice(state["legal"])
            print(f"{state['question']} -> {decision}")
            state = ask(id="go", op="decide", campaign="c", decision=decision)
        print(f"{state['winner']} by {state['margin']}, {state['level']}; {state['steps']} steps")
        engine.stdin.close()


if __name__ == "__main__":
    main()

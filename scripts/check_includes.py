#!/usr/bin/python3
"""Checks that includes point one way: tools -> ai -> engine/systems -> play -> map -> core.

Inside ai/ a folder includes only those that stand before it in FLOORS. A mechanism never includes
another one, and in ai/ only eval/<mechanism>, doctrine/<mechanism>, telemetry/<mechanism> and
mechanisms/<mechanism>.cpp may know a mechanism, each its own. Prints every offending line; exit
status 1 if there is any.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
FLOORS = ["policy", "eval", "rollout", "doctrine", "search", "agents", "training", "lab",
          "telemetry", "table", "mechanisms"]
KNOWING = ["eval", "doctrine", "telemetry"]  # floors with a folder for each mechanism
LAYERS = ["engine/core", "engine/map", "engine/play", "engine/systems", "ai", "tools"]


def layer_of(path):
    for layer in LAYERS:
        if path.startswith(layer + "/"):
            return layer
    return None


def mechanism_of(path, parent):
    """The folder below `parent`, or None for files that lie in `parent` itself."""
    parts = path.removeprefix(parent + "/").split("/")
    return parts[0] if path.startswith(parent + "/") and len(parts) > 1 else None


def floor_of(path):
    """The floor of a file in a folder of ai/, or None."""
    parts = path.split("/")
    return FLOORS.index(parts[1]) if parts[0] == "ai" and parts[1] in FLOORS else None


def fault(source, target):
    """Why `source` may not include `target`; None when it may."""
    source_layer, target_layer = layer_of(source), layer_of(target)
    if target_layer is None:
        return "includes are written from the top of the project"
    if LAYERS.index(target_layer) > LAYERS.index(source_layer):
        return f"{source_layer} may not include {target_layer}"
    if source_layer == target_layer == "ai":
        if floor_of(target) is not None and (floor_of(source) or 0) < floor_of(target):
            return f"{'/'.join(source.split('/')[:2])} stands below {'/'.join(target.split('/')[:2])}"
    target_mechanism = mechanism_of(target, "engine/systems")
    if target_mechanism is None:
        return None
    if source_layer == "engine/systems":
        own = mechanism_of(source, "engine/systems")
        if own is not None and own != target_mechanism:
            return "a mechanism may not include another one"
    if source_layer == "ai":
        for floor in KNOWING:
            if mechanism_of(source, f"ai/{floor}") == target_mechanism:
                return None
        if source == f"ai/mechanisms/{target_mechanism}.cpp":
            return None
        return "only " + ", ".join(f"ai/{floor}/{target_mechanism}" for floor in KNOWING) + " may"
    return None


def main():
    faults = 0
    for top in ("engine", "ai", "tools"):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix not in (".h", ".cpp") or "node_modules" in path.parts:
                continue
            name = path.relative_to(ROOT).as_posix()
            for number, line in enumerate(path.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                reason = match and fault(name, match[1])
                if reason:
                    faults += 1
                    print(f'{name}:{number}: includes "{match[1]}": {reason}')
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

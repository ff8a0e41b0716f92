"""The lab: experiments whose players may be callables, with results as pandas tables."""

import dataclasses
import functools
import os
import pathlib
import re
import tempfile
import tomllib

from . import _niemen
from ._games import _toml
from ._play import call_beside, patience_of


_MOST_THREADS = 4096


@dataclasses.dataclass
class Run:
    """A run of the lab.

    folder: where it lies (niemen serve --run opens it); end: "complete", "interrupted" (the same
    call goes on with it) or "given up"; counted: campaigns that count; verdict: sentences;
    campaigns and tables read the CSV files.
    """
    folder: pathlib.Path
    end: str
    counted: int
    verdict: list

    @property
    def campaigns(self):
        """campaigns.csv: a row a campaign."""
        return self.table("campaigns")

    def table(self, name):
        """A table by the name of its file: "campaigns", "turns", "results/balance".
        Raises InputError that lists those that there are."""
        import pandas
        file = self.folder / (name + ".csv")
        if not file.is_file():
            raise _niemen.InputError(f'{self.folder}: no table "{name}"; there are: '
                                     + ", ".join(self.table_names()))
        return pandas.read_csv(file)

    def table_names(self):
        """Names for table()."""
        return sorted(str(file.relative_to(self.folder).with_suffix(""))
                      for file in self.folder.rglob("*.csv"))


def _text(value):
    if isinstance(value, str):
        escaped = "".join(f"\\u{ord(c):04X}" if c in '"\\' or ord(c) < 32 else c for c in value)
        return f'"{escaped}"'
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(str(k))} = {_text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_text(one) for one in value) + "]"
    if isinstance(value, (bool, int, float)):
        return _toml(value)
    raise TypeError(f"an experiment cannot say {value!r}; allowed: text, numbers, true or false, "
                    "lists and dictionaries")


def _replaced(value, files):
    """Every name of a callable, as the agent file that stands for it."""
    if isinstance(value, str):
        return files.get(value, value)
    if isinstance(value, dict):
        return {key: _replaced(one, files) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_replaced(one, files) for one in value]
    return value


def _with_files(plan, files):
    """The plan with the names of callables replaced, wherever agents can be named."""
    return {key: one if isinstance(one, str) or key == "game" else _replaced(one, files)
            for key, one in plan.items()}


def run(spec, agents=None, out=None, threads=0, answer_seconds=0):
    """Plays an experiment (or goes on with it) and returns a Run.

    spec: an experiment as a file, or as a dictionary with the same keys
    ({"question": "balance", "name": ..., "game": {"title": ...}, "agents": {"a": ..., "b": ...}}).
    agents: {"name": callable}: wherever spec names an agent so, the callable decides. It takes a
    niemen.Observation, is called on several threads in turn, and must return one of its
    legal_actions(); whatever it raises forfeits the campaign.
    out: the folder of the run; None: a new one under the system's temporary folder.
    threads: campaigns beside one another, 0: all processors. answer_seconds: patience for one
    answer of a callable, 0: any time.
    Ctrl-C stops it with what was played kept. Raises InputError, TypeError.
    """
    if agents is not None and not hasattr(agents, "items"):
        raise TypeError('agents is a dictionary: {"name": callable}')
    agents = dict(agents or {})
    for name, player in agents.items():
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", str(name)):
            raise _niemen.InputError(f'agents: "{name}" is no name; allowed: letters, digits, '
                                     '"-" and "_"')
        if not callable(player):
            raise TypeError(f'agents: "{name}" is not callable')
    answer_seconds = patience_of(answer_seconds)
    if not isinstance(threads, int):
        raise TypeError(f"threads is a whole number, not {type(threads).__name__}")
    if not 0 <= threads <= _MOST_THREADS:
        raise _niemen.InputError(f"threads is {threads}; allowed: 0 (all processors) to "
                                 f"{_MOST_THREADS}")
    folder = pathlib.Path(out) if out is not None else pathlib.Path(tempfile.mkdtemp("-niemen"))
    folder = folder.absolute()
    if not agents and not isinstance(spec, dict):
        result = _niemen._run_experiment(os.fspath(spec), str(folder), {}, threads, 0.0)
        return Run(folder, result["end"], result["counted"], result["verdict"])
    if isinstance(spec, dict):
        plan, source = dict(spec), "experiment"
        plan.setdefault("name", folder.name)
    else:
        source = pathlib.Path(spec).stem
        try:
            with open(spec, "rb") as file:
                plan = tomllib.load(file)
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise _niemen.InputError(f"{os.fspath(spec)}: {error}") from None
        plan.setdefault("name", source)
    # The plan and the agents' files lie beside the run: it knows them by what they say.
    plans = folder.with_name(folder.name + "-plan")
    plans.mkdir(parents=True, exist_ok=True)
    files = {}
    for name in agents:
        file = plans / f"{name}.toml"
        file.write_text('kind = "process"\nabout = "a callable"\n'
                        f'command = ["called:{name}"]\nskip_forced = true\nview = false\n')
        files[name] = str(file)
    text = "".join(f"{_text(key)} = {_text(value)}\n"
                   for key, value in _with_files(plan, files).items())
    file = plans / f"{source}.toml"
    file.write_text(text)
    players = {name: functools.partial(call_beside, player) for name, player in agents.items()}
    result = _niemen._run_experiment(str(file), str(folder), players, threads, answer_seconds)
    return Run(folder, result["end"], result["counted"], result["verdict"])

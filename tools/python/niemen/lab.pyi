import pathlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any

import pandas as pd

from . import Observation

@dataclass
class Run:
    folder: pathlib.Path
    end: str
    counted: int
    verdict: list[str]
    @property
    def campaigns(self) -> pd.DataFrame: ...
    def table(self, name: str) -> pd.DataFrame: ...
    def table_names(self) -> list[str]: ...

def run(spec: str | PathLike[str] | Mapping[str, Any],
        agents: Mapping[str, Callable[[Observation], int]] | None = None,
        out: str | PathLike[str] | None = None, threads: int = 0,
        answer_seconds: float = 0) -> Run: ...

"""Prints which environment variables functions read when they start.

Takes the variables of each group as JSON, and runs in a process of its own: a function reads its variables
when it is imported for the first time.
"""

import importlib
import json
import os
import sys
from collections.abc import Iterator, Mapping

import portal.settings

_OF_LAMBDA = {
    "AWS_ACCESS_KEY_ID": "none",
    "AWS_DEFAULT_REGION": "us-east-1",
    "AWS_REGION": "us-east-1",
    "AWS_SECRET_ACCESS_KEY": "none",
    "POWERTOOLS_METRICS_NAMESPACE": "none",
}


class _Recorder(Mapping[str, str]):
    """An environment that records the names that it is asked for, also of variables that it does not have."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        return self._variables[name]

    def __iter__(self) -> Iterator[str]:
        raise NotImplementedError("Read variables by their names")

    def __len__(self) -> int:
        raise NotImplementedError("Read variables by their names")


def _list_reads(group: str, variables: Mapping[str, str]) -> list[str]:
    recorder = _Recorder(_OF_LAMBDA | dict(variables))
    # Functions import it by name, so it is replaced before each of them is imported.
    portal.settings.get_environment = lambda: recorder
    importlib.import_module(f"functions.{group}.app")
    return sorted(recorder.names)


if __name__ == "__main__":
    os.environ.update(_OF_LAMBDA)
    environments: dict[str, dict[str, str]] = json.load(sys.stdin)
    json.dump({group: _list_reads(group, each) for group, each in environments.items()}, sys.stdout)

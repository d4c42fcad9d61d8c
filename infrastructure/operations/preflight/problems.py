"""Results of checks; problems.yaml has their texts."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from infrastructure.operations.preflight.deployment import Deployment


@dataclass(frozen=True, slots=True)
class Problem:
    """Missing preparation."""

    text: str  # names it, and tells what to do
    stages: Collection[str]  # stages that must not be deployed with it; in others it can be solved later


class NotChecked(Exception):
    """AWS did not answer a check; the message has the reason and the remedy."""


def make_problem(deployment: Deployment, key: str, /, **values: Any) -> Problem:
    """Return a problem of problems.yaml, with the values that its text names."""
    problems = Path(__file__).with_name("problems.yaml").read_text(encoding="utf-8")
    problem = yaml.safe_load(problems)[key]
    known = {"stack": deployment.stack, "stage": deployment.stage, "region": deployment.region}
    text = problem["text"].format(set="in parameter_overrides of samconfig.toml", **known, **values)
    return Problem(text, problem["stages"])

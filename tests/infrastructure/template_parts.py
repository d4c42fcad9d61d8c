"""Parts of the templates that several tests look at."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from infrastructure.stacks.transform import read
from tests.infrastructure.templates import get_transformed

REPOSITORY = Path(__file__).parents[2]
TEMPLATE = read(REPOSITORY / "template.yaml")
RESOURCES = get_transformed(REPOSITORY / "template.yaml", {})["Resources"]
STACKS = {path.stem: read(path) for path in (REPOSITORY / "infrastructure/stacks").glob("*.yaml")}
Resources = Mapping[str, Any]


def get_properties(stack: str, name: str) -> Any:
    return STACKS[stack]["Resources"][name]["Properties"]


def filter_by_type(resources: Resources, kind: str) -> dict[str, Any]:
    """Return the properties of the resources of a type."""
    return {name: each["Properties"] for name, each in resources.items() if each["Type"] == kind}

"""Modules that a group must not load at its cold start."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
NEED_THE_MANIFEST = {
    *(
        "agencyinbound",
        "agencyreplies",
        "businessagency",
        "businessapplications",
        "chatbot",
        "governmentsearch",
        "maintenance",
        "services",
        "subscriptions",
        "transactions",
        "userservices",
    ),
}
GROUPS = sorted(path.parent.name for path in (ROOT / "functions").glob("*/app.py"))


def list_modules(group: str) -> list[str]:
    """Every module of a group but its wiring, which needs the settings of a function."""
    names = sorted(path.stem for path in (ROOT / "functions" / group).glob("*.py"))
    return [f"functions.{group}.{name}" for name in names if name not in ("__init__", "app")]


def list_loaded(modules: list[str]) -> set[str]:
    """Return the modules that a fresh process has after it imported some."""
    program = f"import sys, importlib; [importlib.import_module(m) for m in {modules}]; print(*sys.modules)"
    environment = {"PYTHONPATH": f"{ROOT}:{ROOT / 'shared/python'}"}
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
    )
    return set(run.stdout.split())


# An agency is asked for a photo only during a face check.
LOADED_WHEN_USED = {"functions.authentication.amazon_rekognition"}


@pytest.mark.parametrize("group", [each for each in GROUPS if each not in NEED_THE_MANIFEST])
def test_group_without_agencies_loads_no_manifest(group: str) -> None:
    modules = [each for each in list_modules(group) if each not in LOADED_WHEN_USED]
    loaded = list_loaded(modules)
    assert set(modules) <= loaded
    assert not {module for module in loaded if module.startswith("domains.agencies.manifest")}


def test_manifest_enum_is_loaded_on_its_own() -> None:
    ours = {
        module
        for module in list_loaded(["domains.agencies.kinds"])
        if module.startswith(("portal.", "domains."))
    }
    assert ours == {"domains.agencies", "domains.agencies.kinds"}


def test_framework_names_neither_the_state_nor_the_assistant() -> None:
    """`portal` serves any domain; what it has of one belongs to `domains`."""
    named = re.compile(r"arizona|phoenix|chat", re.IGNORECASE)
    found = [
        path.name for path in (ROOT / "shared/python/portal").rglob("*.py") if named.search(path.read_text())
    ]
    assert found == []

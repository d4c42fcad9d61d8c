"""Manifests without faults, of a library and of a town clerk, and changed copies of them."""

import json
from pathlib import Path
from typing import Any


def read_manifest(name: str) -> Any:
    return json.loads(Path(__file__).with_name(f"{name}_manifest.json").read_text("utf-8"))


def make_text(value: Any) -> dict[str, Any]:
    return {"en": value, "es": value}


def split_path(path: str) -> tuple[str | int, ...]:
    return tuple(int(part) if part.isdigit() else part for part in path.split("."))


def change_manifest(name: str, place: Any, value: Any) -> Any:
    """Return a copy of a manifest with one value changed."""
    content = read_manifest(name)
    target = content
    for part in place[:-1]:
        target = target[part]
    target[place[-1]] = value
    return content

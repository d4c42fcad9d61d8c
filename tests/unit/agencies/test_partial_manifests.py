"""Rules about a manifest that does not fit the schema: only its right parts count."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from pydantic import ValidationError

from domains.agencies.manifest import Manifest
from domains.agencies.manifest_rules import find_faults
from portal.parts import make_parts
from tests.unit.agencies.manifests import read_manifest

Place = tuple[str | int, ...]
WRONG_VALUES: list[Any] = [None, [], 12_345.5, "misspelled"]


def list_places(value: Any, place: Place = ()) -> Iterator[Place]:
    entries = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, entry in entries:
        yield (*place, key)
        yield from list_places(entry, (*place, key))


def list_broken_manifests(content: Any) -> Iterator[Any]:
    """List copies of a manifest, each with one value that does not fit the schema or one misspelled name."""
    for place in list_places(content):
        for value in WRONG_VALUES:
            broken = deepcopy(content)
            target = broken
            for part in place[:-1]:
                target = target[part]
            if value == "misspelled" and isinstance(target, dict):
                target[f"{place[-1]}x"] = target.pop(place[-1])
            else:
                target[place[-1]] = value
            try:
                Manifest.model_validate(broken)
            except ValidationError:
                yield broken


def list_places_of_faults(content: Any) -> set[Place]:
    return {fault.path for fault in find_faults(make_parts(Manifest, content), is_partial=True)}


@pytest.mark.parametrize("name", ["library", "clerk"])
def test_wrong_shape_leads_to_no_other_fault(name: str) -> None:
    broken = list(list_broken_manifests(read_manifest(name)))
    assert len(broken) > 300
    for content in broken:
        assert list_places_of_faults(content) == set()


def test_wrong_shape_hides_no_fault_elsewhere() -> None:
    content = read_manifest("library")
    content["agency"]["hosts"].append("localhost")
    (service,) = content["services"]
    service["endpoint"] = "ftp://library.example.gov"
    second = deepcopy(service)
    second["code"] = "ROOM"
    content["services"].append(second)
    expected = {fault.path for fault in find_faults(Manifest.model_validate(content))}
    assert len(expected) == 4
    service["displayFields"][0]["kind"] = "picture"
    service["surplus"] = 1
    assert list_places_of_faults(content) == expected

"""A template is transformed once, and again when anything that it depends on is another."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from infrastructure.demo.parameters import make_parameters
from infrastructure.settings import REPOSITORY, LocalSettings
from infrastructure.stacks import transform as module
from infrastructure.stacks.transform import KeptTemplates, transform

PARAMETERS = {"Name": "one"}
PATHS = [REPOSITORY / "template.yaml", *sorted((REPOSITORY / "infrastructure/stacks").glob("*.yaml"))]


@pytest.fixture
def transformed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the templates that were transformed and not read from the cache."""
    names: list[str] = []

    def noted(path: Path, parameters: Mapping[str, str]) -> dict[str, Any]:
        names.append(path.name)
        return {"Resources": {}, "of": path.read_text(), "with": dict(parameters)}

    monkeypatch.setattr(module, "transform", noted)
    return names


@pytest.fixture
def template(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text("Resources: {}")
    return path


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_cached_template_matches_the_transformed_one(tmp_path: Path, path: Path) -> None:
    parameters = make_parameters(LocalSettings()) if path.name == "template.yaml" else {}
    made = transform(path, parameters)

    first = KeptTemplates(tmp_path)(path, parameters)
    again = KeptTemplates(tmp_path)(path, parameters)

    assert first == again
    # Without a round trip through JSON, which would turn number keys into text.
    assert json.loads(json.dumps(made)) == first
    assert made == first


def test_changed_template_is_transformed_again(
    tmp_path: Path, template: Path, transformed: list[str]
) -> None:
    kept = KeptTemplates(tmp_path / "kept")
    kept(template, PARAMETERS)
    template.write_text("Resources:  {}")

    assert kept(template, PARAMETERS)["of"] == "Resources:  {}"
    assert len(transformed) == 2


@pytest.mark.parametrize(("is_used", "times"), [(False, 1), (True, 4)])
def test_port_matters_only_where_the_template_uses_it(
    tmp_path: Path, template: Path, monkeypatch: pytest.MonkeyPatch, is_used: bool, times: int
) -> None:
    made: list[Mapping[str, str]] = []

    def counted(_path: Path, parameters: Mapping[str, str]) -> dict[str, Any]:
        made.append(parameters)
        return {"origin": parameters["Origin"] if is_used else {"Ref": "Origin"}}

    monkeypatch.setattr(module, "transform", counted)
    kept = KeptTemplates(tmp_path / "kept")
    found = [kept(template, {"Origin": f"http://localhost:{port}"}) for port in (8080, 9000)]

    ports = ["http://localhost:8080", "http://localhost:9000"]
    assert [each["origin"] for each in found] == (ports if is_used else [{"Ref": "Origin"}] * 2)
    assert len(made) == times


def test_damaged_file_is_replaced_and_only_the_newest_kept(
    tmp_path: Path, template: Path, transformed: list[str]
) -> None:
    kept = KeptTemplates(tmp_path / "kept")
    kept(template, {"Name": "older"})
    first = kept(template, PARAMETERS)
    (file,) = (tmp_path / "kept").iterdir()
    file.write_text(file.read_text()[:-1])

    assert kept(template, PARAMETERS) == first
    assert len(transformed) == 3

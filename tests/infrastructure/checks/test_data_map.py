"""The check of the data map refuses anything stored without a row, and any row without something stored."""

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from domains.reference.data_map import DataMap
from infrastructure.checks.data_map import check_data_map, find_differences, read_resources
from shared.contract.data_map import load_data_map
from tests.cases import read_cases

CASES = read_cases(__file__)
REPOSITORY = Path(__file__).parents[3]
WEBAPP = REPOSITORY / "webapp/src"


@pytest.fixture(scope="module")
def resources() -> Mapping[str, Any]:
    return read_resources(REPOSITORY)


def change(value: Any, path: list[str], new: Any) -> Any:
    """Return a copy with the value at a path replaced, or removed for None."""
    changed = copy.deepcopy(value)
    place = changed
    for name in path[:-1]:
        place = place[name]
    if new is None:
        del place[path[-1]]
    else:
        place[path[-1]] = new
    return changed


def test_data_map_fits_templates_models_and_web_app() -> None:
    assert check_data_map() == ""


@pytest.mark.parametrize(("path", "new", "expected"), CASES["change_of_template_without_row"])
def test_change_of_template_without_row_is_found(
    resources: Mapping[str, Any], path: list[str], new: Any, expected: str
) -> None:
    assert expected in find_differences(load_data_map(), change(resources, path, new), WEBAPP)


@pytest.mark.parametrize(("path", "new", "expected"), CASES["change_of_map"])
def test_change_of_map_is_found(
    resources: Mapping[str, Any], path: list[str], new: Any, expected: str
) -> None:
    written = load_data_map().model_dump(by_alias=True, mode="json")
    changed = DataMap.model_validate(change(written, path, new))
    assert expected in find_differences(changed, resources, WEBAPP)


@pytest.mark.parametrize(("path", "new", "expected"), CASES["unknown_word"])
def test_unknown_word_is_refused(path: list[str], new: Any, expected: str) -> None:
    written = load_data_map().model_dump(by_alias=True, mode="json")
    with pytest.raises(ValidationError, match=expected):
        DataMap.model_validate(change(written, path, new))


def test_new_storage_key_is_found(resources: Mapping[str, Any], tmp_path: Path) -> None:
    keys = [key.removesuffix("*") for key in load_data_map().browser if key.startswith("saguaro.")]
    (tmp_path / "keys.ts").write_text("\n".join(f"write('{key}')" for key in [*keys, "saguaro.new"]))
    assert find_differences(load_data_map(), resources, tmp_path) == [
        "storage key saguaro.new has no row in the data map"
    ]

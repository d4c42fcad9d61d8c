"""Faults of application forms and accounts: each has its place and a remedy."""

from typing import Any

import pytest

from domains.agencies.manifest import Manifest
from domains.agencies.manifest_rules import find_faults
from tests.cases import read_cases
from tests.unit.agencies.manifests import change_manifest, make_text, read_manifest, split_path

CASES = read_cases(__file__)


def make_field(name: Any, kind: str = "text", **more: Any) -> Any:
    return {"name": name, "label": make_text(name), "kind": kind} | more


def make_choices(*values: Any) -> list[dict[str, Any]]:
    return [{"value": value, "label": make_text(value)} for value in values]


FORM = ("services", 0, "applicationForms", 0)
WHO = (*FORM, "sections", 0)
WHAT = (*FORM, "sections", 1)


def change_document(place: Any, value: Any) -> Any:
    return change_manifest("clerk", place, value)


def list_faults(content: Any) -> Any:
    return find_faults(Manifest.model_validate(content))


def test_valid_forms_and_accounts_have_no_faults() -> None:
    assert list_faults(read_manifest("clerk")) == []


@pytest.mark.parametrize(("place", "value", "at", "message"), CASES["fault_has_path_message_and_remedy"])
def test_fault_has_path_message_and_remedy(place: str, value: object, at: str, message: str) -> None:
    (fault,) = list_faults(change_document(split_path(place), value))
    assert fault.path == split_path(at)
    assert message in fault.message
    assert fault.remedy


def test_choice_needs_two_values() -> None:
    content = change_document((*WHO, "fields", 1), make_field("type", "choice", choices=make_choices("llc")))
    assert "at least two values" in list_faults(content)[0].message


def test_duplicate_form_is_a_fault() -> None:
    form = read_manifest("clerk")["services"][0]["applicationForms"][0]
    (fault,) = list_faults(change_document(("services", 0, "applicationForms"), [form, form]))
    assert fault.path == ("services", 0, "applicationForms", 1, "id")


def test_remedy_lists_the_possible_fields() -> None:
    (fault,) = list_faults(
        change_document((*WHAT, "fields", 3, "shownWhen"), {"field": "nothing", "equals": "yes"})
    )
    assert fault.remedy == "Name one of: type, sellsFood."

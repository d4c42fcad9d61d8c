"""Faults of application forms and accounts: each has its place and a remedy."""

from copy import deepcopy
from typing import Any

import pytest

from domains.agencies.manifest import Manifest
from domains.agencies.manifest_rules import find_faults
from tests.cases import read_cases

CASES = read_cases(__file__)


def make_text(value: Any) -> dict[str, Any]:
    return {"en": value, "es": value}


def make_field(name: Any, kind: str = "text", **more: Any) -> Any:
    return {"name": name, "label": make_text(name), "kind": kind} | more


def make_choices(*values: Any) -> list[dict[str, Any]]:
    return [{"value": value, "label": make_text(value)} for value in values]


SERVICE: dict[str, Any] = {
    "id": "town-clerk-permits",
    "code": "PERMITS",
    "name": make_text("Permits"),
    "description": make_text("Permits"),
    "category": "business",
    "endpoint": "https://clerk.example.gov/portal",
    "credentials": "town-clerk",
    "applicationForms": [
        {
            "id": "town-clerk-permits-stall",
            "name": make_text("Stall"),
            "description": make_text("A stall"),
            "entityTypes": ["llc", "corporation"],
            "declaration": make_text("True."),
            "source": "general; not confirmed by a source",
            "sections": [
                {
                    "id": "who",
                    "title": make_text("Who"),
                    "fields": [
                        make_field("name", prefill="businessName"),
                        make_field(
                            "type", "choice", choices=make_choices("llc", "corporation"), prefill="entityType"
                        ),
                        make_field("county", "county", prefill="countyId"),
                    ],
                },
                {
                    "id": "what",
                    "title": make_text("What"),
                    "fields": [
                        make_field("sellsFood", "yesNo"),
                        make_field("food", "longText", shownWhen={"field": "sellsFood", "equals": "yes"}),
                        make_field("stalls", "number", minimum=1, maximum=9),
                        make_field("series", shownWhen={"field": "type", "equals": "llc"}),
                    ],
                },
            ],
            "documents": [
                {"code": "MAP", "label": make_text("Map")},
                {
                    "code": "MENU",
                    "label": make_text("Menu"),
                    "shownWhen": {"field": "sellsFood", "equals": "yes"},
                },
            ],
        }
    ],
    "accounts": {"name": make_text("Account")},
}
DOCUMENT = {
    "manifestVersion": 1,
    "agency": {
        "id": "town-clerk",
        "name": make_text("Town Clerk"),
        "description": make_text("Permits"),
        "kind": "municipality",
        "hosts": ["clerk.example.gov"],
    },
    "services": [
        SERVICE,
        SERVICE | {"id": "town-clerk-dogs", "code": "DOGS", "applicationForms": [], "accounts": None},
    ],
}
FORM = ("services", 0, "applicationForms", 0)
WHO = (*FORM, "sections", 0)
WHAT = (*FORM, "sections", 1)


def split_path(path: str) -> tuple[str | int, ...]:
    return tuple(int(part) if part.isdigit() else part for part in path.split("."))


def change_document(place: Any, value: Any) -> Any:
    content = deepcopy(DOCUMENT)
    target: Any = content
    for part in place[:-1]:
        target = target[part]
    target[place[-1]] = value
    return content


def list_faults(content: Any) -> Any:
    return find_faults(Manifest.model_validate(content))


def test_valid_forms_and_accounts_have_no_faults() -> None:
    assert list_faults(DOCUMENT) == []


@pytest.mark.parametrize(
    ("place", "value", "at", "message"),
    CASES["fault_has_path_message_and_remedy"],
)
def test_fault_has_path_message_and_remedy(place: str, value: object, at: str, message: str) -> None:
    (fault,) = list_faults(change_document(split_path(place), value))
    assert fault.path == split_path(at)
    assert message in fault.message
    assert fault.remedy


def test_choice_needs_two_values() -> None:
    content = change_document((*WHO, "fields", 1), make_field("type", "choice", choices=make_choices("llc")))
    assert "at least two values" in list_faults(content)[0].message


def test_duplicate_form_is_a_fault() -> None:
    form = SERVICE["applicationForms"][0]
    (fault,) = list_faults(change_document(("services", 0, "applicationForms"), [form, form]))
    assert fault.path == ("services", 0, "applicationForms", 1, "id")


def test_remedy_lists_the_possible_fields() -> None:
    (fault,) = list_faults(
        change_document((*WHAT, "fields", 3, "shownWhen"), {"field": "nothing", "equals": "yes"})
    )
    assert fault.remedy == "Name one of: type, sellsFood."

"""The guides, against the manifests of the agencies."""

import json
import re
from datetime import date
from urllib.parse import urlsplit

import pytest

from domains.reference.data import DATA_FOLDER
from infrastructure.sandbox.manifest_files import list_manifests

Words = dict[str, str]

GUIDES = json.loads((DATA_FOLDER / "guides.json").read_bytes())["guides"]
ELSEWHERE = {item["id"] for item in json.loads((DATA_FOLDER / "elsewhere.json").read_bytes())["items"]}
STEPS = [
    pytest.param(step, id=f"{guide['id']}-{number}")
    for guide in GUIDES
    for number, step in enumerate(guide["steps"])
]
SERVICES = [service for manifest in list_manifests() for service in manifest.services]
ACTIONS = {(service.id, action.id) for service in SERVICES for action in service.actions}
FORMS = {form.id for service in SERVICES for form in service.application_forms}


def is_official(address: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme == "https" and (parts.hostname or "").endswith(".gov")


@pytest.mark.parametrize("step", STEPS)
def test_step_leads_to_one_existing_place(step: dict[str, str]) -> None:
    assert len({"service", "form", "page", "url", "elsewhere"} & step.keys()) == 1
    assert step.get("service") in {None, *(service.id for service in SERVICES)}
    assert step.get("form") in {None, *FORMS}
    assert ("action" not in step) or (step.get("service"), step["action"]) in ACTIONS
    assert step.get("elsewhere") in {None, *ELSEWHERE}
    assert is_official(step.get("url", "https://azdot.gov"))


@pytest.mark.parametrize("step", STEPS)
def test_page_of_guide_exists(step: dict[str, str]) -> None:
    page = step.get("page", "")
    if page.startswith("/guides/"):
        assert page.removeprefix("/guides/") in {guide["id"] for guide in GUIDES}


@pytest.mark.parametrize("step", STEPS)
def test_deadline_and_fee_have_official_source(step: dict[str, str]) -> None:
    assert not {"deadline", "fee"} & step.keys() or is_official(step.get("source", ""))


@pytest.mark.parametrize("step", STEPS)
def test_fact_of_action_is_not_typed_again(step: dict[str, str]) -> None:
    assert "action" not in step or not {"deadline", "fee"} & step.keys()


@pytest.mark.parametrize("step", STEPS)
def test_source_has_day_of_check(step: dict[str, str]) -> None:
    assert "source" not in step or date.fromisoformat(step["checkedOn"])
    assert "checkedOn" not in step or {"source", "url"} & step.keys()


@pytest.mark.parametrize("step", STEPS)
def test_number_has_official_source(step: dict[str, Words]) -> None:
    texts = [step[name] for name in ("text", "deadline", "fee") if name in step]
    has_number = any(re.search(r"\d", words["en"] + words["es"]) for words in texts)
    assert not has_number or {"url", "source"} & step.keys()


@pytest.mark.parametrize("guide", GUIDES, ids=[guide["id"] for guide in GUIDES])
@pytest.mark.parametrize("language", ["en", "es"])
def test_guide_has_everyday_words_for_search(guide: dict[str, Words], language: str) -> None:
    words = guide["keywords"][language].split()
    assert 25 <= len(words) <= 40
    assert len(words) == len(set(words))

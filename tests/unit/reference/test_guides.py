"""The guides, against the manifests of the agencies."""

import json
import re

import pytest

from domains.reference.data import DATA_FOLDER
from infrastructure.sandbox.agencies.manifest_files import list_manifests

STEPS = [
    pytest.param(step, id=f"{guide['id']}-{number}")
    for guide in json.loads((DATA_FOLDER / "guides.json").read_bytes())["guides"]
    for number, step in enumerate(guide["steps"])
]
SERVICES = [service for manifest in list_manifests() for service in manifest.services]
FORMS = {form.id for service in SERVICES for form in service.application_forms}


@pytest.mark.parametrize("step", STEPS)
def test_step_leads_to_one_existing_place(step: dict[str, str]) -> None:
    assert len({"service", "form", "page", "url"} & step.keys()) == 1
    assert step.get("service") in {None, *(service.id for service in SERVICES)}
    assert step.get("form") in {None, *FORMS}
    assert step.get("url", "https://azdot.gov").endswith(".gov")


@pytest.mark.parametrize("step", STEPS)
def test_number_has_official_source(step: dict[str, dict[str, str]]) -> None:
    assert "url" in step or not re.search(r"\d", step["text"]["en"] + step["text"]["es"])

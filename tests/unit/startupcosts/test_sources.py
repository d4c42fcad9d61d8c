"""The sources of figures: only their own wording, without notes of the research."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from domains.reference.data import DATA_FOLDER
from domains.reference.fees import is_official_page
from functions.startupcosts.fee_table import get_fee_table
from infrastructure.sandbox.manifest_files import MANIFESTS

OF_A_THIRD_PARTY = re.compile(r"[a-z0-9-]+\.(com|org|net|co|io)\b|upcounsel|nolo|creditdonkey", re.IGNORECASE)


def list_texts(value: Any) -> Iterator[str]:
    """Every text in data, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from list_texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from list_texts(each)


def list_form_fees() -> list[Any]:
    found = []
    for agency in ("azcc", "azdor", "azsos"):
        manifest = yaml.safe_load((MANIFESTS / f"{agency}.yaml").read_text(encoding="utf-8"))
        for service in manifest["services"]:
            for form in service.get("applicationForms", []):
                found += [(agency, fee) for fee in form.get("fees", [])]
    return found


def test_agencies_have_the_names_of_their_manifests() -> None:
    manifests = (yaml.safe_load(path.read_text(encoding="utf-8")) for path in MANIFESTS.glob("*.yaml"))
    names = {name["en"]: name["es"] for name in (each["agency"]["name"] for each in manifests)}
    agencies = [line.agency for line in get_fee_table().lines if line.agency and line.agency.en in names]
    assert len(agencies) > 20
    assert [agency for agency in agencies if agency.es != names[agency.en]] == []


def test_unconfirmed_government_fee_is_editable() -> None:
    unconfirmed = [
        line
        for line in get_fee_table().lines
        if line.is_government_fee and line.fees[-1].status in ("notConfirmed", "unknown")
    ]
    assert len(unconfirmed) > 5
    assert all(line.is_editable for line in unconfirmed)


@pytest.mark.parametrize("name", ["startup_costs.json", "name_rules.json"])
def test_data_names_no_third_party(name: str) -> None:
    data = json.loads((DATA_FOLDER / name).read_bytes())
    found = {text for text in list_texts(data) if OF_A_THIRD_PARTY.search(text)}
    assert all(is_official_page(text) for text in found), found


def test_form_fees_are_lines_of_the_table() -> None:
    codes = {line.code for line in get_fee_table().lines}
    fees = list_form_fees()
    assert fees
    assert all(fee["line"] in codes and "amount" not in fee and "source" not in fee for _, fee in fees)


@pytest.mark.parametrize(
    ("url", "is_official"),
    [
        ("https://azdor.gov/license", True),
        ("http://www.azcc.gov/annual-report", True),
        ("https://www.maricopa.az.us/fees", True),
        ("https://law.cornell.edu/uscode/text/26/3111", True),
        ("https://www.upcounsel.com/azcc.gov", False),
        ("https://azcc.gov.example.com/fees", False),
        ("https://notgov", False),
        ("", False),
    ],
)
def test_official_page_is_of_a_government_or_a_law(url: str, is_official: bool) -> None:
    assert is_official_page(url) is is_official

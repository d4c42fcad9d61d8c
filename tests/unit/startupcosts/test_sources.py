"""The sources of figures: only their own wording, without notes of the research."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from domains.reference.data import DATA_FOLDER
from functions.startupcosts.fee_table import get_fee_table
from infrastructure.sandbox.agencies.manifest_files import MANIFESTS

OF_OUR_RESEARCH = re.compile(
    "memory|common (knowledge|practice)|general knowledge|generally known|not retrievable|single third"
    "|one source|to be confirmed|; confirm|namex",
    re.IGNORECASE,
)
FEES_OF_FORMS = {
    ("azcc", "35.00"): "acc-llc-exp",
    ("azcc", "50.00"): "acc-llc",
    ("azcc", "60.00"): "acc-corp",
    ("azcc", "100.00"): "acc-nextday",
    ("azcc", "200.00"): "acc-sameday",
    ("azcc", "400.00"): "acc-twohour",
    ("azdor", "0.00"): "emp-reg",
    ("azdor", "12.00"): "tpt",
    ("azdor", None): "tpt-city",
    ("azsos", "10.00"): "trade-name",
    ("azsos", "25.00"): "trade-name-exp",
}


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


@pytest.mark.parametrize("name", ["startup_costs.json", "name_rules.json"])
def test_data_has_no_research_wording(name: str) -> None:
    data = json.loads((DATA_FOLDER / name).read_bytes())
    assert [text for text in list_texts(data) if OF_OUR_RESEARCH.search(text)] == []


def test_form_fees_have_no_research_wording() -> None:
    fees = list_form_fees()
    assert len(fees) > 10
    assert [text for _, fee in fees for text in list_texts(fee) if OF_OUR_RESEARCH.search(text)] == []


def test_form_and_estimate_have_the_same_fee_confidence() -> None:
    lines = {line.code: line.fees[-1] for line in get_fee_table().lines}
    compared = 0
    for agency, fee in list_form_fees():
        code = FEES_OF_FORMS.get((agency, fee.get("amount")))
        if code is not None:
            compared += 1
            assert fee["confidence"] == lines[code].confidence, (agency, fee)
    assert compared > 10


def test_unconfirmed_government_fee_is_editable() -> None:
    unconfirmed = [line for line in get_fee_table().lines if not line.fees[-1].is_confirmed]
    assert len(unconfirmed) > 5
    assert all(line.is_editable for line in unconfirmed)

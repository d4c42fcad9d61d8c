"""Matters of offices outside of the portal: their links and telephone numbers."""

from datetime import date, timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from domains.reference.elsewhere import Matter, list_matters
from infrastructure.checks.facts.check import list_offices_past_review
from infrastructure.checks.facts.links import list_link_faults

DAY = date(2026, 11, 29)


def make_matter(**changes: Any) -> Matter:
    words = {"en": "words", "es": "palabras"}
    values = {
        "id": "passport",
        "title": words,
        "office": words,
        "url": "https://travel.state.gov/",
        "checkedOn": DAY.isoformat(),
        "keywords": words,
        "subjects": words,
    }
    return Matter.model_validate(values | changes)


def test_thirty_matters_and_more_have_unique_ids() -> None:
    ids = [each.id for each in list_matters()]
    assert len(set(ids)) == len(ids) >= 30


@pytest.mark.parametrize(
    "url",
    [
        "http://travel.state.gov/",
        "https://travel.state.gov.example.com/",
        "https://passports.com/",
        "passports",
    ],
)
def test_link_to_no_official_page_is_refused(url: str) -> None:
    with pytest.raises(ValidationError, match="no https page of a government"):
        make_matter(url=url)


@pytest.mark.parametrize("missing", ["source", "checkedOn"])
def test_telephone_number_without_source_or_day_is_refused(missing: str) -> None:
    values = {
        "phone": "602-555-0100",
        "source": "https://travel.state.gov/phone",
        "checkedOn": DAY.isoformat(),
    }
    with pytest.raises(ValidationError, match="telephone number"):
        make_matter(**values | {missing: None})


def test_page_that_was_seen_more_than_a_year_ago_is_past_its_review() -> None:
    matter = make_matter()
    assert list(list_offices_past_review([matter], DAY + timedelta(days=365))) == []
    (line,) = list_offices_past_review([matter], DAY + timedelta(days=366))
    assert line.startswith("passport: ")


def test_link_that_left_its_domain_or_fails_is_named() -> None:
    def fail(_: str) -> str:
        raise OSError("not found")

    matters = [make_matter()]
    assert list(list_link_faults(matters, lambda _: "https://www.state.gov/passports")) == []
    (moved,) = list_link_faults(matters, lambda _: "https://domain-for-sale.example/")
    assert "another domain" in moved
    (lost,) = list_link_faults(matters, fail)
    assert "cannot be opened" in lost

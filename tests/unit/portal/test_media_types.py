"""The choice by the header Accept."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.media_types import choose_media_type

OFFERED = ("application/json", "text/csv")


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        (None, "application/json"),
        ("", "application/json"),
        ("*/*", "application/json"),
        ("text/csv", "text/csv"),
        ("TEXT/CSV", "text/csv"),
        ("text/*", "text/csv"),
        ("text/csv; charset=utf-8", "text/csv"),
        ("application/json, text/csv", "application/json"),
        ("text/csv, application/json", "application/json"),
        ("text/csv, application/json;q=0.9", "text/csv"),
        ("application/json;q=0.3 , text/csv ; q=0.4", "text/csv"),
        ("*/*, application/json;q=0.1", "text/csv"),
        ("*/*, application/*;q=0.1", "text/csv"),
        ("text/*;q=0.9, text/csv;q=0, */*;q=0.1", "application/json"),
        ("text/csv;q=high, application/json;q=0.001", "application/json"),
        ("application/json;q=0, text/csv;q=0", None),
        ("application/pdf", None),
        ("text/html, image/*", None),
        ("csv", None),
        ("text/csv;q=1.5", None),
    ],
)
def test_most_specific_and_heaviest_type_wins(accept: str | None, chosen: str | None) -> None:
    assert choose_media_type(accept, OFFERED) == chosen


@given(st.text(alphabet="textcsvapplijon/*;,=q01. ", max_size=80))
def test_random_accept_header_gets_an_offer_or_none(accept: Any) -> None:
    assert choose_media_type(accept, OFFERED) in (*OFFERED, None)

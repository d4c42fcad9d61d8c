"""The choice by the header Accept."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.media_types import choose_media_type
from tests.cases import read_cases

CASES = read_cases(__file__)

OFFERED = ("application/json", "text/csv")


@pytest.mark.parametrize(("accept", "chosen"), CASES["most_specific_and_heaviest_type_wins"])
def test_most_specific_and_heaviest_type_wins(accept: str | None, chosen: str | None) -> None:
    assert choose_media_type(accept, OFFERED) == chosen


@given(st.text(alphabet="textcsvapplijon/*;,=q01. ", max_size=80))
def test_random_accept_header_gets_an_offer_or_none(accept: Any) -> None:
    assert choose_media_type(accept, OFFERED) in (*OFFERED, None)

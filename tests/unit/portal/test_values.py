"""Accepted addresses and their stored form."""

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.values import (
    normalize_email_address,
    normalize_phone_number,
    parse_date,
    parse_email_address,
    parse_office_number,
)
from tests.cases import read_cases

CASES = read_cases(__file__)

CONTACTS = json.loads(Path("tests/corpora/contacts.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("example", CONTACTS["email"])
def test_pasted_email_address_is_understood(example: dict[str, str]) -> None:
    assert parse_email_address(example["typed"]) == example["kept"]
    assert parse_email_address(example["kept"]) == example["kept"]


@pytest.mark.parametrize("typed", CONTACTS["emailRefused"])
def test_pasted_text_without_one_email_address_is_refused(typed: str) -> None:
    assert parse_email_address(typed) is None


@given(st.emails() | st.text(max_size=300) | st.text("a@.<> ;,'\"“ü", max_size=30))
def test_pasted_email_address_is_stable(typed: str) -> None:
    kept = parse_email_address(typed)
    assert kept is None or parse_email_address(kept) == kept


@pytest.mark.parametrize("example", CONTACTS["phone"])
def test_pasted_phone_number_is_understood(example: dict[str, str]) -> None:
    assert normalize_phone_number(example["typed"]) == example["kept"]
    assert parse_office_number(example["typed"]) == example["kept"]


@pytest.mark.parametrize("example", CONTACTS["phoneWithExtension"])
def test_extension_is_kept_for_offices_alone(example: dict[str, str]) -> None:
    assert parse_office_number(example["typed"]) == example["kept"]
    assert parse_office_number(example["kept"]) == example["kept"]
    assert normalize_phone_number(example["typed"]) is None


@pytest.mark.parametrize("typed", CONTACTS["phoneRefused"])
def test_pasted_text_without_one_us_number_is_refused(typed: str) -> None:
    assert parse_office_number(typed) is None
    assert normalize_phone_number(typed) is None


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("rosa@example.com", "rosa@example.com"),
        ("  rosa@example.com ", "rosa@example.com"),
        ("Rosa.Delgado+az@Mail.EXAMPLE.com", "Rosa.Delgado+az@mail.example.com"),
        ("o'neill@xn--bcher-kva.example", "o'neill@xn--bcher-kva.example"),
        ("a@b.co", "a@b.co"),
        (f"{'l' * 64}@example.com", f"{'l' * 64}@example.com"),
    ],
)
def test_email_domain_is_lower_case(typed: str, kept: str) -> None:
    assert normalize_email_address(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        *CASES["invalid_email_address_is_refused"],
        f"{'l' * 65}@example.com",
        f"rosa@{'d' * 64}.com",
        f"rosa@{'abcdefgh.' * 28}com",
    ],
)
def test_invalid_email_address_is_refused(typed: str) -> None:
    assert normalize_email_address(typed) is None


@given(st.emails() | st.text(max_size=300))
def test_accepted_email_address_is_stable(typed: str) -> None:
    kept = normalize_email_address(typed)
    if kept is not None:
        assert kept.isascii()
        assert kept.isprintable()
        assert len(kept) <= 254
        assert normalize_email_address(kept) == kept


@pytest.mark.parametrize("typed", CASES["phone_number_formats_are_normalized"])
def test_phone_number_formats_are_normalized(typed: str) -> None:
    assert normalize_phone_number(typed) == "+16025550123"


@pytest.mark.parametrize("typed", CASES["non_us_number_is_refused"])
def test_non_us_number_is_refused(typed: str) -> None:
    assert normalize_phone_number(typed) is None


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        *CASES["date_must_exist_within_the_years"],
        ("2027-01-31", date(2027, 1, 31)),
        ("2024-02-29", date(2024, 2, 29)),
    ],
)
def test_date_must_exist_within_the_years(typed: object, day: date | None) -> None:
    assert parse_date(typed, 1900, 2200) == day

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
        "",
        " ",
        "rosa",
        "rosa@",
        "@example.com",
        "rosa@example",
        "rosa@localhost",
        "rosa@@example.com",
        "rosa@example..com",
        "rosa@.example.com",
        "rosa@example.com.",
        "rosa@-example.com",
        "rosa@example-.com",
        "rosa@192.168.0.1",
        "rosa@[192.168.0.1]",
        ".rosa@example.com",
        "rosa.@example.com",
        "ro..sa@example.com",
        "ro sa@example.com",
        '"ro sa"@example.com',
        "Rosa <rosa@example.com>",
        "rosa@example.com,eve@example.com",
        "rosa@example.com\nBcc: eve@example.com",
        "rosa@example.com\n",
        "rosa\x00@example.com",
        "rosa‮@example.com",
        "rosa​@example.com",
        "rosá@example.com",
        "rosa@exаmple.com",
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


@pytest.mark.parametrize(
    "typed",
    [
        "(602) 555-0123",
        "(602)555-0123",
        "602-555-0123",
        "602.555.0123",
        "602 555 0123",
        "6025550123",
        "+1 602 555 0123",
        "+1 (602) 555-0123",
        "+16025550123",
        "1-602-555-0123",
        "  602-555-0123 ",
        "602--555-0123",
        "(602 555-0123",
        "６０２-555-0123",
        "602\u00a0555\u202f0123",
        "602\u2011555\u20110123",
        "602–555—0123",
        "602−555‒0123",
        "\u202a+1 (602) 555‑0123\u202c",
        "\u2066602-555-0123\u2069\n",
        "602/555-0123",
        "602·555·0123",
        "tel:+1-602-555-0123",
    ],
)
def test_phone_number_formats_are_normalized(typed: str) -> None:
    assert normalize_phone_number(typed) == "+16025550123"


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "602-555-012",
        "602-555-01234",
        "555-0123",
        "+44 20 7946 0958",
        "+52 55 1234 5678",
        "102-555-0123",
        "602-055-0123",
        "911-555-0123",
        "602-411-0123",
        "602-555-0123 ext 4",
        "+602-555-0123",
        "602-555-0123, 480-555-0199",
        "six oh two",
    ],
)
def test_non_us_number_is_refused(typed: str) -> None:
    assert normalize_phone_number(typed) is None


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("2027-01-31", date(2027, 1, 31)),
        ("2024-02-29", date(2024, 2, 29)),
        ("2027-02-29", None),
        ("20270131", None),
        ("2027-W05-1", None),
        ("٢٠٢٧-01-31", None),
        ("2027-01-31\n", None),
        ("1899-12-31", None),
        ("2201-01-01", None),
        (20270131, None),
        (None, None),
    ],
)
def test_date_must_exist_within_the_years(typed: object, day: date | None) -> None:
    assert parse_date(typed, 1900, 2200) == day

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.agencies.protocol import MatchAnswer, ServiceDataAnswer
from domains.agencies.values import MalformedAnswer, WrongRecord, check_match, read_record
from tests.api.agency_support import make_manifest
from tests.cases import read_cases

CASES = read_cases(__file__)

NOW = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
SERVICE = make_manifest("https://agency.example/").services[0]


def make_answer(fields: Any, **changes: Any) -> ServiceDataAnswer:
    content = {"reference": "vehicle-1", "as_of": NOW, "fields": fields} | changes
    return ServiceDataAnswer(**content)


def read(fields: Any, **changes: Any) -> Any:
    return read_record(SERVICE, "vehicle-1", make_answer(fields, **changes), NOW)


def test_all_field_kinds_are_read() -> None:
    record = read(
        {
            "model": "Wagon",
            "expires": "2026-12-01",
            "fees": "435.67",
            "status": "ACTIVE",
            "notes": ["one", "two"],
        }
    )
    assert record.values == {
        "model": "Wagon",
        "expires": date(2026, 12, 1),
        "fees": Decimal("435.67"),
        "status": "ACTIVE",
        "notes": ("one", "two"),
    }
    assert record.actions == ("renew",)


def test_null_and_empty_values_are_left_out() -> None:
    assert read({"model": None, "fees": ""}).values == {}


def test_stored_record_is_read_back() -> None:
    record = read({"expires": "2026-12-01", "fees": "-0.00", "notes": []}, actions=[])
    assert str(record.values["fees"]) == "0.00"
    assert read_record(SERVICE, "vehicle-1", record.to_answer(), NOW) == record


def test_record_with_wrong_reference_is_refused() -> None:
    with pytest.raises(WrongRecord):
        read({"unknown": "x"}, reference="vehicle-2")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *CASES["invalid_value_refuses_the_whole_answer"],
        ("model", "x" * 501),
        ("notes", ["x"] * 51),
        ("notes", ["x" * 501]),
    ],
)
def test_invalid_value_refuses_the_whole_answer(name: str, value: Any) -> None:
    with pytest.raises(MalformedAnswer) as raised:
        read({"model": "Wagon", name: value})
    assert str(value) == "" or len(str(value)) < 3 or str(value) not in str(raised.value)


@pytest.mark.parametrize("value", ["x" * 500, "<b>bold</b>", "mañana · 東京"])
def test_text_is_unchanged(value: str) -> None:
    assert read({"model": value}).values["model"] == value


@pytest.mark.parametrize("amount", ["999999999.99", "-999999999.99", "0.00"])
def test_amount_limits_are_accepted(amount: str) -> None:
    assert str(read({"fees": amount}).values["fees"]) == amount


@pytest.mark.parametrize("day", ["1900-01-01", "2200-12-31", "2024-02-29"])
def test_date_limits_are_accepted(day: str) -> None:
    assert read({"expires": day}).values["expires"].isoformat() == day


@pytest.mark.parametrize(
    "as_of", [NOW + timedelta(minutes=6), NOW.replace(tzinfo=None), datetime(1, 1, 1, tzinfo=UTC)]
)
def test_impossible_time_is_refused(as_of: Any) -> None:
    with pytest.raises(MalformedAnswer):
        read({}, as_of=as_of)


def test_small_clock_difference_is_accepted() -> None:
    assert read({}, as_of=NOW + timedelta(minutes=5)).as_of == NOW + timedelta(minutes=5)


def test_unknown_action_is_refused() -> None:
    assert read({}, actions=[]).actions == ()
    with pytest.raises(MalformedAnswer):
        read({}, actions=["renew", "sell"])


@given(
    st.dictionaries(
        st.sampled_from(["model", "expires", "fees", "status", "notes"]),
        st.recursive(
            st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
            lambda inner: st.lists(inner, max_size=3),
        ),
    )
)
def test_random_answer_is_read_or_refused(fields: Any) -> None:
    try:
        record = read(fields)
    except MalformedAnswer:
        return
    assert set(record.values) <= set(fields)
    assert read_record(SERVICE, "vehicle-1", record.to_answer(), NOW) == record


class TestMatch:
    def test_unmatched_answer_is_accepted(self) -> None:
        assert check_match(MatchAnswer(matched=False)).matched is False

    def test_label_is_trimmed(self) -> None:
        assert check_match(MatchAnswer(matched=True, reference="r", label=" a  b ")).label == "a b"

    @pytest.mark.parametrize(
        "content",
        [
            {"reference": None},
            {"reference": "a\nb"},
            {"reference": "r", "label": "  "},
            {"reference": "r", "label": "a\u202eb"},
        ],
    )
    def test_invalid_match_is_refused(self, content: dict[str, Any]) -> None:
        with pytest.raises(MalformedAnswer):
            check_match(MatchAnswer(matched=True, **content))

"""Models without their faulty fields."""

from collections.abc import Iterator

import pytest
from pydantic import Field

from portal.contract import RequestContract
from portal.parts import apply_rules, make_parts


class Inner(RequestContract):
    size: int
    note: str | None = None


class Outer(RequestContract):
    first_name: str
    inner: Inner | None = None
    entries: list[Inner] = Field(default_factory=list, max_length=2)


def list_parts(sent: object) -> dict[str, object]:
    return make_parts(Outer, sent).model_dump()


@pytest.mark.parametrize(
    ("sent", "parts"),
    [
        (None, {"inner": None, "entries": []}),
        ([1], {"inner": None, "entries": []}),
        ({"firstName": 1}, {"inner": None, "entries": []}),
        ({"firstName": "Ann", "inner": 1}, {"first_name": "Ann", "entries": []}),
        ({"inner": {"size": 1, "note": 1}}, {"inner": {"size": 1}, "entries": []}),
        ({"inner": {"note": "x"}}, {"inner": {"note": "x"}, "entries": []}),
        ({"inner": None, "entries": [{}]}, {"inner": None, "entries": [{"note": None}]}),
        ({"entries": [{"size": 1}] * 3}, {"inner": None}),
        ({"first_name": "Ann", "firstName": "Bea"}, {"first_name": "Bea"}),
    ],
)  # fmt: skip
def test_right_fields_are_kept(sent: object, parts: dict[str, object]) -> None:
    assert list_parts(sent) == parts


def find_faults(outer: Outer) -> Iterator[str]:
    yield "first"
    yield outer.first_name


def test_rule_stops_at_missing_part_and_others_continue() -> None:
    parts = make_parts(Outer, {})
    rules = [find_faults(parts), iter(["other"])]
    assert list(apply_rules(*rules, to_parts=True)) == ["first", "other"]


def test_error_of_rule_about_whole_model_is_raised() -> None:
    with pytest.raises(AttributeError):
        list(apply_rules(find_faults(make_parts(Outer, {})), to_parts=False))

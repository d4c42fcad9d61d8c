"""What a person's name may hold; the web app's test reads the same examples."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.users.name_rules import name_fault

EXAMPLES = json.loads(Path("tests/corpora/person_names.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", EXAMPLES["accepted"])
def test_names_of_any_script_are_accepted(name: str) -> None:
    assert name_fault(name) is None


@pytest.mark.parametrize(("name", "fault"), [(each["name"], each["fault"]) for each in EXAMPLES["refused"]])
def test_what_is_no_name_is_refused_for_its_reason(name: str, fault: str) -> None:
    assert name_fault(name) == fault


@pytest.mark.parametrize("typed", ["", "  ", "\u00a0\u3000"])
def test_white_space_is_no_fault_of_a_name(typed: str) -> None:
    assert name_fault(typed) is None


@given(
    st.text(
        st.characters(categories=["Nd", "Nl", "No", "Sm", "Sc", "Sk", "So", "Pc", "Ps", "Pe", "Me"]),
        min_size=1,
    )
)
def test_digits_and_signs_are_never_part_of_a_name(signs: str) -> None:
    assert name_fault(f"Rosa {signs}") is not None

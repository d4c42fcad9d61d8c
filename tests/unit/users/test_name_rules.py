"""Rules for a person's name; the web app's test reads the same examples."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.accounts.name_rules import clean_name, get_name_fault

EXAMPLES = json.loads(Path("tests/corpora/person_names.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", EXAMPLES["accepted"])
def test_names_of_any_script_are_accepted(name: str) -> None:
    assert get_name_fault(clean_name(name)) is None


@pytest.mark.parametrize(("typed", "kept"), [(each["typed"], each["kept"]) for each in EXAMPLES["cleaned"]])
def test_names_are_normalized(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept
    assert clean_name(kept) == kept
    assert get_name_fault(kept) is None


@pytest.mark.parametrize(("name", "fault"), [(each["name"], each["fault"]) for each in EXAMPLES["refused"]])
def test_unacceptable_name_is_refused_with_a_reason(name: str, fault: str) -> None:
    assert get_name_fault(clean_name(name)) == fault


@given(
    st.text(
        st.characters(categories=["Nd", "Nl", "No", "Sm", "Sc", "Sk", "So", "Pc", "Ps", "Pe", "Me"]),
        min_size=1,
    )
)
def test_digits_and_signs_are_refused_in_names(signs: str) -> None:
    assert get_name_fault(clean_name(f"Rosa {signs}")) is not None

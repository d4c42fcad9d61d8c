"""To which telephone numbers text messages go."""

import pytest

from functions.profile.text_numbers import NumberFault, find_number_fault


@pytest.mark.parametrize(
    "number",
    [
        *("602-555-0123", "+1 480 555 0199", "(520) 555-0148", "928 779 0000"),
        # Area codes that the plan keeps free: assigned to a state before any list knows them.
        *("235-555-0123", "327-555-0123", "591-555-0123", "738-555-0123", "949-555-0123", "837-555-0123"),
        *("500-555-1234", "700-555-1234", "555-555-0123", "976-555-1234"),
        *("212-555-0100", "787-555-1234", "340-555-1234", "671-555-1234", "684-258-1234", "670-234-1234"),
    ],
)
def test_us_and_territory_numbers_are_accepted(number: str) -> None:
    assert find_number_fault(number) is None


@pytest.mark.parametrize(
    ("fault", "numbers"),
    [
        ("tollFree", ["800-555-0123", "833-555-0123", "888-555-0123"]),
        ("premium", ["900-555-0123", "+19004701234"]),
        ("foreign", ["416-555-0123", "604-555-0123", "876-555-1234", "809-555-1234", "600-999-1234"]),
        ("extension", ["602-555-0123 ext 4", "tel:6025550123;ext=5", "602-555-0123 #204"]),
        ("unusable", ["911-555-0123", "123-555-0123", "602-155-0123", "12", ""]),
        ("unusable", ["+44 20 7946 0958", "602-555-0123 ext"]),
    ],
)
def test_other_number_is_refused_with_a_reason(fault: NumberFault, numbers: list[str]) -> None:
    assert {number: find_number_fault(number) for number in numbers} == dict.fromkeys(numbers, fault)

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.agencies.manifest import IdentityField
from functions.subscriptions.identity_rules import check_identity, make_masked_label
from portal.errors import InvalidRequest
from portal.language import Text
from tests.api.agency_support import make_text


def make_field(name: Any = "value", format: Any = "text", **options: Any) -> IdentityField:
    return IdentityField.model_validate(
        {"name": name, "label": make_text(name), "format": format, "example": "12345", **options}
    )


CHOICES = [{"value": "pima", "label": make_text("Pima")}, {"value": "yuma", "label": make_text("Yuma")}]


def check(identity_field: Any, value: Any) -> Any:
    return check_identity([identity_field], {"value": value})["value"]


def get_refusal(identity_field: Any, value: Any) -> Any:
    with pytest.raises(InvalidRequest) as raised:
        check(identity_field, value)
    [problem] = raised.value.problems
    assert problem.property_name == "identity.value"
    return problem.message


@pytest.mark.parametrize(
    ("format", "given_value", "sent"),
    [
        ("text", "  María   José ", "María José"),
        ("text", "Mari\u0301a", "María"),
        ("text", "ＡＢ", "AB"),
        ("digits", "123 45-678", "12345678"),
        ("digits", "123–45.678", "12345678"),
        ("digits", "123\u00a045", "12345"),
        ("alphanumeric", "123-45-678a", "12345678A"),
        ("alphanumeric", "abc 4tr", "ABC4TR"),
        ("date", " 1984-05-17 ", "1984-05-17"),
    ],
)
def test_values_are_trimmed(format: str, given_value: str, sent: str) -> None:
    assert check(make_field(format=format), given_value) == sent


@pytest.mark.parametrize("format", ["text", "digits", "alphanumeric", "date"])
@pytest.mark.parametrize("value", ["１２３４", "١٢٣٤", "۱۲۳۴", "१२३४", "𝟏𝟐𝟑𝟒", "①②", "1²3"])
def test_lookalike_digits_are_refused(format: str, value: str) -> None:
    message = get_refusal(make_field(format=format), value)
    assert "plain letters and digits, and no characters that only look like them" in message.en
    assert "letras y dígitos comunes" in message.es


@pytest.mark.parametrize("value", ["АВС", "ΑΒΓ", "ａｂｃ", "𝐀𝐁"])
def test_lookalike_letters_are_refused(value: str) -> None:
    assert "only look like" in get_refusal(make_field(format="alphanumeric"), value).en


def test_surrounding_white_space_is_removed() -> None:
    assert check(make_field(format="digits"), "\t12345\n") == "12345"


def test_length_counts_the_normalized_value() -> None:
    identity_field = make_field(format="digits", minLength=9, maxLength=9)
    assert check(identity_field, "123-45-6789") == "123456789"
    assert get_refusal(identity_field, "12345678").en == "value must have 9 characters, such as 12345."
    assert (
        get_refusal(make_field(minLength=2, maxLength=3), "abcd").en
        == "value must have 2 to 3 characters, such as 12345."
    )


def test_choice_must_be_listed() -> None:
    identity_field = make_field(format="choice", choices=CHOICES)
    assert check(identity_field, "pima") == "pima"
    for other in ("Pima", "maricopa", "pima,yuma"):
        assert get_refusal(identity_field, other).en.startswith("value must be one of")


def test_all_problems_are_reported_at_once() -> None:
    fields = [make_field("one", "digits"), make_field("two", "date"), make_field("three")]
    with pytest.raises(InvalidRequest) as raised:
        check_identity(fields, {"one": "x", "three": "fine", "four": "?"})
    assert [problem.property_name for problem in raised.value.problems] == [
        "identity.four",
        "identity.one",
        "identity.two",
    ]


@given(st.sampled_from(["text", "digits", "alphanumeric", "date"]), st.text(max_size=30))
def test_checked_value_is_plain_and_stable(format: Any, value: Any) -> None:
    identity_field = make_field(format=format)
    try:
        sent = check(identity_field, value)
    except InvalidRequest:
        return
    assert check(identity_field, sent) == sent
    if format != "text":
        assert sent.isascii()


class TestLabel:
    @pytest.mark.parametrize(
        ("value", "mask", "label"),
        [
            ("123456789", "lastFour", "••• 6789"),
            ("12345", "lastFour", "••• 45"),
            ("1", "lastFour", "•••"),
            ("2021 Wagon", "none", "2021 Wagon"),
            ("secret", "all", "•••"),
        ],
    )
    def test_label_shows_the_unmasked_part(self, value: str, mask: str, label: str) -> None:
        assert make_masked_label([make_field(mask=mask)], {"value": value}, "en") == label

    def test_label_joins_several_values(self) -> None:
        fields = [
            make_field("county", "choice", mask="none", choices=CHOICES),
            make_field("parcel", "alphanumeric"),
            make_field("born", "date", mask="all"),
        ]
        checked = {"county": "pima", "parcel": "12345678", "born": "1984-05-17"}
        assert make_masked_label(fields, checked, "en") == "Pima · ••• 5678"
        assert make_masked_label(fields, checked, "es") == "Pima (es) · ••• 5678"


def test_missing_field_is_asked_for_by_name() -> None:
    own_words = make_field(prompt={"en": "Enter your case number", "es": "Escriba su número de caso"})
    assert get_refusal(own_words, " ") == Text(en="Enter your case number.", es="Escriba su número de caso.")
    assert get_refusal(make_field(), "") == Text(en="Enter: value.", es="Escriba: value (es).")
    assert get_refusal(make_field(format="choice", choices=CHOICES), "").en == "Choose: value."

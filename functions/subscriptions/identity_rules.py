"""Validation and masking of the values that identify a person to an agency."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence

from domains.agencies.catalog import localize
from domains.agencies.kinds import IdentityFormat
from domains.agencies.manifest import IdentityField
from functions.subscriptions import texts
from portal.errors import InvalidRequest, Problem
from portal.language import Language, Text
from portal.text import remove_separators, tidy
from portal.values import parse_date

_DIGITS = re.compile(r"[0-9]+")
_LETTERS_AND_DIGITS = re.compile(r"[A-Z0-9]+")
_SHOWN = 4
_HIDDEN = "•••"


class _Unacceptable(Exception):
    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


def check_identity(fields: Sequence[IdentityField], values: Mapping[str, str]) -> dict[str, str]:
    """Normalize values and check their formats.

    Look-alikes of plain digits, letters, and dates are refused, not translated, so people see what the agency
    gets.

    Returns:
        The value of each field in the agency's form.
    """
    checked: dict[str, str] = {}
    problems = [Problem(f"identity.{name}", texts.UNKNOWN_FIELD) for name in _find_unknown(fields, values)]
    for field in fields:
        try:
            checked[field.name] = _check(field, values.get(field.name, ""))
        except _Unacceptable as error:
            problems.append(Problem(f"identity.{field.name}", error.message))
    if problems:
        raise InvalidRequest(*problems)
    return checked


def make_masked_label(fields: Sequence[IdentityField], checked: Mapping[str, str], language: Language) -> str:
    """Return a default name for a record, with masked values."""
    parts = [_mask(field, checked[field.name], language) for field in fields if field.mask != "all"]
    return " · ".join(parts) or _HIDDEN


def _find_unknown(fields: Sequence[IdentityField], values: Mapping[str, str]) -> Iterator[str]:
    field_names = {field.name for field in fields}
    return (name for name in values if name not in field_names)


def _check(field: IdentityField, typed: str) -> str:
    value = tidy(typed)
    if not value:
        raise _Unacceptable(texts.make_required_text(field))
    return _CHECKS[field.format](field, value)


def _check_text(field: IdentityField, value: str) -> str:
    text = tidy(unicodedata.normalize("NFKC", value))
    if any(character.isdigit() and not character.isascii() for character in value):
        raise _Unacceptable(texts.make_look_alikes_text(field))
    return _require_length(field, text)


def _check_digits(field: IdentityField, value: str) -> str:
    value = remove_separators(_require_plain(field, value))
    if not _DIGITS.fullmatch(value):
        raise _Unacceptable(texts.make_digits_only_text(field))
    return _require_length(field, value)


def _check_alphanumeric(field: IdentityField, value: str) -> str:
    value = remove_separators(_require_plain(field, value)).upper()
    if not _LETTERS_AND_DIGITS.fullmatch(value):
        raise _Unacceptable(texts.make_letters_and_digits_only_text(field))
    return _require_length(field, value)


def _check_date(field: IdentityField, value: str) -> str:
    day = parse_date(_require_plain(field, value))
    if day is None:
        raise _Unacceptable(texts.make_no_date_text(field))
    return day.isoformat()


def _check_choice(field: IdentityField, value: str) -> str:
    if value not in {choice.value for choice in field.choices}:
        raise _Unacceptable(texts.make_no_choice_text(field))
    return value


_CHECKS: Mapping[IdentityFormat, Callable[[IdentityField, str], str]] = {
    "text": _check_text,
    "digits": _check_digits,
    "alphanumeric": _check_alphanumeric,
    "date": _check_date,
    "choice": _check_choice,
}


def _require_plain(field: IdentityField, value: str) -> str:
    """Refuse letters and digits of other scripts and styles; treats all dashes and spaces as separators."""
    if any(character.isalnum() and not character.isascii() for character in value):
        raise _Unacceptable(texts.make_look_alikes_text(field))
    return value


def _require_length(field: IdentityField, value: str) -> str:
    if not field.min_length <= len(value) <= field.max_length:
        raise _Unacceptable(texts.make_wrong_length_text(field))
    return value


def _mask(field: IdentityField, value: str, language: Language) -> str:
    if field.mask == "none":
        labels = {choice.value: localize(choice.label, language) for choice in field.choices}
        return labels.get(value, value)
    # Four characters would reveal most of a short value.
    shown = min(_SHOWN, len(value) // 2)
    return f"{_HIDDEN} {value[-shown:]}" if shown else _HIDDEN

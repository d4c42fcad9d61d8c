"""Validation of an address's form, not of its existence."""

import re
from collections.abc import Callable, Collection

from domains.addresses.standard_form import fold_line
from functions.profile import address_book_texts as texts
from functions.profile.address_book import AddressDetails
from functions.profile.address_book_contract import MAX_LINE_CHARACTERS, AddressBookEntryRequest
from portal.errors import InvalidRequest, Problem
from portal.language import Text
from portal.text import fold_signs, make_plain_digits, tidy
from portal.values import has_extension, normalize_phone_number

_ZIP = re.compile(r"[0-9]{5}")
_ZIP4 = re.compile(r"[0-9]{4}")


def check_address(request: AddressBookEntryRequest, state_codes: Collection[str]) -> AddressDetails:
    """Validate and normalize an address.

    Trims texts, collapses white space, folds dashes and apostrophes, writes the lines with
    `domains.addresses.standard_form.fold_line`, upper-cases the state, converts the phone number to E.164,
    and replaces empty optional values with None.

    Args:
        state_codes: those of `domains.reference.data.us_jurisdictions`.
    """
    fields = _Fields()
    details = AddressDetails(
        label=fields.read_optional_text(request.label),
        type=request.type,
        recipient=fields.require_text("recipient", request.recipient),
        line1=fields.require_text("line1", fold_line(request.line1)),
        line2=fields.read_optional_text(fold_line(request.line2 or "")),
        city=fields.require_text("city", request.city),
        state=fields.check_field(
            "state", request.state, lambda typed: _parse_state(typed, state_codes), texts.UNKNOWN_STATE
        ),
        zip=fields.check_field("zip", request.zip, _make_matcher(_ZIP), texts.WRONG_ZIP),
        zip4=fields.check_optional("zip4", request.zip4, _make_matcher(_ZIP4), texts.WRONG_ZIP4),
        country=request.country,
        phone=fields.check_optional(
            "phone",
            request.phone,
            normalize_phone_number,
            texts.EXTENSION if has_extension(request.phone or "") else texts.WRONG_PHONE,
        ),
    )
    for name, line in (("line1", details.line1), ("line2", details.line2 or "")):
        # A fraction is longer than its sign.
        if len(line) > MAX_LINE_CHARACTERS:
            fields.problems.append(Problem(name, texts.LONG_LINE.format(limit=MAX_LINE_CHARACTERS)))
    if fields.problems:
        raise InvalidRequest(*fields.problems)
    return details


class _Fields:
    """Reads fields and collects their problems."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def require_text(self, name: str, typed: str) -> str:
        text = tidy(fold_signs(typed))
        if not any(character.isalnum() for character in text):
            self.problems.append(Problem(name, texts.EMPTY))
        return text

    @staticmethod
    def read_optional_text(typed: str | None) -> str | None:
        return tidy(fold_signs(typed or "")) or None

    def check_field(self, name: str, typed: str, read: Callable[[str], str | None], wrong: Text) -> str:
        value = read(typed)
        if value is None:
            self.problems.append(Problem(name, wrong))
        return value or ""

    def check_optional(
        self, name: str, typed: str | None, read: Callable[[str], str | None], wrong: Text
    ) -> str | None:
        if typed is None or not typed.strip():
            return None
        return self.check_field(name, typed, read, wrong)


def _parse_state(typed: str, state_codes: Collection[str]) -> str | None:
    code = typed.upper()
    return code if code in state_codes else None


def _make_matcher(pattern: re.Pattern[str]) -> Callable[[str], str | None]:
    def read(typed: str) -> str | None:
        digits = make_plain_digits(typed)
        return digits if pattern.fullmatch(digits) else None

    return read

"""Telephone numbers for text messages. Only a code proves that messages arrive."""

from typing import Literal

import phonenumbers
from phonenumbers import PhoneNumberType

from portal.values import has_extension, parse_office_number

NumberFault = Literal["unusable", "extension", "tollFree", "premium", "foreign"]

# The United States and its territories, which share the numbering plan with Canada and the Caribbean.
_US_REGIONS = frozenset({"US", "AS", "GU", "MP", "PR", "VI"})
_FAULTS: dict[int, NumberFault] = {
    PhoneNumberType.TOLL_FREE: "tollFree",
    PhoneNumberType.PREMIUM_RATE: "premium",
}


def find_number_fault(typed: str) -> NumberFault | None:
    """Return why the portal sends no text messages to a number, or None.

    Accepts any possible number of the plan unless it is toll-free, premium, or foreign. Ignores the list of
    assigned area codes: it ages, and a code proves the number anyway.
    """
    number = parse_office_number(typed)
    if number is None:
        return "unusable"
    if has_extension(number):
        return "extension"
    parsed = phonenumbers.parse(number)
    kind = phonenumbers.number_type(parsed)
    if kind in _FAULTS:
        return _FAULTS[kind]
    region = phonenumbers.region_code_for_number(parsed)
    return "foreign" if region is not None and region not in _US_REGIONS else None

"""To which telephone numbers text messages go. That a message arrives there, only a code proves."""

from typing import Literal

import phonenumbers
from phonenumbers import PhoneNumberType

from portal.values import normalize_phone_number

NumberFault = Literal["unusable", "tollFree", "premium", "foreign"]

# The United States and its territories, which share the numbering plan with Canada and the Caribbean.
_US_REGIONS = frozenset({"US", "AS", "GU", "MP", "PR", "VI"})
# The plan does not distinguish a mobile number from that of a landline. What else there is, such as 500
# numbers that follow a person, takes no text messages.
_PERSONAL_TYPES = frozenset({PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE})
_FAULTS: dict[int, NumberFault] = {
    PhoneNumberType.TOLL_FREE: "tollFree",
    PhoneNumberType.PREMIUM_RATE: "premium",
}


def number_fault(typed: str) -> NumberFault | None:
    """Why no text message goes to a number; None where it can be the mobile number of a person in the US.

    Numbers that the plan keeps for fiction, 555-0100 to 555-0199, are like any other: nobody has them.
    """
    number = normalize_phone_number(typed)
    if number is None:
        return "unusable"
    parsed = phonenumbers.parse(number)
    kind = phonenumbers.number_type(parsed)
    if kind in _FAULTS:
        return _FAULTS[kind]
    region = phonenumbers.region_code_for_number(parsed)
    if region is not None and region not in _US_REGIONS:
        return "foreign"
    return None if kind in _PERSONAL_TYPES else "unusable"

"""Parsing of email addresses, telephone numbers, and dates.

The checks are formal; only a one-time code proves that an address works.
"""

import re
from datetime import date

from portal.text import clean, has_unprintable_characters, make_plain_digits

MAX_EMAIL_CHARACTERS = 254  # RFC 5321, section 4.5.3.1.3, without the angle brackets

# RFC 5321, 4.1.2 and 4.5.3.1.1, without quoted local parts and address literals, which people do not use; the
# domain has letters, digits, and hyphens (RFC 1123, 2.1), at least one dot, and no number at the end.
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_EMAIL_ADDRESS = re.compile(rf"(?=[^@]{{1,64}}@){_ATOM}(?:\.{_ATOM})*@(?:{_LABEL}\.)+(?![0-9]+\Z){_LABEL}")

# North American numbering plan: area code and exchange begin with 2 to 9 and do not end in 11.
_GROUP = r"[2-9](?!11)[0-9]{2}"
_NUMBER = re.compile(rf"(?:\+?1)?(?P<number>{_GROUP}{_GROUP}[0-9]{{4}})")
_BRACKETS = re.compile("[()]")
# Prefix of a number copied from a link.
_LINK = re.compile("tel:", re.IGNORECASE)

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def normalize_email_address(typed: str) -> str | None:
    """Normalize an email address: trimmed, its domain in lower case.

    Returns:
        None if the portal cannot send to it: it is not `local@domain` with a dot in the domain, is longer
        than 254 characters (RFC 5321, 4.5.3.1.3), or has non-ASCII letters, which the mail service does not
        accept.
    """
    if has_unprintable_characters(typed):
        return None
    address = typed.strip()
    if len(address) > MAX_EMAIL_CHARACTERS or not _EMAIL_ADDRESS.fullmatch(address):
        return None
    local, _, domain = address.rpartition("@")
    return f"{local}@{domain.lower()}"


def normalize_phone_number(typed: str) -> str | None:
    """Convert a US telephone number to E.164: `(602) 555-0123` becomes `+16025550123`.

    Ignores blanks, dashes, dots, slashes, and brackets between the digits.

    Returns:
        None if it is not ten digits of the North American numbering plan, with or without the country code.
        For checks of mobile and US numbers, see `functions.profile.text_numbers`.
    """
    match = _NUMBER.fullmatch(_BRACKETS.sub("", make_plain_digits(_LINK.sub("", clean(typed)))))
    return f"+1{match['number']}" if match else None


def parse_date(typed: object, first_year: int = 1, last_year: int = 9999) -> date | None:
    """Parse a date like `2027-01-31`; `date.fromisoformat` also accepts weeks and basic dates.

    Returns:
        None if the format is wrong, the date does not exist, or its year is out of range.
    """
    if not isinstance(typed, str) or not _DATE.fullmatch(typed):
        return None
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        return None
    return day if first_year <= day.year <= last_year else None

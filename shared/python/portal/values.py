"""Parsing of email addresses, telephone numbers, and dates.

The checks are formal; only a one-time code proves that an address works.
"""

import re
import unicodedata
from datetime import date

from portal.text import clean, has_unprintable_characters, make_plain_digits

MAX_EMAIL_CHARACTERS = 254  # RFC 5321, section 4.5.3.1.3, without the angle brackets

# RFC 5321, 4.1.2 and 4.5.3.1.1, without quoted local parts and address literals, which people do not use; the
# domain has letters, digits, and hyphens (RFC 1123, 2.1), at least one dot, and no number at the end.
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_EMAIL_ADDRESS = re.compile(rf"(?=[^@]{{1,64}}@){_ATOM}(?:\.{_ATOM})*@(?:{_LABEL}\.)+(?![0-9]+\Z){_LABEL}")

# Things around a pasted address: a link, the label of a card, the name before it, quotes, and punctuation.
_EMAIL_LABEL = re.compile(r"\A(?:e-?mail|correo(?: electrónico)?)\s*:\s*", re.IGNORECASE)
_MAILTO = re.compile(r"mailto:\s*([^?]*)(?:\?.*)?", re.IGNORECASE)
_NAMED = re.compile(r"[^<>@]*<([^<>]*)>")
_QUOTED = re.compile(r"'(.*)'")
_OPENING, _CLOSING = ' "“”«(<[', ' "“”»)>],;:.'
# Full stops of other scripts that separate labels (RFC 3490, 3.1), and the full-width forms of ASCII.
_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3002: ".", 0xFF61: "."}
# Letters that the two versions of IDNA read differently (Unicode Technical Standard 46, 2.3).
_DEVIATION = re.compile("[ßẞς\u200c\u200d]")

# North American numbering plan: area code and exchange begin with 2 to 9 and do not end in 11. The prefixes
# 00 and 011 call abroad.
_GROUP = r"[2-9](?!11)[0-9]{2}"
_NUMBER = re.compile(rf"(?:(?:\+|00|011)?1)?(?P<number>{_GROUP}{_GROUP}[0-9]{{4}})")
_BRACKETS = re.compile("[()]")
_MAX_PHONE_CHARACTERS = 100
# Prefix of a number copied from a link or a card.
_PHONE_LABEL = re.compile(
    r"\A(?:(?:tel|sms|callto)\s*:(?://)?|tel\.|(?:phone|telephone|tel[eé]fono|cell|mobile|celular|office)\s*:)\s*",
    re.IGNORECASE,
)
# Parameters of a link (RFC 3966, 3) and the text of an `sms:` link (RFC 5724), besides the extension.
_LINK_PARAMETERS = re.compile(r";phone-context=[^;?]*|\?.*", re.IGNORECASE)
_EXTENSION = re.compile(
    r"[ ,;(]*(?:ext(?:ensi[oó]n|n)?[.:=]?|x|[#,;])[ #.]*(?P<extension>[0-9]{1,6})\)?", re.IGNORECASE
)

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


def parse_email_address(typed: str) -> str | None:
    """Normalize a typed or pasted email address, without what surrounds it.

    Drops `mailto:` and its parameters, a name before `<ana@example.org>`, quotes, brackets, and punctuation.
    Writes a domain in other letters as its A-label (RFC 3490), which mail and the record of the address need;
    refuses the few letters that the two versions of IDNA read differently. Not for addresses that others
    vouch for: there, an address that changes is another one.

    Returns:
        None as in `normalize_email_address`, and for two addresses.
    """
    text = _EMAIL_LABEL.sub("", clean(typed).translate(_WIDE)).rstrip(" ,;.")
    if named := _NAMED.fullmatch(text):
        text = named[1]
    if linked := _MAILTO.fullmatch(text.lstrip(_OPENING)):
        text = linked[1]
    text = text.lstrip(_OPENING).rstrip(_CLOSING)
    if quoted := _QUOTED.fullmatch(text):
        text = quoted[1]
    local, at, domain = text.rpartition("@")
    if not domain.isascii():
        try:
            domain = "" if _DEVIATION.search(domain) else domain.encode("idna").decode("ascii")
        except UnicodeError:
            return None
    return normalize_email_address(f"{local}{at}{domain}")


def normalize_phone_number(typed: str) -> str | None:
    """Convert a US telephone number to E.164: `(602) 555-0123` becomes `+16025550123`.

    Ignores blanks, dashes, dots, slashes, and brackets between the digits, the label of a card, and a link's
    prefix and parameters.

    Returns:
        None if it is not ten digits of the North American numbering plan, with or without the country code,
        or has an extension. For checks of mobile and US numbers, see `functions.profile.text_numbers`.
    """
    number = parse_office_number(typed)
    return None if number is None or ";" in number else number


def parse_office_number(typed: str) -> str | None:
    """Convert a US telephone number like `normalize_phone_number`, with its extension of up to six digits.

    Returns:
        The number, or with an extension `+16025550100;ext=204`, the form of RFC 3966 without its scheme.
    """
    text = _PHONE_LABEL.sub("", _make_ascii_digits(clean(typed).translate(_WIDE)))
    text = _LINK_PARAMETERS.sub("", text).rstrip(" ,;.")
    if len(text) > _MAX_PHONE_CHARACTERS:
        return None
    for at in range(10, len(text)):
        match = _EXTENSION.fullmatch(text, at)
        if match and (number := _parse_digits(text[:at])):
            return f"{number};ext={match['extension']}"
    return _parse_digits(text)


def has_extension(typed: str) -> bool:
    """Tell if a text is a US telephone number with an extension."""
    return ";ext=" in (parse_office_number(typed) or "")


def _make_ascii_digits(text: str) -> str:
    return "".join(str(unicodedata.decimal(character, character)) for character in text)


def _parse_digits(text: str) -> str | None:
    match = _NUMBER.fullmatch(_BRACKETS.sub("", make_plain_digits(text)))
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

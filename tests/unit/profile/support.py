"""What the tests of the profile's rules are given."""

from datetime import UTC, datetime

from functions.profile.contact_rules import AddressWish, NoticeWish, Wishes
from portal.account import NOTICE_KINDS
from portal.language import Language

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
EMAIL = "rosa@example.com"
NUMBER = "+16025550123"


def wishes(email: str = EMAIL, number: str | None = None, language: Language = "en") -> Wishes:
    """Acceptable wishes: every notice by e-mail."""
    addresses = [AddressWish("email", email)]
    if number is not None:
        addresses.append(AddressWish("text", number))
    notices = tuple(NoticeWish(kind, ("email",)) for kind in NOTICE_KINDS)
    return Wishes(language, tuple(addresses), notices)

"""Sample data for the rules of the profile."""

from datetime import UTC, datetime

from domains.accounts.account import NOTICE_KINDS
from functions.profile.contract import ContactPreferencesRequest
from portal.language import Language

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
EMAIL = "rosa@example.com"
NUMBER = "+16025550123"


def make_preferences(
    email: str = EMAIL, number: str | None = None, language: Language = "en"
) -> ContactPreferencesRequest:
    """Make acceptable preferences: every notice by email."""
    addresses = {"email": email} if number is None else {"email": email, "text": number}
    return ContactPreferencesRequest.model_validate(
        {
            "language": language,
            "addresses": [{"channel": channel, "address": at} for channel, at in addresses.items()],
            "notices": [{"kind": kind, "channels": ["email"]} for kind in NOTICE_KINDS],
        }
    )

"""The next step of a person, by the stored account."""

import pytest

from domains.accounts.account import Account, ContactPreferences, PostLoginAction
from domains.accounts.registration_rules import make_registration
from tests.unit.users.support import DETAILS, NOW

TERMS = "2026-01-01"
REGISTRATION = make_registration(DETAILS, "rosa@example.com", NOW)
PREFERENCES = ContactPreferences("es", (), {}, NOW, 1)


@pytest.mark.parametrize(
    ("account", "action"),
    [
        (Account(), PostLoginAction.REGISTER),
        (Account(REGISTRATION), PostLoginAction.TERMS_AND_CONDITIONS),
        (Account(REGISTRATION, preferences=PREFERENCES), PostLoginAction.TERMS_AND_CONDITIONS),
        (
            Account(REGISTRATION, preferences=PREFERENCES, accepted_terms="2025-01-01"),
            PostLoginAction.TERMS_AND_CONDITIONS,
        ),
        (Account(REGISTRATION, accepted_terms=TERMS), PostLoginAction.CONTACT_PREFERENCES),
        (Account(REGISTRATION, preferences=PREFERENCES, accepted_terms=TERMS), PostLoginAction.DASHBOARD),
    ],
)
def test_next_step_follows_from_the_account(account: Account, action: PostLoginAction) -> None:
    assert account.get_next_step(TERMS) is action

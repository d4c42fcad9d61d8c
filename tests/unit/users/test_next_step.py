"""What a person has to do next, by what is kept of them."""

from dataclasses import replace

import pytest

from functions.users.registration_rules import registration_from
from portal.account import Account, ContactPreferences, PostLoginAction, TermsDecision
from tests.unit.users.support import DETAILS, NOW

TERMS = "2026-01-01"
REGISTRATION = registration_from(DETAILS, "rosa@example.com", NOW)
ACCEPTED = TermsDecision("1", TERMS, "accepted", NOW)
DECLINED = replace(ACCEPTED, outcome="declined", decision_id="2")
OTHER_TERMS = replace(ACCEPTED, version="2025-01-01")
PREFERENCES = ContactPreferences("es", (), {}, NOW, 1)


@pytest.mark.parametrize(
    ("account", "action"),
    [
        (Account(), PostLoginAction.REGISTER),
        (Account(REGISTRATION), PostLoginAction.TERMS_AND_CONDITIONS),
        (Account(REGISTRATION, (OTHER_TERMS,), PREFERENCES), PostLoginAction.TERMS_AND_CONDITIONS),
        (Account(REGISTRATION, (ACCEPTED, DECLINED), PREFERENCES), PostLoginAction.TERMS_AND_CONDITIONS),
        (Account(REGISTRATION, (DECLINED, ACCEPTED)), PostLoginAction.CONTACT_PREFERENCES),
        (Account(REGISTRATION, (ACCEPTED,), PREFERENCES), PostLoginAction.DASHBOARD),
    ],
)
def test_the_next_step_follows_from_the_account(account: Account, action: PostLoginAction) -> None:
    assert account.next_step(TERMS) is action

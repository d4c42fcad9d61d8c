"""Events: listeners' items are stored together with the event, or nothing is."""

from typing import Any

import pytest
from pynamodb.transactions import TransactWrite

from domains.accounts.account import TermsDecided, TermsDecision
from domains.accounts.account_table import AccountItem, update_access
from functions.profile.repository import ProfileRepository
from portal.types import get_utc_now
from tests.api.support import USERS_TABLE

DECISION = TermsDecision("1", "2026-07-01", "declined", get_utc_now())


def list_keys(table: Any) -> set[str]:
    """List the range keys of all stored items."""
    return {item["item"] for item in table.scan()["Items"]}


def note(event: TermsDecided, transaction: TransactWrite) -> None:
    """Listen to the event like another group would."""
    item = AccountItem(event.user_id, f"noted#{event.decision.outcome}")
    transaction.save(item, AccountItem.item.does_not_exist())


@pytest.fixture
def repository(table: Any) -> ProfileRepository:
    return ProfileRepository(USERS_TABLE, on_terms_decided=(update_access, note))


def test_each_listener_stores_own_part(repository: ProfileRepository, table: Any) -> None:
    assert repository.create_terms_decision("u1", DECISION, 0)
    assert list_keys(table) == {"terms#2026-07-01#000000", "access", "noted#declined"}


def test_failed_listener_prevents_all_writes(repository: ProfileRepository, table: Any) -> None:
    AccountItem("u1", "noted#declined", content="").save()
    assert not repository.create_terms_decision("u1", DECISION, 0)
    assert list_keys(table) == {"noted#declined"}

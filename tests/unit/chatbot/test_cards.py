"""Unpaid amounts on a person's cards, from the copies of the agencies' answers."""

import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from unittest import mock

import pytest

from domains.agencies.catalog import Offer, Offers
from domains.agencies.subscriptions import Dashboard, Identity, StoredData, Subscription
from domains.agencies.subscriptions_table import SubscriptionsTable
from functions.chatbot.cards import Cards
from infrastructure.sandbox.manifest_files import list_manifests

NOW = datetime(2026, 11, 23, 19, tzinfo=UTC)
WATER, TAX = "tucson-utilities-account", "county-treasurers-property-tax"
OFFERS = Offers(
    {
        service.id: Offer(manifest.agency, service, is_available=True)
        for manifest in list_manifests()
        for service in manifest.services
    }
)


def make_cards(service_id: str, fields: dict[str, Any], checked_at: datetime = NOW) -> Cards:
    """Return the cards of a person with one record, whose agency answered with some fields."""
    identity = Identity("i1", "ref-1", "Elm St", "connected", NOW)
    source = mock.create_autospec(SubscriptionsTable, instance=True)
    subscription = Subscription("s1", service_id, NOW, {"i1": identity}, 1)
    source.get_dashboard.return_value = Dashboard({service_id: subscription})
    answer = {"reference": "ref-1", "asOf": checked_at.isoformat(), "fields": fields, "actions": []}
    source.read_data.return_value = StoredData("i1", service_id, json.dumps(answer), checked_at)
    return Cards(source, lambda: OFFERS, lambda: NOW)


def test_unpaid_amount_has_its_due_date_and_time_of_the_check() -> None:
    (debt,) = make_cards(WATER, {"balance": "84.17", "dueDate": "2026-12-07"}).list_debts("u1", "en")
    assert (debt.card.name, debt.label.en) == ("Water, sewer and trash, Elm St", "Balance")
    assert (debt.amount, debt.due, debt.checked_at) == (Decimal("84.17"), date(2026, 12, 7), NOW)


def test_unpaid_amount_without_due_date() -> None:
    (debt,) = make_cards(WATER, {"balance": "84.17"}).list_debts("u1", "es")
    assert debt.due is None


@pytest.mark.parametrize("fields", [{}, {"balance": "0.00"}, {"balance": "-5.00"}, {"lastPayment": "84.17"}])
def test_paid_amounts_are_no_debt(fields: dict[str, str]) -> None:
    assert make_cards(WATER, fields).list_debts("u1", "en") == []


@pytest.mark.parametrize("fields", [{"balance": "a lot"}, {"nothing": "1"}])
def test_invalid_copy_is_no_debt(fields: dict[str, str]) -> None:
    assert make_cards(WATER, fields).list_debts("u1", "en") == []


def test_copy_that_is_too_old_is_no_debt() -> None:
    old = make_cards(WATER, {"balance": "84.17"}, NOW - timedelta(days=400))
    assert old.list_debts("u1", "en") == []

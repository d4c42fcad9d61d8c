"""The conditions under which a reported address is usable."""

from datetime import UTC, datetime, timedelta

import pytest

from domains.deliveries.delivery import AddressState, AddressStatus

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize("state", ["bounced", "complained"])
def test_only_a_later_proof_lifts_a_bounce_or_complaint(state: AddressState) -> None:
    status = AddressStatus(state, NOW)
    moment = timedelta(microseconds=1)
    assert not status.is_usable(None)
    assert not status.is_usable(NOW - moment)
    assert not status.is_usable(NOW)
    assert status.is_usable(NOW + moment)


def test_proof_does_not_lift_a_stop() -> None:
    assert not AddressStatus("stopped", NOW).is_usable(NOW + timedelta(days=1))


def test_usable_address_needs_no_proof() -> None:
    assert AddressStatus("usable", NOW).is_usable(None)

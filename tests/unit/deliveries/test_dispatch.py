from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

import pytest

from domains.deliveries.dispatch import ANSWERS_WITHIN, MAX_TRIES, PAUSES, DispatchKey, make_dispatch

NOW = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
KEY = DispatchKey("rosa", "m" * 26, "email")
MASKED = "r•••@example.com"


def make_claimed() -> Any:
    return make_dispatch(KEY, MASKED).mark_claimed(NOW, "address#1", MASKED, "claim1")


def list_states(dispatch: Any) -> list[Any]:
    return [step.state for step in dispatch.delivery.steps]


def test_each_step_increments_the_revision() -> None:
    first = make_claimed()
    second = first.mark_accepted("ses-1", NOW)
    third = second.mark_reported("delivered", NOW)
    assert [first.revision, second.revision, third.revision] == [1, 2, 3]
    assert third.key == KEY


def test_claim_is_due_until_it_has_an_outcome() -> None:
    assert make_claimed().due_at == NOW + ANSWERS_WITHIN
    for after in (
        make_claimed().mark_accepted("ses-1", NOW),
        make_claimed().mark_unknown(NOW),
        make_claimed().mark_failed("refused", NOW),
        make_claimed().mark_not_sent("stopped", NOW),
    ):
        assert after.due_at is None


def test_retry_pauses_grow_and_end() -> None:
    dispatch, pauses = make_claimed(), []
    while dispatch.delivery.state == "sending":
        dispatch = dispatch.mark_try_failed(NOW, is_final=False)
        if dispatch.due_at is not None:
            pauses.append(dispatch.due_at - NOW)
            dispatch = dispatch.mark_claimed(NOW, dispatch.address, MASKED, "claim2")
    assert tuple(pauses) == PAUSES
    assert dispatch.tries == MAX_TRIES
    assert (dispatch.delivery.state, dispatch.delivery.steps[-1].reason) == ("failed", "tryAgain")


def test_revived_dispatch_has_all_tries_again() -> None:
    revived = make_claimed().mark_failed("refused", NOW).revive(NOW)
    assert (revived.delivery.state, revived.tries) == ("waiting", 0)
    assert revived.due_at <= NOW


def test_waiting_for_the_same_reason_adds_no_step() -> None:
    waiting = make_dispatch(KEY, MASKED).mark_waiting("quietHours", NOW, NOW, is_digest=False)
    again = waiting.mark_waiting("quietHours", NOW, NOW + timedelta(hours=1), is_digest=False)
    assert list_states(again) == ["waiting"]
    assert (again.revision, again.due_at) == (2, NOW + timedelta(hours=1))


@pytest.mark.parametrize("order", list(permutations(["delivered", "bounced", "complained"])))
def test_network_reports_end_alike_in_any_order(order: Any) -> None:
    dispatch = make_claimed().mark_accepted("ses-1", NOW)
    for outcome in order:
        dispatch = dispatch.mark_reported(outcome, NOW)
        assert dispatch.mark_reported(outcome, NOW) is None
    assert list_states(dispatch) == ["sending", "accepted", "delivered", "bounced", "complained"]


@pytest.mark.parametrize("outcome", ["delivered", "bounced", "complained"])
@pytest.mark.parametrize("is_first", [True, False])
def test_temporary_bounce_is_replaced_by_other_reports(outcome: str, is_first: bool) -> None:
    accepted = make_claimed().mark_accepted("ses-1", NOW)
    bounced = accepted.mark_reported("bounced", NOW, is_for_now=True)
    assert bounced.delivery.steps[-1].state == "bounced"
    assert bounced.mark_reported("bounced", NOW, is_for_now=True) is None
    if is_first:
        known = bounced.mark_reported(outcome, NOW)
    else:
        known = accepted.mark_reported(outcome, NOW)
        assert known.mark_reported("bounced", NOW, is_for_now=True) is None
    assert [(step.state, step.reason) for step in known.delivery.steps] == [
        ("sending", None),
        ("accepted", None),
        (outcome, None),
    ]


@pytest.mark.parametrize("is_known", [True, False])
def test_network_report_settles_an_unknown_outcome(is_known: bool) -> None:
    before = make_claimed() if is_known else make_claimed().mark_unknown(NOW)
    settled = before.mark_settled("ses-1", NOW + timedelta(seconds=1))
    assert list_states(settled) == ["sending", "accepted"]
    assert (settled.provider_id, settled.due_at, settled.revision) == ("ses-1", None, before.revision + 1)
    assert list_states(settled.mark_reported("delivered", NOW)) == ["sending", "accepted", "delivered"]


@pytest.mark.parametrize(
    "known",
    [
        make_claimed().mark_accepted("ses-1", NOW),
        make_claimed().mark_failed("refused", NOW),
        make_claimed().mark_try_failed(NOW, is_final=False),
        make_claimed().mark_not_sent("stopped", NOW),
    ],
    ids=["accepted", "failed", "waiting", "not sent"],
)
def test_known_outcome_is_not_settled_again(known: Any) -> None:
    assert known.mark_settled("ses-2", NOW) is None

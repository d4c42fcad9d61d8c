"""The states of an application, one by one and in any order."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from domains.applications.application import MAX_STATUSES, ApplicationStatus
from domains.applications.steps import (
    edit,
    is_same_delivery,
    mark_delivered,
    mark_tried_again,
    submit,
    with_status,
    withdraw,
)
from portal.errors import Conflict
from tests.depth import examples
from tests.unit.applications.support import BUSINESS, NOW, ROSA, make_application

AGENCY_STATES = ("received", "inReview", "needsInformation", "approved", "refused")
STATES = ("draft", "submitted", *AGENCY_STATES, "withdrawn")


def make_status(
    state: Any, minutes: int = 1, own_id: str = "one", respond_by: Any = None
) -> ApplicationStatus:
    return ApplicationStatus(own_id, state, {}, respond_by, NOW + timedelta(minutes=minutes))


def make_submitted(**changes: Any) -> Any:
    return replace(submit(make_application(), ROSA, BUSINESS, NOW), **changes)


def get_error_code(change: Any, *arguments: Any) -> Any:
    with pytest.raises(Conflict) as refused:
        change(*arguments)
    return refused.value.code


def test_next_actor_and_date_follow_the_state() -> None:
    draft = make_application()
    assert (draft.next_actor, draft.since, draft.due_on, draft.is_delivered) == (
        "applicant",
        NOW,
        None,
        None,
    )
    first = submit(edit(draft, NOW), ROSA, BUSINESS, NOW + timedelta(hours=1))
    assert (first.next_actor, first.since) == ("agency", NOW + timedelta(hours=1))
    later = NOW + timedelta(hours=2)
    in_review = with_status(first, make_status("inReview"), later)
    assert in_review.since == first.since
    asked = with_status(in_review, make_status("needsInformation", 2, respond_by=date(2026, 12, 1)), later)
    assert (asked.next_actor, asked.since, asked.due_on) == ("applicant", later, date(2026, 12, 1))
    decided = with_status(asked, make_status("approved", 3), later)
    assert (decided.next_actor, decided.since, decided.due_on, decided.respond_by) == (
        None,
        later,
        None,
        None,
    )


def test_agency_due_date_counts_arizona_business_days() -> None:
    # Friday evening in Arizona, Saturday in UTC.
    friday = NOW.replace(day=21, hour=3)
    late = submit(make_application(), ROSA, BUSINESS, friday)
    assert late.due_on == date(2026, 11, 30)
    assert replace(late, decision_business_days=None).due_on is None


@pytest.mark.parametrize("state", STATES)
def test_allowed_changes_depend_on_the_state(state: Any) -> None:
    one = make_submitted(state=state)
    editable = state in ("draft", "needsInformation")
    assert one.is_editable == editable
    if editable:
        assert edit(one, NOW).revision == one.revision + 1
        assert submit(one, ROSA, BUSINESS, NOW).submissions == 2
    else:
        assert get_error_code(edit, one, NOW) == "notEditable"
        assert get_error_code(submit, one, ROSA, BUSINESS, NOW) == "notEditable"
    if state in ("draft", "approved", "refused", "withdrawn"):
        assert get_error_code(withdraw, one, NOW) == "notWithdrawable"
    else:
        assert withdraw(one, NOW).delivery.kind == "withdrawal"


@pytest.mark.parametrize("state", AGENCY_STATES)
def test_ended_application_takes_no_status(state: str) -> None:
    assert (
        get_error_code(with_status, make_submitted(state="approved"), make_status(state), NOW)
        == "applicationDecided"
    )
    assert (
        get_error_code(with_status, make_submitted(state="refused"), make_status(state), NOW)
        == "applicationDecided"
    )
    assert (
        get_error_code(with_status, make_submitted(state="withdrawn"), make_status(state), NOW)
        == "applicationWithdrawn"
    )


def test_late_status_is_history_only() -> None:
    in_review = with_status(make_submitted(), make_status("inReview", 5), NOW)
    late = with_status(in_review, make_status("received", 1), NOW)
    assert (late.state, late.status_at, late.statuses) == ("inReview", in_review.status_at, 2)
    assert get_error_code(with_status, in_review, make_status("received", 5), NOW) == "stateNotPossible"


def test_late_decision_still_counts() -> None:
    in_review = with_status(make_submitted(), make_status("inReview", 5), NOW)
    decided = with_status(in_review, make_status("approved", 1), NOW)
    assert (decided.state, decided.status_at) == ("approved", in_review.status_at)


def test_information_request_outdates_an_old_submission() -> None:
    first = make_submitted()
    asked = with_status(first, make_status("needsInformation"), NOW)
    assert asked.revision == first.submission.revision + 1


def test_status_proves_the_first_delivery() -> None:
    assert with_status(make_submitted(), make_status("received"), NOW).delivery is None


def test_old_review_status_does_not_confirm_delivery() -> None:
    asked = with_status(make_submitted(), make_status("needsInformation"), NOW)
    second = submit(asked, ROSA, BUSINESS, NOW + timedelta(minutes=5))
    still = with_status(second, make_status("inReview", 4), NOW + timedelta(minutes=6))
    assert still.delivery == second.delivery
    assert with_status(second, make_status("approved", 4), NOW + timedelta(minutes=6)).delivery is None


def test_history_size_is_limited() -> None:
    one = make_submitted()
    for number in range(MAX_STATUSES):
        one = with_status(one, make_status("inReview", number + 1), NOW)
    assert get_error_code(with_status, one, make_status("inReview", 10_000), NOW) == "tooManyStatuses"
    assert with_status(one, make_status("refused", 10_000), NOW).state == "refused"


def test_delivery_attempts_are_recorded() -> None:
    first = make_submitted()
    claim = mark_tried_again(first, NOW + timedelta(minutes=1))
    assert (claim.delivery.tries, claim.delivery.due_at) == (2, NOW + timedelta(minutes=6))
    assert is_same_delivery(claim, first.delivery)
    assert not is_same_delivery(withdraw(first, NOW), first.delivery)
    assert mark_delivered(claim, "A-1").agency_reference == "A-1"
    assert mark_delivered(mark_delivered(claim, "A-1"), None).agency_reference == "A-1"
    with pytest.raises(LookupError):
        mark_tried_again(mark_delivered(claim, None), NOW)


class Turns(RuleBasedStateMachine):
    """Applicant, agency and scheduled work in any order, against a model that knows the rules as a table."""

    @initialize()
    def begin(self) -> None:
        self.now = NOW
        self.one = make_application()
        self.state = "draft"
        self.submissions = 0
        self.revision = 0
        self.latest: datetime | None = None
        self.waits = False
        self.version = 1

    def get_next_step(self, allowed: Any, change: Any, *arguments: Any) -> bool:
        """Apply a random step; the model decides whether it is allowed."""
        self.now += timedelta(seconds=1)
        try:
            self.one = change(self.one, *arguments, self.now)
        except Conflict:
            assert not allowed
            return False
        assert allowed
        self.version += 1
        return True

    @rule()
    def edit(self) -> None:
        if self.get_next_step(self.state in ("draft", "needsInformation"), edit):
            self.revision += 1

    @rule()
    def submit(self) -> None:
        if self.get_next_step(self.state in ("draft", "needsInformation"), submit, ROSA, BUSINESS):
            self.state = "submitted"
            self.submissions += 1
            self.waits = True

    @rule()
    def withdraw(self) -> None:
        if self.get_next_step(
            self.state in ("submitted", "received", "inReview", "needsInformation"), withdraw
        ):
            self.state = "withdrawn"
            self.waits = True

    @precondition(lambda self: self.submissions > 0)
    @rule(state=st.sampled_from(AGENCY_STATES), minutes=st.integers(0, 30))
    def tell(self, state: Any, minutes: Any) -> None:
        at = NOW + timedelta(minutes=minutes)
        is_decision = state in ("approved", "refused")
        late = self.latest is not None and at < self.latest and not is_decision
        backwards = state == "received" and self.state in ("inReview", "needsInformation") and not late
        allowed = self.state not in ("approved", "refused", "withdrawn") and not backwards
        if (
            not self.get_next_step(allowed, with_status, ApplicationStatus("any", state, {}, None, at))
            or late
        ):
            return
        self.state = state
        self.latest = max(at, self.latest or at)
        if state == "needsInformation":
            self.revision += 1
        if self.submissions == 1 or state not in ("received", "inReview"):
            self.waits = False

    @precondition(lambda self: self.waits)
    @rule()
    def deliver(self) -> None:
        self.one = mark_delivered(self.one, "A-1")
        self.version += 1
        self.waits = False

    @precondition(lambda self: self.waits)
    @rule()
    def try_in_vain(self) -> None:
        self.one = mark_tried_again(self.one, self.now)
        self.version += 1

    @invariant()
    def it_is_as_the_model_says(self) -> None:
        one = self.one
        assert one.state == self.state
        assert one.version == self.version
        assert one.revision == self.revision
        assert one.submissions == self.submissions
        assert (one.delivery is not None) == self.waits
        assert one.is_delivered is (None if self.submissions == 0 else not self.waits)
        assert one.is_editable == (one.next_actor == "applicant")
        assert one.since <= self.now
        assert one.delivery is None or one.delivery.kind == (
            "withdrawal" if self.state == "withdrawn" else "submission"
        )


TestTurns = Turns.TestCase
TestTurns.settings = settings(max_examples=examples(60), stateful_step_count=25)

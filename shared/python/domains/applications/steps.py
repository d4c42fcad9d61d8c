"""Steps of an application: functions from it to the changed application."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from domains.agencies.disconnects import pause_after
from domains.applications.application import (
    MAX_STATUSES,
    NEXT_ACTOR,
    AgencyDelivery,
    Application,
    ApplicationState,
    ApplicationStatus,
    DeliveryKind,
    RequestedAmount,
    Submission,
    get_name,
)
from domains.applications.errors import (
    ApplicationDecided,
    ApplicationWithdrawn,
    NotEditable,
    NotWithdrawable,
    StateNotPossible,
    TooManyStatuses,
)
from domains.applications.owed_fees import OwedFee
from domains.businesses.business import Business
from domains.names.filings import Filing, FilingState
from portal.principal import Principal

_DECIDED = frozenset({"approved", "refused"})
_FILING_STATES: Mapping[ApplicationState, FilingState] = {"approved": "approved", "refused": "released"}


def edit(application: Application, now: datetime) -> Application:
    """Return the application after a change of answers or files."""
    if not application.is_editable:
        raise NotEditable
    return replace(_make_next(application), revision=application.revision + 1, saved_at=now)


def submit(
    application: Application,
    person: Principal,
    business: Business,
    now: datetime,
    owed: tuple[OwedFee, ...] = (),
) -> Application:
    """Return the application after its submission, with a delivery that is due.

    Args:
        owed: fees owed for the answers today.
    """
    if not application.is_editable:
        raise NotEditable
    submission = Submission(
        number=application.submissions + 1,
        revision=application.revision,
        at=now,
        user_id=person.user_id,
        name=get_name(person),
        email=person.email if person.is_email_verified else "",
        business_name=business.name,
        entity_type=business.entity_type,
        county_id=business.county_id,
        owed=owed,
    )
    return replace(
        _set_state(application, "submitted", now),
        submission=submission,
        delivery=_make_first_try("submission", now),
        respond_by=None,
        # The amount was for the answers before.
        requested_amount=None,
    )


def withdraw(application: Application, now: datetime) -> Application:
    """Return the application after its withdrawal, with a delivery that is due."""
    if not application.is_withdrawable:
        raise NotWithdrawable
    return replace(
        _set_state(application, "withdrawn", now),
        delivery=_make_first_try("withdrawal", now),
        respond_by=None,
        filing=_end_filing(application, "released", now),
    )


def with_status(application: Application, status: ApplicationStatus, now: datetime) -> Application:
    """Return the application after a status report of the agency.

    A status older than the latest one changes only the history, except for a decision.

    Args:
        application: submitted application.
    """
    if application.state in _DECIDED:
        raise ApplicationDecided
    if application.state == "withdrawn":
        raise ApplicationWithdrawn
    is_decision = status.state in _DECIDED
    if application.statuses >= MAX_STATUSES and not is_decision:
        raise TooManyStatuses
    reported = replace(_make_next(application), statuses=application.statuses + 1)
    if is_late(application, status):
        return reported
    if status.state == "received" and application.state in ("inReview", "needsInformation"):
        raise StateNotPossible
    asks = status.state == "needsInformation"
    return replace(
        reported,
        state=status.state,
        since=_get_since(application, status.state, now),
        status_at=max(status.at, application.status_at or status.at),
        respond_by=status.respond_by if asks else None,
        # The status may refer to an earlier submission, if the delivery of a later one was delayed.
        revision=application.revision + 1 if asks else application.revision,
        delivery=None if _is_delivered(application, status) else application.delivery,
        requested_amount=application.requested_amount
        if status.amount_due is None
        else RequestedAmount(status.amount_due, status.at),
        filing=_end_filing(application, _FILING_STATES[status.state], now)
        if status.state in _FILING_STATES
        else application.filing,
    )


def is_late(application: Application, status: ApplicationStatus) -> bool:
    """Tell if a status is older than the latest one from the agency."""
    return (
        status.state not in _DECIDED
        and application.status_at is not None
        and status.at < application.status_at
    )


def mark_tried_again(application: Application, now: datetime) -> Application:
    """Return the application with another delivery try counted and the next one scheduled."""
    delivery = _make_delivery(application)
    tries = delivery.tries + 1
    return replace(
        _make_next(application), delivery=replace(delivery, tries=tries, due_at=now + pause_after(tries))
    )


def mark_delivered(application: Application, agency_reference: str | None) -> Application:
    """Return the application after its delivery."""
    return replace(
        _make_next(application),
        delivery=None,
        agency_reference=agency_reference or application.agency_reference,
    )


def is_same_delivery(application: Application, claimed: AgencyDelivery) -> bool:
    """Tell if an application still has the claimed delivery, after any number of tries."""
    delivery = application.delivery
    return (
        delivery is not None
        and delivery.kind == claimed.kind
        and delivery.requested_at == claimed.requested_at
    )


def _make_delivery(application: Application) -> AgencyDelivery:
    if application.delivery is None:
        raise LookupError("There is nothing to tell the agency")
    return application.delivery


def _make_next(application: Application) -> Application:
    return replace(application, version=application.version + 1)


def _set_state(application: Application, state: ApplicationState, now: datetime) -> Application:
    return replace(_make_next(application), state=state, since=_get_since(application, state, now))


def _get_since(application: Application, state: ApplicationState, now: datetime) -> datetime:
    return application.since if application.next_actor == NEXT_ACTOR[state] else now


def _make_first_try(kind: DeliveryKind, now: datetime) -> AgencyDelivery:
    """Return a delivery for an immediate first try; the scheduled work makes the next ones."""
    return AgencyDelivery(kind, requested_at=now, tries=1, due_at=now + pause_after(1))


def _end_filing(application: Application, state: FilingState, now: datetime) -> Filing | None:
    filing = application.filing
    return replace(filing, state=state, since=now.replace(microsecond=0)) if filing else None


def _is_delivered(application: Application, status: ApplicationStatus) -> bool:
    """Tell if a status proves that the agency has the latest submission.

    After a resubmission, only a decision or a request for more information proves that.
    """
    return application.submissions == 1 or status.state in ("needsInformation", "approved", "refused")

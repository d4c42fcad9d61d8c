"""Retries news to agencies: disconnects, applications, and replies."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from aws_lambda_powertools import Logger

from domains.agencies.catalog import Catalog
from domains.agencies.client import AgencyClient
from domains.agencies.disconnects import GIVES_UP_AFTER, pause_after
from domains.agencies.failures import AgencyFailure
from domains.agencies.subscriptions import PendingDisconnect
from domains.applications.application import Application
from domains.applications.delivery import ApplicationDelivery
from domains.replies.reply import Reply
from portal.types import Clock

MAX_BATCH = 25
# A call to an agency takes at most 2.5 s, and a started call is finished.
NEEDED_MILLISECONDS = 8_000
_OVERDUE_AFTER = timedelta(days=30)


class Disconnects(Protocol):
    """Outbox of disconnects; see `domains.agencies.subscriptions_table`."""

    def list_due_disconnects(self, agency_id: str, now: datetime, limit: int) -> list[tuple[str, str]]: ...

    def read_disconnect(self, user_id: str, identity_id: str) -> PendingDisconnect | None: ...

    def claim_disconnect(
        self, pending: PendingDisconnect, now: datetime, due_at: datetime
    ) -> PendingDisconnect | None: ...

    def finish_disconnect(self, reported: PendingDisconnect) -> None: ...


class WaitingApplications(Protocol):
    """Store of waiting applications; see `domains.applications.applications_table`."""

    def list_due(self, agency_id: str, now: datetime, limit: int) -> list[str]: ...


class Replies(Protocol):
    """Outbox of replies; see `domains.replies.replies_table`."""

    def list_due(self, agency_id: str, now: datetime, limit: int) -> list[tuple[str, str]]: ...


class RepliesDelivery(Protocol):
    """Delivers replies to agencies; see `domains.replies.delivery`."""

    def claim_reply(self, thread_id: str, reply_id: str, now: datetime) -> Reply | None: ...

    def deliver_reply(self, reply: Reply, now: datetime) -> Reply: ...


@dataclass(slots=True)
class DeliveryCounts:
    """Counts for one kind of news to agencies."""

    delivered: int = 0
    postponed: int = 0  # failed; a later run retries
    given_up: int = 0  # disconnects and replies that failed for 30 days
    overdue: int = 0  # applications that failed for 30 days; later runs still retry


@dataclass(slots=True)
class MaintenanceSummary:
    """Outcome of a run."""

    disconnects: DeliveryCounts = field(default_factory=DeliveryCounts)
    applications: DeliveryCounts = field(default_factory=DeliveryCounts)
    replies: DeliveryCounts = field(default_factory=DeliveryCounts)
    is_complete: bool = True  # false if time ran out or an agency's part failed; the next run continues


@dataclass(slots=True, kw_only=True)
class MaintenanceService:
    """Runs the scheduled work; the next run continues where this one stopped."""

    clock: Clock
    disconnects: Disconnects
    applications: WaitingApplications
    delivery: ApplicationDelivery
    replies: Replies
    reply_delivery: RepliesDelivery
    catalog: Catalog
    agencies: AgencyClient
    logger: Logger

    def deliver_due_news(self, remaining_milliseconds: Callable[[], int]) -> MaintenanceSummary:
        """Deliver all due news; an unavailable agency does not delay others.

        Args:
            remaining_milliseconds: time that the function has left.
        """
        summary = MaintenanceSummary()
        for agency_id in self.catalog.get_offers().list_agency_ids():
            for kind, deliver in (
                ("disconnects", self._deliver_disconnects),
                ("applications", self._deliver_applications),
                ("replies", self._deliver_replies),
            ):
                try:
                    deliver(agency_id, summary, remaining_milliseconds)
                except Exception:
                    # Isolate failures: one must not block the others.
                    self.logger.exception(
                        "Delivery to an agency failed", extra={"agency": agency_id, "kind": kind}
                    )
                    summary.is_complete = False
        return summary

    def _deliver_disconnects(
        self, agency_id: str, summary: MaintenanceSummary, remaining_milliseconds: Callable[[], int]
    ) -> None:
        due = self.disconnects.list_due_disconnects(agency_id, self.clock(), MAX_BATCH)
        for user_id, identity_id in due:
            if remaining_milliseconds() < NEEDED_MILLISECONDS:
                summary.is_complete = False
                return
            if not self._deliver_disconnect(user_id, identity_id, summary.disconnects):
                # The agency does not answer; another call would only waste time.
                return

    def _deliver_applications(
        self, agency_id: str, summary: MaintenanceSummary, remaining_milliseconds: Callable[[], int]
    ) -> None:
        for application_id in self.applications.list_due(agency_id, self.clock(), MAX_BATCH):
            if remaining_milliseconds() < NEEDED_MILLISECONDS:
                summary.is_complete = False
                return
            if not self._deliver_application(application_id, summary.applications):
                return

    def _deliver_replies(
        self, agency_id: str, summary: MaintenanceSummary, remaining_milliseconds: Callable[[], int]
    ) -> None:
        for thread_id, reply_id in self.replies.list_due(agency_id, self.clock(), MAX_BATCH):
            if remaining_milliseconds() < NEEDED_MILLISECONDS:
                summary.is_complete = False
                return
            now = self.clock()
            claimed = self.reply_delivery.claim_reply(thread_id, reply_id, now)
            if claimed is None:
                continue
            state = self.reply_delivery.deliver_reply(claimed, now).state
            if state == "sending":
                summary.replies.postponed += 1
                return
            if state == "failed":
                summary.replies.given_up += 1
                self.logger.error(
                    "Reply not delivered for 30 days",
                    extra={"agency": agency_id, "agency_service": claimed.service_id, "tries": claimed.tries},
                )
            else:
                summary.replies.delivered += 1

    def _deliver_disconnect(self, user_id: str, identity_id: str, counts: DeliveryCounts) -> bool:
        """Deliver a disconnect; false if the agency does not answer."""
        pending = self.disconnects.read_disconnect(user_id, identity_id)
        now = self.clock()
        if pending is None or pending.due_at > now:
            return True
        claimed = self.disconnects.claim_disconnect(pending, now, now + pause_after(pending.tries + 1))
        if claimed is None:
            return True
        offer = self.catalog.get_offers().get_offer(claimed.service_id)
        try:
            if offer is None:
                raise AgencyFailure("notAllowed")
            self.agencies.send_disconnect(offer, claimed.reference)
        except AgencyFailure:
            self._postpone(claimed, now, counts)
            return False
        self.disconnects.finish_disconnect(claimed)
        counts.delivered += 1
        return True

    def _postpone(self, claimed: PendingDisconnect, now: datetime, counts: DeliveryCounts) -> None:
        if now - claimed.requested_at < GIVES_UP_AFTER:
            counts.postponed += 1
            return
        self.disconnects.finish_disconnect(claimed)
        self.logger.error(
            "Disconnect not delivered for 30 days",
            extra={"agency": claimed.agency_id, "agency_service": claimed.service_id, "tries": claimed.tries},
        )
        counts.given_up += 1

    def _deliver_application(self, application_id: str, counts: DeliveryCounts) -> bool:
        """Deliver an application; false if the agency does not answer."""
        now = self.clock()
        claimed = self.delivery.claim_delivery(application_id, now)
        if claimed is None:
            return True
        try:
            self.delivery.deliver_application(claimed)
        except AgencyFailure:
            self._postpone_application(claimed.application, now, counts)
            return False
        counts.delivered += 1
        return True

    def _postpone_application(self, application: Application, now: datetime, counts: DeliveryCounts) -> None:
        counts.postponed += 1
        delivery = application.delivery
        # The portal promised to keep trying until now; from here only people can help.
        if delivery is not None and now - delivery.requested_at >= _OVERDUE_AFTER:
            counts.overdue += 1
            self.logger.error(
                "Application not delivered for 30 days",
                extra={
                    "agency": application.agency_id,
                    "agency_service": application.service_id,
                    "application": application.id,
                    "kind": delivery.kind,
                },
            )

"""Tells agencies of disconnects that they could not be told of when the person disconnected."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from aws_lambda_powertools import Logger

from portal.agencies.catalogue import Offer, Offers
from portal.agencies.disconnects import GIVES_UP_AFTER, pause_after
from portal.agencies.failures import AgencyFailure
from portal.agencies.subscriptions import PendingDisconnect
from portal.types import Clock

LARGEST_BATCH = 25
# A call to an agency takes 2.5 s at most, and what is begun is finished.
NEEDED_MILLISECONDS = 8_000


class Disconnects(Protocol):
    """Where it is kept what agencies have to be told; see `portal.agencies.subscriptions_table`."""

    def due_disconnects(self, agency_id: str, now: datetime, limit: int) -> list[tuple[str, str]]: ...

    def read_disconnect(self, user_id: str, identity_id: str) -> PendingDisconnect | None: ...

    def claim_disconnect(
        self, pending: PendingDisconnect, now: datetime, due_at: datetime
    ) -> PendingDisconnect | None: ...

    def finish_disconnect(self, told: PendingDisconnect) -> None: ...


class CatalogueReader(Protocol):
    """The catalogue; see `portal.agencies.catalogue`."""

    def offers(self) -> Offers: ...


class Agencies(Protocol):
    """Calls agencies; see `portal.agencies.client`."""

    def disconnect(self, offer: Offer, reference: str) -> None: ...


@dataclass(slots=True)
class Summary:
    """What a run did.

    Attributes:
        postponed: the agency could not be told; it is told again later.
        given_up: it could not be told for 30 days.
        is_complete: false when time ran out, or an agency's part failed; the next run goes on.
    """

    told: int = 0
    postponed: int = 0
    given_up: int = 0
    is_complete: bool = True


class MaintenanceService:
    """One run of the scheduled work; whatever it leaves, the next one finds."""

    def __init__(
        self,
        *,
        clock: Clock,
        disconnects: Disconnects,
        catalogue: CatalogueReader,
        agencies: Agencies,
        logger: Logger,
    ) -> None:
        self._clock = clock
        self._disconnects = disconnects
        self._catalogue = catalogue
        self._agencies = agencies
        self._logger = logger

    def run(self, remaining_milliseconds: Callable[[], int]) -> Summary:
        """Tell each agency what is due; one that does not answer keeps nobody else waiting.

        Args:
            remaining_milliseconds: how long the function may still run.
        """
        summary = Summary()
        for agency_id in self._catalogue.offers().agency_ids():
            try:
                self._tell_agency(agency_id, summary, remaining_milliseconds)
            except Exception:
                # The other agencies must not wait for what is wrong with one.
                self._logger.exception("disconnects of an agency failed", extra={"agency": agency_id})
                summary.is_complete = False
        return summary

    def _tell_agency(
        self, agency_id: str, summary: Summary, remaining_milliseconds: Callable[[], int]
    ) -> None:
        due = self._disconnects.due_disconnects(agency_id, self._clock(), LARGEST_BATCH)
        for user_id, identity_id in due:
            if remaining_milliseconds() < NEEDED_MILLISECONDS:
                summary.is_complete = False
                return
            if not self._tell(user_id, identity_id, summary):
                # It does not answer now: asking it for the others would only take their time away.
                return

    def _tell(self, user_id: str, identity_id: str, summary: Summary) -> bool:
        """Tell of one disconnect; false when the agency does not answer."""
        pending = self._disconnects.read_disconnect(user_id, identity_id)
        now = self._clock()
        if pending is None or pending.due_at > now:
            return True
        claimed = self._disconnects.claim_disconnect(pending, now, now + pause_after(pending.tries + 1))
        if claimed is None:
            return True
        offer = self._catalogue.offers().find(claimed.service_id)
        try:
            if offer is None:
                raise AgencyFailure("notAllowed")
            self._agencies.disconnect(offer, claimed.reference)
        except AgencyFailure:
            self._postpone(claimed, now, summary)
            return False
        self._disconnects.finish_disconnect(claimed)
        summary.told += 1
        return True

    def _postpone(self, claimed: PendingDisconnect, now: datetime, summary: Summary) -> None:
        if now - claimed.requested_at < GIVES_UP_AFTER:
            summary.postponed += 1
            return
        self._disconnects.finish_disconnect(claimed)
        self._logger.error(
            "an agency was never told of a disconnect",
            extra={"agency": claimed.agency_id, "agency_service": claimed.service_id, "tries": claimed.tries},
        )
        summary.given_up += 1

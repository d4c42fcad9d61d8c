"""Disconnecting records, and reporting disconnects to agencies."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from domains.agencies.catalog import Catalog, Offer
from domains.agencies.client import AgencyClient
from domains.agencies.disconnects import pause_after
from domains.agencies.failures import AgencyFailure
from domains.agencies.subscriptions import Dashboard, Identity, PendingDisconnect, Subscription
from functions.subscriptions.errors import IdentityNotFound
from functions.subscriptions.ports import Repository
from portal.types import Clock

# Longer than a call to an agency takes, so its holder is done or dead.
DISCONNECT_LEASE = timedelta(seconds=10)
# Time for informing agencies within the request; `maintenance` informs the rest.
_REPORTING_TAKES = timedelta(seconds=3)


@dataclass(frozen=True, slots=True)
class Disconnector:
    """Disconnects records and informs agencies."""

    clock: Clock
    repository: Repository
    catalog: Catalog
    agencies: AgencyClient

    def disconnect_identities(
        self, user_id: str, subscription: Subscription, identities: Iterable[Identity]
    ) -> bool:
        """Remove identities from a subscription and inform the agency; false if it changed meanwhile."""
        now = self.clock()
        offer = self.catalog.get_offers().get_offer(subscription.service_id)
        pending = [
            PendingDisconnect(
                user_id=user_id,
                identity_id=identity.id,
                agency_id=offer.agency.id if offer else "",
                service_id=subscription.service_id,
                reference=identity.reference,
                requested_at=now,
                due_at=now + pause_after(1),
                tries=1,
                tried_at=now,
            )
            for identity in identities
        ]
        if not self.repository.save_disconnection(user_id, subscription, pending):
            return False
        for each in pending:
            if offer is not None and self.clock() - now < _REPORTING_TAKES:
                self._report(offer, each)
        return True

    def end_again(self, dashboard: Dashboard, identity_id: str) -> bool:
        """Continue a disconnect that was interrupted before its report."""
        pending = dashboard.disconnects.get(identity_id)
        if pending is None:
            raise IdentityNotFound
        now = self.clock()
        offer = self.catalog.get_offers().get_offer(pending.service_id)
        has_disconnect_lease = now - pending.tried_at < DISCONNECT_LEASE
        if offer is not None and not has_disconnect_lease:
            claimed = self.repository.claim_disconnect(pending, now, now + pause_after(pending.tries + 1))
            if claimed is not None:
                self._report(offer, claimed)
        return pending.service_id not in dashboard.subscriptions

    def _report(self, offer: Offer, pending: PendingDisconnect) -> None:
        try:
            self.agencies.send_disconnect(offer, pending.reference)
        except AgencyFailure:
            # `maintenance` retries.
            return
        self.repository.finish_disconnect(pending)

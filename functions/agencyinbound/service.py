"""What an agency tells the portal. Everything is safe to repeat by the agency's own names of things."""

from collections.abc import Sequence
from typing import Protocol

from functions.agencyinbound import messages
from functions.agencyinbound.transaction_rules import Posted, check_transaction
from portal.agencies.catalogue import Catalogue, Offer
from portal.agencies.subscriptions import Holder
from portal.agencies.transactions import Transaction, transaction_id_of
from portal.errors import NotFound
from portal.types import Clock


class Repository(Protocol):
    """Where connections and transactions are kept; see `functions.agencyinbound.repository`."""

    def holders_of(self, service_id: str, reference: str) -> Sequence[Holder]: ...

    def is_connected(self, holder: Holder) -> bool: ...

    def store(self, transaction: Transaction) -> bool: ...

    def revoke(self, holder: Holder) -> bool: ...


class AgencyInboundService:
    """Does what an agency says, for every person who holds the record that it names."""

    def __init__(self, *, clock: Clock, repository: Repository, catalogue: Catalogue) -> None:
        self._clock = clock
        self._repository = repository
        self._catalogue = catalogue

    def post_transaction(self, agency_id: str, service_id: str, reference: str, posted: Posted) -> bool:
        """Put a transaction into the history of everybody who is connected with the record.

        After a failure half-way, the same call again completes what is missing.

        Args:
            agency_id: who calls.
            reference: the agency's own name of the record.

        Returns:
            Whether anything changed: not when everybody has this or a newer state of it already.

        Raises:
            NotFound: `serviceNotFound`, also for a service of another agency; `referenceNotFound`.
            InvalidRequest: see `check_transaction`.
        """
        offer = self._own_service(agency_id, service_id)
        kept = check_transaction(posted, offer.agency.hosts, self._clock())
        holders = [
            holder
            for holder in self._repository.holders_of(service_id, reference)
            if self._repository.is_connected(holder)
        ]
        if not holders:
            raise NotFound("referenceNotFound", messages.UNKNOWN_REFERENCE)
        stored = [
            self._repository.store(_transaction(holder.user_id, agency_id, service_id, kept))
            for holder in holders
        ]
        return any(stored)

    def revoke(self, agency_id: str, service_id: str, reference: str) -> bool:
        """End everybody's connection with a record, and forget what the portal kept of it.

        Returns:
            Whether anything changed: not when it was revoked before.

        Raises:
            NotFound: `serviceNotFound`, also for a service of another agency; `referenceNotFound`.
        """
        self._own_service(agency_id, service_id)
        holders = self._repository.holders_of(service_id, reference)
        if not holders:
            raise NotFound("referenceNotFound", messages.UNKNOWN_REFERENCE)
        revoked = [self._repository.revoke(holder) for holder in holders]
        return any(revoked)

    def _own_service(self, agency_id: str, service_id: str) -> Offer:
        offer = self._catalogue.offers().find(service_id)
        if offer is None or offer.agency.id != agency_id:
            raise NotFound("serviceNotFound", messages.UNKNOWN_SERVICE)
        return offer


def _transaction(user_id: str, agency_id: str, service_id: str, posted: Posted) -> Transaction:
    return Transaction(
        id=transaction_id_of(user_id, agency_id, posted.id),
        user_id=user_id,
        agency_id=agency_id,
        service_id=service_id,
        occurred_on=posted.occurred_on,
        type=posted.type,
        status=posted.status,
        description=posted.description,
        reference_number=posted.reference_number,
        amount=posted.amount,
        convenience_fee=posted.convenience_fee,
        method=posted.method,
        period=posted.period,
        receipt_url=posted.receipt_url,
        updated_at=posted.updated_at,
    )

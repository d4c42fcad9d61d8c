"""Reader of an agency's data on a record, with a cache."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from pydantic import ValidationError

from domains.agencies.catalog import Offer
from domains.agencies.client import AgencyClient
from domains.agencies.failures import AgencyFailure, AgencyUnavailable, RecordRevoked
from domains.agencies.protocol import ServiceDataAnswer
from domains.agencies.subscriptions import COPY_LIFETIME, Identity, StoredData
from domains.agencies.values import AgencyRecord, MalformedAnswer, WrongRecord, read_record
from portal.language import Text
from portal.types import Clock


class RecordStore(Protocol):
    """Store of the copies; see `domains.agencies.subscriptions_table`."""

    def list_connected_people(
        self, service_id: str, reference: str, *, except_for: str | None = None
    ) -> Mapping[str, Identity]: ...

    def save_data(self, user_id: str, data: StoredData) -> bool: ...

    def revoke_identity(self, user_id: str, service_id: str, identity_id: str) -> bool: ...


@dataclass(frozen=True, slots=True)
class ServiceData:
    """Data of an agency about a record."""

    identity_id: str
    offer: Offer
    record: AgencyRecord
    checked_at: datetime
    looked_at: datetime  # time of this read
    is_stale: bool  # true for the last good copy, used because the agency is unavailable


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordReader:
    """Reads connected records."""

    clock: Clock
    store: RecordStore
    agencies: AgencyClient

    def read_record(
        self,
        user_id: str,
        offer: Offer,
        identity: Identity,
        copy: StoredData | None,
        *,
        is_refresh: bool = False,
    ) -> ServiceData:
        """Return the agency's data: a fresh copy, else a new answer, else the last good copy.

        Args:
            identity: connected record of the person.
            copy: stored copy of the data.
            is_refresh: whether to call the agency even if the copy is fresh.

        Raises:
            RecordRevoked: the agency revoked the record, which is stored.
            AgencyUnavailable: the agency gives no valid answer, and there is no usable copy.
        """
        now = self.clock()
        usable_copy = get_usable_copy(copy, offer, identity, now)
        if (
            usable_copy is not None
            and not is_refresh
            and now - usable_copy.checked_at < timedelta(seconds=offer.service.freshness_seconds)
        ):
            return usable_copy
        try:
            others = self.store.list_connected_people(
                offer.service.id, identity.reference, except_for=user_id
            )
            record = self.agencies.get_service_data(offer, identity.reference, len(others) + 1)
        except RecordRevoked:
            self.store.revoke_identity(user_id, offer.service.id, identity.id)
            raise
        except AgencyFailure:
            if usable_copy is None:
                raise make_unavailable(offer) from None
            return replace(usable_copy, is_stale=True)
        answer = record.to_answer().model_dump_json(by_alias=True)
        self.store.save_data(user_id, StoredData(identity.id, offer.service.id, answer, now))
        return ServiceData(identity.id, offer, record, now, now, is_stale=False)


def make_unavailable(offer: Offer) -> AgencyUnavailable:
    """Return the error for a service whose agency gives no valid answer."""
    return AgencyUnavailable(agency=Text(en=offer.agency.name.en, es=offer.agency.name.es))


def get_usable_copy(
    copy: StoredData | None, offer: Offer, identity: Identity, now: datetime
) -> ServiceData | None:
    """Return the last good copy, if it is recent enough and valid by the manifest."""
    if copy is None or now - copy.checked_at >= COPY_LIFETIME:
        return None
    try:
        answer = ServiceDataAnswer.model_validate_json(copy.answer)
        record = read_record(offer.service, identity.reference, answer, now)
    except (ValidationError, MalformedAnswer, WrongRecord):
        return None
    return ServiceData(identity.id, offer, record, copy.checked_at, now, is_stale=False)

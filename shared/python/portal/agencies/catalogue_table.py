"""The agencies table's catalogue: one manifest for each agency, with what it offered before."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import TypeAdapter
from pynamodb.attributes import UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.exceptions import DoesNotExist, QueryError
from pynamodb.models import Model

from portal.agencies.manifest import Manifest, Service
from portal.dynamo import TableMeta, bind_table

_PARTITION = "catalogue"
_SERVICES = TypeAdapter(list[Service])


class CatalogueUnavailable(Exception):
    """The catalogue cannot be read at the moment."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One agency of the catalogue, as it is stored.

    Attributes:
        manifest: JSON.
        digest: of the manifest; another one means that it changed.
        withdrawn: services that an earlier manifest had, JSON; people may still be connected with them.
    """

    agency_id: str
    manifest: str
    digest: str
    withdrawn: str


class AgencyItem(Model):
    """See `Entry`."""

    class Meta(TableMeta):
        table_name = ""

    partition = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    manifest = UnicodeAttribute()
    digest = UnicodeAttribute()
    withdrawn = UnicodeAttribute()
    registered_at = UTCDateTimeAttribute()


class CatalogueTable:
    """Reads the catalogue, and takes agencies into it."""

    def __init__(self, table_name: str) -> None:
        """Use the agencies table of that name."""
        bind_table(AgencyItem, table_name)

    def entries(self) -> Iterator[Entry]:
        """Every agency, by id. One query.

        Raises:
            CatalogueUnavailable: the table does not answer.
        """
        try:
            for item in AgencyItem.query(_PARTITION):
                yield Entry(item.item, item.manifest, item.digest, item.withdrawn)
        except QueryError as error:
            raise CatalogueUnavailable from error

    def register(self, manifest: Manifest, now: datetime) -> bool:
        """Take an agency into the catalogue, or replace its manifest.

        Args:
            manifest: checked by `portal.agencies.manifest_rules`.

        Returns:
            False when the catalogue has exactly this manifest already; nothing was written then.
        """
        written = manifest.model_dump_json(by_alias=True)
        digest = hashlib.sha256(written.encode()).hexdigest()
        earlier = self._earlier(manifest.agency.id)
        if earlier is not None and earlier.digest == digest:
            return False
        offered = {service.id for service in manifest.services}
        gone = [service for service in _ever_offered(earlier) if service.id not in offered]
        AgencyItem(
            _PARTITION,
            manifest.agency.id,
            manifest=written,
            digest=digest,
            withdrawn=_SERVICES.dump_json(gone, by_alias=True).decode(),
            registered_at=now,
        ).save()
        return True

    def _earlier(self, agency_id: str) -> AgencyItem | None:
        try:
            return AgencyItem.get(_PARTITION, agency_id, consistent_read=True)
        except DoesNotExist:
            return None


def services_of(written: str) -> Sequence[Service]:
    """Read services from JSON."""
    return _SERVICES.validate_json(written)


def _ever_offered(earlier: AgencyItem | None) -> list[Service]:
    if earlier is None:
        return []
    known = {service.id: service for service in services_of(earlier.withdrawn)}
    known |= {service.id: service for service in Manifest.model_validate_json(earlier.manifest).services}
    return list(known.values())

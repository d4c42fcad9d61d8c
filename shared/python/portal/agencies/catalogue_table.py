"""The agencies table's catalogue: one manifest for each agency, with what it offered before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter
from pynamodb.attributes import UnicodeAttribute
from pynamodb.exceptions import QueryError
from pynamodb.models import Model

from portal.agencies.manifest import Service
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


class CatalogueTable:
    """Reads the catalogue; agencies are taken into it by `npm run agency -- add`."""

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


def services_of(written: str) -> Sequence[Service]:
    """Read services from JSON."""
    return _SERVICES.validate_json(written)

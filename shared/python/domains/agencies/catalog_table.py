"""Storage of the catalog in the agencies table: each agency's manifest and withdrawn services."""

from collections.abc import Iterator

from pynamodb.attributes import UnicodeAttribute
from pynamodb.exceptions import QueryError
from pynamodb.models import Model

from domains.agencies.catalog import CatalogUnavailable, Entry
from portal.dynamo import TableMeta, bind_table

_PARTITION = "catalogue"


class AgencyItem(Model):
    """Item of an `Entry`."""

    class Meta(TableMeta):
        table_name = ""

    partition = UnicodeAttribute(hash_key=True)
    item = UnicodeAttribute(range_key=True)
    manifest = UnicodeAttribute()
    digest = UnicodeAttribute()
    withdrawn = UnicodeAttribute()


class CatalogTable:
    """Reads the catalog; `npm run agency -- add` adds agencies to it."""

    def __init__(self, table_name: str) -> None:
        bind_table(AgencyItem, table_name)

    def list_entries(self) -> Iterator[Entry]:
        """List all agencies by id. Takes one query.

        Raises:
            CatalogUnavailable: the table is unavailable.
        """
        try:
            for item in AgencyItem.query(_PARTITION):
                yield Entry(item.item, item.manifest, item.digest, item.withdrawn)
        except QueryError as error:
            raise CatalogUnavailable() from error

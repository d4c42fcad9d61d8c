"""Storage of the catalog in the agencies table: each agency's manifest and withdrawn services."""

from collections.abc import Iterator

from domains.agencies.catalog import CatalogEntry, CatalogUnavailable
from portal.items import AttributeSchema, Item
from portal.tables import TABLE_ERRORS, Attr, Table

_PARTITION = "catalogue"


def _make_item(entry: CatalogEntry) -> Item:
    return {
        "partition": _PARTITION,
        "item": entry.agency_id,
        "manifest": entry.manifest,
        "digest": entry.digest,
        "withdrawn": entry.withdrawn,
    }


def _parse_item(item: Item) -> CatalogEntry:
    return CatalogEntry(item["item"], item["manifest"], item["digest"], item["withdrawn"])


_ENTRIES = AttributeSchema(("partition", "item"), _make_item, _parse_item)


class CatalogTable:
    """Reads the catalog; `npm run agency -- add` adds agencies to it."""

    def __init__(self, table_name: str) -> None:
        self._table = Table(table_name, _ENTRIES)

    def list_entries(self) -> Iterator[CatalogEntry]:
        """List all agencies by id. Takes one query.

        Raises:
            CatalogUnavailable: the table is unavailable.
        """
        try:
            yield from self._table.list(Attr("partition") == _PARTITION, consistent=False)
        except TABLE_ERRORS as error:
            raise CatalogUnavailable() from error

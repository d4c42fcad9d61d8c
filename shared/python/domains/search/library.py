"""The index of everything that people can search."""

from collections.abc import Callable
from datetime import date

from domains.agencies.catalog import Catalog, Offers
from domains.reference.data import get_terms_catalog
from domains.reference.elsewhere import list_matters
from domains.reference.fees import list_fees
from domains.reference.guides import list_guides
from domains.reference.help_pages import list_help_pages
from domains.reference.privacy_notice import list_privacy_sections
from domains.search.index import Index
from domains.search.passages import (
    list_catalog_passages,
    list_elsewhere_passages,
    list_fee_passages,
    list_guide_passages,
    list_help_passages,
    list_privacy_passages,
    list_terms_passages,
)


class Library:
    """Builds the index on first use, and again when the catalog or the day changes."""

    def __init__(self, catalog: Catalog, help_base: str, today: Callable[[], date]) -> None:
        """`today` is the day whose fees are quoted, in Arizona."""
        self._catalog = catalog
        self._help_base = help_base
        self._today = today
        self._cached: tuple[Offers, date, Index] | None = None

    def get_offers(self) -> Offers:
        """Return the catalog.

        Raises:
            CatalogUnavailable: it cannot be read, and no copy exists.
        """
        return self._catalog.get_offers()

    def get_index(self) -> Index:
        """Return the index.

        Raises:
            CatalogUnavailable: the catalog cannot be read, and no copy exists.
        """
        offers, day = self._catalog.get_offers(), self._today()
        if self._cached and self._cached[0] is offers and self._cached[1] == day:
            return self._cached[2]
        index = make_index(offers, self._help_base, day)
        self._cached = (offers, day, index)
        return index


def make_index(offers: Offers, help_base: str, day: date) -> Index:
    """Return the index of the services that people can connect to and of all pages.

    Args:
        help_base: the help's address.
        day: day whose fees are quoted.
    """
    return Index(
        [
            *list_catalog_passages(offers.list_available(), day),
            *list_guide_passages(list_guides()),
            *list_elsewhere_passages(list_matters()),
            *list_help_passages(list_help_pages(), help_base),
            *list_privacy_passages(list_privacy_sections()),
            *list_terms_passages(get_terms_catalog().current),
            *list_fee_passages(list_fees(), day),
        ]
    )

"""The indexes of the assistant's passages, one per language."""

from collections.abc import Callable
from datetime import date

from domains.agencies.catalog import Catalog, Offers
from domains.reference.data import get_terms_catalog
from domains.reference.fees import list_fees
from domains.reference.help_pages import list_help_pages
from functions.chatbot.index import Index
from functions.chatbot.passages import (
    Passage,
    list_fee_passages,
    list_help_passages,
    list_service_passages,
    list_terms_passages,
)
from portal.language import Language


class Library:
    """Builds indexes on first use, and again when the catalog or the day changes."""

    def __init__(self, catalog: Catalog, help_base: str, today: Callable[[], date]) -> None:
        """`today` is the day whose fees are quoted, in Arizona."""
        self._catalog = catalog
        self._help_base = help_base
        self._today = today
        self._indexes: dict[Language, tuple[Offers, date, Index]] = {}

    def get_offers(self) -> Offers:
        """Return the catalog.

        Raises:
            CatalogUnavailable: it cannot be read, and no copy exists.
        """
        return self._catalog.offers()

    def get_index(self, language: Language) -> Index:
        """Return the index of a language.

        Raises:
            CatalogUnavailable: the catalog cannot be read, and no copy exists.
        """
        offers, day = self._catalog.offers(), self._today()
        known = self._indexes.get(language)
        if known and known[0] is offers and known[1] == day:
            return known[2]
        index = Index(self._list_passages(offers, day, language), language)
        self._indexes[language] = (offers, day, index)
        return index

    def _list_passages(self, offers: Offers, day: date, language: Language) -> list[Passage]:
        return [
            *list_help_passages(list_help_pages(), self._help_base, language),
            *list_terms_passages(get_terms_catalog().current, language),
            *list_fee_passages(list_fees(), day, language),
            *list_service_passages(offers.list_available(), language),
        ]

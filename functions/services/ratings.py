"""Ratings of public pages: counts without anything about the person."""

from dataclasses import dataclass

from domains.agencies.catalog import Catalog
from portal.errors import InvalidRequest, Problem
from portal.language import Text
from portal.observability import Telemetry

UNKNOWN_PAGE = Text(en="We do not have this page.", es="No tenemos esta página.")


@dataclass(frozen=True, slots=True)
class PageRatings:
    """Counts ratings."""

    telemetry: Telemetry
    fixed_pages: frozenset[str]  # guides and help pages
    catalog: Catalog  # has the services, each with a page

    def count_rating(self, page: str, is_helpful: bool) -> None:
        """Count a rating of a page.

        Raises:
            CatalogUnavailable: the catalog cannot be read, and no copy exists.
        """
        if page not in self.fixed_pages and page not in self._list_service_pages():
            raise InvalidRequest(Problem("page", UNKNOWN_PAGE))
        verdict = "helpful" if is_helpful else "notHelpful"
        self.telemetry.add_metric("PageRating", 1, page=page, verdict=verdict)

    def _list_service_pages(self) -> list[str]:
        return [f"services/{offer.service.id}" for offer in self.catalog.get_offers().list_available()]

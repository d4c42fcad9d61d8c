"""Wiring: the Lambda handler of the governmentsearch group."""

import time

from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from domains.reference.guides import list_guides
from domains.reference.help_pages import list_help_pages
from domains.search.library import Library
from functions.governmentsearch.rating_routes import routes as rating_routes
from functions.governmentsearch.ratings import PageRatings
from functions.governmentsearch.routes import routes
from functions.governmentsearch.service import Search
from functions.governmentsearch.settings import GovernmentSearchSettings
from portal.http import create_app
from portal.page_tokens import PageTokens
from portal.settings import load
from portal.types import ARIZONA, get_utc_now

_settings = load(GovernmentSearchSettings)
_catalog = Catalog(CatalogTable(_settings.agencies_table), time.monotonic)
_service = Search(
    library=Library(
        _catalog, _settings.help_link_base_url.rstrip("/"), lambda: get_utc_now().astimezone(ARIZONA).date()
    ),
    page_tokens=PageTokens(_settings.paging_secret),
)
_ratings = PageRatings(
    namespace=_settings.powertools_metrics_namespace,
    fixed_pages=frozenset(
        [
            *(f"guides/{each.id}" for each in list_guides()),
            *(f"help/{each.id}" for each in list_help_pages()),
        ]
    ),
    catalog=_catalog,
)
app = create_app(
    (routes, _service),
    (rating_routes, _ratings),
    settings=_settings,
    is_open_to=make_terms_gate(_settings.users_table),
)

"""Wiring: the Lambda handler of the governmentsearch group."""

import time

from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from domains.reference.fees import list_fees
from domains.reference.guides import list_guide_ids
from domains.reference.help_pages import list_help_pages
from functions.governmentsearch.entries import list_fee_entries, list_help_entries
from functions.governmentsearch.rating_routes import routes as rating_routes
from functions.governmentsearch.ratings import PageRatings
from functions.governmentsearch.routes import routes
from functions.governmentsearch.service import GovernmentSearch
from functions.governmentsearch.settings import GovernmentSearchSettings
from portal.http import create_app
from portal.page_tokens import PageTokens
from portal.settings import load

_settings = load(GovernmentSearchSettings)
_catalog = Catalog(CatalogTable(_settings.agencies_table), time.monotonic)
_service = GovernmentSearch(
    catalog=_catalog,
    fixed_entries=(
        *list_fee_entries(list_fees()),
        *list_help_entries(list_help_pages(), _settings.help_link_base_url),
    ),
    page_tokens=PageTokens(_settings.paging_secret),
)
_ratings = PageRatings(
    namespace=_settings.powertools_metrics_namespace,
    fixed_pages=frozenset(
        [
            *(f"guides/{each}" for each in list_guide_ids()),
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

"""Wiring of the governmentsearch group."""

import time
from collections.abc import Mapping

from chalice.app import Chalice

from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from domains.search.library import Library
from domains.state.time import get_day
from functions.governmentsearch.routes import routes
from functions.governmentsearch.service import Search
from functions.governmentsearch.settings import GovernmentSearchSettings
from portal.http import create_app
from portal.observability import Telemetry
from portal.page_tokens import PageTokens
from portal.settings import load
from portal.types import get_utc_now


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(GovernmentSearchSettings, environment)
    catalog = Catalog(CatalogTable(settings.agencies_table), time.monotonic)
    service = Search(
        library=Library(catalog, settings.help_link_base_url.rstrip("/"), lambda: get_day(get_utc_now())),
        page_tokens=PageTokens(settings.paging_secret),
    )
    return create_app(
        (routes, service),
        settings=settings,
        telemetry=telemetry,
        is_open_to=make_terms_gate(settings.users_table),
    )

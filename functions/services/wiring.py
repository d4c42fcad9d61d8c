"""Wiring of the services group."""

import time
from collections.abc import Mapping

from chalice.app import Chalice

from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from domains.reference.guides import list_guides
from domains.reference.help_pages import list_help_pages
from functions.services.rating_routes import routes as rating_routes
from functions.services.ratings import PageRatings
from functions.services.routes import routes
from functions.services.settings import ServicesSettings
from portal.http import create_app
from portal.observability import Telemetry
from portal.settings import load


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(ServicesSettings, environment)
    catalog = Catalog(CatalogTable(settings.agencies_table), time.monotonic)
    ratings = PageRatings(
        telemetry=telemetry,
        fixed_pages=frozenset(
            [
                *(f"guides/{each.id}" for each in list_guides()),
                *(f"help/{each.id}" for each in list_help_pages()),
            ]
        ),
        catalog=catalog,
    )
    return create_app((routes, catalog), (rating_routes, ratings), settings=settings, telemetry=telemetry)

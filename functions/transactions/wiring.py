"""Wiring of the transactions group."""

import time
from collections.abc import Mapping

from chalice.app import Chalice

from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from functions.transactions.repository import TransactionsRepository
from functions.transactions.routes import routes
from functions.transactions.service import TransactionsService
from functions.transactions.settings import TransactionsSettings
from portal.http import create_app
from portal.observability import Telemetry
from portal.page_tokens import PageTokens
from portal.settings import load
from portal.types import get_utc_now


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(TransactionsSettings, environment)
    service = TransactionsService(
        clock=get_utc_now,
        repository=TransactionsRepository(settings.transactions_table),
        catalog=Catalog(CatalogTable(settings.agencies_table), time.monotonic),
        page_tokens=PageTokens(settings.paging_secret),
    )
    return create_app(
        (routes, service),
        settings=settings,
        telemetry=telemetry,
        is_open_to=make_terms_gate(settings.users_table),
    )

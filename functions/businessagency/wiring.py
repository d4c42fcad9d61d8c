"""Wiring of the group of accounts at agencies."""

import time
from collections.abc import Mapping

from chalice.app import Chalice

from domains.accounts.account_table import AccountRepository
from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from domains.agencies.wiring import make_agency_client
from functions.businessagency.repository import AgencyAccountsRepository
from functions.businessagency.routes import routes
from functions.businessagency.service import AgencyAccountsService
from functions.businessagency.settings import BusinessAgencySettings
from portal.http import create_app
from portal.observability import Telemetry
from portal.rate_windows_table import RateWindows
from portal.settings import load
from portal.types import get_utc_now, make_id


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(BusinessAgencySettings, environment)
    service = AgencyAccountsService(
        clock=get_utc_now,
        new_id=make_id,
        repository=AgencyAccountsRepository(settings.agency_accounts_table),
        registrations=AccountRepository(settings.users_table),
        catalog=Catalog(CatalogTable(settings.agencies_table), time.monotonic),
        agencies=make_agency_client(settings, telemetry, get_utc_now),
        attempts=RateWindows(settings.agency_accounts_table, expiry="remove_at"),
    )
    return create_app(
        (routes, service),
        settings=settings,
        telemetry=telemetry,
        is_open_to=make_terms_gate(settings.users_table),
    )

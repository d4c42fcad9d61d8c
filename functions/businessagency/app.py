"""Wiring: the Lambda handler of the group of accounts at agencies."""

import time

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
from portal.rate_windows_table import RateWindows
from portal.settings import load
from portal.types import get_utc_now, make_id

_settings = load(BusinessAgencySettings)
_service = AgencyAccountsService(
    clock=get_utc_now,
    new_id=make_id,
    repository=AgencyAccountsRepository(_settings.agency_accounts_table),
    registrations=AccountRepository(_settings.users_table),
    catalog=Catalog(CatalogTable(_settings.agencies_table), time.monotonic),
    agencies=make_agency_client(_settings, get_utc_now),
    attempts=RateWindows(_settings.agency_accounts_table, expiry="remove_at"),
)
app = create_app((routes, _service), settings=_settings, is_open_to=make_terms_gate(_settings.users_table))

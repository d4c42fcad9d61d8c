"""Wiring: the Lambda handler of the transactions group."""

import time

from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from functions.transactions.repository import TransactionsRepository
from functions.transactions.routes import routes
from functions.transactions.service import TransactionsService
from functions.transactions.settings import TransactionsSettings
from portal.http import create_app
from portal.page_tokens import PageTokens
from portal.settings import load
from portal.types import get_utc_now

_settings = load(TransactionsSettings)
_service = TransactionsService(
    clock=get_utc_now,
    repository=TransactionsRepository(_settings.transactions_table),
    catalog=Catalog(CatalogTable(_settings.agencies_table), time.monotonic),
    page_tokens=PageTokens(_settings.paging_secret),
)
app = create_app((routes, _service), settings=_settings, is_open_to=make_terms_gate(_settings.users_table))

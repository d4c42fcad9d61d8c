"""Wiring: the Lambda handler of the subscriptions group."""

import time

from domains.accounts.account_table import AccountRepository
from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from domains.agencies.wiring import make_agency_client
from domains.assurance.enhanced_authentication_table import make_assurance_gate
from domains.messages.messages_table import MessagesTable
from functions.subscriptions.recorder import RevealRecorder
from functions.subscriptions.repository import SubscriptionsRepository
from functions.subscriptions.routes import routes
from functions.subscriptions.service import SubscriptionService
from functions.subscriptions.settings import SubscriptionsSettings
from portal.http import create_app
from portal.observability import make_logger
from portal.rate_windows_table import RateWindows
from portal.settings import load
from portal.types import get_utc_now, make_id

_settings = load(SubscriptionsSettings)
_service = SubscriptionService(
    clock=get_utc_now,
    new_id=make_id,
    repository=SubscriptionsRepository(_settings.subscriptions_table),
    attempts=RateWindows(_settings.subscriptions_table, partition_key="owner"),
    accounts=AccountRepository(_settings.users_table),
    inbox=MessagesTable(_settings.messages_table),
    catalog=Catalog(CatalogTable(_settings.agencies_table), time.monotonic),
    agencies=make_agency_client(_settings, get_utc_now),
    network=_settings.agency_network,
    gate=make_assurance_gate(_settings),
    recorder=RevealRecorder(make_logger()),
)
app = create_app((routes, _service), settings=_settings, is_open_to=make_terms_gate(_settings.users_table))

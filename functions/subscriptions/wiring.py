"""Wiring of the subscriptions group."""

import time
from collections.abc import Mapping

from chalice.app import Chalice

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
from portal.observability import Telemetry
from portal.rate_windows_table import RateWindows
from portal.settings import load
from portal.types import get_utc_now, make_id


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(SubscriptionsSettings, environment)
    service = SubscriptionService(
        clock=get_utc_now,
        new_id=make_id,
        repository=SubscriptionsRepository(settings.subscriptions_table),
        attempts=RateWindows(settings.subscriptions_table, partition_key="owner"),
        accounts=AccountRepository(settings.users_table),
        inbox=MessagesTable(settings.messages_table),
        catalog=Catalog(CatalogTable(settings.agencies_table), time.monotonic),
        agencies=make_agency_client(settings, telemetry, get_utc_now),
        network=settings.agency_network,
        gate=make_assurance_gate(settings),
        recorder=RevealRecorder(telemetry.logger),
    )
    return create_app(
        (routes, service),
        settings=settings,
        telemetry=telemetry,
        is_open_to=make_terms_gate(settings.users_table),
    )

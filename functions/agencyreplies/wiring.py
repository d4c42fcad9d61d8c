"""Wiring of the agency replies group."""

import time
from collections.abc import Mapping

from chalice.app import Chalice

from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.agencies.wiring import make_agency_client
from domains.messages.attachments import SentFiles
from domains.messages.messages_table import MessagesTable
from domains.replies.delivery import ReplyDelivery
from domains.replies.replies_table import RepliesTable
from functions.agencyreplies.routes import routes
from functions.agencyreplies.service import ReplyService
from functions.agencyreplies.settings import AgencyRepliesSettings
from portal.http import create_app
from portal.observability import Telemetry
from portal.settings import load
from portal.types import get_utc_now


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(AgencyRepliesSettings, environment)
    messages = MessagesTable(settings.messages_table)
    replies = RepliesTable(settings.replies_table)
    catalog = Catalog(CatalogTable(settings.agencies_table), time.monotonic)
    service = ReplyService(
        clock=get_utc_now,
        messages=messages,
        replies=replies,
        files=SentFiles(settings.attachments_bucket, "replies"),
        subscriptions=SubscriptionsTable(settings.subscriptions_table),
        delivery=ReplyDelivery(replies, catalog, make_agency_client(settings, telemetry, get_utc_now)),
    )
    return create_app(
        (routes, service),
        settings=settings,
        telemetry=telemetry,
        is_open_to=make_terms_gate(settings.users_table),
    )

"""Wiring: the Lambda handler of the agency replies group."""

import time

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
from portal.settings import load
from portal.types import get_utc_now

_settings = load(AgencyRepliesSettings)
_messages = MessagesTable(_settings.messages_table)
_replies = RepliesTable(_settings.replies_table)
_catalog = Catalog(CatalogTable(_settings.agencies_table), time.monotonic)
_service = ReplyService(
    clock=get_utc_now,
    messages=_messages,
    replies=_replies,
    files=SentFiles(_settings.attachments_bucket, "replies"),
    subscriptions=SubscriptionsTable(_settings.subscriptions_table),
    delivery=ReplyDelivery(_replies, _catalog, make_agency_client(_settings, get_utc_now)),
)
app = create_app((routes, _service), settings=_settings, is_open_to=make_terms_gate(_settings.users_table))

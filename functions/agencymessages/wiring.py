"""Wiring of the agency messages group."""

from collections.abc import Mapping

from chalice.app import Chalice

from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.messages.attachments import AttachmentDownloads
from domains.messages.inbox import Mailbox
from domains.messages.inbox_table import InboxTable
from domains.replies.replies_table import RepliesTable
from functions.agencymessages.routes import routes
from functions.agencymessages.service import AgencyMessagesService
from functions.agencymessages.settings import AgencyMessagesSettings
from portal.http import create_app
from portal.observability import Telemetry
from portal.page_tokens import PageTokens
from portal.settings import load
from portal.types import get_utc_now


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(AgencyMessagesSettings, environment)
    service = AgencyMessagesService(
        clock=get_utc_now,
        mailbox=Mailbox(
            clock=get_utc_now,
            table=InboxTable(settings.messages_table),
            page_tokens=PageTokens(settings.paging_secret),
        ),
        deliveries=DeliveriesTable(settings.deliveries_table),
        downloads=AttachmentDownloads(settings.attachments_bucket, settings.attachment_scan),
        replies=RepliesTable(settings.replies_table),
        subscriptions=SubscriptionsTable(settings.subscriptions_table),
    )
    return create_app(
        (routes, service),
        settings=settings,
        telemetry=telemetry,
        is_open_to=make_terms_gate(settings.users_table),
    )

"""Wiring of the messages group."""

from collections.abc import Mapping

from chalice.app import Chalice

from domains.accounts.terms_gate import make_terms_gate
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.messages.attachments import AttachmentDownloads
from domains.messages.inbox import Mailbox
from domains.messages.inbox_table import InboxTable
from functions.messages.routes import routes
from functions.messages.service import MessagesService
from functions.messages.settings import MessagesSettings
from portal.http import create_app
from portal.observability import Telemetry
from portal.page_tokens import PageTokens
from portal.settings import load
from portal.types import get_utc_now


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(MessagesSettings, environment)
    service = MessagesService(
        clock=get_utc_now,
        mailbox=Mailbox(
            clock=get_utc_now,
            table=InboxTable(settings.messages_table),
            page_tokens=PageTokens(settings.paging_secret),
        ),
        deliveries=DeliveriesTable(settings.deliveries_table),
        downloads=AttachmentDownloads(settings.attachments_bucket, settings.attachment_scan),
    )
    return create_app(
        (routes, service),
        settings=settings,
        telemetry=telemetry,
        is_open_to=make_terms_gate(settings.users_table),
    )

"""Wiring: the Lambda handler of the messages group."""

from domains.accounts.terms_gate import make_terms_gate
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.messages.attachments import AttachmentDownloads
from domains.messages.inbox import Mailbox
from domains.messages.inbox_table import InboxTable
from functions.messages.routes import routes
from functions.messages.service import MessagesService
from functions.messages.settings import MessagesSettings
from portal.http import create_app
from portal.page_tokens import PageTokens
from portal.settings import load
from portal.types import get_utc_now

_settings = load(MessagesSettings)
_service = MessagesService(
    clock=get_utc_now,
    mailbox=Mailbox(
        clock=get_utc_now,
        table=InboxTable(_settings.messages_table),
        page_tokens=PageTokens(_settings.paging_secret),
    ),
    deliveries=DeliveriesTable(_settings.deliveries_table),
    downloads=AttachmentDownloads(_settings.attachments_bucket, _settings.attachment_scan),
)
app = create_app((routes, _service), settings=_settings, is_open_to=make_terms_gate(_settings.users_table))

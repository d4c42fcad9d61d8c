"""Wiring: the Lambda handler of the agency messages group."""

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
from portal.page_tokens import PageTokens
from portal.settings import load
from portal.types import get_utc_now

_settings = load(AgencyMessagesSettings)
_service = AgencyMessagesService(
    clock=get_utc_now,
    mailbox=Mailbox(
        clock=get_utc_now,
        table=InboxTable(_settings.messages_table),
        page_tokens=PageTokens(_settings.paging_secret),
    ),
    deliveries=DeliveriesTable(_settings.deliveries_table),
    downloads=AttachmentDownloads(_settings.attachments_bucket, _settings.attachment_scan),
    replies=RepliesTable(_settings.replies_table),
    subscriptions=SubscriptionsTable(_settings.subscriptions_table),
)
app = create_app((routes, _service), settings=_settings, is_open_to=make_terms_gate(_settings.users_table))

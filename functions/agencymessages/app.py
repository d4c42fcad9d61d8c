"""Wiring: the Lambda handler of the agency messages group."""

from functions.agencymessages.routes import routes
from functions.agencymessages.service import AgencyMessagesService
from functions.agencymessages.settings import AgencyMessagesSettings
from portal.agencies.subscriptions_table import SubscriptionsTable
from portal.deliveries.deliveries_table import DeliveriesTable
from portal.http import create_app
from portal.messages.attachments import AttachmentDownloads
from portal.messages.inbox import Mailbox
from portal.messages.inbox_table import InboxTable
from portal.page_tokens import PageTokens
from portal.replies.replies_table import RepliesTable
from portal.settings import load
from portal.terms_gate import terms_gate
from portal.types import utc_now

_settings = load(AgencyMessagesSettings)
_service = AgencyMessagesService(
    clock=utc_now,
    mailbox=Mailbox(
        clock=utc_now,
        table=InboxTable(_settings.messages_table),
        page_tokens=PageTokens(_settings.paging_secret),
    ),
    deliveries=DeliveriesTable(_settings.deliveries_table),
    downloads=AttachmentDownloads(_settings.attachments_bucket, _settings.attachment_scan),
    replies=RepliesTable(_settings.replies_table),
    subscriptions=SubscriptionsTable(_settings.subscriptions_table),
)
app = create_app((routes, _service), settings=_settings, is_open_to=terms_gate(_settings.users_table))

"""Wiring: the Lambda handler of the agencyinbound group."""

import time

from functions.agencyinbound.repository import AgencyInboundRepository
from functions.agencyinbound.routes import routes
from functions.agencyinbound.service import AgencyInboundService
from functions.agencyinbound.settings import AgencyInboundSettings
from portal.agencies.catalogue import Catalogue
from portal.agencies.catalogue_table import CatalogueTable
from portal.agencies.subscriptions_table import SubscriptionsTable
from portal.agencies.transactions_table import TransactionsTable
from portal.http import create_app
from portal.messages.attachments import AttachmentUploads
from portal.messages.messages_table import MessagesTable
from portal.observability import make_logger
from portal.settings import load
from portal.types import utc_now

_settings = load(AgencyInboundSettings)
_service = AgencyInboundService(
    clock=utc_now,
    monotonic=time.monotonic,
    repository=AgencyInboundRepository(
        SubscriptionsTable(_settings.subscriptions_table),
        TransactionsTable(_settings.transactions_table),
        MessagesTable(_settings.messages_table),
    ),
    uploads=AttachmentUploads(_settings.attachments_bucket),
    catalogue=Catalogue(CatalogueTable(_settings.agencies_table), time.monotonic),
    logger=make_logger(),
)
app = create_app(routes, _service, _settings)

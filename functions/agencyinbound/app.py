"""Wiring: the Lambda handler of the agencyinbound group."""

import time

from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.agencies.transactions_table import TransactionsTable
from domains.applications.applications_table import ApplicationsTable
from domains.applications.filings_table import FilingsTable
from domains.businesses.businesses_table import BusinessesTable
from domains.messages.attachments import AttachmentDownloads, AttachmentUploads
from domains.messages.files_table import FilesTable
from domains.messages.messages_table import MessagesTable
from domains.names.names_table import NamesTable
from domains.replies.replies_table import RepliesTable
from functions.agencyinbound import application_routes
from functions.agencyinbound.application_service import ApplicationStatusService
from functions.agencyinbound.routes import routes
from functions.agencyinbound.service import AgencyInboundService
from functions.agencyinbound.settings import AgencyInboundSettings
from portal.http import create_app
from portal.observability import make_logger
from portal.settings import load
from portal.types import get_utc_now

_settings = load(AgencyInboundSettings)
_messages = MessagesTable(_settings.messages_table)
_uploads = AttachmentUploads(_settings.attachments_bucket, FilesTable(_settings.messages_table, get_utc_now))
_downloads = AttachmentDownloads(_settings.attachments_bucket, _settings.attachment_scan)
_service = AgencyInboundService(
    clock=get_utc_now,
    monotonic=time.monotonic,
    subscriptions=SubscriptionsTable(_settings.subscriptions_table),
    transactions=TransactionsTable(_settings.transactions_table),
    messages=_messages,
    replies=RepliesTable(_settings.replies_table),
    uploads=_uploads,
    downloads=_downloads,
    catalog=Catalog(CatalogTable(_settings.agencies_table), time.monotonic),
    logger=make_logger(),
)
_applications = ApplicationStatusService(
    clock=get_utc_now,
    filings=FilingsTable(
        ApplicationsTable(_settings.applications_table),
        BusinessesTable(_settings.businesses_table),
        NamesTable(_settings.reservations_table),
        get_utc_now,
    ),
    messages=_messages,
    uploads=_uploads,
    downloads=_downloads,
)
app = create_app((routes, _service), (application_routes.routes, _applications), settings=_settings)

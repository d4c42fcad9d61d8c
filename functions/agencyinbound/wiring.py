"""Wiring of the agencyinbound group."""

import time
from collections.abc import Mapping

from chalice.app import Chalice

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
from portal.observability import Telemetry
from portal.settings import load
from portal.types import get_utc_now


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(AgencyInboundSettings, environment)
    messages = MessagesTable(settings.messages_table)
    uploads = AttachmentUploads(settings.attachments_bucket, FilesTable(settings.messages_table, get_utc_now))
    downloads = AttachmentDownloads(settings.attachments_bucket, settings.attachment_scan)
    service = AgencyInboundService(
        clock=get_utc_now,
        monotonic=time.monotonic,
        subscriptions=SubscriptionsTable(settings.subscriptions_table),
        transactions=TransactionsTable(settings.transactions_table),
        messages=messages,
        replies=RepliesTable(settings.replies_table),
        uploads=uploads,
        downloads=downloads,
        catalog=Catalog(CatalogTable(settings.agencies_table), time.monotonic),
        logger=telemetry.logger,
    )
    applications = ApplicationStatusService(
        clock=get_utc_now,
        filings=FilingsTable(
            ApplicationsTable(settings.applications_table),
            BusinessesTable(settings.businesses_table),
            NamesTable(settings.reservations_table),
            get_utc_now,
        ),
        messages=messages,
        uploads=uploads,
        downloads=downloads,
    )
    return create_app(
        (routes, service), (application_routes.routes, applications), settings=settings, telemetry=telemetry
    )

"""Wiring of the applications group."""

import time
from collections.abc import Mapping
from pathlib import Path

from chalice.app import Chalice

from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from domains.agencies.wiring import make_agency_client
from domains.applications.applications_table import ApplicationsTable
from domains.applications.delivery import ApplicationDelivery
from domains.applications.filings_table import FilingsTable
from domains.businesses.businesses_table import BusinessesTable
from domains.messages.attachments import AttachmentDownloads, SentFiles
from domains.names.current_snapshot import CurrentSnapshot
from domains.names.name_holds import NameHolds
from domains.names.names_table import NamesTable
from domains.names.register import NameRegister
from domains.names.rules import get_name_rules
from functions.businessapplications import document_routes, form_routes, name_routes
from functions.businessapplications.document_service import DocumentService
from functions.businessapplications.form_service import FormService
from functions.businessapplications.name_service import NameService
from functions.businessapplications.routes import routes
from functions.businessapplications.service import ApplicationsService
from functions.businessapplications.settings import ApplicationsSettings
from portal.http import create_app
from portal.observability import Telemetry
from portal.settings import load
from portal.types import get_utc_now


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(ApplicationsSettings, environment)
    table = ApplicationsTable(settings.applications_table)
    catalog = Catalog(CatalogTable(settings.agencies_table), time.monotonic)
    forms = FormService(catalog, get_utc_now)
    files = SentFiles(settings.attachments_bucket, "applications")
    downloads = AttachmentDownloads(settings.attachments_bucket, settings.attachment_scan)
    name_table = NamesTable(settings.reservations_table)
    businesses = BusinessesTable(settings.businesses_table)
    filings = FilingsTable(table, businesses, name_table, get_utc_now)
    register = NameRegister(
        CurrentSnapshot(Path(__file__).parents[1] / settings.names_snapshot),
        NameHolds(get_utc_now, name_table),
        get_name_rules(),
    )
    names = NameService(register, filings)
    service = ApplicationsService(
        clock=get_utc_now,
        filings=filings,
        forms=forms,
        names=names,
        files=files,
        downloads=downloads,
        delivery=ApplicationDelivery(table, catalog, make_agency_client(settings, telemetry, get_utc_now)),
    )
    documents = DocumentService(clock=get_utc_now, filings=filings, files=files, downloads=downloads)
    return create_app(
        (routes, service),
        (form_routes.routes, forms),
        (document_routes.routes, documents),
        (name_routes.routes, names),
        settings=settings,
        telemetry=telemetry,
        is_open_to=make_terms_gate(settings.users_table),
    )

"""Wiring: the Lambda handler of the applications group."""

import time
from pathlib import Path

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
from domains.names.rules import name_rules
from functions.businessapplications import document_routes, form_routes, name_routes
from functions.businessapplications.document_service import DocumentService
from functions.businessapplications.form_service import FormService
from functions.businessapplications.name_service import NameService
from functions.businessapplications.repository import ApplicationsRepository
from functions.businessapplications.routes import routes
from functions.businessapplications.service import ApplicationsService
from functions.businessapplications.settings import ApplicationsSettings
from portal.http import create_app
from portal.settings import load
from portal.types import get_utc_now

_settings = load(ApplicationsSettings)
_table = ApplicationsTable(_settings.applications_table)
_catalog = Catalog(CatalogTable(_settings.agencies_table), time.monotonic)
_forms = FormService(_catalog, get_utc_now)
_files = SentFiles(_settings.attachments_bucket, "applications")
_downloads = AttachmentDownloads(_settings.attachments_bucket, _settings.attachment_scan)
_name_table = NamesTable(_settings.reservations_table)
_businesses = BusinessesTable(_settings.businesses_table)
_repository = ApplicationsRepository(FilingsTable(_table, _businesses, _name_table, get_utc_now))
_register = NameRegister(
    CurrentSnapshot(Path(__file__).parents[1] / _settings.names_snapshot),
    NameHolds(get_utc_now, _name_table),
    name_rules(),
)
_names = NameService(_register, _repository)
_service = ApplicationsService(
    clock=get_utc_now,
    repository=_repository,
    forms=_forms,
    names=_names,
    files=_files,
    downloads=_downloads,
    delivery=ApplicationDelivery(_table, _catalog, make_agency_client(_settings, get_utc_now)),
)
_documents = DocumentService(clock=get_utc_now, repository=_repository, files=_files, downloads=_downloads)
app = create_app(
    (routes, _service),
    (form_routes.routes, _forms),
    (document_routes.routes, _documents),
    (name_routes.routes, _names),
    settings=_settings,
    is_open_to=make_terms_gate(_settings.users_table),
)

"""Wiring: the Lambda handler of the userservices group."""

import time

from domains.accesslog.access_log import AccessLog
from domains.accesslog.access_log_table import AccessLogTable
from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.breaker_table import BreakerTable
from domains.agencies.catalog import Catalog
from domains.agencies.catalog_table import CatalogTable
from domains.agencies.record_reader import RecordReader
from domains.agencies.wiring import make_agency_client
from domains.applications.applications_table import ApplicationsTable
from domains.assurance.tries_table import TriesTable
from domains.businesses.businesses_table import BusinessesTable
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.people.wiring import make_people_finder
from domains.questions.questions_table import QuestionsTable
from functions.userservices.question_routes import routes as question_routes
from functions.userservices.question_service import QuestionDesk
from functions.userservices.repository import (
    DashboardsRepository,
    NoticesRepository,
    PeopleRepository,
)
from functions.userservices.routes import routes
from functions.userservices.service import UserServices
from functions.userservices.settings import UserServicesSettings
from portal.http import create_app
from portal.mail import Mail
from portal.observability import make_logger
from portal.settings import load
from portal.types import get_utc_now

_settings = load(UserServicesSettings)
_subscriptions = DashboardsRepository(_settings.subscriptions_table)
_log = AccessLog(AccessLogTable(_settings.access_log_table), get_utc_now, make_logger())
_accounts = PeopleRepository(_settings.users_table)
_inbox = NoticesRepository(_settings.messages_table)
_service = UserServices(
    clock=get_utc_now,
    finder=make_people_finder(_settings),
    log=_log,
    accounts=_accounts,
    subscriptions=_subscriptions,
    businesses=BusinessesTable(_settings.businesses_table),
    applications=ApplicationsTable(_settings.applications_table),
    deliveries=DeliveriesTable(_settings.deliveries_table),
    tries=TriesTable(_settings.tries_table, _settings.document_secret),
    inbox=_inbox,
    mail=Mail(_settings.mail_sender, _settings.mail_configuration_set),
    catalog=Catalog(CatalogTable(_settings.agencies_table), time.monotonic),
    breakers=BreakerTable(_settings.agencies_table),
    records=RecordReader(
        clock=get_utc_now, store=_subscriptions, agencies=make_agency_client(_settings, get_utc_now)
    ),
    limits=_settings.try_limits,
)
_questions = QuestionDesk(
    clock=get_utc_now,
    log=_log,
    accounts=_accounts,
    questions=QuestionsTable(_settings.questions_table),
    inbox=_inbox,
)
app = create_app(
    (routes, _service),
    (question_routes, _questions),
    settings=_settings,
    is_open_to=make_terms_gate(_settings.users_table),
)

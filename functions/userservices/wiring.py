"""Wiring of the userservices group."""

import time
from collections.abc import Mapping

from chalice.app import Chalice

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
from functions.userservices import contact_routes, dashboard_routes, lock_routes, question_routes
from functions.userservices.cards import CardReader
from functions.userservices.case_access import CaseAccess
from functions.userservices.contact_service import ContactDesk
from functions.userservices.dashboard_service import DashboardDesk
from functions.userservices.lock_service import LockDesk
from functions.userservices.question_service import QuestionDesk
from functions.userservices.repository import DashboardsRepository, NoticesRepository, PeopleRepository
from functions.userservices.routes import routes
from functions.userservices.service import PeopleDesk
from functions.userservices.settings import UserServicesSettings
from portal.http import create_app
from portal.mail import Mail
from portal.observability import Telemetry
from portal.settings import load
from portal.types import get_utc_now


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(UserServicesSettings, environment)
    subscriptions = DashboardsRepository(settings.subscriptions_table)
    log = AccessLog(AccessLogTable(settings.access_log_table), get_utc_now, telemetry.logger)
    accounts = PeopleRepository(settings.users_table)
    inbox = NoticesRepository(settings.messages_table)
    catalog = Catalog(CatalogTable(settings.agencies_table), time.monotonic)
    access = CaseAccess(
        log=log,
        accounts=accounts,
        subscriptions=subscriptions,
        businesses=BusinessesTable(settings.businesses_table),
        applications=ApplicationsTable(settings.applications_table),
        catalog=catalog,
        monotonic=time.monotonic,
        sleep=time.sleep,
    )
    people = PeopleDesk(access=access, finder=make_people_finder(settings))
    contact = ContactDesk(
        clock=get_utc_now,
        access=access,
        accounts=accounts,
        deliveries=DeliveriesTable(settings.deliveries_table),
        inbox=inbox,
        mail=Mail(settings),
    )
    dashboard = DashboardDesk(
        clock=get_utc_now,
        monotonic=time.monotonic,
        access=access,
        subscriptions=subscriptions,
        cards=CardReader(
            subscriptions=subscriptions,
            catalog=catalog,
            breakers=BreakerTable(settings.agencies_table),
            records=RecordReader(
                clock=get_utc_now,
                store=subscriptions,
                agencies=make_agency_client(settings, telemetry, get_utc_now),
            ),
            monotonic=time.monotonic,
        ),
        inbox=inbox,
    )
    locks = LockDesk(
        clock=get_utc_now,
        access=access,
        tries=TriesTable(settings.tries_table, settings.document_secret),
        inbox=inbox,
        limits=settings.try_limits,
    )
    questions = QuestionDesk(
        clock=get_utc_now,
        log=log,
        accounts=accounts,
        questions=QuestionsTable(settings.questions_table),
        inbox=inbox,
    )
    return create_app(
        (routes, people),
        (contact_routes.routes, contact),
        (dashboard_routes.routes, dashboard),
        (lock_routes.routes, locks),
        (question_routes.routes, questions),
        settings=settings,
        telemetry=telemetry,
        is_open_to=make_terms_gate(settings.users_table),
    )

"""Wiring of the profile group."""

from collections.abc import Mapping

from chalice.app import Chalice

from domains.accesslog.access_log_table import AccessLogTable
from domains.accesslog.proofs import AccessProofs
from domains.accesslog.published_log import PublishedLog
from domains.accesslog.sealing_table import LogHeads
from domains.accounts.one_time_code import OneTimeCodes, make_random_code
from domains.accounts.one_time_codes_table import OneTimeCodesTable
from domains.accounts.sending_limits import SendingLimits
from domains.accounts.sign_ins_table import SignInsTable
from domains.accounts.terms_gate import make_terms_gate
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.assurance.enhanced_authentication_table import make_assurance_gate
from domains.assurance.identity_proofs_table import IdentityProofsTable
from domains.businesses.businesses_table import BusinessesTable
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens
from domains.messages.messages_table import MessagesTable
from domains.reference.data import get_terms_catalog, list_counties, list_us_jurisdictions
from functions.profile import (
    access_routes,
    address_book_routes,
    details_routes,
    notice_routes,
    sign_in_routes,
)
from functions.profile.access_service import AccessService
from functions.profile.address_book_service import AddressBookService
from functions.profile.details_service import DetailsService
from functions.profile.notice_service import NoticeService
from functions.profile.repository import ProfileRepository
from functions.profile.routes import routes
from functions.profile.service import ProfileService
from functions.profile.settings import ProfileSettings
from functions.profile.sign_in_service import SignInService
from portal.http import create_app
from portal.mail import Mail
from portal.observability import Telemetry
from portal.page_tokens import PageTokens
from portal.settings import load
from portal.types import get_utc_now, make_id


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(ProfileSettings, environment)
    repository = ProfileRepository(settings.users_table)
    statuses = DeliveriesTable(settings.deliveries_table)
    inbox = MessagesTable(settings.messages_table)
    service = ProfileService(
        clock=get_utc_now,
        new_id=make_id,
        new_code=make_random_code,
        repository=repository,
        codes=OneTimeCodes(OneTimeCodesTable(settings.users_table)),
        limits=SendingLimits(settings.users_table, settings.sending_secret),
        mail=Mail(settings),
        terms=get_terms_catalog(),
        statuses=statuses,
        inbox=inbox,
        gate=make_assurance_gate(settings),
    )
    address_book = AddressBookService(
        clock=get_utc_now,
        repository=repository,
        state_codes=frozenset(jurisdiction.code for jurisdiction in list_us_jurisdictions()),
    )
    details = DetailsService(
        clock=get_utc_now,
        new_id=make_id,
        repository=repository,
        proofs=IdentityProofsTable(settings.authentication_table),
        gate=service.gate,
        subscriptions=SubscriptionsTable(settings.subscriptions_table),
        businesses=BusinessesTable(settings.businesses_table),
        inbox=inbox,
        county_ids=frozenset(county.id for county in list_counties()),
    )
    notices = NoticeService(
        clock=get_utc_now,
        repository=repository,
        inbox=inbox,
        statuses=statuses,
        tokens=UnsubscribeTokens(settings.unsubscribe_secret),
    )
    accesses = AccessService(
        AccessLogTable(settings.access_log_table),
        AccessProofs(LogHeads(settings.access_log_table), PublishedLog(settings.access_log_bucket)),
        PageTokens(settings.paging_secret),
        telemetry.logger,
    )
    sign_ins = SignInService(clock=get_utc_now, table=SignInsTable(settings.users_table), inbox=inbox)
    return create_app(
        (routes, service),
        (address_book_routes.routes, address_book),
        (details_routes.routes, details),
        (notice_routes.routes, notices),
        (access_routes.routes, accesses),
        (sign_in_routes.routes, sign_ins),
        settings=settings,
        telemetry=telemetry,
        is_open_to=make_terms_gate(settings.users_table),
    )

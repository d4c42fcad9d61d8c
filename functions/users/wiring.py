"""Wiring of the users group."""

from collections.abc import Mapping

from chalice.app import Chalice

from domains.accounts.one_time_code import OneTimeCodes, make_random_code
from domains.accounts.one_time_codes_table import OneTimeCodesTable
from domains.accounts.sending_limits import SendingLimits
from domains.accounts.sign_ins_table import SignInsTable
from domains.accounts.terms_gate import make_terms_gate
from domains.messages.messages_table import MessagesTable
from domains.reference.data import get_terms_catalog, list_counties
from functions.users.repository import UsersRepository
from functions.users.routes import routes
from functions.users.service import UserService
from functions.users.settings import UsersSettings
from portal.http import create_app
from portal.mail import Mail
from portal.observability import Telemetry
from portal.settings import load
from portal.types import get_utc_now


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(UsersSettings, environment)
    service = UserService(
        clock=get_utc_now,
        new_code=make_random_code,
        repository=UsersRepository(settings.users_table),
        sign_ins=SignInsTable(settings.users_table),
        codes=OneTimeCodes(OneTimeCodesTable(settings.users_table)),
        limits=SendingLimits(settings.users_table, settings.sending_secret),
        inbox=MessagesTable(settings.messages_table),
        mail=Mail(settings),
        terms_version=get_terms_catalog().current.version,
        county_ids=frozenset(county.id for county in list_counties()),
    )
    return create_app(
        (routes, service),
        settings=settings,
        telemetry=telemetry,
        is_open_to=make_terms_gate(settings.users_table),
    )

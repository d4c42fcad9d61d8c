"""Wiring: the Lambda handler of the users group."""

from domains.accounts.one_time_code import OneTimeCodes, make_random_code
from domains.accounts.sending_limits import SendingLimits
from domains.accounts.terms_gate import make_terms_gate
from domains.messages.messages_table import MessagesTable
from domains.reference.data import get_terms_catalog, list_counties
from functions.users.repository import UsersRepository
from functions.users.routes import routes
from functions.users.service import UserService
from functions.users.settings import UsersSettings
from portal.http import create_app
from portal.mail import Mail
from portal.settings import load
from portal.types import get_utc_now

_settings = load(UsersSettings)
_service = UserService(
    clock=get_utc_now,
    new_code=make_random_code,
    repository=UsersRepository(_settings.users_table),
    codes=OneTimeCodes(_settings.users_table),
    limits=SendingLimits(_settings.users_table, _settings.sending_secret),
    inbox=MessagesTable(_settings.messages_table),
    mail=Mail(_settings.mail_sender, _settings.mail_configuration_set),
    terms_version=get_terms_catalog().current.version,
    county_ids=frozenset(county.id for county in list_counties()),
)
app = create_app((routes, _service), settings=_settings, is_open_to=make_terms_gate(_settings.users_table))

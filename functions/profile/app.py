"""Wiring: the Lambda handler of the profile group."""

from domains.accesslog.access_log_table import AccessLogTable
from domains.accesslog.proofs import AccessProofs
from domains.accesslog.published_log import PublishedLog
from domains.accesslog.sealing_table import LogHeads
from domains.accounts.one_time_code import OneTimeCodes, make_random_code
from domains.accounts.sending_limits import SendingLimits
from domains.accounts.terms_gate import make_terms_gate
from domains.assurance.enhanced_authentication_table import make_assurance_gate
from domains.deliveries.deliveries_table import DeliveriesTable
from domains.deliveries.unsubscribe_tokens import UnsubscribeTokens
from domains.messages.messages_table import MessagesTable
from domains.reference.data import get_terms_catalog, list_us_jurisdictions
from functions.profile import access_routes, address_book_routes, notice_routes
from functions.profile.access_service import AccessService
from functions.profile.address_book_service import AddressBookService
from functions.profile.notice_service import NoticeService
from functions.profile.repository import ProfileRepository
from functions.profile.routes import routes
from functions.profile.service import ProfileService
from functions.profile.settings import ProfileSettings
from portal.http import create_app
from portal.mail import Mail
from portal.observability import make_logger
from portal.page_tokens import PageTokens
from portal.settings import load
from portal.types import get_utc_now, make_id

_settings = load(ProfileSettings)
_repository = ProfileRepository(_settings.users_table)
_statuses = DeliveriesTable(_settings.deliveries_table)
_service = ProfileService(
    clock=get_utc_now,
    new_id=make_id,
    new_code=make_random_code,
    repository=_repository,
    codes=OneTimeCodes(_settings.users_table),
    limits=SendingLimits(_settings.users_table, _settings.sending_secret),
    mail=Mail(_settings.mail_sender, _settings.mail_configuration_set),
    terms=get_terms_catalog(),
    statuses=_statuses,
    gate=make_assurance_gate(_settings),
)
_address_book = AddressBookService(
    clock=get_utc_now,
    repository=_repository,
    state_codes=frozenset(jurisdiction.code for jurisdiction in list_us_jurisdictions()),
)
_notices = NoticeService(
    clock=get_utc_now,
    repository=_repository,
    inbox=MessagesTable(_settings.messages_table),
    statuses=_statuses,
    tokens=UnsubscribeTokens(_settings.unsubscribe_secret),
)
_accesses = AccessService(
    AccessLogTable(_settings.access_log_table),
    AccessProofs(LogHeads(_settings.access_log_table), PublishedLog(_settings.access_log_bucket)),
    PageTokens(_settings.paging_secret),
    make_logger(),
)
app = create_app(
    (routes, _service),
    (address_book_routes.routes, _address_book),
    (notice_routes.routes, _notices),
    (access_routes.routes, _accesses),
    settings=_settings,
    is_open_to=make_terms_gate(_settings.users_table),
)

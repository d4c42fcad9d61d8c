"""Wiring: the Lambda handler of the profile group."""

from functions.profile import address_book_routes, notice_routes
from functions.profile.address_book_service import AddressBookService
from functions.profile.notice_service import NoticeService
from functions.profile.repository import ProfileRepository
from functions.profile.routes import routes
from functions.profile.service import ProfileService
from functions.profile.settings import ProfileSettings
from portal.deliveries.deliveries_table import DeliveriesTable
from portal.deliveries.unsubscribe_tokens import UnsubscribeTokens
from portal.http import create_app
from portal.mail import Mail
from portal.messages.messages_table import MessagesTable
from portal.one_time_code import OneTimeCodes, random_code
from portal.reference import terms_catalog, us_jurisdictions
from portal.settings import load
from portal.terms_gate import terms_gate
from portal.types import new_id, utc_now

_settings = load(ProfileSettings)
_repository = ProfileRepository(_settings.users_table)
_statuses = DeliveriesTable(_settings.deliveries_table)
_service = ProfileService(
    clock=utc_now,
    new_id=new_id,
    new_code=random_code,
    repository=_repository,
    codes=OneTimeCodes(_settings.users_table),
    mail=Mail(_settings.mail_sender),
    terms=terms_catalog(),
    statuses=_statuses,
)
_address_book = AddressBookService(
    clock=utc_now,
    repository=_repository,
    state_codes=frozenset(jurisdiction.code for jurisdiction in us_jurisdictions()),
)
_notices = NoticeService(
    clock=utc_now,
    repository=_repository,
    inbox=MessagesTable(_settings.messages_table),
    statuses=_statuses,
    tokens=UnsubscribeTokens(_settings.unsubscribe_secret),
)
app = create_app(
    (routes, _service),
    (address_book_routes.routes, _address_book),
    (notice_routes.routes, _notices),
    settings=_settings,
    is_open_to=terms_gate(_settings.users_table),
)

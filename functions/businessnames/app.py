"""Wiring: the Lambda handler of the business names group."""

from pathlib import Path

from domains.accounts.account_table import AccountRepository
from domains.accounts.terms_gate import make_terms_gate
from functions.businessnames import reservation_routes
from functions.businessnames.current_snapshot import CurrentSnapshot
from functions.businessnames.repository import ReservationsRepository
from functions.businessnames.reservation_service import ReservationService
from functions.businessnames.reserved_names import ReservedNames
from functions.businessnames.routes import routes
from functions.businessnames.rules import name_rules
from functions.businessnames.service import BusinessNamesService
from functions.businessnames.settings import BusinessNamesSettings
from portal.http import create_app
from portal.page_tokens import PageTokens
from portal.settings import load
from portal.types import get_utc_now

_settings = load(BusinessNamesSettings)
_repository = ReservationsRepository(_settings.reservations_table)
_names = BusinessNamesService(
    snapshots=CurrentSnapshot(Path(__file__).parent / _settings.names_snapshot),
    reserved_names=ReservedNames(get_utc_now, _repository),
    page_tokens=PageTokens(_settings.paging_secret),
    rules=name_rules(),
)
_reservations = ReservationService(
    clock=get_utc_now,
    repository=_repository,
    accounts=AccountRepository(_settings.users_table),
    judge=_names,
    rules=name_rules(),
)
app = create_app(
    (routes, _names),
    (reservation_routes.routes, _reservations),
    settings=_settings,
    is_open_to=make_terms_gate(_settings.users_table),
)

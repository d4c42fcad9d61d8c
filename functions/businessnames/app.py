"""Wiring: the Lambda handler of the business names group."""

from pathlib import Path

from domains.accounts.account_table import AccountRepository
from domains.accounts.terms_gate import make_terms_gate
from domains.names.current_snapshot import CurrentSnapshot
from domains.names.name_holds import NameHolds
from domains.names.names_table import NamesTable
from domains.names.register import NameRegister
from domains.names.rules import name_rules
from functions.businessnames import reservation_routes
from functions.businessnames.reservation_service import ReservationService
from functions.businessnames.routes import routes
from functions.businessnames.service import BusinessNamesService
from functions.businessnames.settings import BusinessNamesSettings
from portal.http import create_app
from portal.page_tokens import PageTokens
from portal.settings import load
from portal.types import get_utc_now

_settings = load(BusinessNamesSettings)
_table = NamesTable(_settings.reservations_table)
_register = NameRegister(
    CurrentSnapshot(Path(__file__).parents[1] / _settings.names_snapshot),
    NameHolds(get_utc_now, _table),
    name_rules(),
)
_names = BusinessNamesService(_register, PageTokens(_settings.paging_secret))
_reservations = ReservationService(
    clock=get_utc_now,
    repository=_table,
    accounts=AccountRepository(_settings.users_table),
    register=_register,
)
app = create_app(
    (routes, _names),
    (reservation_routes.routes, _reservations),
    settings=_settings,
    is_open_to=make_terms_gate(_settings.users_table),
)

"""Wiring of the business names group."""

from collections.abc import Mapping
from pathlib import Path

from chalice.app import Chalice

from domains.accounts.account_table import AccountRepository
from domains.accounts.terms_gate import make_terms_gate
from domains.names.current_snapshot import CurrentSnapshot
from domains.names.name_holds import NameHolds
from domains.names.names_table import NamesTable
from domains.names.register import NameRegister
from domains.names.rules import get_name_rules
from functions.businessnames import reservation_routes
from functions.businessnames.reservation_service import ReservationService
from functions.businessnames.routes import routes
from functions.businessnames.service import BusinessNamesService
from functions.businessnames.settings import BusinessNamesSettings
from portal.http import create_app
from portal.observability import Telemetry
from portal.page_tokens import PageTokens
from portal.settings import load
from portal.types import get_utc_now


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(BusinessNamesSettings, environment)
    table = NamesTable(settings.reservations_table)
    register = NameRegister(
        CurrentSnapshot(Path(__file__).parents[1] / settings.names_snapshot),
        NameHolds(get_utc_now, table),
        get_name_rules(),
    )
    names = BusinessNamesService(register, PageTokens(settings.paging_secret))
    reservations = ReservationService(
        clock=get_utc_now,
        repository=table,
        accounts=AccountRepository(settings.users_table),
        register=register,
    )
    return create_app(
        (routes, names),
        (reservation_routes.routes, reservations),
        settings=settings,
        telemetry=telemetry,
        is_open_to=make_terms_gate(settings.users_table),
    )

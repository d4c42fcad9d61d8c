"""Wiring: the Lambda handler of the business names group."""

from pathlib import Path

from functions.businessnames.routes import routes
from functions.businessnames.rules import name_rules
from functions.businessnames.service import BusinessNamesService
from functions.businessnames.settings import BusinessNamesSettings
from functions.businessnames.snapshot import CurrentSnapshot
from portal.http import create_app
from portal.page_tokens import PageTokens
from portal.settings import load

_settings = load(BusinessNamesSettings)
_service = BusinessNamesService(
    snapshots=CurrentSnapshot(Path(__file__).parent / _settings.names_snapshot),
    page_tokens=PageTokens(_settings.paging_secret),
    rules=name_rules(),
)
app = create_app(routes, _service, _settings)

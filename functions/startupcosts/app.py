"""Wiring: the Lambda handler of the start-up costs group."""

from domains.reference.data import business_category_list, counties, municipality_list
from functions.startupcosts.fee_table import fee_table
from functions.startupcosts.routes import routes
from functions.startupcosts.service import StartupCostService
from portal.http import HttpSettings, create_app
from portal.settings import load
from portal.types import utc_now

_service = StartupCostService(
    clock=utc_now,
    table=fee_table(),
    counties=counties(),
    municipalities=municipality_list().items,
    categories=business_category_list().items,
)
app = create_app((routes, _service), settings=load(HttpSettings))

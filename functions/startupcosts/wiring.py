"""Wiring of the start-up costs group."""

from collections.abc import Mapping

from chalice.app import Chalice

from domains.reference.data import get_business_category_list, get_municipality_list, list_counties
from functions.startupcosts.fee_table import get_fee_table
from functions.startupcosts.routes import routes
from functions.startupcosts.service import StartupCostService
from portal.http import HttpSettings, create_app
from portal.observability import Telemetry
from portal.settings import load
from portal.types import get_utc_now


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    service = StartupCostService(
        clock=get_utc_now,
        table=get_fee_table(),
        counties=list_counties(),
        municipalities=get_municipality_list().items,
        categories=get_business_category_list().items,
    )
    return create_app((routes, service), settings=load(HttpSettings, environment), telemetry=telemetry)

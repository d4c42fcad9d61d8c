"""Wiring of the lookups group."""

from collections.abc import Mapping

from chalice.app import Chalice

from domains.reference.data import (
    get_business_category_list,
    get_country_list,
    get_county_list,
    get_jurisdiction_list,
    get_municipality_list,
)
from functions.lookups.routes import Lists, routes
from portal.http import HttpSettings, create_app
from portal.observability import Telemetry
from portal.settings import load


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    lists = Lists(
        counties=get_county_list(),
        municipalities=get_municipality_list(),
        countries=get_country_list(),
        jurisdictions=get_jurisdiction_list(),
        business_categories=get_business_category_list(),
    )
    return create_app((routes, lists), settings=load(HttpSettings, environment), telemetry=telemetry)

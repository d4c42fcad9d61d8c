"""Wiring: the Lambda handler of the lookups group."""

from domains.reference.data import (
    get_business_category_list,
    get_country_list,
    get_county_list,
    get_jurisdiction_list,
    get_municipality_list,
)
from functions.lookups.routes import Lists, routes
from portal.http import HttpSettings, create_app
from portal.settings import load

_lists = Lists(
    counties=get_county_list(),
    municipalities=get_municipality_list(),
    countries=get_country_list(),
    jurisdictions=get_jurisdiction_list(),
    business_categories=get_business_category_list(),
)
app = create_app((routes, _lists), settings=load(HttpSettings))

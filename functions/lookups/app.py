"""Wiring: the Lambda handler of the lookups group."""

from domains.reference.data import (
    business_category_list,
    country_list,
    county_list,
    jurisdiction_list,
    municipality_list,
)
from functions.lookups.routes import Lists, routes
from portal.http import HttpSettings, create_app
from portal.settings import load

_lists = Lists(
    counties=county_list(),
    municipalities=municipality_list(),
    countries=country_list(),
    jurisdictions=jurisdiction_list(),
    business_categories=business_category_list(),
)
app = create_app((routes, _lists), settings=load(HttpSettings))

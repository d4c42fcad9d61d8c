"""Wiring: the Lambda handler of the address validation group."""

from functions.addressvalidation.routes import routes
from functions.addressvalidation.service import AddressService
from portal.http import HttpSettings, create_app
from portal.reference import country_list, jurisdiction_list, municipality_list, zip_code_list
from portal.settings import load

_service = AddressService(
    zip_codes=zip_code_list(),
    municipalities=municipality_list().items,
    jurisdictions=jurisdiction_list().items,
    countries=country_list().items,
)
app = create_app(routes, _service, load(HttpSettings))

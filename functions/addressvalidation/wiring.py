"""Wiring of the address validation group."""

from collections.abc import Mapping

from chalice.app import Chalice

from domains.reference.data import (
    get_country_list,
    get_jurisdiction_list,
    get_municipality_list,
    get_zip_code_list,
    list_counties,
    list_navajo_chapters,
)
from functions.addressvalidation.provider import AddressProvider
from functions.addressvalidation.routes import routes
from functions.addressvalidation.service import AddressService
from functions.addressvalidation.settings import AddressSettings
from portal.http import create_app
from portal.observability import Telemetry
from portal.settings import load


def _make_provider(settings: AddressSettings, telemetry: Telemetry) -> AddressProvider | None:
    if settings.address_provider == "offline":
        return None
    # Import on use: the client of AWS makes the start of a function slower.
    from functions.addressvalidation.amazon_location import AmazonLocation
    from functions.addressvalidation.recorded_provider import RecordedProvider

    return RecordedProvider(AmazonLocation(), telemetry)


def create_handler(environment: Mapping[str, str]) -> Chalice:
    """Make the Lambda handler of the group."""
    telemetry = Telemetry.from_environment(environment)
    settings = load(AddressSettings, environment)
    service = AddressService(
        zip_codes=get_zip_code_list(),
        municipalities=get_municipality_list().items,
        chapters=list_navajo_chapters(),
        jurisdictions=get_jurisdiction_list().items,
        countries=get_country_list().items,
        counties=list_counties(),
        provider=_make_provider(settings, telemetry),
    )
    return create_app((routes, service), settings=settings, telemetry=telemetry)

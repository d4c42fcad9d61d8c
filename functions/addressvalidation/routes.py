"""The address validation routes."""

from functions.addressvalidation.contract import AddressValidationReply, AddressValidationRequest
from functions.addressvalidation.service import AddressService
from portal.audiences import PUBLIC
from portal.routes import Request, Routes

routes = Routes("addressvalidation")


@routes.endpoint(
    "POST",
    "/api/addressvalidation",
    summary="Validate an address from the body, without a check of mail delivery",
    replies={200: AddressValidationReply},
    input=AddressValidationRequest,
    audience=PUBLIC,
)
def validate_address(
    request: Request[AddressValidationRequest], service: AddressService
) -> AddressValidationReply:
    """Validate the address of the body, which stays out of every log on the way."""
    return service.validate_address(request.input, request.language)


@routes.endpoint(
    "GET",
    "/api/addressvalidation",
    summary="Validate an address that is no secret, from the query",
    replies={200: AddressValidationReply},
    input=AddressValidationRequest,
    audience=PUBLIC,
)
def read_address_validation(
    request: Request[AddressValidationRequest], service: AddressService
) -> AddressValidationReply:
    """Validate an address that may stand in logs. Any other address goes in the body of a POST."""
    return service.validate_address(request.input, request.language)

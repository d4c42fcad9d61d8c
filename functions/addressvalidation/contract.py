"""Requests and replies of the address validation routes."""

from typing import Annotated, Literal

from pydantic import Field

from domains.addresses.standard_form import AddressKind
from portal.contract import Contract, RequestContract

Outcome = Literal["VERIFIED_AREA", "CORRECTED", "AMBIGUOUS", "UNVERIFIED", "INVALID"]

_Line = Annotated[str, Field(max_length=100)]


class AddressValidationRequest(RequestContract):
    """An address in parts, or in one line.

    Attributes:
        address: a US address in one line, instead of the parts.
        state: code or name.
        zip: ZIP Code or ZIP+4; the postal code in other countries.
        country: the two letters of ISO 3166-1.
    """

    address: Annotated[str | None, Field(max_length=300)] = None
    line1: _Line = ""
    line2: _Line = ""
    city: _Line = ""
    state: _Line = ""
    zip: Annotated[str, Field(max_length=20)] = ""
    country: Annotated[str, Field(max_length=2)] = "US"


class ValidatedAddressReply(Contract):
    """An address in the form of USPS Publication 28.

    Attributes:
        county_id: id of a county in the lookups; None if unknown.
    """

    line1: str
    line2: str
    city: str
    state: str
    zip: str
    country: str
    county_id: str | None


class FieldMessageReply(Contract):
    """A remark on a field of the request.

    Attributes:
        property_name: the field of the request.
        code: stable, for programs.
    """

    property_name: str
    code: str
    text: str


class AddressValidationReply(Contract):
    """The result of a validation. It does not confirm that mail can be delivered to the address.

    Attributes:
        outcome: `VERIFIED_AREA` when state, ZIP Code and city belong together; `CORRECTED` when they do in
            `suggestion`, which differs from the request; `AMBIGUOUS` when several addresses match, the city
            or the state is not listed for the ZIP Code, or only the house number is unknown; `UNVERIFIED`
            when no source covers the address; `INVALID` when it cannot be an address.
        messages: code `found` means that a provider's map has the house number; code `lookupFailed` means
            that the provider did not answer and the result rests on the portal's list.
        suggestion: the address in standard form, with the house number, city, and ZIP Code of the request;
            None when it is invalid.
        alternatives: other matching addresses.
        credit: of the provider that answered, if any, and of the portal's list.
    """

    outcome: Outcome
    kind: AddressKind
    messages: list[FieldMessageReply]
    suggestion: ValidatedAddressReply | None
    alternatives: list[ValidatedAddressReply]
    credit: str

"""Requests and replies of the address validation routes."""

from typing import Annotated, Literal

from pydantic import Field

from portal.contract import Contract, RequestContract

Outcome = Literal["VERIFIED_AREA", "CORRECTED", "AMBIGUOUS", "UNVERIFIED", "INVALID"]
AddressKind = Literal[
    "street",
    "poBox",
    "generalDelivery",
    "highwayContract",
    "ruralRoute",
    "military",
    "milepost",
    "otherCountry",
    "unknown",
]

_Line = Annotated[str, Field(max_length=100)]


class AddressRequest(RequestContract):
    """An address in parts, or in one line.

    Attributes:
        address: of the United States, in one line; the parts are then left out.
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


class AddressReply(Contract):
    """An address in the form of USPS Publication 28.

    Attributes:
        county_id: of the lookups; None where it is not known.
    """

    line1: str
    line2: str
    city: str
    state: str
    zip: str
    country: str
    county_id: str | None


class FieldMessageReply(Contract):
    """Something about a field.

    Attributes:
        property_name: the field of the request.
        code: stable, for programs.
    """

    property_name: str
    code: str
    text: str


class AddressValidationReply(Contract):
    """The result for an address. It never says that mail can be delivered there: nobody was asked that.

    Attributes:
        outcome: `VERIFIED_AREA` when state, ZIP Code and city belong together; `CORRECTED` when that holds
            for the suggestion, in which something was filled in or changed; `AMBIGUOUS` when several
            addresses may be meant, or the street is known and the house number is not; `UNVERIFIED` when
            neither our list nor who else was asked covers it; `INVALID` when it cannot be an address.
        messages: code `found` says that the house number was found on the map of a provider, code
            `lookupFailed` that the provider was asked and did not answer, so that all else is from our list.
        suggestion: the address in standard form, to take or to refuse; None when it is invalid.
        alternatives: other addresses that may be meant.
        credit: of the list that was looked at, and before it of the provider that answered, if one did.
    """

    outcome: Outcome
    kind: AddressKind
    messages: list[FieldMessageReply]
    suggestion: AddressReply | None
    alternatives: list[AddressReply]
    credit: str

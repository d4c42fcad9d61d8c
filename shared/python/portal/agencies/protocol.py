"""The calls from the portal to an agency: what is sent, and what a valid answer is.

Every call is a POST of JSON below a service's endpoint, so that nothing about a person stands in an address,
signed as `portal.agencies.signatures` describes; `GET health` alone has no body. The calls from an agency to
the portal are routes of the group `agencyinbound`.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from portal.contract import Contract

MATCH = "match"
SERVICE_DATA = "service-data"
DISCONNECT = "disconnect"
ADDRESS = "address"
HEALTH = "health"

Reference = Annotated[str, Field(min_length=1, max_length=200)]
"""The agency's own name for one record of one person. It means nothing elsewhere, and stays the same."""


class MatchRequest(Contract):
    """Asks whether exactly one record belongs to these identity values.

    Attributes:
        identity: value of each identity field of the manifest, tidied and checked against its format.
    """

    service_id: str
    identity: dict[str, str]


class MatchAnswer(Contract):
    """Whether a record was found; status 200 in both cases.

    Attributes:
        reference: required where `matched`.
        label: what names the record for the person (`2021 Saguaro Wagon, plate ••• 4TR`), without anything
            that should not be shown; None lets the portal mask the identity values.
    """

    matched: bool
    reference: Reference | None = None
    label: Annotated[str, Field(min_length=1, max_length=80)] | None = None


class ServiceDataRequest(Contract):
    """Asks for what the agency holds under a reference."""

    service_id: str
    reference: Reference


class ServiceDataAnswer(Contract):
    """What the agency holds.

    410 says that the record does not belong to the person any more: the connection becomes `revoked`.

    Attributes:
        reference: the one asked for; another one is refused, and nothing of the answer is shown.
        as_of: when this was true.
        fields: value of each display field by its name; by kind: text a string; date `YYYY-MM-DD`; money a
            decimal string in US dollars such as `435.67`; status a code of the manifest; list of strings.
            A field that is left out or null is not shown.
        actions: ids of the actions that are possible now; None allows all.
    """

    reference: Reference
    as_of: datetime
    fields: dict[str, Any]
    actions: list[str] | None = None


class DisconnectRequest(Contract):
    """Says that the person ended the connection. 204, also when it was unknown or said before."""

    service_id: str
    reference: Reference


class PostalAddress(Contract):
    """A postal address as the address book has it."""

    recipient: str
    line1: str
    line2: str | None
    city: str
    state: str
    zip: str
    zip4: str | None
    country: str


class AddressRequest(Contract):
    """Sends the person's new address. 204; 409 when the agency does not take it for this record."""

    service_id: str
    reference: Reference
    address: PostalAddress


class HealthAnswer(Contract):
    """The answer to `GET health`."""

    status: Literal["ok"]

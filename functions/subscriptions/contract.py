"""Requests and replies of the subscriptions routes."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from domains.agencies.kinds import AgencyKind, Category, FieldKind, IdentityFormat, Tone
from domains.assurance.enhanced_authentication import TypeId
from portal.contract import Contract, RequestContract
from portal.types import Assurance

IdentityStatus = Literal["connected", "revoked"]
NoticeKind = Literal["expired", "expiring", "overdue", "due", "unpaid", "problem"]


class AgencyReply(Contract):
    """The agency of a service.

    Attributes:
        logo: a `data:` address of a picture, or None.
    """

    id: str
    name: str
    kind: AgencyKind
    logo: str | None


class AgencyServiceReply(Contract):
    """A service of the catalog, in the language of the request.

    Attributes:
        asks_for_identity: true when connecting needs identity values.
        is_available: false for a service that its agency took back; nobody can connect with it any more.
    """

    id: str
    code: str
    name: str
    description: str
    category: Category
    agency: AgencyReply
    asks_for_identity: bool
    accepts_address_change: bool
    is_available: bool


class AgencyServicesReply(Contract):
    """The catalog, by agency and name."""

    items: list[AgencyServiceReply]


class ChoiceReply(Contract):
    """Value of an identity field of format `choice`."""

    value: str
    label: str


class IdentityFieldReply(Contract):
    """A value that a person must give to connect.

    Attributes:
        prompt: asks for the value where it is missing; without a period.
        is_sensitive: to be hidden while it is typed.
    """

    name: str
    label: str
    prompt: str
    format: IdentityFormat
    example: str
    help: str | None
    is_sensitive: bool
    min_length: int
    max_length: int
    choices: list[ChoiceReply]


class DisplayFieldReply(Contract):
    """A field that a card of the service will show."""

    name: str
    label: str
    kind: FieldKind


class MatchedPersonReply(Contract):
    """The facts about the caller that an agency gets beside the identity values, exactly as they are sent."""

    legal_first_name: str
    legal_last_name: str
    date_of_birth: date


class AgencyServiceDetailsReply(AgencyServiceReply):
    """The needs and offers of a service.

    Attributes:
        matches_person: true when the agency finds a record only for the person whose it is.
        person: the facts sent with each attempt to connect; None where none are, and for a caller who is not
            registered.
        step_up_types: the types of enhanced authentication by which the caller can get to connect; None where
            the session has what the service asks for.
    """

    matches_person: bool
    person: MatchedPersonReply | None
    identity_fields: list[IdentityFieldReply]
    display_fields: list[DisplayFieldReply]
    actions: list[str]
    step_up_types: list[TypeId] | None


class IdentityReply(Contract):
    """Connected record.

    Attributes:
        label: names the record without showing what should not be seen.
        status: `revoked` when the agency ended the connection.
    """

    id: str
    label: str
    status: IdentityStatus
    connected_at: datetime


class SubscriptionReply(Contract):
    """A card of the dashboard.

    Attributes:
        sort_index: place on the dashboard, from 0, without gaps.
        is_on_dashboard: false for one that support took off it; it stays connected, and comes last.
        identities: empty for a service that asks for no identity.
    """

    id: str
    agency_service_id: str
    service: AgencyServiceReply
    sort_index: int
    is_on_dashboard: bool
    identities: list[IdentityReply]


class SubscriptionsReply(Contract):
    """The caller's subscriptions, by sort index."""

    items: list[SubscriptionReply]


class SubscribeRequest(RequestContract):
    """Names a service that asks for no identity."""

    agency_service_id: Annotated[str, Field(min_length=1, max_length=60)]


class ConnectRequest(RequestContract):
    """Connects a record.

    Attributes:
        identity: value of each identity field of the service by its name.
    """

    agency_service_id: Annotated[str, Field(min_length=1, max_length=60)]
    identity: Annotated[
        dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=200)]], Field(max_length=6)
    ]


class ConnectionReply(Contract):
    """The subscription with the record that was connected, now or before."""

    identity_id: str
    subscription: SubscriptionReply


class DisconnectionReply(Contract):
    """The result of a disconnect.

    Attributes:
        is_subscription_ended: true when it was the last record, and the card is gone.
    """

    is_subscription_ended: bool


class SortIndexRequest(RequestContract):
    """The wanted place of one subscription."""

    id: Annotated[str, Field(min_length=1, max_length=40)]
    sort_index: Annotated[int, Field(ge=0, le=9999, strict=True)]


class SortIndexesRequest(RequestContract):
    """The wanted places of some or all subscriptions; the others keep their order around them."""

    items: Annotated[list[SortIndexRequest], Field(min_length=1, max_length=500)]


class Money(Contract):
    """An amount.

    Attributes:
        amount: decimal, two places, such as `435.67`.
    """

    amount: str
    currency: Literal["USD"] = "USD"


class StatusReply(Contract):
    """A state, in the language of the request."""

    code: str
    label: str
    tone: Tone


class TextFieldReply(Contract):
    """A text, shown as it is and never as markup.

    Attributes:
        reveal: the demand on the session for showing the whole value; None for a value that is not masked.
    """

    kind: Literal["text"] = "text"
    name: str
    label: str
    value: str
    reveal: Assurance | None


class DateFieldReply(Contract):
    """A calendar day."""

    kind: Literal["date"] = "date"
    name: str
    label: str
    value: date


class MoneyFieldReply(Contract):
    """An amount."""

    kind: Literal["money"] = "money"
    name: str
    label: str
    value: Money


class StatusFieldReply(Contract):
    """A state."""

    kind: Literal["status"] = "status"
    name: str
    label: str
    value: StatusReply


class ListFieldReply(Contract):
    """Several texts."""

    kind: Literal["list"] = "list"
    name: str
    label: str
    value: list[str]


FieldReply = Annotated[
    TextFieldReply | DateFieldReply | MoneyFieldReply | StatusFieldReply | ListFieldReply,
    Field(discriminator="kind"),
]


class ActionReply(Contract):
    """A link to what the person can do at the agency.

    Attributes:
        url: None while the session has not what the agency asks for.
        step_up_types: the types of enhanced authentication by which it gets there; None where nothing is
            missing.
    """

    id: str
    label: str
    url: str | None
    step_up_types: list[TypeId] | None


class ServiceNotice(Contract):
    """Something that asks the person to act.

    Attributes:
        field: name and label of the field that says so.
        on: the day it expires or is due, None where there is none.
    """

    kind: NoticeKind
    field: str
    label: str
    on: date | None


class ServiceDataReply(Contract):
    """The data that the agency holds about one record.

    Attributes:
        as_of: when this was true, by the agency.
        checked_at: when the portal last got it from the agency.
        stale: the agency could not be reached; this is the last good copy.
        notices: the most urgent first.
    """

    identity_id: str
    as_of: datetime
    checked_at: datetime
    stale: bool
    fields: list[FieldReply]
    actions: list[ActionReply]
    notices: list[ServiceNotice]


class RevealRequest(RequestContract):
    """Names a masked field."""

    field: Annotated[str, Field(min_length=1, max_length=40)]


class RevealReply(Contract):
    """The whole value of a masked field, to be shown for some seconds and kept nowhere."""

    field: str
    label: str
    value: Annotated[str, Field(repr=False)]
    seconds: int


class AddressChangeRequest(RequestContract):
    """The address to send to the agency of a connected record."""

    recipient: Annotated[str, Field(min_length=1, max_length=100)]
    line1: Annotated[str, Field(min_length=1, max_length=100)]
    line2: Annotated[str, Field(max_length=100)] | None = None
    city: Annotated[str, Field(min_length=1, max_length=60)]
    state: Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
    zip: Annotated[str, Field(pattern=r"^[0-9]{5}$")]
    zip4: Annotated[str, Field(pattern=r"^[0-9]{4}$")] | None = None
    country: Literal["US"] = "US"


class AddressChangeReply(Contract):
    """The agency took the address."""

    accepted_at: datetime

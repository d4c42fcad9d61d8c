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


class AgencyServiceQuery(RequestContract):
    """A question for services.

    Attributes:
        id: id of the only service to return, even a withdrawn one; None for all that people can connect with.
    """

    id: Annotated[str, Field(max_length=100)] | None = None


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
        asks_for_identity: true if connecting requires identity values.
        is_available: false for a withdrawn service, which accepts no new connections.
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


class CatalogServiceReply(AgencyServiceReply):
    """A service with its search words.

    Attributes:
        search_words: its words in both languages with everyday synonyms, each after a blank, without case and
            accents.
    """

    search_words: str


class AgencyServicesReply(Contract):
    """The catalog, by agency and name."""

    items: list[CatalogServiceReply]


class ChoiceReply(Contract):
    """Value of an identity field of format `choice`."""

    value: str
    label: str


class IdentityFieldReply(Contract):
    """A value that a person gives to connect.

    Attributes:
        prompt: prompt for a missing value, without a period.
        is_sensitive: true if the input should be hidden.
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
    """The facts about the caller that the agency gets besides the identity values, exactly as sent.

    Attributes:
        legal_first_name: empty for a person with one name.
    """

    legal_first_name: str
    legal_last_name: str
    date_of_birth: date


class AgencyServiceDetailsReply(AgencyServiceReply):
    """A service with the requirements of connecting.

    Attributes:
        matches_person: true if the agency only returns a record that belongs to the caller.
        person: facts sent with each attempt to connect; None if none are sent or the caller is not
            registered.
        step_up_types: types of enhanced authentication that allow connecting; None if the session meets the
            requirement.
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
        label: label without sensitive details.
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
        is_on_dashboard: false if support removed the card; it stays connected and is last.
        identities: empty for a service without identity values.
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
    """Request to subscribe to a service without identity values."""

    agency_service_id: Annotated[str, Field(min_length=1, max_length=60)]


class ConnectRequest(RequestContract):
    """Request to connect a record.

    Attributes:
        identity: values by name of the identity field.
    """

    agency_service_id: Annotated[str, Field(min_length=1, max_length=60)]
    identity: Annotated[
        dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=200)]], Field(max_length=6)
    ]


class ConnectionReply(Contract):
    """The subscription with the connected record."""

    identity_id: str
    subscription: SubscriptionReply


class DisconnectionReply(Contract):
    """The result of a disconnect.

    Attributes:
        is_subscription_ended: true if it was the last record, so that the card is removed.
    """

    is_subscription_ended: bool


class SortIndexRequest(RequestContract):
    """The new position of a subscription."""

    id: Annotated[str, Field(min_length=1, max_length=40)]
    sort_index: Annotated[int, Field(ge=0, le=9999, strict=True)]


class SortIndexesRequest(RequestContract):
    """New positions of some or all subscriptions; the others keep their order."""

    items: Annotated[list[SortIndexRequest], Field(min_length=1, max_length=500)]


class Money(Contract):
    """An amount.

    Attributes:
        amount: decimal, two places, such as `435.67`.
    """

    amount: str
    currency: Literal["USD"] = "USD"


class StatusReply(Contract):
    """A status, in the language of the request."""

    code: str
    label: str
    tone: Tone


class TextFieldReply(Contract):
    """A plain text.

    Attributes:
        reveal: requirement for showing the whole value; None if the value is not masked.
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
    """A link to an action at the agency.

    Attributes:
        url: None until the session meets the agency's requirement.
        step_up_types: types of enhanced authentication that meet it; None if met.
    """

    id: str
    label: str
    url: str | None
    step_up_types: list[TypeId] | None


class ServiceNotice(Contract):
    """A notice that asks the person to act.

    Attributes:
        field: name and label of the field.
        on: day of expiry or due date, or None.
        days: days from today in Arizona to that day; negative after it.
        sentence: the request, in the language of the request. `{amount}` stands for the value of the field,
            `{date}` for `on`, `{label}` for the record's label, `{service}` for the service's name, and
            `{field}` and `{status}` for label and value of the field.
        action: id of the action that settles it, which is not always available.
    """

    kind: NoticeKind
    field: str
    label: str
    on: date | None
    days: int | None
    sentence: str
    action: str | None


class ServiceDataReply(Contract):
    """The data that the agency holds about one record.

    Attributes:
        as_of: time of the data at the agency.
        checked_at: time of the portal's last fetch.
        stale: true for the last good copy, while the agency does not answer.
        notices: most urgent first.
    """

    identity_id: str
    as_of: datetime
    checked_at: datetime
    stale: bool
    fields: list[FieldReply]
    actions: list[ActionReply]
    notices: list[ServiceNotice]


class ServiceDataQuery(RequestContract):
    """The kind of data wanted.

    Attributes:
        is_refresh: true to ask the agency although the copy is fresh, if it is older than half a minute.
    """

    is_refresh: bool = False


class RevealRequest(RequestContract):
    """Request to show a masked field."""

    field: Annotated[str, Field(min_length=1, max_length=40)]


class RevealReply(Contract):
    """The whole value of a masked field, to be shown briefly and never stored."""

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


class AddressAcceptedReply(Contract):
    """Confirms that the agency accepted the address."""

    accepted_at: datetime

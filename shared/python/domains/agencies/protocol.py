"""The calls from the portal to an agency: what is sent, and what a valid answer is.

Every call is a POST of JSON below a service's endpoint, so that nothing about a person stands in an address,
signed as `domains.agencies.signatures` describes; `GET health` alone has no body. The calls from an agency to
the portal are routes of the group `agencyinbound`.
"""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import Base64Bytes, Field

from domains.businesses.business import EntityType
from portal.contract import Contract
from portal.language import Language

MATCH = "match"
SERVICE_DATA = "service-data"
FIELD_VALUE = "field-value"
PORTRAIT = "portrait"
DISCONNECT = "disconnect"
ADDRESS = "address"
REPLY = "reply"
APPLICATION = "application"
APPLICATION_WITHDRAWAL = "application-withdrawal"
ACCOUNT_REGISTRATION = "account-registration"
ACCOUNT_LINK = "account-link"
ACCOUNT_UNLINK = "account-unlink"
ACCOUNT_PASSWORD = "account-password"  # noqa: S105 - the name of a call
ACCOUNT_FORGOTTEN_PASSWORD = "account-forgotten-password"  # noqa: S105 - the name of a call
HEALTH = "health"

MAX_PORTRAIT_BYTES = 45 * 1024
"""The largest photo: as Base64 with the text around it, it fits an answer that the portal reads."""

Reference = Annotated[str, Field(min_length=1, max_length=200)]
"""The agency's own name for one record of one person. It means nothing elsewhere, and stays the same."""


class MatchedPerson(Contract):
    """The person who asks to be connected, as registered in the portal.

    Compare names without case, accents, spaces, hyphens, apostrophes and periods. The registered first names
    begin those of the record, each as a whole; two last names may come in either order; a suffix may be
    missing on one side. Everything else must be equal, and the day exactly.
    """

    legal_first_name: str
    legal_last_name: str
    date_of_birth: date


class MatchRequest(Contract):
    """Asks whether exactly one record belongs to these identity values, and to this person.

    Attributes:
        identity: value of each identity field of the manifest, tidied and checked against its format.
        person: None where the manifest says that the agency does not match the person.
    """

    service_id: str
    identity: dict[str, str]
    person: MatchedPerson | None


class MatchAnswer(Contract):
    """The answer to a search for a record; status 200 in both cases.

    A record of somebody else is answered exactly as one that does not exist, and as fast.

    Attributes:
        reference: required where `matched`.
        label: what names the record for the person (`2021 Saguaro Wagon, plate ••• 4TR`), without anything
            that should not be shown; None lets the portal mask the identity values.
    """

    matched: bool
    reference: Reference | None = None
    label: Annotated[str, Field(min_length=1, max_length=80)] | None = None


class ServiceDataRequest(Contract):
    """Asks for what the agency holds under a reference.

    Attributes:
        accounts: how many people of the portal are connected with the record; where it is more than one, each
            of the earlier ones was told.
    """

    service_id: str
    reference: Reference
    accounts: Annotated[int, Field(ge=1)]


class ServiceDataAnswer(Contract):
    """The data that the agency holds.

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


class FieldValueRequest(Contract):
    """Asks for the whole value of one masked field, which the person wants to see.

    Attributes:
        field: name of a display field whose manifest says `reveal`.
    """

    service_id: str
    reference: Reference
    field: str


class FieldValueAnswer(Contract):
    """The value. The portal shows it and keeps it nowhere.

    410 says that the record does not belong to the person any more: the connection becomes `revoked`.

    Attributes:
        reference: the one asked for; another one is refused, and nothing of the answer is shown.
        value: a text, without a mask.
    """

    reference: Reference
    field: str
    value: Annotated[str, Field(repr=False)]


class PortraitRequest(Contract):
    """Asks for the picture of a person's face, to compare it with a camera's at this moment.

    Attributes:
        person: who says that they are on it; compared as in `match`.
    """

    service_id: str
    reference: Reference
    person: MatchedPerson


class PortraitAnswer(Contract):
    """The picture, at least 100 pixels wide and high, with one face. The portal keeps it nowhere.

    404 says that the agency has none, or that the record is not this person's.

    Attributes:
        reference: the one asked for; another one is refused.
        picture: JPEG or PNG of at most 45 KB, as Base64.
    """

    reference: Reference
    picture: Annotated[Base64Bytes, Field(repr=False, min_length=1, max_length=MAX_PORTRAIT_BYTES)]


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


class SentReplyFile(Contract):
    """A file of a reply; it is fetched by the route `agency-inbound/replies/…/files/…`."""

    id: str
    name: str
    content_type: str
    size: int
    sha256: str


class ReplyRequest(Contract):
    """Sends a person's reply to a message of the agency.

    Attributes:
        reply_id: the portal's own name for it; the same one again is the same reply. The agency answers with
            a message that names it as `inReplyTo`.
        message_id: the agency's own id of the message that is replied to.
        text: plain text with line breaks.
        language: that the person used the portal in.
    """

    service_id: str
    reference: Reference
    reply_id: str
    message_id: str
    text: str
    language: Language
    sent_at: datetime
    files: list[SentReplyFile]


class ReplyAnswer(Contract):
    """Says that the agency has the reply; status 200. 409 or 410 when it never takes it.

    Attributes:
        reference: under which the agency itself keeps it, for the person to quote.
    """

    received: Literal[True]
    reference: Annotated[str, Field(min_length=1, max_length=60)] | None = None


class ApplyingBusiness(Contract):
    """The business that applies.

    Attributes:
        county_id: id of one of Arizona's counties.
    """

    id: str
    name: str
    entity_type: EntityType
    county_id: str


class Applicant(Contract):
    """The person who submits; the identity provider vouches for the address."""

    name: str
    email: str


class SentDocument(Contract):
    """A file of the application; it is fetched by the route `agency-inbound/applications/…/documents/…`."""

    id: str
    code: str
    name: str
    content_type: str
    size: int
    sha256: str


class ApplicationRequest(Contract):
    """Sends an application, or sends it again after the agency asked for more.

    Attributes:
        application_id: the portal's own name for it, by which the agency tells of its state.
        submission: 1 for the first time; the same application and number again is the same request.
        answers: by the name of the form's fields; what was not asked or not answered is left out.
    """

    service_id: str
    application_id: str
    submission: int
    form_id: str
    submitted_at: datetime
    business: ApplyingBusiness
    applicant: Applicant
    answers: dict[str, str]
    documents: list[SentDocument]


class ApplicationAnswer(Contract):
    """Says that the agency has the application; status 200.

    Attributes:
        reference: under which the agency itself keeps it, for the person to quote.
    """

    received: Literal[True]
    reference: Annotated[str, Field(min_length=1, max_length=60)] | None = None


class ApplicationWithdrawalRequest(Contract):
    """Says that the business withdrew its application. 204, also when it was said before."""

    service_id: str
    application_id: str


Password = Annotated[str, Field(repr=False)]
"""Passed on to the agency, never stored or shown."""


class AccountRegistrationRequest(Contract):
    """Asks for a new account at the agency."""

    service_id: str
    user_name: str
    email: str
    password: Password


class AccountLinkRequest(Contract):
    """Asks whether name and password belong to an account of the agency."""

    service_id: str
    user_name: str
    password: Password


class AccountPasswordRequest(Contract):
    """Asks for another password."""

    service_id: str
    reference: Reference
    current_password: Password
    new_password: Password


class AccountAnswer(Contract):
    """The outcome; status 200 in all cases.

    Attributes:
        outcome: `refused` where name and password do not belong together, whichever of them is wrong.
        reference: the agency's own name for the account, where the outcome of a registration or link is
            `done`.
    """

    outcome: Literal["done", "refused", "userNameTaken", "passwordRefused"]
    reference: Reference | None = None


class AccountUnlinkRequest(Contract):
    """Says that the portal does not use the account any more; it goes on to exist. 204."""

    service_id: str
    reference: Reference


class AccountForgottenPasswordRequest(Contract):
    """Asks the agency to help whoever has the account to a new password. 204 whether there is one or not."""

    service_id: str
    user_name: str


class HealthAnswer(Contract):
    """The answer to `GET health`."""

    status: Literal["ok"]

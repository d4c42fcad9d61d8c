"""The calls from the portal to an agency: requests and valid answers.

Every call is a POST of JSON below a service's endpoint, to keep personal data out of addresses, signed as
`domains.agencies.signatures` describes; `GET health` alone has no body. The calls from an agency to the
portal are routes of the group `agencyinbound`.
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
    """The person who asks to connect a record, as registered in the portal.

    Compare names without case, accents, spaces, hyphens, apostrophes, and periods. The registered first names
    must be the first of the record's, each in full; two last names may be in either order; a suffix may be
    missing on one side. Everything else, including the date of birth, must be equal.

    Attributes:
        legal_first_name: empty for a person with one name, which is the last name then (as on driver
            licenses, 6 CFR 37.17(a)). Your record may have the name in either field, twice, or with `FNU`.
    """

    legal_first_name: str
    legal_last_name: str
    date_of_birth: date


class MatchRequest(Contract):
    """Asks if exactly one record belongs to these identity values and to this person.

    Attributes:
        identity: normalized value of each identity field, valid by its format.
        person: None if the manifest says that the agency does not match people.
    """

    service_id: str
    identity: dict[str, str]
    person: MatchedPerson | None


class MatchAnswer(Contract):
    """The answer to `match`; status 200 with or without a match.

    A record of another person must get the same answer as a missing one, in the same time.

    Attributes:
        reference: required if `matched`.
        label: display name of the record (`2021 Saguaro Wagon, •••4TR`) without sensitive values, the
            same in every language; if None, the portal masks the identity values.
    """

    matched: bool
    reference: Reference | None = None
    label: Annotated[str, Field(min_length=1, max_length=80)] | None = None


class ServiceDataRequest(Contract):
    """Asks for the agency's data on a record.

    Attributes:
        accounts: number of portal users connected to the record. The portal told each earlier one about the
            later ones.
    """

    service_id: str
    reference: Reference
    accounts: Annotated[int, Field(ge=1)]


class ServiceDataAnswer(Contract):
    """The agency's data on a record.

    Status 410 says that the record no longer belongs to the person; the connection becomes `revoked`.

    Attributes:
        reference: the requested reference; an answer with a different one is rejected.
        as_of: time at which the data was current.
        fields: values of display fields by name. Formats by kind: text, a string; date, `YYYY-MM-DD`; money,
            a decimal string in US dollars such as `435.67`; status, a code of the manifest; list, strings.
            Missing and null fields are not shown.
        actions: ids of the actions available now; None means all.
    """

    reference: Reference
    as_of: datetime
    fields: dict[str, Any]
    actions: list[str] | None = None


class FieldValueRequest(Contract):
    """Asks for the full value of a masked field at the person's request.

    Attributes:
        field: name of a display field with `reveal` in the manifest.
    """

    service_id: str
    reference: Reference
    field: str


class FieldValueAnswer(Contract):
    """The full value of a field. The portal shows and never stores it.

    Status 410 says that the record no longer belongs to the person; the connection becomes `revoked`.

    Attributes:
        reference: the requested reference; an answer with a different one is rejected.
        value: unmasked text.
    """

    reference: Reference
    field: str
    value: Annotated[str, Field(repr=False)]


class PortraitRequest(Contract):
    """Asks for the picture of a person's face, to compare it with a live camera image.

    Attributes:
        person: person claimed to be in the picture; compared as in `match`.
    """

    service_id: str
    reference: Reference
    person: MatchedPerson


class PortraitAnswer(Contract):
    """The picture, at least 100 pixels wide and high, with one face. The portal never stores it.

    Status 404 says that there is no picture, or that the record is not this person's.

    Attributes:
        reference: the requested reference; an answer with a different one is rejected.
        picture: JPEG or PNG of at most 45 KB, as Base64.
    """

    reference: Reference
    picture: Annotated[Base64Bytes, Field(repr=False, min_length=1, max_length=MAX_PORTRAIT_BYTES)]


class DisconnectRequest(Contract):
    """Says that the person ended the connection. Status 204, also for an unknown or repeated one."""

    service_id: str
    reference: Reference


class PostalAddress(Contract):
    """A postal address of the person's address book."""

    recipient: str
    line1: str
    line2: str | None
    city: str
    state: str
    zip: str
    zip4: str | None
    country: str


class AddressUpdateRequest(Contract):
    """Sends the person's new address. Status 204; 409 if the agency does not accept it for this record."""

    service_id: str
    reference: Reference
    address: PostalAddress


class SentReplyFile(Contract):
    """A file of a reply, for download by the route `agency-inbound/replies/…/files/…`."""

    id: str
    name: str
    content_type: str
    size: int
    sha256: str


class PersonReplyRequest(Contract):
    """Sends a person's reply to a message of the agency.

    Attributes:
        reply_id: the portal's id of the reply; a repeated id is the same reply. The agency answers with a
            message that has this id as `inReplyTo`.
        message_id: the agency's own id of the original message.
        text: plain text with line breaks.
        language: language in which the person uses the portal.
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
    """Confirms receipt of a reply, with status 200. Status 409 or 410 declines it permanently.

    Attributes:
        reference: the agency's own number, for the person to quote.
    """

    received: Literal[True]
    reference: Annotated[str, Field(min_length=1, max_length=60)] | None = None


class ApplyingBusiness(Contract):
    """The applying business.

    Attributes:
        county_id: id of an Arizona county.
    """

    id: str
    name: str
    entity_type: EntityType
    county_id: str


class Applicant(Contract):
    """The submitting person, with an email address verified by the identity provider."""

    name: str
    email: str


class SentDocument(Contract):
    """A file of an application, for download by the route `agency-inbound/applications/…/documents/…`."""

    id: str
    code: str
    name: str
    content_type: str
    size: int
    sha256: str


class AgencyOwedFee(Contract):
    """A fee that the applicant was shown, with its amount on the day of the submission.

    Attributes:
        amount: US dollars, such as `50.00`; None if the portal told the applicant that the agency says it.
    """

    label: str
    amount: str | None


class AgencyApplicationRequest(Contract):
    """Sends an application, for the first time or after the agency asked for more.

    Attributes:
        application_id: the portal's id of the application, for the agency's status reports.
        submission: sequence number from 1; the same id and number is the same request.
        answers: answers by field name, without skipped and unanswered fields.
        owed: fees for the chosen options, as the applicant was shown them; the agency decides what is paid.
        name_reservation: id of the business's reservation of the name in the portal; None without one.
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
    owed: list[AgencyOwedFee] = Field(default_factory=list)
    name_reservation: str | None = None


class ApplicationAnswer(Contract):
    """Confirms receipt of an application, with status 200.

    Attributes:
        reference: the agency's own number, for the person to quote.
    """

    received: Literal[True]
    reference: Annotated[str, Field(min_length=1, max_length=60)] | None = None


class ApplicationWithdrawalRequest(Contract):
    """Says that the business withdrew its application. Status 204, also for a repeated one."""

    service_id: str
    application_id: str


Password = Annotated[str, Field(repr=False)]
"""Passed on to the agency, never stored or shown."""


class AgencyAccountRegistrationRequest(Contract):
    """Asks for a new account at the agency."""

    service_id: str
    user_name: str
    email: str
    password: Password


class AgencyAccountLinkRequest(Contract):
    """Asks if user name and password belong to an account at the agency."""

    service_id: str
    user_name: str
    password: Password


class AgencyAccountPasswordRequest(Contract):
    """Asks for a change of an account's password."""

    service_id: str
    reference: Reference
    current_password: Password
    new_password: Password


class AccountAnswer(Contract):
    """The outcome of an account call, always with status 200.

    Attributes:
        outcome: `refused` if either user name or password is wrong.
        reference: the agency's own id of the account, if the outcome of a registration or link is `done`.
    """

    outcome: Literal["done", "refused", "userNameTaken", "passwordRefused"]
    reference: Reference | None = None


class AccountUnlinkRequest(Contract):
    """Says that the portal no longer uses the account, which continues to exist. Status 204."""

    service_id: str
    reference: Reference


class AccountForgottenPasswordRequest(Contract):
    """Asks the agency to let the account's owner reset the password. Status 204, also without an account."""

    service_id: str
    user_name: str


class HealthAnswer(Contract):
    """The answer to `GET health`."""

    status: Literal["ok"]

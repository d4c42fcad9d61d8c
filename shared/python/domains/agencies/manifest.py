"""An agency's manifest: the description of an agency and its services.

`python -m shared.contract.export` makes the JSON Schema of this model, and `npm run agency -- check` holds a
file against it. Rules that a schema cannot express (hosts, templates, duplicate codes) are in
`domains.agencies.manifest_rules`.
"""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from domains.agencies.kinds import (
    AgencyKind,
    Attention,
    Category,
    FieldKind,
    IdentityFormat,
    Mask,
    Tone,
)
from domains.agencies.manifest_forms import ApplicationForm, FormFee
from domains.agencies.manifest_texts import Code, FieldChoice, FieldName, LocalizedText, Slug
from domains.messages.message import Priority
from domains.names.rules import EntityType as NameEntityType
from domains.names.verdict import Status as NameStatus
from portal.contract import RequestContract
from portal.types import Assurance


class IdentityField(RequestContract):
    """A value that a person enters to identify the record.

    Attributes:
        prompt: request for a missing value, as a sentence without a period, such as `Enter your case number`;
            None makes one from the label.
        example: fictitious value of the right format.
        is_sensitive: true for Social Security numbers, parts of them, and the like: hidden during input and
            never part of a label.
        mask: part of the value that the label of the connection shows if the agency gives no label.
        choices: only for format `choice`.
    """

    name: FieldName
    label: LocalizedText
    prompt: LocalizedText | None = None
    format: IdentityFormat
    example: Annotated[str, Field(min_length=1, max_length=60)]
    help: LocalizedText | None = None
    is_sensitive: bool = False
    mask: Mask = "lastFour"
    min_length: Annotated[int, Field(ge=1, le=100)] = 1
    max_length: Annotated[int, Field(ge=1, le=100)] = 60
    choices: list[FieldChoice] = Field(default_factory=list, max_length=60)


class StatusValue(RequestContract):
    """A possible value of a field of kind `status`.

    Attributes:
        sentence: only for tone `problem`: the problem as a sentence without a period, such as `Your card is
            lost`; `{label}` is replaced by the record's label. None for a general sentence.
        action: only for tone `problem`: id of the action that settles it.
    """

    code: Code
    label: LocalizedText
    tone: Tone
    sentence: LocalizedText | None = None
    action: Slug | None = None


class AttentionRule(RequestContract):
    """Condition under which a field requires action of the person.

    Attributes:
        means: `expires` or `due` for a date, `unpaid` for an amount above zero.
        within_days: days before the date from which the person is reminded, 0 to 365.
        due_field: for `unpaid`: field of kind `date` with the due date.
        sentence: request to the person until the date, without a period, such as `Pay {amount} for water by
            {date}`. `{date}` and, for `unpaid`, `{amount}` are required; `{label}` is replaced by the label
            of the record. None for a general sentence.
        late_sentence: the same after the date.
        action: id of the action that settles it.
    """

    means: Attention
    within_days: Annotated[int, Field(ge=0, le=365)] = 30
    due_field: FieldName | None = None
    sentence: LocalizedText | None = None
    late_sentence: LocalizedText | None = None
    action: Slug | None = None


class Reveal(RequestContract):
    """Masking of a field in service data; the agency gives the full value on request.

    Attributes:
        assurance: assurance required before the agency is asked.
    """

    assurance: Assurance = "none"


class DisplayField(RequestContract):
    """A field of a card.

    Attributes:
        statuses: only for kind `status`.
        reveal: only for a masked field of kind `text`, whose full value can be shown for ten seconds. Values
            in service data contain `•`.
    """

    name: FieldName
    label: LocalizedText
    kind: FieldKind
    statuses: list[StatusValue] = Field(default_factory=list, max_length=40)
    attention: AttentionRule | None = None
    reveal: Reveal | None = None


class Guidance(RequestContract):
    """How a person does a thing at the agency, for the public page of a service.

    Whatever no source states is left out: the page then says whom to ask.

    Attributes:
        steps: steps in their order.
        bring: things to have ready.
        fees: costs, without `per` and `shownWhen`; the amount `0.00` stands for free.
        time: how long it takes, or by when it is due.
        where: online, by mail, at an office.
        phone: public telephone number.
        link: official page for people to read, always https; need not be at one of the agency's `hosts`.
        checked_on: day on which somebody looked at the page.
        keywords: everyday words and verbs for the search, separated by blanks; never shown.
    """

    steps: list[LocalizedText] = Field(default_factory=list, max_length=8)
    bring: list[LocalizedText] = Field(default_factory=list, max_length=10)
    fees: list[FormFee] = Field(default_factory=list, max_length=6)
    time: LocalizedText | None = None
    where: LocalizedText | None = None
    phone: Annotated[str, Field(pattern=r"^[0-9(+][0-9() .+-]{2,39}$")] | None = None
    link: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    checked_on: date | None = None
    keywords: LocalizedText | None = None


class Action(RequestContract):
    """An action that a person can take at the agency.

    Attributes:
        url: https address; `{name}` is replaced by the value of a display field of kind date, in path and
            query only. Text fields are excluded, because plates, parcels, and account numbers must not be in
            an address.
        assurance: assurance required before the link is given out.
        guidance: how to do it; its fees are the cost of the action, which the label does not name.
    """

    id: Slug
    label: LocalizedText
    url: Annotated[str, Field(min_length=1, max_length=500)]
    assurance: Assurance = "none"
    guidance: Guidance | None = None


class MessageType(RequestContract):
    """A kind of message that the agency sends.

    Attributes:
        notice: contact preference that controls the announcement.
        accepts_replies: whether people can reply in the portal, which sends the call `reply`.
    """

    code: Code
    name: LocalizedText
    priority: Priority = "normal"
    notice: Literal["agencyMessages", "reminders"] = "agencyMessages"
    accepts_replies: bool = False


class AccountSystem(RequestContract):
    """Accounts that the agency itself keeps, with separate passwords.

    Attributes:
        name: the agency's term for the account.
        can_register: whether people can register an account from the portal.
    """

    name: LocalizedText
    can_register: bool = True
    user_name_help: LocalizedText | None = None
    password_min_length: Annotated[int, Field(ge=8, le=64)] = 8
    password_max_length: Annotated[int, Field(ge=16, le=256)] = 128
    password_help: LocalizedText | None = None


class CompanyFields(RequestContract):
    """Display fields that say which company of the register of business names a record is about.

    `npm run names -- verify` compares them with the register.

    Attributes:
        name: field of kind `text`.
        number: field of kind `text` with the register's number of the company; None where records have other
            numbers, which compares only names with the ending of a company.
        type: field of kind `status`.
        types: the register's entity type for each code of `type`.
        status: field of kind `status`.
        statuses: the register's status for each code of `status`.
        formed_on: field of kind `date`.
    """

    name: FieldName
    number: FieldName | None = None
    type: FieldName | None = None
    types: dict[Code, NameEntityType] = Field(default_factory=dict, max_length=40)
    status: FieldName | None = None
    statuses: dict[Code, NameStatus] = Field(default_factory=dict, max_length=40)
    formed_on: FieldName | None = None


class Service(RequestContract):
    """A service of an agency.

    Attributes:
        id: unique in the portal; begins with the agency's id and a hyphen.
        code: unique in the manifest.
        identity_fields: empty for a service without records.
        matches_person: whether the agency compares legal name and date of birth, which every `match` then
            includes, with the record's owner. Otherwise the portal says so before people connect.
        assurance: assurance required before a record is connected.
        endpoint: base address of the protocol's calls.
        credentials: name of the secret that signs the calls, not the secret itself.
        freshness_seconds: time for which service data may be shown from the cache, up to a day.
        accepts_address_change: whether the agency accepts new addresses of people.
        has_portrait: whether the agency has pictures of people's faces from its own identity proofing and
            provides them for comparison.
        application_forms: application forms for businesses.
        accounts: the agency's own accounts for businesses; on at most one of its services.
        guidance: what holds for the service as a whole.
        company: None for records that are about no company.
        source: origin of fields, fees, and dates.
    """

    id: Slug
    code: Code
    name: LocalizedText
    description: LocalizedText
    category: Category
    identity_fields: list[IdentityField] = Field(default_factory=list, max_length=6)
    matches_person: bool = True
    assurance: Assurance = "none"
    display_fields: list[DisplayField] = Field(default_factory=list, max_length=30)
    actions: list[Action] = Field(default_factory=list, max_length=10)
    message_types: list[MessageType] = Field(default_factory=list, max_length=30)
    endpoint: Annotated[str, Field(min_length=1, max_length=300)]
    credentials: Slug
    freshness_seconds: Annotated[int, Field(ge=0, le=86_400)] = 300
    accepts_address_change: bool = False
    has_portrait: bool = False
    application_forms: list[ApplicationForm] = Field(default_factory=list, max_length=20)
    accounts: AccountSystem | None = None
    guidance: Guidance | None = None
    company: CompanyFields | None = None
    source: Annotated[str, Field(max_length=500)] = ""


class Agency(RequestContract):
    """An agency.

    Attributes:
        logo: picture as a `data:` address (SVG or PNG, at most 16 KB); None shows the initials.
        hosts: hosts that actions and links in messages may target.
    """

    id: Slug
    name: LocalizedText
    description: LocalizedText
    kind: AgencyKind
    logo: Annotated[str, Field(pattern=r"^data:image/(svg\+xml|png);base64,[A-Za-z0-9+/]+=*$")] | None = None
    hosts: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=200)]], Field(min_length=1, max_length=20)
    ]


class Manifest(RequestContract):
    """An agency's manifest."""

    manifest_version: Literal[1]
    agency: Agency
    services: Annotated[list[Service], Field(min_length=1, max_length=40)]

"""An agency's manifest: everything that the portal knows of an agency and its services.

`python -m shared.contract.export` makes the JSON Schema of this model, and `npm run agency -- check` holds a
file against it. What cannot be said in a schema (hosts, templates, codes used twice) is checked by
`domains.agencies.manifest_rules`.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from domains.agencies.kinds import (
    AgencyKind,
    Attention,
    Category,
    FieldKind,
    FormFieldKind,
    IdentityFormat,
    Mask,
    Prefill,
    Tone,
)
from domains.businesses.business import EntityType
from domains.messages.message import Priority
from domains.reference.data import Confidence
from portal.contract import RequestContract
from portal.language import Text
from portal.types import Assurance

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=60)]
FieldName = Annotated[str, StringConstraints(pattern=r"^[a-z][A-Za-z0-9]*$", max_length=40)]
Code = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$", max_length=40)]


class LocalizedText(RequestContract):
    """A text in both languages of the portal."""

    en: Annotated[str, Field(min_length=1, max_length=500)]
    es: Annotated[str, Field(min_length=1, max_length=500)]

    def as_text(self) -> Text:
        """Return the same as the portal's own texts are."""
        return Text(en=self.en, es=self.es)


class Choice(RequestContract):
    """Value that an identity field offers."""

    value: Annotated[str, Field(min_length=1, max_length=40)]
    label: LocalizedText


class IdentityField(RequestContract):
    """A value that a person must give so that the agency finds the record.

    Attributes:
        prompt: asks for the value where it is missing, as a sentence without a period, such as
            `Enter your case number`; None puts the label into one.
        example: of the right form, and nobody's value.
        is_sensitive: for a Social Security number and the like, or a part of it: hidden while it is typed,
            and shown in no label.
        mask: how much of the value is shown in the label of the connection where the agency gives none.
        choices: for format `choice` alone.
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
    choices: list[Choice] = Field(default_factory=list, max_length=60)


class StatusValue(RequestContract):
    """State that a field of kind `status` can have."""

    code: Code
    label: LocalizedText
    tone: Tone


class AttentionRule(RequestContract):
    """Condition under which a field asks the person to act.

    Attributes:
        means: `expires` and `due` for a date, `unpaid` for an amount above zero.
        within_days: how long before the date the person is told; 0 to 365.
        due_field: for `unpaid`: the field of kind `date` by which it must be paid.
    """

    means: Attention
    within_days: Annotated[int, Field(ge=0, le=365)] = 30
    due_field: FieldName | None = None


class Reveal(RequestContract):
    """Masking of a field in service data; the agency gives the whole value when the person asks.

    Attributes:
        assurance: what the person must have shown of who they are before the agency is asked.
    """

    assurance: Assurance = "none"


class DisplayField(RequestContract):
    """Field of a card.

    Attributes:
        statuses: for kind `status` alone.
        reveal: for a field of kind `text` that is masked, whose whole value can be shown for ten seconds; its
            values in service data contain `•`.
    """

    name: FieldName
    label: LocalizedText
    kind: FieldKind
    statuses: list[StatusValue] = Field(default_factory=list, max_length=40)
    attention: AttentionRule | None = None
    reveal: Reveal | None = None


class Action(RequestContract):
    """An action that a person can take at the agency.

    Attributes:
        url: https address; `{name}` stands for the value of a display field of kind date, and is allowed in
            the path and the query only. A text could be a plate, a parcel or an account number, which must
            not stand in an address.
        assurance: what the person must have shown of who they are before the link is given out.
    """

    id: Slug
    label: LocalizedText
    url: Annotated[str, Field(min_length=1, max_length=500)]
    assurance: Assurance = "none"


class MessageType(RequestContract):
    """A kind of message that the agency sends.

    Attributes:
        notice: by which of a person's contact preferences it is announced.
        accepts_replies: whether a person can reply to it in the portal, which sends the call `reply`.
    """

    code: Code
    name: LocalizedText
    priority: Priority = "normal"
    notice: Literal["agencyMessages", "reminders"] = "agencyMessages"
    accepts_replies: bool = False


class FormCondition(RequestContract):
    """Asks for something only where an earlier field of kind `choice` or `yesNo` has a value.

    Attributes:
        equals: value of a choice, or `yes` or `no`.
    """

    field: FieldName
    equals: Annotated[str, Field(min_length=1, max_length=40)]


class FormField(RequestContract):
    """Question of an application form. Every answer is a text; see `domains.applications.form_rules`.

    Attributes:
        max_length: of kinds `text` and `longText`.
        minimum: of kinds `number` and, in US dollars, `money`.
        maximum: as `minimum`.
        choices: for kind `choice` alone.
        prefill: what of the business stands in the field of a new application.
    """

    name: FieldName
    label: LocalizedText
    kind: FormFieldKind
    help: LocalizedText | None = None
    is_required: bool = True
    max_length: Annotated[int, Field(ge=1, le=4000)] = 200
    minimum: Annotated[int, Field(ge=0, le=999_999_999)] | None = None
    maximum: Annotated[int, Field(ge=0, le=999_999_999)] | None = None
    choices: list[Choice] = Field(default_factory=list, max_length=60)
    prefill: Prefill | None = None
    shown_when: FormCondition | None = None


class FormSection(RequestContract):
    """Questions that belong together."""

    id: Slug
    title: LocalizedText
    introduction: LocalizedText | None = None
    fields: Annotated[list[FormField], Field(min_length=1, max_length=30)]


class FormDocument(RequestContract):
    """A file that the agency asks for: PDF, PNG or JPEG."""

    code: Code
    label: LocalizedText
    help: LocalizedText | None = None
    is_required: bool = True
    shown_when: FormCondition | None = None


class FormFee(RequestContract):
    """Fee of the agency for the application; the portal charges nothing.

    Attributes:
        amount: US dollars; None where no source tells it.
        source: statute or page that says so.
        confidence: `verified` where the source says the amount, `general` where nobody has confirmed it.
    """

    label: LocalizedText
    amount: Annotated[str, Field(pattern=r"^[0-9]{1,7}\.[0-9]{2}$")] | None = None
    source: Annotated[str, Field(min_length=1, max_length=500)]
    confidence: Confidence


class ApplicationForm(RequestContract):
    """A form by which a business applies for something.

    Attributes:
        id: unique in the portal; begins with the service's id and a hyphen.
        entity_types: which businesses can apply; empty for all.
        decision_business_days: within how many business days the agency says that it decides; None where it
            does not say.
        declaration: what the applicant affirms when submitting.
        source: where the questions come from.
    """

    id: Slug
    name: LocalizedText
    description: LocalizedText
    entity_types: list[EntityType] = Field(default_factory=list, max_length=11)
    sections: Annotated[list[FormSection], Field(min_length=1, max_length=12)]
    documents: list[FormDocument] = Field(default_factory=list, max_length=10)
    fees: list[FormFee] = Field(default_factory=list, max_length=10)
    decision_business_days: Annotated[int, Field(ge=1, le=365)] | None = None
    declaration: LocalizedText
    source: Annotated[str, Field(min_length=1, max_length=500)]


class AccountSystem(RequestContract):
    """Accounts that the agency keeps itself, with passwords of its own.

    Attributes:
        name: what the agency calls such an account.
        can_register: whether an account can be made from the portal.
    """

    name: LocalizedText
    can_register: bool = True
    user_name_help: LocalizedText | None = None
    password_min_length: Annotated[int, Field(ge=8, le=64)] = 8
    password_max_length: Annotated[int, Field(ge=16, le=256)] = 128
    password_help: LocalizedText | None = None


class Service(RequestContract):
    """Service of an agency.

    Attributes:
        id: unique in the portal; begins with the agency's id and a hyphen.
        code: unique in the manifest.
        identity_fields: empty for a service that needs no record of the person.
        matches_person: whether the agency finds a record only for the person whose it is, by legal name and
            date of birth, which every `match` brings then; where it cannot, people read so before they
            connect.
        assurance: what the person must have shown of who they are before a record is connected.
        endpoint: the address below which the agency answers the protocol's calls.
        credentials: name of the secret that signs the calls, never the secret.
        freshness_seconds: how long service data may be shown without asking again; 0 to a day.
        accepts_address_change: whether a person's new address can be sent.
        has_portrait: whether the agency took a picture of the person's face when it proved who they are, and
            gives it to be compared.
        application_forms: by which businesses apply for something here.
        accounts: where businesses have accounts at the agency itself; at one of its services at most.
        source: where fields, fees and dates come from.
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
    source: Annotated[str, Field(max_length=500)] = ""


class Agency(RequestContract):
    """The agency that offers the services.

    Attributes:
        logo: a small picture as a `data:` address (SVG or PNG, at most 16 KB); None shows the initials.
        hosts: the hosts to which actions and links in messages may lead.
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
    """The whole file."""

    manifest_version: Literal[1]
    agency: Agency
    services: Annotated[list[Service], Field(min_length=1, max_length=40)]

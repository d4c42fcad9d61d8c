"""Application forms in a manifest."""

from datetime import date
from typing import Annotated, Any

from pydantic import Field, model_validator

from domains.agencies.kinds import (
    FormFieldKind,
    NameType,
    Prefill,
)
from domains.agencies.manifest_texts import Code, FieldChoice, FieldName, LocalizedText, Slug
from domains.businesses.business import EntityType
from portal.contract import RequestContract


class FormCondition(RequestContract):
    """Condition that an earlier field of kind `choice` or `yesNo` has a value.

    Attributes:
        equals: the value: that of a choice, or `yes` or `no`.
    """

    field: FieldName
    equals: Annotated[str, Field(min_length=1, max_length=40)]


class FormFee(RequestContract):
    """A fee of the agency for an application or an action; the portal charges nothing.

    The amount comes from a line of the state's fee table, or from the manifest. It is confirmed only with a
    page of a government or the text of a law, and the day on which somebody looked. An applicant never owes
    another amount: the agency tells it.

    Attributes:
        line: code of a line in the state's fee table, instead of `amount` and `source`.
        amount: US dollars; None if no source states it.
        source: official page or law that states the amount; another text is for maintainers alone.
        checked_on: day on which the source was looked at.
        per: field of kind `number` that counts what is paid for; an unanswered one counts as 1.
        shown_when: condition on which the fee is owed; None for always.
    """

    label: LocalizedText
    line: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    amount: Annotated[str, Field(pattern=r"^[0-9]{1,7}\.[0-9]{2}$")] | None = None
    source: Annotated[str, Field(max_length=500)] = ""
    checked_on: date | None = None
    per: FieldName | None = None
    shown_when: FormCondition | None = None

    @model_validator(mode="before")
    @classmethod
    def _drop_confidence(cls, value: Any) -> Any:
        """Drop a property that forms of older applications still have."""
        return (
            {k: each for k, each in value.items() if k != "confidence"} if isinstance(value, dict) else value
        )


class FormField(RequestContract):
    """A question of an application form. Answers are strings; see `domains.applications.form_rules`.

    Attributes:
        max_length: only for kinds `text`, `longText` and `businessName`.
        minimum: only for kinds `number`, `money` in US dollars, and `people`, of which it counts the records.
        maximum: like `minimum`; for `people` at most 50.
        choices: for kind `choice`, and for kind `people` as the roles that a person can have.
        allows_po_box: only for kind `address`; false for an address at which somebody has to be found.
        allows_other_states: only for an address: false for one that must be in Arizona.
        has_address: only for kind `people`: whether each record has an address.
        prefill: property of the business that prefills the field of a new application.
        name_type: only for kind `businessName`: `tradeName` for a trade name; None for the name of the
            business itself, which its approval gives to the business.
    """

    name: FieldName
    label: LocalizedText
    kind: FormFieldKind
    help: LocalizedText | None = None
    is_required: bool = True
    max_length: Annotated[int, Field(ge=1, le=4000)] = 200
    minimum: Annotated[int, Field(ge=0, le=999_999_999)] | None = None
    maximum: Annotated[int, Field(ge=0, le=999_999_999)] | None = None
    choices: list[FieldChoice] = Field(default_factory=list, max_length=60)
    prefill: Prefill | None = None
    allows_po_box: bool = True
    allows_other_states: bool = False
    has_address: bool = False
    name_type: NameType | None = None
    shown_when: FormCondition | None = None


class FormSection(RequestContract):
    """A group of related questions."""

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


class ApplicationForm(RequestContract):
    """An application form for businesses.

    Attributes:
        id: unique in the portal; begins with the service's id and a hyphen.
        entity_types: entity types that can apply; empty for all.
        decision_business_days: business days in which the agency says it decides; None if it does not say.
        declaration: statement that the applicant affirms when submitting.
        source: origin of the questions.
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

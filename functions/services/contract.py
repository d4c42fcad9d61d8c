"""Requests and replies of the services routes."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from domains.agencies.kinds import AgencyKind, Category
from domains.applications.contract import FormFeeReply
from portal.contract import Contract, RequestContract


class ServiceAgencyReply(Contract):
    """The agency of a service.

    Attributes:
        logo: a `data:` address of a picture, or None.
    """

    id: str
    name: str
    description: str
    kind: AgencyKind
    logo: str | None


class ServiceFormReply(Contract):
    """An application form of a service.

    Attributes:
        documents: files that the form can ask for.
        decision_business_days: business days in which the agency says it decides; None if it does not say.
    """

    id: str
    name: str
    description: str
    documents: list[str]
    fees: list[FormFeeReply]
    decision_business_days: int | None


class GuidanceReply(Contract):
    """How to do a thing at the agency.

    Attributes:
        steps: steps in their order.
        bring: things to have ready.
        fees: costs; empty if no source states one.
        time: how long it takes, or by when it is due; None if no source states it.
        where: online, by mail, at an office; None if no source states it.
        phone: public telephone number of the agency.
        link: official page; None without one.
        checked_on: day on which somebody looked at the page; None without one.
    """

    steps: list[str]
    bring: list[str]
    fees: list[FormFeeReply]
    time: str | None
    where: str | None
    phone: str | None
    link: str | None
    checked_on: date | None


class ServiceActionReply(Contract):
    """An action that connected people can take at the agency; its address is for them alone.

    Attributes:
        needs_proof: true if the action requires enhanced authentication.
    """

    id: str
    label: str
    needs_proof: bool
    guidance: GuidanceReply | None


class PublicServiceReply(Contract):
    """Public description of a service.

    Attributes:
        search_words: its words in both languages with everyday synonyms, each after a blank, without case and
            accents.
        identity_values: labels of the values that a person needs to connect.
        matches_person: true if the record must belong to the person who connects it.
        needs_proof: true if connecting requires enhanced authentication.
        guidance: what holds for the service as a whole; None if the agency gives none.
    """

    id: str
    name: str
    description: str
    category: Category
    agency: ServiceAgencyReply
    search_words: str
    identity_values: list[str]
    matches_person: bool
    needs_proof: bool
    guidance: GuidanceReply | None
    actions: list[ServiceActionReply]
    forms: list[ServiceFormReply]


class PageRatingRequest(RequestContract):
    """A rating of a public page.

    Attributes:
        page: `guides/`, `services/` or `help/` with the id of the guide, service or help page.
    """

    page: Annotated[str, Field(max_length=100)]
    is_helpful: bool


class PageRatedReply(Contract):
    """Confirms the rating."""

    is_rated: Literal[True]


class PublicServicesReply(Contract):
    """Every service, by name."""

    items: list[PublicServiceReply]

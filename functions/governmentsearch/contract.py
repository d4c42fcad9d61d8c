"""Requests and replies of the governmentsearch routes."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from portal.contract import Contract, RequestContract

ResultType = Literal["agency", "service", "form", "fee", "help"]


class GovernmentSearchQuery(RequestContract):
    """The words to search for, and the page.

    Attributes:
        q: search words, all of which must match the beginning of a word or an everyday synonym in either
            language; case, accents, and filler words are ignored.
        type: return only results of this type.
    """

    q: Annotated[
        str,
        BeforeValidator(lambda sent: sent.strip() if isinstance(sent, str) else sent),
        Field(min_length=2, max_length=100),
    ]
    type: ResultType | None = None
    next_token: Annotated[str, Field(max_length=2000)] | None = None


class ResultReply(Contract):
    """Search result, in the language of the request.

    Attributes:
        type: `fee` is a license or fee of the startup cost table.
        href: a page of the web app, or of the help.
    """

    type: ResultType
    title: str
    summary: str
    href: str


class FacetReply(Contract):
    """Number of results of a type, without the type filter."""

    type: ResultType
    count: int


class GovernmentSearchReply(Contract):
    """A page of results; those with every word in the title come first.

    Attributes:
        facets: one for every type, including those without results.
    """

    items: list[ResultReply]
    facets: list[FacetReply]
    next_token: str | None

"""Requests and replies of the governmentsearch routes."""

from typing import Annotated

from pydantic import BeforeValidator, Field

from domains.search.passages import PassageType
from portal.contract import Contract, RequestContract

SearchWords = Annotated[
    str,
    BeforeValidator(lambda value: value.strip() if isinstance(value, str) else value),
    Field(min_length=2, max_length=100),
]
"""Words or a question, in either language; case, accents, endings, and filler words are ignored."""


class PortalSearchQuery(RequestContract):
    """The words to search for; they may be unfinished."""

    q: SearchWords


class GovernmentSearchQuery(RequestContract):
    """The words to search for, and the page.

    Attributes:
        type: return only results of this type.
    """

    q: SearchWords
    type: PassageType | None = None
    next_token: Annotated[str, Field(max_length=2000)] | None = None


class ResultReply(Contract):
    """Search result, in the language of the request.

    Attributes:
        type: `fee` is a license or fee of the startup cost table; `elsewhere` a matter of an office outside
            of the portal; `policy` the terms and the privacy notice.
        href: a page of the web app or of the help; for `elsewhere` an official page.
    """

    type: PassageType
    title: str
    summary: str
    href: str


class FacetReply(Contract):
    """Number of results of a type, without the type filter."""

    type: PassageType
    count: int


class PortalSearchReply(Contract):
    """The best results, best first."""

    items: list[ResultReply]


class GovernmentSearchReply(Contract):
    """A page of results, best first.

    Attributes:
        facets: one for every type, including those without results.
    """

    items: list[ResultReply]
    facets: list[FacetReply]
    next_token: str | None

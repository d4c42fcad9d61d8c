"""Search of everything that people can look up."""

from collections import Counter
from typing import get_args

from domains.reference.everyday_words import detect_language
from domains.search.index import Match
from domains.search.library import Library
from domains.search.passages import PassageType
from functions.governmentsearch.contract import (
    FacetReply,
    GovernmentSearchQuery,
    GovernmentSearchReply,
    PortalSearchReply,
    ResultReply,
)
from portal.language import Language
from portal.page_tokens import PageTokens

PAGE_SIZE = 20
TYPES: tuple[PassageType, ...] = get_args(PassageType)
_MIN_COVERAGE = 0.5
"""Minimum share of the words on a page."""


class Search:
    """Searches the index; it reads no records."""

    def __init__(self, *, library: Library, page_tokens: PageTokens) -> None:
        self._library = library
        self._page_tokens = page_tokens

    def search_portal(self, text: str, language: Language) -> PortalSearchReply:
        """Return the best results.

        Raises:
            CatalogUnavailable: the catalog cannot be read, and no copy exists.
        """
        matches = self._find(text, language)[:PAGE_SIZE]
        return PortalSearchReply(items=[_make_result_reply(match, language) for match in matches])

    def search_all(
        self, user_id: str, query: GovernmentSearchQuery, language: Language
    ) -> GovernmentSearchReply:
        """Return a page of results, and the number of results by type.

        Raises:
            CatalogUnavailable: the catalog cannot be read, and no copy exists.
        """
        binding = query.model_dump(exclude={"next_token"}) | {"language": language}
        place = self._page_tokens.decode(query.next_token, user_id, binding)
        start = place["place"]["start"] if place else 0
        matches = self._find(query.q, language)
        counts = Counter(match.passage.type for match in matches)
        results = [match for match in matches if query.type in (None, match.passage.type)]
        end = start + PAGE_SIZE
        following = {"place": {"start": end}} if end < len(results) else None
        return GovernmentSearchReply(
            items=[_make_result_reply(match, language) for match in results[start:end]],
            facets=[FacetReply(type=each, count=counts[each]) for each in TYPES],
            next_token=self._page_tokens.encode(following, user_id, binding),
        )

    def _find(self, text: str, language: Language) -> list[Match]:
        """Return the pages with most of the words, best first."""
        query_language = detect_language(text, language)
        matches = self._library.get_index().search_pages(text, query_language, is_typing=True)
        return [match for match in matches if match.coverage >= _MIN_COVERAGE]


def _make_result_reply(match: Match, language: Language) -> ResultReply:
    passage = match.passage
    return ResultReply(
        type=passage.type,
        title=passage.get_label(language),
        summary=passage.blocks[language][0],
        href=passage.href.in_language(language),
    )

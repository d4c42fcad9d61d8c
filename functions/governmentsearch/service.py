"""Finds what the words of a search are in."""

from collections import Counter
from collections.abc import Iterable
from typing import get_args

from functions.governmentsearch.contract import (
    FacetReply,
    GovernmentSearchQuery,
    GovernmentSearchReply,
    ResultReply,
    ResultType,
)
from functions.governmentsearch.entries import Entry, catalog_entries, words_of
from portal.agencies.catalog import Catalog, Offers
from portal.language import Language
from portal.page_tokens import PageTokens
from portal.text import searchable

PAGE_SIZE = 20
TYPES: tuple[ResultType, ...] = get_args(ResultType)


class GovernmentSearch:
    """Searches the catalog and the help, both in memory; nobody's record is read."""

    def __init__(self, *, catalog: Catalog, help_entries: Iterable[Entry], page_tokens: PageTokens) -> None:
        self._catalog = catalog
        self._help_entries = tuple(help_entries)
        self._page_tokens = page_tokens
        self._made: tuple[Offers | None, tuple[Entry, ...]] = (None, ())

    def search(self, user_id: str, query: GovernmentSearchQuery, language: Language) -> GovernmentSearchReply:
        """A page of what was found, and how much there is of each type.

        Raises:
            InvalidRequest: a token of another search.
            CatalogUnavailable: the catalog cannot be read, and was not read before.
        """
        asked = query.model_dump(exclude={"next_token"}) | {"language": language}
        place = self._page_tokens.decode(query.next_token, user_id, asked)
        start = place["place"]["start"] if place else 0
        found = ranked(self._entries(), query.q, language)
        counts = Counter(entry.type for entry in found)
        wanted = [entry for entry in found if query.type in (None, entry.type)]
        end = start + PAGE_SIZE
        following = {"place": {"start": end}} if end < len(wanted) else None
        return GovernmentSearchReply(
            items=[_result_reply(entry, language) for entry in wanted[start:end]],
            facets=[FacetReply(type=each, count=counts[each]) for each in TYPES],
            next_token=self._page_tokens.encode(following, user_id, asked),
        )

    def _entries(self) -> tuple[Entry, ...]:
        offers = self._catalog.offers()
        read, entries = self._made
        if read is not offers:
            entries = (*catalog_entries(offers.available()), *self._help_entries)
            self._made = (offers, entries)
        return entries


def ranked(entries: Iterable[Entry], text: str, language: Language) -> list[Entry]:
    """Where every word is found, best first: in the title, then anywhere; by type, then by title.

    Args:
        text: words; the beginning of each is enough. Without any, nothing is found.
        language: whose titles the order follows; looked through is every language.
    """
    beginnings = [f" {word}" for word in words_of(text)]

    def has_all(words: str) -> bool:
        return all(beginning in words for beginning in beginnings)

    def order(entry: Entry) -> tuple[bool, int, str, str]:
        title = searchable(entry.title.in_language(language))
        return not has_all(entry.title_words), TYPES.index(entry.type), title, entry.href.en

    return sorted((entry for entry in entries if beginnings and has_all(entry.words)), key=order)


def _result_reply(entry: Entry, language: Language) -> ResultReply:
    return ResultReply(
        type=entry.type,
        title=entry.title.in_language(language),
        summary=entry.summary.in_language(language),
        href=entry.href.in_language(language),
    )

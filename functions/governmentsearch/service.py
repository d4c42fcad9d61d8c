"""Search entries by words."""

from collections import Counter
from collections.abc import Iterable
from typing import get_args

from domains.agencies.catalog import Catalog, Offer, Offers
from domains.reference.everyday_words import (
    get_everyday_words,
    get_filler_words,
    has_phrase,
    list_words,
)
from functions.governmentsearch.contract import (
    FacetReply,
    GovernmentSearchQuery,
    GovernmentSearchReply,
    ResultReply,
    ResultType,
)
from functions.governmentsearch.entries import Entry, list_catalog_entries
from portal.language import Language
from portal.page_tokens import PageTokens
from portal.text import get_sort_key

PAGE_SIZE = 20
TYPES: tuple[ResultType, ...] = get_args(ResultType)


class GovernmentSearch:
    """Searches catalog, fees, and help in memory; it reads no records."""

    def __init__(self, *, catalog: Catalog, fixed_entries: Iterable[Entry], page_tokens: PageTokens) -> None:
        self._catalog = catalog
        self._fixed_entries = tuple(fixed_entries)
        self._page_tokens = page_tokens
        self._made: tuple[Offers | None, tuple[Entry, ...]] = (None, ())

    def search(self, user_id: str, query: GovernmentSearchQuery, language: Language) -> GovernmentSearchReply:
        """Return a page of results, and the number of results by type.

        Raises:
            InvalidRequest: the token belongs to another search.
            CatalogUnavailable: the catalog cannot be read, and no copy exists.
        """
        asked = query.model_dump(exclude={"next_token"}) | {"language": language}
        place = self._page_tokens.decode(query.next_token, user_id, asked)
        start = place["place"]["start"] if place else 0
        found = rank_entries(self._list_entries(), query.q, language)
        counts = Counter(entry.type for entry in found)
        wanted = [entry for entry in found if query.type in (None, entry.type)]
        end = start + PAGE_SIZE
        following = {"place": {"start": end}} if end < len(wanted) else None
        return GovernmentSearchReply(
            items=[_make_result_reply(entry, language) for entry in wanted[start:end]],
            facets=[FacetReply(type=each, count=counts[each]) for each in TYPES],
            next_token=self._page_tokens.encode(following, user_id, asked),
        )

    def list_services(self) -> list[Offer]:
        """List the services that people can connect to.

        Raises:
            CatalogUnavailable: the catalog cannot be read, and no copy exists.
        """
        return self._catalog.offers().list_available()

    def _list_entries(self) -> tuple[Entry, ...]:
        offers = self._catalog.offers()
        read, entries = self._made
        if read is not offers:
            entries = (*list_catalog_entries(offers.list_available()), *self._fixed_entries)
            self._made = (offers, entries)
        return entries


def rank_entries(entries: Iterable[Entry], text: str, language: Language) -> list[Entry]:
    """Return the entries with every word, best first.

    Titles with the typed words come first, then titles with synonyms, then other matches; each group by type,
    then by title.

    Args:
        text: words or their prefixes. Filler words count only if there are no others.
        language: language of the titles for ordering; the search covers every language.
    """
    typed = list_words(text)
    terms = [_list_phrases(word) for word in typed if word not in get_filler_words()] or [
        [[word]] for word in typed
    ]
    as_typed = [phrases[:1] for phrases in terms]

    def order(entry: Entry) -> tuple[bool, bool, int, str, str]:
        title = get_sort_key(entry.title.in_language(language), language)
        return (
            not _has_all(entry.title_words, as_typed),
            not _has_all(entry.title_words, terms),
            TYPES.index(entry.type),
            title,
            entry.href.en,
        )

    return sorted((entry for entry in entries if terms and _has_all(entry.words, terms)), key=order)


def _list_phrases(word: str) -> list[list[str]]:
    """Return the word itself, then its synonyms."""
    return [[word], *(phrase.split() for phrase in get_everyday_words().get(word, ()))]


def _has_all(words: str, terms: list[list[list[str]]]) -> bool:
    """Tell if a phrase of each term occurs in the text, by prefixes of words."""
    return all(any(has_phrase(words, phrase) for phrase in phrases) for phrases in terms)


def _make_result_reply(entry: Entry, language: Language) -> ResultReply:
    return ResultReply(
        type=entry.type,
        title=entry.title.in_language(language),
        summary=entry.summary.in_language(language),
        href=entry.href.in_language(language),
    )

"""Full-text queries of the snapshot's indexes, and the filters of a search."""

from collections.abc import Iterable
from dataclasses import dataclass

from domains.names.rules import EntityType
from domains.names.terms import filter_words
from domains.names.verdict import Status
from domains.names.vocabulary import WordChoice


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Filters of a search; None filters nothing."""

    status: Status | None = None
    entity_type: EntityType | None = None
    city: str | None = None


def make_match_query(choices: Iterable[WordChoice], narrowing: Narrowing) -> str:
    """Return the index query for names with a word of each choice."""
    exact = filter_words(narrowing.status, narrowing.entity_type, narrowing.city)
    return " AND ".join([*(choice.expression for choice in choices), *map(_quote, exact)])


def make_trigram_query(trigrams: Iterable[str]) -> str:
    """Return the index query for keys with all of some trigrams."""
    return " AND ".join(map(_quote, trigrams))


def _quote(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'

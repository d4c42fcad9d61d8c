"""Everyday synonyms for terms of agencies and the portal, used by every text search."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from pydantic import BaseModel

from domains.reference.data import DATA_FOLDER
from portal.text import make_searchable


class _Row(BaseModel):
    words: tuple[str, ...]
    phrases: tuple[str, ...]


class _List(BaseModel):
    items: tuple[_Row, ...]
    fillers: str
    categories: Mapping[str, str]


@cache
def get_filler_words() -> frozenset[str]:
    """Return the stop words of questions. Source: data/everyday_words.json."""
    return frozenset(_read().fillers.split())


@cache
def get_everyday_words() -> Mapping[str, tuple[str, ...]]:
    """Return the synonymous phrases of each word. Source: data/everyday_words.json."""
    found: dict[str, tuple[str, ...]] = {}
    for row in _read().items:
        for word in row.words:
            found[word] = tuple(dict.fromkeys((*found.get(word, ()), *row.phrases)))
    return found


def get_category_words(category: str) -> str:
    """Return everyday words, in both languages, for the services of a category."""
    return _read().categories[category]


def join_words(*texts: str) -> str:
    """Return the words of texts, each after a blank, so that the start of a word can be looked for."""
    return "".join(f" {word}" for text in texts for word in list_words(text))


def join_synonyms(words: str) -> str:
    """Return the everyday words that stand for something in `join_words` of a text, in the same form."""
    return join_words(
        *(
            word
            for word, phrases in get_everyday_words().items()
            if any(has_phrase(words, phrase.split()) for phrase in phrases)
        )
    )


def has_phrase(words: str, phrase: Iterable[str]) -> bool:
    """Tell if every word of a phrase starts a word of `join_words`."""
    return all(f" {word}" in words for word in phrase)


def list_words(text: str) -> list[str]:
    """Return the words of a text without case, accents, and apostrophes."""
    return re.findall(r"\w+", make_searchable(text))


@cache
def _read() -> _List:
    return _List.model_validate_json((DATA_FOLDER / "everyday_words.json").read_bytes())

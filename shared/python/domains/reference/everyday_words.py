"""Everyday synonyms for terms of agencies and the portal, used by every text search."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from pydantic import BaseModel, Field

from domains.reference.data import DATA_FOLDER
from portal.language import LANGUAGES, Language
from portal.text import make_searchable


class _WordRow(BaseModel):
    words: tuple[str, ...]
    phrases: tuple[str, ...]


class _List(BaseModel):
    items: tuple[_WordRow, ...]
    fillers: str
    foreign: str
    pairs: Mapping[str, str]
    function_words: Mapping[Language, str] = Field(alias="functionWords")
    categories: Mapping[str, str]


@cache
def get_filler_words() -> frozenset[str]:
    """Return the stop words of questions. Source: data/everyday_words.json."""
    return frozenset(_read().fillers.split())


@cache
def get_foreign_words() -> frozenset[str]:
    """Return words of matters that are not for a state, such as recipes and sports. Source: as above."""
    return frozenset(_read().foreign.split())


def join_pairs(words: list[str]) -> list[str]:
    """Replace two words that mean one thing together, such as `sign in`, by one. Source: as above."""
    pairs, joined, place = _read().pairs, list[str](), 0
    while place < len(words):
        pair = pairs.get(" ".join(words[place : place + 2]))
        joined.append(pair or words[place])
        place += 2 if pair else 1
    return joined


@cache
def get_everyday_words() -> Mapping[str, tuple[str, ...]]:
    """Return the synonymous phrases of each word. Source: data/everyday_words.json."""
    phrases: dict[str, tuple[str, ...]] = {}
    for row in _read().items:
        for word in row.words:
            phrases[word] = tuple(dict.fromkeys((*phrases.get(word, ()), *row.phrases)))
    return phrases


def detect_language(text: str, otherwise: Language) -> Language:
    """Return the language with more function words in a text.

    Args:
        otherwise: the language of a text that says neither, such as a name.
    """
    words = list_words(text)
    counts = {each: sum(word in _get_function_words(each) for word in words) for each in LANGUAGES}
    most = max(counts.values())
    languages = [each for each in LANGUAGES if counts[each] == most]
    return otherwise if otherwise in languages else languages[0]


@cache
def _get_function_words(language: Language) -> frozenset[str]:
    return frozenset(_read().function_words[language].split())


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

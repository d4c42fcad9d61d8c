"""Requests that the assistant answers without quoting a page."""

from functools import cache

from pydantic import BaseModel

from domains.reference.data import DATA_FOLDER
from domains.reference.everyday_words import list_words
from domains.search.index import list_content_words

_MAX_WORDS = 12


class _Person(BaseModel):
    """Words for a request to talk to somebody."""

    who: str  # names of people
    talk: str  # verbs, one of which makes a request of it
    alone: str  # those of `who` that need no verb, beside polite words alone
    polite: str


class _Debts(BaseModel):
    """Words for a question about everything that a person owes."""

    phrases: tuple[str, ...]  # word sequences from `list_words`
    words: str  # further words of such a question; with others it is about one thing


class _Requests(BaseModel):
    person: _Person
    debts: _Debts


def is_person_request(text: str) -> bool:
    """Return whether a short text asks to talk to somebody."""
    person, words = _read().person, set(list_words(text))
    if len(words) > _MAX_WORDS or not words & set(person.who.split()):
        return False
    alone, polite = set(person.alone.split()), set(person.polite.split())
    return bool(words & set(person.talk.split())) or (bool(words & alone) and words <= alone | polite)


def is_debts_question(text: str) -> bool:
    """Return whether a text asks for everything that the person owes, and not for one agency's bill."""
    debts, joined = _read().debts, f" {' '.join(list_words(text))} "
    debt_words = {*debts.words.split(), *(word for phrase in debts.phrases for word in phrase.split())}
    return any(f" {each} " in joined for each in debts.phrases) and debt_words.issuperset(
        list_content_words(text)
    )


@cache
def _read() -> _Requests:
    """Read the words. Source: data/assistant_requests.json."""
    return _Requests.model_validate_json((DATA_FOLDER / "assistant_requests.json").read_bytes())

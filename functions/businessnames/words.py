"""Cuts a name into what is compared, remembering for each written word which rules touched it."""

import re
import string
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from functions.businessnames.numbers import cardinal

Outcome = Literal["kept", "ignored", "replaced"]

IDENTIFIERS = "ign-1"
AMPERSAND = "ign-4"
NUMERALS = "ign-5"
ARTICLES = "ign-6"
MARKS = "ign-7"

ARTICLE_WORDS = frozenset({"A", "AN", "THE"})
_JOINING_MARKS = "'‘’ʼ′`´"
_OTHER_MARKS = '".;!\\|?()/-…,~[]{}<>_^:*#“”„«»‐‑‒–—―·•¡¿'
_COUNTED_SYMBOLS = "%$+=@"
_WITHOUT_JOINING_MARKS = str.maketrans("", "", _JOINING_MARKS)
_OTHER_MARKS_TO_SPACES = str.maketrans(_OTHER_MARKS, " " * len(_OTHER_MARKS))
_MARKS_AROUND = _OTHER_MARKS.replace(".", "")
_DOTTED = re.compile(r"(?:[A-Z]\.)+[A-Z]?\.?")
_BETWEEN_DIGITS = re.compile(r"(?<=[0-9])[,.](?=[0-9])")
_DIGITS = re.compile("[0-9]+")
_NAMED = frozenset(f"{string.digits}{_JOINING_MARKS}{_OTHER_MARKS}{_COUNTED_SYMBOLS}& ")


class Endings:
    """The entity identifiers that a name may end with."""

    def __init__(self, identifiers: Iterable[tuple[str, ...]]) -> None:
        """Take each as its words, in any order."""
        self._identifiers = frozenset(identifiers)
        self._compact = frozenset(words[0] for words in self._identifiers if len(words) == 1)
        self._longest = max(map(len, self._identifiers | self._compact))

    def length(self, words: Sequence[str]) -> int:
        """How many words at the end are one; zero when none is, or when nothing would be left."""
        for length in range(min(self._longest, len(words) - 1), 0, -1):
            if tuple(words[-length:]) in self._identifiers or self._is_in_letters(words[-length:]):
                return length
        return 0

    def in_one_word(self, words: Sequence[str]) -> list[str]:
        """The words, of which an ending in single letters is one."""
        for length in range(min(self._longest, len(words)), 1, -1):
            if self._is_in_letters(words[-length:]):
                return [*words[:-length], "".join(words[-length:])]
        return list(words)

    def _is_in_letters(self, words: Sequence[str]) -> bool:
        return len(words) > 1 and all(len(word) == 1 for word in words) and "".join(words) in self._compact


@dataclass(slots=True)
class Token:
    """A part of a written word.

    Attributes:
        text: as it is compared.
        is_counted: false once a rule has taken it out.
    """

    text: str
    is_counted: bool = True


@dataclass(slots=True)
class Piece:
    """A word as it was written, cut up.

    Attributes:
        rules: ids of the rules that changed it.
    """

    written: str
    tokens: list[Token] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)

    @property
    def counted(self) -> str:
        """What of it is compared."""
        return "".join(token.text for token in self.tokens if token.is_counted)

    @property
    def outcome(self) -> Outcome:
        """What became of it; a difference of case alone is told of the whole name, not of each word."""
        if not self.counted:
            return "ignored"
        return "replaced" if self.rules else "kept"


def upper(text: str) -> str:
    """The text in capitals, each character in its plain form, without accents that belong to no letter."""
    if text.isascii():
        return text.upper()
    # Some capitals have a plain form that has capitals of its own; after a few turns nothing changes.
    for _ in range(3):
        text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).upper())
        text = "".join(character for character in text if not unicodedata.combining(character))
    return text


def unnamed_characters(name: str) -> set[str]:
    """Letters and signs that no rule names, neither as counted nor as ignored.

    Source: rules ign-4, ign-7, cnt-1 and cnt-2; letters of the Latin script with accents are compared too.
    """
    if name.isascii():
        return set()
    return {each for each in name if not all(map(_is_named, upper(each)))}


def _is_named(character: str) -> bool:
    return character in _NAMED or (character.isalpha() and "LATIN" in unicodedata.name(character, ""))


def pieces_of(name: str) -> list[Piece]:
    """The written words of a name with their tokens; marks, ampersands and numerals already replaced."""
    cut = ((written, *_cut(written)) for written in name.split())
    return [Piece(written, [Token(text) for text in texts], list(rules)) for written, texts, rules in cut]


def drop_identifiers(pieces: Sequence[Piece], endings: Endings) -> int:
    """Take entity endings off the end of a name, never the whole of it.

    Returns:
        How many there were.
    """
    count = 0
    counted = list(_counted(pieces))
    while length := endings.length([token.text for _, token in counted]):
        for piece, token in counted[-length:]:
            token.is_counted = False
            _touch(piece, IDENTIFIERS)
        del counted[-length:]
        count += 1
    return count


def drop_articles(pieces: Sequence[Piece]) -> None:
    """Take articles out, unless nothing else is left."""
    counted = list(_counted(pieces))
    articles = [(piece, token) for piece, token in counted if token.text in ARTICLE_WORDS]
    if len(articles) == len(counted):
        return
    for piece, token in articles:
        token.is_counted = False
        _touch(piece, ARTICLES)


def counted_words(pieces: Sequence[Piece]) -> list[str]:
    """The tokens that are compared, in their order."""
    return [token.text for _, token in _counted(pieces)]


def _counted(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Token]]:
    for piece in pieces:
        for token in piece.tokens:
            if token.is_counted:
                yield piece, token


def _touch(piece: Piece, rule_id: str) -> None:
    if rule_id not in piece.rules:
        piece.rules.append(rule_id)


# The words of names repeat, and a name is cut up several times.
@lru_cache(maxsize=10_000)
def _cut(written: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The texts of the tokens of a written word, and the ids of the rules that changed it."""
    rules = []
    text = upper(written)
    if "&" in text:
        text = text.replace("&", " AND ")
        rules.append(AMPERSAND)
    bare = _without_marks(text)
    if bare.replace(" ", "") != text.replace(" ", ""):
        rules.append(MARKS)
    words = bare.split()
    spelled = tuple(_DIGITS.sub(lambda digits: cardinal(digits.group()), word) for word in words)
    if list(spelled) != words:
        rules.append(NUMERALS)
    return spelled, tuple(rules)


def _without_marks(text: str) -> str:
    text = text.translate(_WITHOUT_JOINING_MARKS)
    core = text.strip(_MARKS_AROUND)
    if _DOTTED.fullmatch(core):
        return core.replace(".", "")
    text = _BETWEEN_DIGITS.sub("", text)
    return text.translate(_OTHER_MARKS_TO_SPACES)

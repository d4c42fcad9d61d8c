"""Cuts a name into what is compared, remembering for each written word which rules touched it."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
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
_MARKS = frozenset('".;!\\|?()/-…,~[]{}<>_^:*#“”„«»‐‑‒–—―·•¡¿' + _JOINING_MARKS)
_DOTTED = re.compile(r"(?:[A-Z]\.)+[A-Z]?\.?")
_BETWEEN_DIGITS = re.compile(r"(?<=[0-9])[,.](?=[0-9])")
_DIGITS = re.compile("[0-9]+")
_LONGEST_ENDING_IN_LETTERS = 5


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


def pieces_of(name: str) -> list[Piece]:
    """The written words of a name with their tokens; marks, ampersands and numerals already replaced."""
    return [_piece(written) for written in name.split()]


def drop_identifiers(pieces: Sequence[Piece], identifiers: Sequence[tuple[str, ...]]) -> int:
    """Take entity endings off the end of a name, never the whole of it.

    Args:
        identifiers: as words, in any order.

    Returns:
        How many there were.
    """
    count = 0
    while length := _ending(_counted(pieces), identifiers):
        for piece, token in list(_counted(pieces))[-length:]:
            token.is_counted = False
            _touch(piece, IDENTIFIERS)
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


def _ending(counted: Iterator[tuple[Piece, Token]], identifiers: Sequence[tuple[str, ...]]) -> int:
    """How many tokens at the end are an entity ending; zero when none is, or when nothing would be left."""
    words = [token.text for _, token in counted]
    longest = 0
    for identifier in identifiers:
        length = len(identifier)
        if longest < length < len(words) and tuple(words[-length:]) == identifier:
            longest = length
    compact = {identifier[0] for identifier in identifiers if len(identifier) == 1}
    for length in range(2, min(_LONGEST_ENDING_IN_LETTERS, len(words) - 1) + 1):
        letters = words[-length:]
        if length > longest and all(len(letter) == 1 for letter in letters) and "".join(letters) in compact:
            longest = length
    return longest


def _piece(written: str) -> Piece:
    piece = Piece(written)
    text = upper(written)
    if "&" in text:
        text = text.replace("&", " AND ")
        _touch(piece, AMPERSAND)
    bare = _without_marks(text)
    if bare.replace(" ", "") != text.replace(" ", ""):
        _touch(piece, MARKS)
    for word in bare.split():
        spelled = _DIGITS.sub(lambda digits: cardinal(digits.group()), word)
        if spelled != word:
            _touch(piece, NUMERALS)
        piece.tokens.append(Token(spelled))
    return piece


def _without_marks(text: str) -> str:
    text = "".join(character for character in text if character not in _JOINING_MARKS)
    core = text.strip("".join(_MARKS - {"."}))
    if _DOTTED.fullmatch(core):
        return core.replace(".", "")
    text = _BETWEEN_DIGITS.sub("", text)
    return "".join(" " if character in _MARKS else character for character in text)

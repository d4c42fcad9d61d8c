"""Splits a name into its compared parts, and records the rules that changed each word."""

import re
import string
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from domains.names.numbers import is_number, list_other_cardinals, spell_cardinal, spell_ordinal

Outcome = Literal["kept", "ignored", "replaced"]

IDENTIFIERS = "ign-1"
AMPERSAND = "ign-4"
NUMERALS = "ign-5"
ARTICLES = "ign-6"
MARKS = "ign-7"

ARTICLE_WORDS = frozenset({"A", "AN", "THE"})
_JOINING_MARKS = "'‘’ʻʼʽ′`´"
_OTHER_MARKS = '".;!\\|?()/-…,~[]{}<>_^:*#“”„«»‐‑‒–—―·•¡¿'
_COUNTED_SYMBOLS = "%$+=@"
_WITHOUT_JOINING_MARKS = str.maketrans("", "", _JOINING_MARKS)
_OTHER_MARKS_TO_SPACES = str.maketrans(_OTHER_MARKS, " " * len(_OTHER_MARKS))
_MARKS_AROUND = _OTHER_MARKS.replace(".", "")
_DOTTED = re.compile(r"(?:[A-Z]\.)+[A-Z]?\.?")
_BETWEEN_DIGITS = re.compile(r"(?<=[0-9])[,.](?=[0-9])")
_DIGITS = re.compile("[0-9]+")
_ORDINAL = re.compile(r"([0-9]{1,9})(?:ST|ND|RD|TH)")
_AND = "AND"
_WITH_AND = frozenset({"COMPANY", "CO"})
_INITIAL_ARTICLE = "A"
_INITIALS = 2
# After these an A is an article; after a noun it may belong to the noun: Vitamin A.
_BEFORE_ARTICLES = frozenset(
    {"AS", "AT", "BY", "FOR", "FROM", "IN", "IS", "LIKE", "OF", "ON", "OR", "TO", "UPON", "WITH"}
)
_NAMED = frozenset(f"{string.digits}{_JOINING_MARKS}{_OTHER_MARKS}{_COUNTED_SYMBOLS}& ")


class Endings:
    """The entity identifiers at the end of names."""

    def __init__(self, identifiers: Iterable[tuple[str, ...]]) -> None:
        """Store the identifiers, each as its words."""
        self._identifiers = frozenset(identifiers)
        self._compact = frozenset(words[0] for words in self._identifiers if len(words) == 1)
        self._longest = max(map(len, self._identifiers | self._compact))

    def count_ending_words(self, words: Sequence[str]) -> int:
        """Count the words of an entity ending at the end; zero if nothing else would be left."""
        return self._find_length(words, len(words) - 1)

    def count_length_from(self, words: Sequence[str], start: int) -> int:
        """Count the words of an entity ending from a position on; zero if nothing else would be left."""
        for length in range(min(self._longest, len(words) - start, len(words) - 1), 0, -1):
            part = words[start : start + length]
            if tuple(part) in self._identifiers or self._is_in_letters(part):
                return length
        return 0

    def is_all_endings(self, words: Sequence[str]) -> bool:
        """Return whether a name has endings and, apart from articles and AND, no other word.

        Two letters A are initials.
        """
        rest, endings, initials = list(words), 0, 0
        while rest:
            if length := self._find_length(rest, len(rest)):
                endings += 1
                del rest[-length:]
            elif rest[-1] in ARTICLE_WORDS or rest[-1] == _AND:
                initials += rest.pop() == _INITIAL_ARTICLE
            else:
                return False
        return endings > 0 and initials < _INITIALS

    def join_single_letters(self, words: Sequence[str]) -> list[str]:
        """Return the words, with an ending in single letters joined."""
        for length in range(min(self._longest, len(words)), 1, -1):
            if self._is_in_letters(words[-length:]):
                return [*words[:-length], "".join(words[-length:])]
        return list(words)

    def _find_length(self, words: Sequence[str], limit: int) -> int:
        for length in range(min(self._longest, limit), 0, -1):
            if tuple(words[-length:]) in self._identifiers or self._is_in_letters(words[-length:]):
                return length
        return 0

    def _is_in_letters(self, words: Sequence[str]) -> bool:
        return len(words) > 1 and all(len(word) == 1 for word in words) and "".join(words) in self._compact


@dataclass(slots=True)
class Token:
    """A part of a written word."""

    text: str  # compared form
    # Alternative forms that the rules allow; an empty one drops the token.
    others: list[str] = field(default_factory=list)
    is_counted: bool = True  # false if a rule removed it

    @property
    def choices(self) -> tuple[str, ...]:
        """All possible compared forms, first its own."""
        return tuple(dict.fromkeys([self.text if self.is_counted else "", *self.others]))


@dataclass(slots=True)
class Piece:
    """A written word, split into tokens."""

    written: str
    tokens: list[Token] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)  # ids of the rules that changed it

    @property
    def counted(self) -> str:
        """Compared part of the word."""
        return "".join(token.text for token in self.tokens if token.is_counted)

    @property
    def outcome(self) -> Outcome:
        """Effect of the rules; mere differences of case are reported for the whole name."""
        if not self.counted:
            return "ignored"
        return "replaced" if self.rules else "kept"


def make_upper(text: str) -> str:
    """Return the text in capitals and plain characters, without stray accents."""
    if text.isascii():
        return text.upper()
    # Some capitals have a plain form with other capitals; it settles after a few passes.
    for _ in range(3):
        text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).upper())
        text = "".join(character for character in text if not unicodedata.combining(character))
    return text


def find_unnamed_characters(name: str) -> set[str]:
    """Return letters and signs that no rule mentions.

    Source: rules ign-4, ign-7, cnt-1 and cnt-2; letters of the Latin script with accents are compared too.
    """
    if name.isascii():
        return set()
    return {each for each in name if not all(map(_is_named, make_upper(each)))}


def _is_named(character: str) -> bool:
    return character in _NAMED or (character.isalpha() and "LATIN" in unicodedata.name(character, ""))


def split_pieces(name: str) -> list[Piece]:
    """Return the words of a name with their tokens; replaces punctuation, ampersands, and numerals."""
    cut = ((written, *_cut(written)) for written in name.split())
    return [
        Piece(written, [Token(text, list(others)) for text, *others in choices], list(rules))
        for written, choices, rules in cut
    ]


def drop_identifiers(pieces: Sequence[Piece], endings: Endings) -> int:
    """Remove entity endings from the end of a name, but never the whole name.

    The `&` of `& Company` is removed with it.

    Returns:
        The number of removed endings.
    """
    count = 0
    counted = list(_list_counted(pieces))
    while length := endings.count_ending_words([token.text for _, token in counted]):
        dropped = counted[-length:]
        del counted[-length:]
        for piece, token in dropped:
            token.is_counted = False
            _touch(piece, IDENTIFIERS)
        if dropped[0][1].text in _WITH_AND and len(counted) > 1 and counted[-1][1].text == _AND:
            piece, token = counted.pop()
            _drop(piece, token, IDENTIFIERS)
        count += 1
    return count


def doubt_identifiers(pieces: Sequence[Piece], endings: Endings, perhaps: Endings) -> None:
    """Make entity endings optional at the start of or within a name, and those that are also words.

    Args:
        perhaps: foreign endings that are also words or initials, only at the end.
    """
    tokens = [token for _, token in _list_counted(pieces)]
    words = [token.text for token in tokens]
    doubtful = {len(words) - 1 - place for place in range(perhaps.count_ending_words(words))}
    for start in range(len(words)):
        doubtful |= {start + place for place in range(endings.count_length_from(words, start))}
    for place in doubtful:
        tokens[place].others.append("")


def drop_articles(pieces: Sequence[Piece]) -> None:
    """Remove articles unless nothing else is left, and make ambiguous ones optional.

    Initials are not articles: a letter next to another or to a number, an A joined by AND, and an A at the
    end. An ambiguous A counts but is optional.
    """
    counted = list(_list_counted(pieces))
    texts = [token.text for _, token in counted]
    if ARTICLE_WORDS.issuperset(texts):
        return
    for place, (piece, token) in enumerate(counted):
        if token.text not in ARTICLE_WORDS or _is_dotted(piece):
            continue
        if token.text != _INITIAL_ARTICLE:
            _drop(piece, token, ARTICLES)
        elif _is_initial(place, counted, texts):
            continue
        elif _may_be_initial(place, piece, texts):
            token.others.append("")
        else:
            _drop(piece, token, ARTICLES)


def _is_initial(place: int, counted: Sequence[tuple[Piece, Token]], texts: Sequence[str]) -> bool:
    """Return whether an A is certainly not an article."""
    piece = counted[place][0]
    before = texts[place - 1] if place else ""
    following = texts[place + 1] if place + 1 < len(texts) else ""
    if following in (_AND, _INITIAL_ARTICLE):
        return True
    if len(before) == 1 and (len(following) == 1 or not following):
        return True
    # Either of two letters may be an article: a V shop, plan B a day.
    return (len(before) == 1 and (counted[place - 1][0] is piece or "." in piece.written)) or (
        (len(following) == 1 or is_number(following)) and counted[place + 1][0] is piece
    )


def _may_be_initial(place: int, piece: Piece, texts: Sequence[str]) -> bool:
    """Return whether an A is ambiguous."""
    before = texts[place - 1] if place else ""
    following = texts[place + 1] if place + 1 < len(texts) else ""
    if "." in piece.written or not following or len(following) == 1 or len(before) == 1:
        return True
    if is_number(following):
        return True
    return bool(before) and before not in _BEFORE_ARTICLES


def _is_dotted(piece: Piece) -> bool:
    """Return whether a word is several dotted initials."""
    core = make_upper(piece.written).strip(_MARKS_AROUND)
    return core.count(".") > 1 and _DOTTED.fullmatch(core) is not None


def list_counted_words(pieces: Sequence[Piece]) -> list[str]:
    """Return the compared tokens, in order."""
    return [token.text for _, token in _list_counted(pieces)]


def _list_counted(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, Token]]:
    for piece in pieces:
        for token in piece.tokens:
            if token.is_counted:
                yield piece, token


def _drop(piece: Piece, token: Token, rule_id: str) -> None:
    """Remove a token, except from readings that join it to its neighbor."""
    token.is_counted = False
    token.others.append(token.text)
    _touch(piece, rule_id)


def _touch(piece: Piece, rule_id: str) -> None:
    if rule_id not in piece.rules:
        piece.rules.append(rule_id)


# The words of names repeat, and names are split several times.
@lru_cache(maxsize=10_000)
def _cut(written: str) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Return the readings of each token of a written word, and the ids of the rules that changed it."""
    rules = []
    text = make_upper(written)
    if "&" in text:
        text = text.replace("&", " AND ")
        rules.append(AMPERSAND)
    bare = _remove_marks(text)
    if bare.replace(" ", "") != text.replace(" ", ""):
        rules.append(MARKS)
    words = bare.split()
    spelled = tuple(_list_spellings(word) for word in words)
    if [first for first, *_ in spelled] != words:
        rules.append(NUMERALS)
    return spelled, tuple(rules)


def _list_spellings(word: str) -> tuple[str, ...]:
    """Return a word with its numerals in words, first as cardinals, then in other spoken forms."""
    if not _DIGITS.search(word):
        return (word,)
    spellings = [_DIGITS.sub(lambda digits: spell_cardinal(digits.group()), word)]
    groups = list(_DIGITS.finditer(word))
    for group in groups:
        for other in list_other_cardinals(group.group()):
            rest = _DIGITS.sub(lambda digits: spell_cardinal(digits.group()), word[group.end() :])
            before = _DIGITS.sub(lambda digits: spell_cardinal(digits.group()), word[: group.start()])
            spellings.append(before + other + rest)
    if as_ordinal := _ORDINAL.fullmatch(word):
        spellings.append(spell_ordinal(as_ordinal.group(1)))
    return tuple(dict.fromkeys(spellings))


def _remove_marks(text: str) -> str:
    text = text.translate(_WITHOUT_JOINING_MARKS)
    core = text.strip(_MARKS_AROUND)
    if _DOTTED.fullmatch(core):
        return core.replace(".", "")
    text = _BETWEEN_DIGITS.sub("", text)
    return text.translate(_OTHER_MARKS_TO_SPACES)

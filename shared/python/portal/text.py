"""Cleaning and normalization of typed text."""

import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii

# `webapp/src/components/forms/text.ts` has the same classes; `tests/corpora/typed_text.json` tests both.

# Symbols in joined emoji: UTS 51, Extended_Pictographic, by block, to include emoji of later Unicode
# versions.
_PICTOGRAPH = "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
# Arabic to Sinhala, Tibetan and Myanmar, Khmer and Mongolian, Arabic presentation forms: scripts in which a
# joiner can distinguish words (Unicode Standard, 23.2; RFC 5892, appendix A).
_JOINED_SCRIPT = "\u0600-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc"
_VIRAMA = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2"
# Flags of regions: a black flag and the region's code in tags (UTS 51, 1.4.6).
_REGION_FLAG = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f"
# Control characters, Unicode's Default_Ignorable_Code_Point, and interlinear annotations.
_UNSEEN = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_UNSEEN_UNLESS_NEEDED = re.compile(
    f"(?P<needed>{_REGION_FLAG}"
    f"|(?<=[{_PICTOGRAPH}])\ufe0f?\u200d(?=[{_PICTOGRAPH}])"
    f"|(?<=[{_PICTOGRAPH}])[\ufe0e\ufe0f]"
    f"|(?<=[#*0-9])\ufe0f(?=\u20e3)"
    f"|(?<=[{_JOINED_SCRIPT}])[\u200c\u200d](?=[{_JOINED_SCRIPT}])"
    f"|(?<=[{_VIRAMA}])[\u200c\u200d])"
    f"|[{_UNSEEN}]"
)
_LINE_BREAK = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
# Unicode classifies an empty braille cell as a symbol, but it looks blank.
_BLANKS = re.compile("(?:[^\\S\n]|\u2800)+")
_BLANKS_AT_BREAK = re.compile(" ?\n ?")
_EMPTY_LINES = re.compile("\n{3,}")

_DASH = re.compile("[\u058a\u05be\u1806\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d]")
_APOSTROPHE = re.compile("[`\u00b4\u2018\u2019\u201b\u2032\u2035\uff07]")
_SEPARATOR = re.compile("[ .\u00b7\u2022/-]")
# Only marks on Latin letters are accents; in other scripts a mark makes a different letter.
_ACCENTS = re.compile("(?<=[a-z])[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+")
# Letters that many people and systems write as others than their base letter. Source: ICAO Doc 9303, part 3,
# section 6, table A (transliteration for passports).
_PASSPORT_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "ŋ": "n"})
# Source: 3GPP TS 23.038, 6.2.1 (characters of one septet) and 6.2.1.1 (of two).
_GSM = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿"
    "abcdefghijklmnopqrstuvwxyzäöñüà"
)
_GSM_OF_TWO_SEPTETS = frozenset("\f^{}\\[~]|€")

_MAX_MARKS = 30

END_OF_ISOLATE = "\u2069"
_ISOLATES = frozenset("\u2066\u2067\u2068")
_REFUSED = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u115f\u1160\u200b\u2028-\u202e\u2060-\u2065\u206a-\u206f\u3164\ud800-\uf8ff\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000f0000-\U0010ffff]"
)
_UNPRINTABLE_CATEGORIES = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def clean(typed: str) -> str:
    r"""Clean typed or pasted text, before any check of its length.

    Drops control characters, direction marks, and zero-width and other ignorable characters. Keeps joiners
    and variation selectors in emoji, and joiners in scripts that need them. Collapses blanks to one space,
    line breaks to `\n`, and empty lines to one; trims the ends and composes accents (Unicode normalization
    form C).
    """
    if typed.isascii() and typed.isprintable():
        return " ".join(typed.split())
    text = _UNSEEN_UNLESS_NEEDED.sub(lambda match: match["needed"] or "", typed)
    text = _BLANKS.sub(" ", _LINE_BREAK.sub("\n", text))
    text = _EMPTY_LINES.sub("\n\n", _BLANKS_AT_BREAK.sub("\n", text))
    return compose(text.strip(" \n"))


def compose(text: str) -> str:
    """Return the text in Unicode normalization form C, with at most 30 combining marks in a row."""
    # Some marks become two, so that a second look keeps the result stable.
    return limit_marks(unicodedata.normalize("NFC", limit_marks(text)))


def limit_marks(text: str) -> str:
    """Drop all but the first 30 combining marks in a row, before a text is normalized.

    No language needs more, and Python sorts them in time in proportion to the square of their number.
    Source: Unicode Standard Annex 15, Stream-Safe Text Format.
    """
    if len(text) <= _MAX_MARKS or text.isascii():
        return text
    characters, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= _MAX_MARKS:
            characters.append(character)
    return "".join(characters)


def fold_signs(text: str) -> str:
    """Turn dashes of any kind into `-` and apostrophes of any kind into `'`.

    The letters that look like apostrophes, the Hawaiian okina and the glottal stop of Navajo, stay.
    """
    return _APOSTROPHE.sub("'", _DASH.sub("-", text))


def remove_separators(typed: str) -> str:
    """Return a number without blanks, dashes, dots, and slashes."""
    return _SEPARATOR.sub("", fold_signs(clean(typed)))


def make_plain_digits(typed: str) -> str:
    """Return a number without separators and with ASCII digits."""
    return "".join(str(unicodedata.decimal(character, character)) for character in remove_separators(typed))


def tidy(value: str) -> str:
    """Trim, collapse white space, and compose accents, keeping the case.

    Args:
        value: any text.

    Returns:
        The text in Unicode normalization form C; empty if it was only white space.
    """
    return compose(" ".join(value.split()))


def normalize(value: str) -> str | None:
    """Normalize free text for comparison and for agencies.

    Source: specification, section 5: trimmed, white space collapsed, upper case; an empty result becomes
    null.
    """
    return unicodedata.normalize("NFC", tidy(value).upper()) or None


def fold(text: str) -> str:
    """Return text in one case, with its Latin letters as a to z.

    Letters with accents, strokes, and hooks become their base letters, and ligatures two: `Đặng`, `dang`;
    `Łukasz`, `lukasz`; `Weiß`, `weiss`. Letters for an apostrophe or a glottal stop, such as the Hawaiian
    okina, are dropped. Letters of other scripts keep their marks. Signs stay; folding twice changes nothing.

    Source: Unicode Standard, 3.13, D146 (compatibility caseless matching); the letters that Unicode does not
    decompose come from the library anyascii.
    """
    if text.isascii():
        return text.lower()
    folded = limit_marks(text)
    for _ in range(2):
        folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", folded).casefold())
    folded = "".join(map(_fold_letter, folded))
    return unicodedata.normalize("NFC", _ACCENTS.sub("", folded))


def list_spellings(text: str) -> tuple[str, ...]:
    """List the folded spellings of a name, first with base letters: `muller`, then `mueller`."""
    if text.isascii():
        return (text.lower(),)
    composed = compose(text).lower()
    return tuple(dict.fromkeys((fold(text), fold(composed.translate(_PASSPORT_LETTERS)))))


def make_searchable(value: str) -> str:
    """Normalize text for searches: folded, without marks of any script, apostrophes, and extra blanks."""
    folded = unicodedata.normalize("NFD", fold(fold_signs(value)))
    plain = "".join(each for each in folded if each != "'" and not unicodedata.combining(each))
    return " ".join(plain.split())


def get_sort_key(text: str, language: str) -> str:
    """Return a key that sorts names as a dictionary in a language does: in Spanish, ñ follows n."""
    if language == "es":
        text = unicodedata.normalize("NFC", text).replace("ñ", "n~").replace("Ñ", "n~")
    return make_searchable(text)


def make_gsm_text(text: str) -> str:
    """Return text in the alphabet of text messages, of which one has 160 characters; with others it has 70.

    Other letters lose their accents or are transliterated. Characters without a reading, such as emoji, are
    dropped.
    """
    composed = unicodedata.normalize("NFC", text)
    return "".join(
        each if each in _GSM or each in _GSM_OF_TWO_SEPTETS else _spell_in_gsm(each) for each in composed
    )


def count_gsm_septets(text: str) -> int:
    """Return the length of a text message in septets; some signs, such as €, need two."""
    return len(text) + sum(each in _GSM_OF_TWO_SEPTETS for each in text)


def make_search_text(*texts: str | None) -> str:
    """Join texts for searches, one on each line, so that no match spans two of them."""
    return "\n".join(make_searchable(text) for text in texts if text)


def has_refused_characters(line: str) -> bool:
    """Tell if a line of an agency's text, which is shown unchanged, contains misleading characters.

    These are control, private-use, and invisible characters, direction embeddings and overrides, and unclosed
    isolates. Direction marks, closed isolates, joiners, variation selectors, and unassigned characters pass.
    """
    return _REFUSED.search(line) is not None or count_open_isolates(line) != 0


def count_open_isolates(line: str) -> int:
    """Return the number of open isolates (UAX 9) at the end of a line; -1 if there are too many closings."""
    depth = 0
    for character in line:
        depth += (character in _ISOLATES) - (character == END_OF_ISOLATE)
        if depth < 0:
            break
    return depth


def has_unprintable_characters(value: str) -> bool:
    """Tell if a text contains control, bidirectional-override, zero-width, or unassigned characters."""
    return any(unicodedata.category(character) in _UNPRINTABLE_CATEGORIES for character in value)


@lru_cache(maxsize=4096)
def _fold_letter(character: str) -> str:
    if character.isascii():
        return character
    if not unicodedata.name(character, "").startswith(("LATIN ", "MODIFIER LETTER ")):
        return character
    return "".join(each for each in anyascii(character).lower() if each.isalnum())


@lru_cache(maxsize=4096)
def _spell_in_gsm(character: str) -> str:
    spelled = anyascii(character)
    # The library names emoji, such as `:grinning:`.
    is_emoji = unicodedata.category(character) == "So" and spelled.startswith(":")
    return "" if is_emoji else "".join(each for each in spelled if each in _GSM)

"""Rules for a person's name.

`webapp/src/features/registration/nameRules.ts` has the same rules for the page;
`tests/corpora/person_names.json` tests both.
"""

import re
import unicodedata
from typing import Literal

from portal.text import clean, fold_signs, tidy

NameFault = Literal["address", "sign", "mixedScripts", "noLetter"]

MAX_MARKS_IN_A_ROW = 4

# Includes the dots of Catalan and Japanese names, and the joiners that `portal.text.clean` leaves.
_SIGNS_OF_NAMES = frozenset(" ’-.·・\u200c\u200d")
_LETTERS_AND_MARKS = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc"})
# Styled letters of ordinary alphabets, such as mathematical bold.
_DRESSED_LETTERS = ("<font>", "<wide>", "<narrow>", "<circle>", "<square>")
# The most common top-level domains. With others, the space after the period prevents an address.
_DOMAINS = (
    "com|net|org|info|biz|gov|edu|mil|int|io|co|app|dev|xyz|online|site|shop|store|top|club|live|link|me|us|mx"
    "|tv|ru|рф"
)
_HOST = re.compile(rf"://|(?:^|\s)www\.|[^\W\d_]\.(?:{_DOMAINS})(?![^\W\d_])", re.IGNORECASE)
# "Son of", "daughter of", and the like, parts of legal names in Malaysia and Singapore.
_PARENT_MARK = re.compile(r"(?<!\S)(?:[sdcw]/o|a/[lp])(?!\S)", re.IGNORECASE)
_COMMA_BEFORE_SUFFIX = re.compile(r" ?, ?(?=(?:jr|sr|i{2,3}|iv|vi?)\.?$)", re.IGNORECASE)
_PERIOD_IN_WORD = re.compile(r"(?<=[^\W\d_])\.(?=[^\W\d_]{2})")
# Scripts with letters that look like those of another. Source: Unicode Technical Standard 39,
# section 4 and confusables.txt. The first word of a letter's Unicode name is its script.
_LOOKALIKE_SCRIPTS = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"})


def clean_name(typed: str) -> str:
    """Return a name in its stored form: on one line, with `’` and `-` for every apostrophe and dash.

    The comma before a suffix such as `Jr` is dropped.
    `St.John` becomes `St. John`, which no program mistakes for a web address; initials, `J.R.R.`, stay.
    """
    name = tidy(fold_signs(clean(typed)).replace("'", "’"))
    return _space_out(_COMMA_BEFORE_SUFFIX.sub(" ", name))


def _space_out(name: str) -> str:
    return name if _HOST.search(name) else _PERIOD_IN_WORD.sub(". ", name)


def get_name_fault(name: str) -> NameFault | None:
    """Return the first fault of a name from `clean_name`; None for a valid or empty one.

    A name has letters and marks of any script, apostrophes, hyphens, periods and spaces, and marks such as
    `s/o` before a parent's name. Too many marks on one letter count as a sign (Unicode Technical Standard 39,
    5.4). A word must not mix look-alike letters of two scripts.
    """
    if not name:
        return None
    if _HOST.search(name):
        return "address"
    if not all(map(_is_name_character, _PARENT_MARK.sub("", name))) or _has_piled_marks(name):
        return "sign"
    if any(len(_find_lookalike_scripts(word)) > 1 for word in re.split(r"[ -]", name)):
        return "mixedScripts"
    return None if any(character.isalpha() for character in name) else "noLetter"


def _is_name_character(character: str) -> bool:
    if character in _SIGNS_OF_NAMES:
        return True
    is_letter = unicodedata.category(character) in _LETTERS_AND_MARKS
    return is_letter and not unicodedata.decomposition(character).startswith(_DRESSED_LETTERS)


def _has_piled_marks(name: str) -> bool:
    in_a_row = 0
    for character in name:
        in_a_row = in_a_row + 1 if unicodedata.category(character) == "Mn" else 0
        if in_a_row > MAX_MARKS_IN_A_ROW:
            return True
    return False


def _find_lookalike_scripts(word: str) -> set[str]:
    scripts = {unicodedata.name(character, "").partition(" ")[0] for character in word if character.isalpha()}
    return scripts & _LOOKALIKE_SCRIPTS

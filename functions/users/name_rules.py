"""What a person's name may hold.

`webapp/src/features/registration/nameRules.ts` says the same beside the field;
`tests/corpora/person_names.json` holds both to it.
"""

import re
import unicodedata
from typing import Literal

from portal.text import has_unprintable_characters, tidy

NameFault = Literal["invisible", "address", "sign", "mixedScripts", "noLetter"]

MAX_MARKS_IN_A_ROW = 4

# Unicode, Default_Ignorable_Code_Point: those that are letters or marks. The others are of a category that
# `has_unprintable_characters` finds.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_SIGNS_OF_NAMES = frozenset(" '’-.")
_LETTERS_AND_MARKS = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc"})
# Letters of ordinary alphabets in another dress, such as the bold ones of mathematics.
_DRESSED_LETTERS = ("<font>", "<wide>", "<narrow>", "<circle>", "<square>")
# With a period in the middle and two letters after it. Initials, J.R.R., are no address.
_HOST = re.compile(r"://|(?:^|\s)www\.|[^\W\d_]\.[^\W\d_]{2}", re.IGNORECASE)
# The scripts that have letters which look like those of another. Source: Unicode Technical Standard 39,
# section 4 and confusables.txt. The first word of a letter's Unicode name is its script.
_LOOKALIKE_SCRIPTS = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"})


def name_fault(typed: str) -> NameFault | None:
    """What is wrong with a name, the most telling fault first; None for a name and for mere white space.

    A name has letters and marks of any script, apostrophes, hyphens, periods and spaces. More marks on one
    letter than any language writes are a sign (Unicode Technical Standard 39, 5.4). Letters of two scripts
    that look like one another are no name in one word.
    """
    if has_unprintable_characters(typed) or _INVISIBLE.search(typed):
        return "invisible"
    name = tidy(typed)
    if not name:
        return None
    if _HOST.search(name):
        return "address"
    if not all(_belongs(character) for character in name) or _has_piled_marks(name):
        return "sign"
    if any(len(_lookalike_scripts(word)) > 1 for word in re.split(r"[ -]", name)):
        return "mixedScripts"
    return None if any(character.isalpha() for character in name) else "noLetter"


def _belongs(character: str) -> bool:
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


def _lookalike_scripts(word: str) -> set[str]:
    scripts = {unicodedata.name(character, "").partition(" ")[0] for character in word if character.isalpha()}
    return scripts & _LOOKALIKE_SCRIPTS

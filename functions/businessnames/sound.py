"""Phonetic key of a word."""

import jellyfish


def get_sound(word: str) -> str:
    """Return the code of a word in capitals without accents; the word itself where it has no English letters.

    Source: Philips, Metaphone (Computer Language, December 1990), as the library jellyfish has it. That takes
    `QU` for the sound of `K`, as Spanish does; so `KW`, by which others spell it, is one too. A `Y` within a
    word is the vowel that an `I` is.
    """
    spelled = word[:1] + word[1:].replace("Y", "I")
    return jellyfish.metaphone(spelled.replace("QU", "K").replace("KW", "K")) or word

"""Phonetic key of a word."""

import jellyfish


def get_sound(word: str) -> str:
    """Return the code of a word in capitals without accents; the word itself if it has no English letters.

    Source: Philips, Metaphone (Computer Language, December 1990), in the library jellyfish. It treats `QU` as
    `K`, as Spanish does; so `KW`, another spelling, is one too. A `Y` inside a word is the vowel `I`.
    """
    spelled = word[:1] + word[1:].replace("Y", "I")
    return jellyfish.metaphone(spelled.replace("QU", "K").replace("KW", "K")) or word

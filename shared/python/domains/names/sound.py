"""Phonetic key of a word."""

from functools import lru_cache

import jellyfish

_MAX_KEPT = 16_384
"""Words whose codes stay in memory, because names share words."""


@lru_cache(_MAX_KEPT)
def get_sound(word: str) -> str:
    """Return the code of a word in capitals without accents; the word itself if it has no English letters.

    Source: Philips, Metaphone (Computer Language, December 1990), in the library jellyfish. It treats `QU` as
    `K`, as Spanish does; so `KW`, another spelling, is one too. A `Y` inside a word is the vowel `I`.
    """
    spelled = word[:1] + word[1:].replace("Y", "I")
    return jellyfish.metaphone(spelled.replace("QU", "K").replace("KW", "K")) or word

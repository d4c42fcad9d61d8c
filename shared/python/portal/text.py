"""Text as people type it."""

import unicodedata

_UNPRINTABLE_CATEGORIES = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def tidy(value: str) -> str:
    """Trim, collapse repeated white space and compose accents, keeping the case.

    Args:
        value: any text.

    Returns:
        The text in Unicode normalisation form C; empty when nothing but white space was there.
    """
    return unicodedata.normalize("NFC", " ".join(value.split()))


def normalise(value: str) -> str | None:
    """Bring free text into the form in which the portal compares and passes it on.

    Source: specification, section 5: trimmed, repeated white space collapsed, upper-cased; an empty
    result becomes null.
    """
    return unicodedata.normalize("NFC", tidy(value).upper()) or None


def searchable(value: str) -> str:
    """Bring text into the form in which it is searched: tidied, without accents, in one case.

    Source: Unicode Standard, 3.13, D146 (compatibility caseless matching), then without combining marks.
    """
    for _ in range(2):
        value = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", value).casefold())
    plain = "".join(character for character in value if not unicodedata.combining(character))
    return " ".join(plain.split())


def search_text(*texts: str | None) -> str:
    """Join the texts to search: a line for each text, so that no match spans two of them."""
    return "\n".join(searchable(text) for text in texts if text)


def has_unprintable_characters(value: str) -> bool:
    """Tell if the text holds control, bidirectional-override, zero-width or unassigned characters."""
    return any(unicodedata.category(character) in _UNPRINTABLE_CATEGORIES for character in value)

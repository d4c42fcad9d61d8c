"""The languages of the portal, and texts in all of them."""

from dataclasses import dataclass
from typing import Literal, get_args

Language = Literal["en", "es"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
DEFAULT_LANGUAGE: Language = "en"


@dataclass(frozen=True, slots=True)
class Text:
    """One thing said in every language of the portal, so that no translation can be missing."""

    en: str
    es: str

    def in_language(self, language: Language) -> str:
        """The wording in one language."""
        return self.es if language == "es" else self.en


def preferred_language(accept_language: str | None) -> Language:
    """Choose a language from the header `Accept-Language` (RFC 9110, 12.5.4).

    Args:
        accept_language: the header's value; what cannot be read counts for nothing.

    Returns:
        The supported language of the highest weight, the first of equals, else English.
    """
    best: tuple[float, Language] = (0.0, DEFAULT_LANGUAGE)
    for part in (accept_language or "").split(","):
        tag, _, parameter = part.strip().partition(";")
        try:
            weight = float(parameter.strip().removeprefix("q=")) if parameter else 1.0
        except ValueError:
            continue
        primary = tag.strip().lower().partition("-")[0]
        for language in LANGUAGES:
            if primary == language and weight > best[0]:
                best = (weight, language)
    return best[1]

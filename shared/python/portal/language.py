"""The languages of the portal, and texts in all of them."""

import re
from dataclasses import dataclass
from datetime import date
from string import Formatter
from typing import Literal, get_args

Language = Literal["en", "es"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
DEFAULT_LANGUAGE: Language = "en"


@dataclass(frozen=True, slots=True)
class Text:
    """A text in every language of the portal."""

    en: str
    es: str

    def in_language(self, language: Language) -> str:
        return self.es if language == "es" else self.en

    def list_parameter_names(self) -> set[str]:
        """Return the names of the text's parameters, as in `{name}` or `{amount:,}`."""
        return {name for _, name, _, _ in Formatter().parse(self.en) if name is not None}

    def format(self, **parameters: "Parameter") -> "Text":
        """Return the text with its parameters filled in, each formatted for its language."""
        wordings = {
            language: self.in_language(language).format(
                **{name: _write_value(value, language) for name, value in parameters.items()}
            )
            for language in LANGUAGES
        }
        return Text(**wordings)


Parameter = str | int | date | Text
"""A value that a text leaves open."""

_MONTHS = (
    ("January", "enero"),
    ("February", "febrero"),
    ("March", "marzo"),
    ("April", "abril"),
    ("May", "mayo"),
    ("June", "junio"),
    ("July", "julio"),
    ("August", "agosto"),
    ("September", "septiembre"),
    ("October", "octubre"),
    ("November", "noviembre"),
    ("December", "diciembre"),
)


def _write_value(value: Parameter, language: Language) -> str | int:
    if isinstance(value, Text):
        return value.in_language(language)
    return write_day(value).in_language(language) if isinstance(value, date) else value


def get_month_name(day: date) -> Text:
    """Return the name of a day's month, such as "November" and "noviembre"."""
    english, spanish = _MONTHS[day.month - 1]
    return Text(en=english, es=spanish)


# After the language comes a subtag (RFC 5646), or a territory, codeset or modifier of POSIX (8.2).
_END_OF_PRIMARY = re.compile("[-_.@]")


def write_day(day: date) -> Text:
    """Return a day in words, such as "November 1, 2026" and "1 de noviembre de 2026"."""
    month = get_month_name(day)
    return Text(en=f"{month.en} {day.day}, {day.year}", es=f"{day.day} de {month.es} de {day.year}")


def parse_language(tag: str) -> Language | None:
    """Parse a language tag (RFC 5646) or a POSIX locale such as `es_MX.UTF-8`; None for other languages."""
    primary = _END_OF_PRIMARY.split(tag.strip().lower(), maxsplit=1)[0]
    return next((language for language in LANGUAGES if language == primary), None)


def choose_language(accept_language: str | None) -> Language:
    """Choose a language from the header `Accept-Language` (RFC 9110, 12.5.4).

    Args:
        accept_language: value of the header, or a single tag; malformed parts are ignored.

    Returns:
        The supported language with the highest weight, the first of equals, or else English.
    """
    best: tuple[float, Language] = (0.0, DEFAULT_LANGUAGE)
    for part in (accept_language or "").split(","):
        tag, _, parameter = part.strip().partition(";")
        try:
            weight = float(parameter.strip().removeprefix("q=")) if parameter else 1.0
        except ValueError:
            continue
        language = parse_language(tag)
        if language and weight > best[0]:
            best = (weight, language)
    return best[1]

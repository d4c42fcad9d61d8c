"""Stored form of agencies' plain text."""

from functions.agencyinbound import texts
from portal.language import Text
from portal.text import clean, compose, has_refused_characters


class TextRefused(Exception):
    """A text breaks a rule; the message says which."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


def normalize_line_breaks(text: str) -> str:
    """Return the text composed (`portal.text.compose`), with line feeds as line breaks.

    Raises:
        TextRefused: see `has_refused_characters`.
    """
    text = compose(text.replace("\r\n", "\n")).strip()
    if any(has_refused_characters(line.replace("\t", "")) for line in text.split("\n")):
        raise TextRefused(texts.REFUSED_CHARACTERS)
    return text


def clean_text(text: str, longest: int) -> str:
    """Return the stored form of a plain text.

    Raises:
        TextRefused: it is too long, empty, or `has_refused_characters`.
    """
    # Limit the length before parsing.
    if len(text) > longest:
        raise TextRefused(make_too_long_text(longest))
    text = normalize_line_breaks(text)
    if not clean(text):
        raise TextRefused(texts.EMPTY)
    return text


def make_too_long_text(longest: int) -> Text:
    """Return the message for a text that is too long."""
    return Text(en=f"Send at most {longest:,} characters.", es=f"Envíe como máximo {longest:,} caracteres.")

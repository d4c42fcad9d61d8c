"""Stored form of the texts of agencies' messages."""

from collections.abc import Collection

from domains.messages.message import PREVIEW_LENGTH, BodyFormat
from functions.agencyinbound import texts
from functions.agencyinbound.message_html import GrowingHtml, UnstableHtml, clean_html, extract_text
from functions.agencyinbound.plain_text import TextRefused, make_too_long_text, normalize_line_breaks
from portal.language import Text
from portal.text import END_OF_ISOLATE, clean, count_open_isolates, has_refused_characters, tidy

MAX_SUBJECT_LENGTH = 200
MAX_BODY_LENGTH = 20_000
MAX_LABEL_LENGTH = 80
# Parsing time grows with the square of the number of unclosed tags.
MAX_TAGS = 1_000
# DynamoDB limits an item to 400 KB, and JSON stores an emoji in twelve bytes.
MAX_BODIES_BYTES = 300_000


def find_line_fault(text: str, longest: int | None = None) -> Text | None:
    """Return why a text cannot be a line, or None."""
    if has_refused_characters(text):
        return texts.REFUSED_CHARACTERS
    if not clean(text):
        return texts.EMPTY
    return make_too_long_text(longest) if longest is not None and len(text) > longest else None


def clean_body(text: str, body_format: BodyFormat, origins: Collection[str]) -> str:
    """Return the stored form of a body.

    Args:
        origins: allowed link targets.

    Raises:
        TextRefused: it breaks a rule.
    """
    # Limit the length before parsing.
    if len(text) > MAX_BODY_LENGTH:
        raise TextRefused(make_too_long_text(MAX_BODY_LENGTH))
    text = normalize_line_breaks(text)
    if body_format == "html":
        if text.count("<") > MAX_TAGS:
            raise TextRefused(texts.TOO_MANY_TAGS)
        try:
            # An entity can hide a character that is refused literally.
            text = normalize_line_breaks(clean_html(text, origins, MAX_BODY_LENGTH))
        except UnstableHtml:
            raise TextRefused(texts.UNSTABLE_HTML) from None
        except GrowingHtml:
            raise TextRefused(texts.GROWING_HTML) from None
    if not clean(make_preview(text, body_format)):
        raise TextRefused(texts.EMPTY)
    return text


def make_preview(body: str, body_format: BodyFormat) -> str:
    """Return the start of a body without markup."""
    text = tidy(extract_text(body) if body_format == "html" else body)
    if len(text) <= PREVIEW_LENGTH:
        return text
    cut = text[: PREVIEW_LENGTH - 1].rstrip()
    return f"{cut}…{END_OF_ISOLATE * count_open_isolates(cut)}"

"""The words of the pages and mails, in English and Spanish."""

import json
from functools import cache
from pathlib import Path

from flask import request

from portal.language import choose_language, parse_language

LANGUAGES = {"en": "English", "es": "Español"}
DIRECTORY = Path(__file__).with_name("texts")


@cache
def parse_texts(language: str) -> dict[str, str]:
    """Return all texts of one language by key."""
    texts: dict[str, str] = json.loads((DIRECTORY / f"{language}.json").read_text(encoding="utf-8"))
    return texts


def get_language() -> str:
    """Return the language for the current request.

    `ui_locales` decides (OpenID Connect Core, section 3.1.2.1: tags in order of preference), then the
    browser's preference, then English.
    """
    for tag in request.args.get("ui_locales", "").split():
        if language := parse_language(tag):
            return language
    return choose_language(request.headers.get("Accept-Language"))


def get_text(key: str, **values: object) -> str:
    """Return a text in the language of the current request. Raises KeyError for an unknown key."""
    return parse_texts(get_language())[key].format(**values)

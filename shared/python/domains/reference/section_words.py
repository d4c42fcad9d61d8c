"""Everyday words that lead to a section of a page."""

from functools import cache

from pydantic import BaseModel

from domains.reference.data import DATA_FOLDER
from portal.language import Text


class _Section(BaseModel):
    heading: str
    keywords: Text


class _Words(BaseModel):
    pages: dict[str, tuple[_Section, ...]]


@cache
def list_section_words() -> dict[tuple[str, str], Text]:
    """Return the words by page, such as `help/signin`, and English heading.

    Source: data/section_words.json.
    """
    pages = _Words.model_validate_json((DATA_FOLDER / "section_words.json").read_bytes()).pages
    return {(page, each.heading): each.keywords for page, items in pages.items() for each in items}

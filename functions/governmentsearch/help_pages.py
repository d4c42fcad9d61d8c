"""The pages of the help, as `npm run contract` takes them from those of the web app."""

from functools import cache

from pydantic import BaseModel, TypeAdapter

from portal.language import Text
from portal.reference import DATA_FOLDER


class HelpPage(BaseModel):
    """One page in every language.

    Attributes:
        id: its file without the ending.
        summary: its first paragraph.
        text: all of it.
    """

    id: str
    title: Text
    summary: Text
    text: Text


_PAGES = TypeAdapter(tuple[HelpPage, ...])


@cache
def help_pages() -> tuple[HelpPage, ...]:
    """Every page but the contents and `notfound`. Source: data/help_pages.json."""
    return _PAGES.validate_json((DATA_FOLDER / "help_pages.json").read_bytes())

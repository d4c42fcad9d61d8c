"""The help pages as text, which `npm run contract` extracts from the web app."""

from functools import cache

from pydantic import BaseModel, TypeAdapter

from domains.reference.data import DATA_FOLDER
from portal.language import LANGUAGES, Language, Text


class HelpSection(BaseModel):
    """A heading with its paragraphs and list items."""

    heading: str
    blocks: tuple[str, ...]


class HelpPage(BaseModel):
    """A help page in every language."""

    id: str  # name of the page's file without the ending
    sections: dict[Language, tuple[HelpSection, ...]]  # sections; the first one's heading is the page's title

    @property
    def title(self) -> Text:
        return Text(**{each: self.sections[each][0].heading for each in LANGUAGES})

    @property
    def summary(self) -> Text:
        """First paragraph."""
        return Text(
            **{each: next(text for part in self.sections[each] for text in part.blocks) for each in LANGUAGES}
        )

    @property
    def text(self) -> Text:
        """All headings and paragraphs."""
        return Text(
            **{
                language: " ".join(
                    text for section in self.sections[language] for text in (section.heading, *section.blocks)
                )
                for language in LANGUAGES
            }
        )

    def get_href(self, base: str) -> Text:
        """Return the page's address.

        Args:
            base: address of the help, with or without a trailing slash.
        """
        return Text(**{each: f"{base.rstrip('/')}/{each}/{self.id}.html" for each in LANGUAGES})


_PAGES = TypeAdapter(tuple[HelpPage, ...])


@cache
def list_help_pages() -> tuple[HelpPage, ...]:
    """Return all pages except the table of contents and `notfound`. Source: data/help_pages.json."""
    return _PAGES.validate_json((DATA_FOLDER / "help_pages.json").read_bytes())

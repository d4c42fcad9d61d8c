"""Matters that people ask a state and that no agency of the portal has, with the office to ask."""

from datetime import date
from functools import cache
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

from domains.reference.data import DATA_FOLDER
from domains.reference.fees import is_official_page
from portal.language import Text

_OTHER_HOSTS = frozenset({"211arizona.org", "arizonaatwork.com", "azcourthelp.org", "azstateparks.com"})
"""Services that the state or its courts name as theirs and that have no government domain."""


class Matter(BaseModel):
    """A matter of an office outside of the portal."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[a-z-]+$")
    title: Text
    office: Text
    note: Text | None = None  # a further sentence, if any
    url: str  # official page
    phone: str | None = None  # number that the page at `source` states; None without one
    source: str | None = None
    checked_on: date | None  # day on which somebody looked at the page; None if nobody has
    keywords: Text  # everyday words for the search, separated by blanks, which are not shown
    subjects: Text  # the same, each of which alone says that a question is about this

    @model_validator(mode="after")
    def _check_links(self) -> Self:
        for url in (self.url, self.source or self.url):
            if not is_official_link(url):
                raise ValueError(f"{self.id}: {url} is no https page of a government")
        if self.phone and not (self.source and self.checked_on):
            raise ValueError(
                f"{self.id}: a telephone number needs the page that states it, and the day of the look"
            )
        return self


class _Matters(BaseModel):
    items: tuple[Matter, ...]


def is_official_link(url: str) -> bool:
    """Return whether a link is an https page of a government, or of a service that one names as its own."""
    host = url.removeprefix("https://").partition("/")[0].removeprefix("www.")
    return url.startswith("https://") and (host in _OTHER_HOSTS or is_official_page(url))


@cache
def list_matters() -> tuple[Matter, ...]:
    """Return all matters. Source: data/elsewhere.json."""
    return _Matters.model_validate_json((DATA_FOLDER / "elsewhere.json").read_bytes()).items

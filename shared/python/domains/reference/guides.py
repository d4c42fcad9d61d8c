"""The guides of the web app, and the checklists of life events."""

from functools import cache

from pydantic import BaseModel, ConfigDict

from domains.reference.data import DATA_FOLDER
from portal.language import Text


class GuideStep(BaseModel):
    """A sentence of a guide. The web app reads its links."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    text: Text


class Guide(BaseModel):
    """A guide."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: str
    title: Text
    summary: Text
    keywords: Text = Text("", "")  # everyday words for the search, separated by blanks, which are not shown
    steps: tuple[GuideStep, ...]


class _Guides(BaseModel):
    guides: tuple[Guide, ...]


@cache
def list_guides() -> tuple[Guide, ...]:
    """Return all guides. Source: data/guides.json."""
    return _Guides.model_validate_json((DATA_FOLDER / "guides.json").read_bytes()).guides

"""The privacy notice as text, which `npm run contract` extracts from the web app."""

from functools import cache

from pydantic import BaseModel, TypeAdapter

from domains.reference.data import DATA_FOLDER
from portal.language import Language, Text


class PrivacySection(BaseModel):
    """A heading of the notice with its paragraphs and list items in each language; `id` is its anchor."""

    id: str
    heading: Text
    blocks: dict[Language, tuple[str, ...]]


_SECTIONS = TypeAdapter(tuple[PrivacySection, ...])


@cache
def list_privacy_sections() -> tuple[PrivacySection, ...]:
    """Return all sections. Source: data/privacy_notice.json."""
    return _SECTIONS.validate_json((DATA_FOLDER / "privacy_notice.json").read_bytes())

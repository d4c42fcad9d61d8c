"""The guides of the web app."""

import json
from functools import cache

from domains.reference.data import DATA_FOLDER


@cache
def list_guide_ids() -> tuple[str, ...]:
    """Return the ids of all guides. Source: data/guides.json."""
    guides = json.loads((DATA_FOLDER / "guides.json").read_bytes())["guides"]
    return tuple(each["id"] for each in guides)

"""The browser of a request and its approximate place."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from portal.text import clean, tidy

_MAX_CHARACTERS = 80


@dataclass(frozen=True, slots=True)
class Place:
    """Approximate place of a browser according to CloudFront; each part is None if unknown."""

    city: str | None = None
    region: str | None = None
    country: str | None = None  # ISO 3166 code of two letters


@dataclass(frozen=True, slots=True)
class Viewer:
    """The browser of a request; its address is not known to the portal's functions."""

    user_agent: str = ""
    place: Place = Place()


def read_viewer(headers: Mapping[str, str]) -> Viewer:
    """Return the viewer that a request's headers describe.

    CloudFront drops a browser's own headers with its prefix, and percent-encodes other than ASCII characters.
    """
    return Viewer(
        headers.get("user-agent", ""),
        Place(
            city=_read_name(headers, "cloudfront-viewer-city"),
            region=_read_name(headers, "cloudfront-viewer-country-region-name"),
            country=_read_name(headers, "cloudfront-viewer-country"),
        ),
    )


def _read_name(headers: Mapping[str, str], name: str) -> str | None:
    return tidy(clean(unquote(headers.get(name, ""))))[:_MAX_CHARACTERS] or None

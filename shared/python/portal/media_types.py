"""Content negotiation by the header `Accept`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

# RFC 9110, 12.4.2: at most three decimals, and at most 1.
_WEIGHT = re.compile(r"(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)")


@dataclass(frozen=True, slots=True)
class _Range:
    media_type: str
    weight: float

    def get_precision(self, offered: str) -> int:
        """Return the precision with which the range matches an offered type; 0 for no match."""
        if self.media_type == offered:
            return 3
        if self.media_type == f"{offered.partition('/')[0]}/*":
            return 2
        return 1 if self.media_type == "*/*" else 0


def choose_media_type(accept: str | None, offered: Sequence[str]) -> str | None:
    """Choose one of the offered media types by the header `Accept` (RFC 9110, 12.5.1).

    Args:
        accept: value of the header; malformed parts and parameters other than the weight are ignored.
        offered: media types without parameters, in lower case, preferred first.

    Returns:
        The type with the highest weight, the first of equals; without a header, the first; None if none is
        acceptable.
    """
    if accept is None or not accept.strip():
        return offered[0]
    ranges = list(_parse_ranges(accept))
    best = max(offered, key=lambda media_type: _get_weight(media_type, ranges))
    return best if _get_weight(best, ranges) > 0 else None


def _get_weight(offered: str, ranges: Sequence[_Range]) -> float:
    matches = [media_range for media_range in ranges if media_range.get_precision(offered)]
    if not matches:
        return 0.0
    return max(matches, key=lambda media_range: media_range.get_precision(offered)).weight


def _parse_ranges(accept: str) -> Iterator[_Range]:
    for part in accept.split(","):
        media_type, *parameters = (piece.strip().lower() for piece in part.split(";"))
        weights = [parameter[2:] for parameter in parameters if parameter.startswith("q=")]
        if all(_WEIGHT.fullmatch(weight) for weight in weights):
            yield _Range(media_type, float(weights[0]) if weights else 1.0)

"""Clock and ids."""

import base64
import hashlib
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Literal

Clock = Callable[[], datetime]

Assurance = Literal["none", "signal", "proof"]
"""Assurance that the caller is the registered person, beyond the sign-in."""

_DERIVED_ID_LENGTH = 26
_DERIVED_ID = re.compile(rf"[a-z2-7]{{{_DERIVED_ID_LENGTH}}}")


def get_utc_now() -> datetime:
    """Return the present moment, in UTC, to the microsecond."""
    return datetime.now(UTC)


def make_id(at: datetime) -> str:
    """Return a new ULID in lower case: 26 characters that sort by time.

    Args:
        at: time in the id, to the millisecond.
    """
    # Imported with the first id: it takes 50 ms, and authorizers, which calls wait for, make none.
    from ulid import ULID

    return str(ULID.from_datetime(at)).lower()


def derive_id(*parts: str) -> str:
    """Return an id derived from its parts, for idempotent creation.

    Args:
        parts: texts without line breaks; the same list gives the same id.

    Returns:
        26 characters of a-z and 2-7: 130 bits of a SHA-256, practically unique.
    """
    digest = hashlib.sha256("\n".join(parts).encode()).digest()
    return base64.b32encode(digest).decode().lower()[:_DERIVED_ID_LENGTH]


def is_derived_id(text: str) -> bool:
    """Tell if a text has the form of a derived id, to skip lookups of others."""
    return _DERIVED_ID.fullmatch(text) is not None

"""Stored form of an issuer's list of revoked certificates."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import Base64Bytes


@dataclass(frozen=True, slots=True)
class RevocationList:
    """A list as published.

    Attributes:
        name: derived from its address.
        document: signed list; each read verifies the signature.
        fetched_at: time of the last download.
    """

    name: str
    document: Base64Bytes
    fetched_at: datetime

"""Stored form of an issuer's list of revoked certificates."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import Base64Bytes


@dataclass(frozen=True, slots=True)
class RevocationList:
    """A list as published."""

    name: str  # derived from its address
    document: Base64Bytes  # signed list; each read verifies the signature
    fetched_at: datetime  # time of the last download

"""Stored form of the list of trusted issuers of mobile driver's licenses."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import Base64Bytes


@dataclass(frozen=True, slots=True)
class TrustList:
    """A list as published.

    Attributes:
        document: signed list; each read verifies the signature.
        fetched_at: time of the last download.
        revision: revision of the stored item.
    """

    document: Base64Bytes
    fetched_at: datetime
    revision: int = 1

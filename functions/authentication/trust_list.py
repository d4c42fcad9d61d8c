"""Stored form of the list of trusted issuers of mobile driver's licenses."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import Base64Bytes


@dataclass(frozen=True, slots=True)
class TrustList:
    """A list as published."""

    document: Base64Bytes  # signed list; each read verifies the signature
    fetched_at: datetime  # time of the last download
    revision: int = 1

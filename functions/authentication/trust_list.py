"""A list of the issuers of mobile driver's licenses that are trusted, as it is kept."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import Base64Bytes


@dataclass(frozen=True, slots=True)
class TrustList:
    """A list as it was published.

    Attributes:
        document: with the signature, which is verified each time it is read.
        fetched_at: when the publisher last gave it.
        revision: of what is stored.
    """

    document: Base64Bytes
    fetched_at: datetime
    revision: int = 1

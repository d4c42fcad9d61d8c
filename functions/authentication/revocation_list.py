"""A list of the certificates that an issuer took back, as it is kept."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import Base64Bytes


@dataclass(frozen=True, slots=True)
class RevocationList:
    """A list as it was published.

    Attributes:
        name: stands for its address.
        document: with the signature, which is verified each time it is read.
        fetched_at: when the issuer last gave it.
    """

    name: str
    document: Base64Bytes
    fetched_at: datetime

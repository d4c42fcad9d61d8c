"""The port to whoever knows the addresses that the portal's own lists do not settle."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

PlaceType = Literal["house", "estimatedHouse", "street"]
"""A house that is known, one whose place is estimated from those beside it, or a street without a number."""

FailureReason = Literal["timeout", "throttled", "refused", "unreachable", "malformed"]


@dataclass(frozen=True, slots=True)
class Question:
    """A street address of the state, with nothing of it that names a person or a unit.

    Attributes:
        city: empty where it is not known, as is `zip_code`.
    """

    house_number: str
    street: str
    city: str
    state: str
    zip_code: str


@dataclass(frozen=True, slots=True)
class MatchScores:
    """Match of a candidate by part, from 0 to 1; None for a part that was not compared."""

    overall: float
    house_number: float | None
    street: float | None
    city: float | None
    state: float | None
    zip_code: float | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """An address that may be the one that is meant.

    Attributes:
        house_number: empty for a street.
        state: its code.
        zip_code: five digits, or empty.
        plus_four: what follows them in a ZIP+4, or empty.
        county: its name, or empty.
        is_number_corrected: the provider put another house number than the one that was asked.
        is_zip_for_boxes: the postal service keeps this ZIP Code for post office boxes.
        has_units: the postal service's record is one of a building with units.
    """

    place_type: PlaceType
    house_number: str
    street: str
    city: str
    state: str
    zip_code: str
    plus_four: str
    county: str
    scores: MatchScores
    is_number_corrected: bool
    is_zip_for_boxes: bool
    has_units: bool


class ProviderUnavailable(Exception):
    """The provider did not give a usable answer; nothing in it names the address."""

    def __init__(self, reason: FailureReason) -> None:
        super().__init__(reason)
        self.reason: FailureReason = reason


class AddressProvider(Protocol):
    """Looks addresses up. No provider says whether mail can be delivered."""

    @property
    def credit(self) -> str:
        """Attribution to show with an answer."""

    def find(self, question: Question) -> Sequence[Candidate]:
        """Find candidates, the best match first; empty when nothing is known.

        Raises:
            ProviderUnavailable: it did not answer in time, refused, or answered what cannot be read.
        """

"""Port to a provider of addresses, for those that the portal's own lists leave open."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

PlaceType = Literal["house", "estimatedHouse", "street"]
"""A known house, a house with an estimated position, or a street without a number."""

FailureReason = Literal["timeout", "throttled", "refused", "unreachable", "malformed"]


@dataclass(frozen=True, slots=True)
class AddressQuestion:
    """A street address in the state, without person and unit."""

    house_number: str
    street: str
    city: str  # empty if unknown, like `zip_code`
    state: str
    zip_code: str


@dataclass(frozen=True, slots=True)
class MatchScores:
    """Match scores of a candidate's parts, from 0 to 1; None for parts that were not compared."""

    overall: float
    house_number: float | None
    street: float | None
    city: float | None
    state: float | None
    zip_code: float | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """An address that may match."""

    place_type: PlaceType
    house_number: str  # empty for a street
    street: str
    city: str
    state: str  # its code
    zip_code: str  # five digits, or empty
    plus_four: str  # the last four digits of a ZIP+4, or empty
    county: str  # its name, or empty
    scores: MatchScores
    is_number_corrected: bool  # the provider changed the house number
    is_zip_for_boxes: bool  # the postal service keeps this ZIP Code for post office boxes
    has_units: bool  # the postal record is for a building with units


class AddressProviderUnavailable(Exception):
    """The provider gave no usable answer; the text never contains the address."""

    def __init__(self, reason: FailureReason) -> None:
        super().__init__(reason)
        self.reason: FailureReason = reason


class AddressProvider(Protocol):
    """Looks addresses up. No provider says whether mail can be delivered."""

    @property
    def credit(self) -> str:
        """Attribution to show with an answer."""

    def find_candidates(self, question: AddressQuestion) -> Sequence[Candidate]:
        """Find candidates, the best match first; empty if nothing matches.

        Raises:
            AddressProviderUnavailable: it timed out, refused, or gave an unreadable answer.
        """

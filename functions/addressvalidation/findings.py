"""Findings of an address validation."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from domains.addresses.standard_form import AddressKind
from functions.addressvalidation.contract import Outcome, ValidatedAddressReply
from portal.language import Text

_GRAVITY: Sequence[Outcome] = ("VERIFIED_AREA", "CORRECTED", "UNVERIFIED", "AMBIGUOUS", "INVALID")
_OPEN: frozenset[Outcome] = frozenset({"UNVERIFIED", "AMBIGUOUS"})


@dataclass(frozen=True, slots=True)
class Finding:
    """Finding about a field."""

    property_name: str
    code: str
    text: Text
    outcome: Outcome | None  # the least severe outcome that it allows; None if it allows any


@dataclass(slots=True)
class Findings:
    """All findings of a validation."""

    kind: AddressKind
    least: Outcome = "VERIFIED_AREA"
    reported: list[Finding] = field(default_factory=list)
    alternatives: list[ValidatedAddressReply] = field(default_factory=list)

    @property
    def outcome(self) -> Outcome:
        """The most severe outcome of all findings."""
        return max(
            [self.least, *(each.outcome for each in self.reported if each.outcome)], key=_GRAVITY.index
        )

    @property
    def is_open(self) -> bool:
        """True if the address may be right and was not verified."""
        return self.outcome in _OPEN

    def add_finding(self, name: str, code: str, text: Text, outcome: Outcome | None = None) -> None:
        self.reported.append(Finding(name, code, text, outcome))

    def drop_open_findings(self) -> None:
        """Drop the findings that left the address open, because a better source answered."""
        self.reported = [each for each in self.reported if each.outcome not in _OPEN]
        self.alternatives.clear()

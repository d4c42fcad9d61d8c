"""How a call to an agency can end other than well."""

from typing import Literal

Outcome = Literal[
    "ok",
    "revoked",
    "declined",
    "breakerOpen",
    "notAllowed",
    "noCredentials",
    "unreachable",
    "late",
    "tooLarge",
    "redirected",
    "unauthorised",
    "refused",
    "failed",
    "malformed",
    "malformedValue",
    "wrongRecord",
]


class AgencyFailure(Exception):
    """The agency did not answer as the protocol says, or could not be asked; `outcome` says how."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome: Outcome = outcome


class RecordRevoked(Exception):
    """The record does not belong to the person any more."""


class AddressDeclined(Exception):
    """The agency does not take this address for this record."""

"""Failures of a call to an agency."""

from typing import Literal

from portal.errors import Unavailable
from portal.language import Text

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


class AgencyUnavailable(Unavailable):
    code = "agencyUnavailable"
    text = Text(
        en="{agency} does not answer just now. Nothing was lost or changed; try again in a few minutes.",
        es="{agency} no responde en este momento. No se perdió ni cambió nada; inténtelo de nuevo en "
        "unos minutos.",
    )


class AgencyFailure(Exception):
    """The agency did not answer as the protocol says, or could not be asked; `outcome` says how."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome: Outcome = outcome


class RecordRevoked(Exception):
    """The record does not belong to the person any more."""


class PortraitMissing(Exception):
    """The agency has no picture of this person under this record."""


class ReplyDeclined(Exception):
    """The agency does not take this reply, now or later."""


class AddressDeclined(Exception):
    """The agency does not take this address for this record."""

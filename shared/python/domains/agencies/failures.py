"""Failures of a call to an agency."""

from typing import Literal, TypeGuard, get_args

from portal.errors import Unavailable
from portal.language import Text

AgencyFault = Literal["unreachable", "late", "tooLarge", "redirected", "unauthorised", "failed", "malformed"]
"""A problem of the whole agency. A wrong answer about one record is none: it must not block the others."""

Outcome = (
    AgencyFault
    | Literal[
        "ok",
        "revoked",
        "declined",
        "breakerOpen",
        "notAllowed",
        "noCredentials",
        "refused",
        "malformedValue",
        "wrongRecord",
    ]
)


def is_agency_fault(outcome: Outcome) -> TypeGuard[AgencyFault]:
    """Tell if a call failed by a problem of the whole agency."""
    return outcome in get_args(AgencyFault)


class AgencyUnavailable(Unavailable):
    code = "agencyUnavailable"
    text = Text(
        en="{agency} is not responding right now. Nothing was lost or changed. Try again in a few minutes.",
        es="{agency} no responde en este momento. No se perdió ni cambió nada; inténtelo de nuevo en "
        "unos minutos.",
    )


class AgencyFailure(Exception):
    """The agency gave no valid answer, or could not be called; `outcome` says why."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome: Outcome = outcome


class RecordRevoked(Exception):
    """The record no longer belongs to the person."""


class PortraitMissing(Exception):
    """The agency has no picture of this person under this record."""


class ReplyDeclined(Exception):
    """The agency permanently declined the reply."""


class AddressDeclined(Exception):
    """The agency does not accept the address for this record."""

"""Verification of an agency's token, without HTTP and AWS."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from functions.agencyauthorizer.shapes import AgencyTokenShape
from portal.tokens.refusal import RefusalReason, RefusedError
from portal.tokens.verification import KeySource, TokenReader

MAX_AGENCY_ID_CHARACTERS = 60

# Same pattern as `domains.agencies.manifest.Slug`, whose import would load Pydantic on every cold start.
_AGENCY_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class CallingAgency:
    """Agency of a verified token, and its expiry in seconds since 1970."""

    agency_id: str
    expires_at: float


class AgencyVerifier:
    """Verifies tokens and finds their agency."""

    def __init__(
        self,
        issuer: str,
        shape: AgencyTokenShape,
        scope_prefix: str,
        keys: KeySource,
        now: Callable[[], float],
    ) -> None:
        """`now` gives the time in seconds since 1970."""
        self._shape = shape
        self._scope_prefix = scope_prefix
        self._tokens = TokenReader(issuer, keys, now, requires_not_before=shape.requires_not_before)

    def verify_agency(self, access_token: str) -> CallingAgency:
        """Return the agency of a token.

        Raises RefusedError if the token fails a rule, belongs to a person, or names no agency or several.
        """
        claims = self._tokens.get_claims(access_token)
        scopes = self._shape.list_scopes(claims)
        ids = [
            scope.removeprefix(self._scope_prefix) for scope in scopes if scope.startswith(self._scope_prefix)
        ]
        if len(ids) != 1 or not _AGENCY_ID.fullmatch(ids[0]) or len(ids[0]) > MAX_AGENCY_ID_CHARACTERS:
            raise RefusedError(RefusalReason.SCOPE)
        return CallingAgency(ids[0], claims["exp"])

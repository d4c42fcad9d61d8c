"""Accesses to a person's record, for the person."""

from collections.abc import Sequence
from dataclasses import dataclass

from aws_lambda_powertools import Logger

from domains.accesslog.access_log_table import AccessLogTable, LogLine
from domains.accesslog.contract import AccessProof
from domains.accesslog.proofs import AccessProofs, LogNotReadable
from portal.page_tokens import PageTokens
from portal.principal import Principal

_LIST = {"list": "access"}
"""Distinguishes this list's tokens from those of others."""


@dataclass(frozen=True, slots=True)
class AccessPage:
    """Accesses to the caller's record."""

    lines: Sequence[LogLine]  # latest first
    # Proof of each line; None for an unsealed line, and for all if the sealed log is unavailable.
    proofs: Sequence[AccessProof | None]
    is_log_readable: bool  # true if the sealed log was available
    next_token: str | None  # token for the next page, or None


@dataclass(frozen=True, slots=True)
class AccessService:
    """Lists people's own parts of the access log."""

    log: AccessLogTable
    proofs: AccessProofs
    tokens: PageTokens
    logger: Logger

    def list_accesses(self, caller: Principal, limit: int, next_token: str | None) -> AccessPage:
        """Return a page of the accesses to the caller's record.

        Args:
            limit: maximum number of lines.
        """
        user_id = caller.user_id
        start = self.tokens.decode(next_token, user_id, _LIST)
        lines, end = self.log.list_lines(user_id, limit, start)
        proofs = self._prove(lines)
        return AccessPage(
            lines,
            [None] * len(lines) if proofs is None else proofs,
            proofs is not None,
            self.tokens.encode(end, user_id, _LIST),
        )

    def _prove(self, lines: Sequence[LogLine]) -> list[AccessProof | None] | None:
        """Return the proofs; None if the sealed log is unavailable, so people still get their list."""
        try:
            return self.proofs.prove_lines(lines)
        except LogNotReadable as error:
            self.logger.error("sealed log not readable", exc_info=error)
            return None

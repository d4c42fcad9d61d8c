"""The accesses to a person's record, for the person."""

from collections.abc import Sequence
from dataclasses import dataclass

from aws_lambda_powertools import Logger

from domains.accesslog.access_log_table import AccessLogTable, LogLine
from domains.accesslog.contract import AccessProof
from domains.accesslog.proofs import AccessProofs, LogNotReadable
from portal.page_tokens import PageTokens
from portal.principal import Principal

_LIST = {"list": "access"}
"""Tells the tokens of this list from those of others."""


@dataclass(frozen=True, slots=True)
class AccessPage:
    """Accesses to the caller's record.

    Attributes:
        lines: the latest first.
        proofs: of each; None for one that is not sealed yet, and for all while the sealed log cannot be read.
        is_log_readable: false where it could not be read.
        next_token: for the next page; None after the last.
    """

    lines: Sequence[LogLine]
    proofs: Sequence[AccessProof | None]
    is_log_readable: bool
    next_token: str | None


@dataclass(frozen=True, slots=True)
class AccessService:
    """Pages of the access log, each person's own."""

    log: AccessLogTable
    proofs: AccessProofs
    tokens: PageTokens
    logger: Logger

    def list_accesses(self, caller: Principal, limit: int, next_token: str | None) -> AccessPage:
        """Return a page of the accesses to the caller's record.

        Args:
            limit: at most so many.

        Raises:
            InvalidRequest: the token is not of this list.
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
        """Return the proofs; None where the sealed log cannot be read, which keeps nobody from their list."""
        try:
            return self.proofs.prove(lines)
        except LogNotReadable as error:
            self.logger.error("sealed log not readable", exc_info=error)
            return None

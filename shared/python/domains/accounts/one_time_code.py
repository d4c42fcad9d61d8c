"""One-time codes, which prove that a person receives messages at an address.

A code has six digits, works once within ten minutes, and is void after five wrong tries. After a hundred
wrong tries in a row, no more codes are issued for that person and purpose. `sending_limits` limits how many
codes an account can ask for, and how many an address gets. Sources of the limits:
facts/enhanced_auth.json, `codes` (NIST SP 800-63 allows 24 hours by email and 10 minutes by phone; the
portal uses 10 minutes for both) and `throttle`. Only hashes bound to person and purpose are stored.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from domains.accounts.errors import CodeAlreadySent, TooManyWrongCodes
from domains.accounts.one_time_codes_table import OneTimeCodesTable, StoredCode
from portal.errors import InvalidRequest, Problem
from portal.language import Text

LIFETIME = timedelta(minutes=10)
MIN_INTERVAL = timedelta(seconds=60)
MAX_ATTEMPTS = 5
MAX_FAILURES = 100

_DIGITS = 6
_NOT_THE_CODE = Problem(
    "code",
    Text(
        en="This is not the code we sent, or it has expired. Check it, or ask for a new one.",
        es="Este no es el código que enviamos, o ya venció. Revíselo o pida uno nuevo.",
    ),
)


def make_random_code() -> str:
    """Return six random decimal digits from a secure source."""
    return f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}d}"


@dataclass(frozen=True, slots=True)
class IssuedCode:
    """A new code, which is sent and never stored in plain text."""

    code: str
    expires_at: datetime


class OneTimeCodes:
    """Issues and redeems codes; a person has at most one valid code for a purpose."""

    def __init__(self, table: OneTimeCodesTable) -> None:
        self._table = table

    def issue_code(self, user_id: str, purpose: str, target: str, code: str, now: datetime) -> IssuedCode:
        """Store a new code, which voids the previous one.

        Args:
            purpose: use of the code, such as `link` or `email`.
            target: the address that the code is sent to, or both addresses of a change.
            code: see `make_random_code`.

        Raises:
            CodeAlreadySent: a code was sent less than a minute ago.
        """
        failures_left = MAX_FAILURES - self._table.count_failures(user_id, purpose)
        if failures_left <= 0:
            raise TooManyWrongCodes
        expires_at = now + LIFETIME
        is_saved = self._table.save_code(
            user_id,
            purpose,
            StoredCode(_hash(user_id, purpose, code), target),
            attempts=min(MAX_ATTEMPTS, failures_left),
            sent_at=now,
            expires_at=expires_at,
            previous_sent_by=now - MIN_INTERVAL,
        )
        if not is_saved:
            raise CodeAlreadySent(retry_after_seconds=int(MIN_INTERVAL.total_seconds()))
        return IssuedCode(code, expires_at.replace(microsecond=0))

    def withdraw_code(self, user_id: str, purpose: str) -> None:
        """Delete a code that could not be sent."""
        self._table.delete_code(user_id, purpose)

    def redeem_code(self, user_id: str, purpose: str, code: str, now: datetime) -> str:
        """Redeem a code, which then is void.

        Returns:
            The target that the code was issued for.
        """
        issued = self._table.take_attempt(user_id, purpose, now)
        if issued is None:
            raise InvalidRequest(_NOT_THE_CODE)
        if not hmac.compare_digest(issued.code_hash, _hash(user_id, purpose, code)):
            self._table.add_failure(user_id, purpose)
            raise InvalidRequest(_NOT_THE_CODE)
        if not self._table.use_code(user_id, purpose, issued):
            raise InvalidRequest(_NOT_THE_CODE)
        self._table.delete_failures(user_id, purpose)
        return issued.target


def _hash(user_id: str, purpose: str, code: str) -> str:
    return hashlib.sha256(f"{user_id}\n{purpose}\n{code}".encode()).hexdigest()

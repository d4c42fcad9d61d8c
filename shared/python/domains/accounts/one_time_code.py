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

from portal.errors import Conflict, InvalidRequest, Problem, TooManyRequests
from portal.items import PlainSchema, to_seconds
from portal.language import Text
from portal.tables import Attr, Table

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


class TooManyWrongCodes(Conflict):
    code = "tooManyWrongCodes"
    text = Text(
        en="Too many wrong codes. For your security, we will not send more codes for this.",
        es="Se escribieron códigos incorrectos demasiadas veces. Por su seguridad, ya no se envían "
        "códigos para esto.",
    )


class CodeAlreadySent(TooManyRequests):
    code = "codeAlreadySent"
    text = Text(
        en="We just sent a code. Wait a minute before you ask for another.",
        es="Acabamos de enviar un código. Espere un minuto antes de pedir otro.",
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
    """Issues and redeems codes; a person has at most one valid code for a purpose.

    The partition of a person has an item `code#PURPOSE` for an issued code, and `failedcodes#PURPOSE` with
    the number of wrong codes since the last right one. Both change by DynamoDB's own arithmetic.
    """

    def __init__(self, table_name: str) -> None:
        self._table = Table(table_name, PlainSchema("user_id", "item"))

    def issue(self, user_id: str, purpose: str, target: str, code: str, now: datetime) -> IssuedCode:
        """Store a new code, which voids the previous one.

        Args:
            purpose: use of the code, such as `link` or `email`.
            target: the address that the code is sent to, or both addresses of a change.
            code: see `make_random_code`.

        Raises:
            CodeAlreadySent: a code was sent less than a minute ago.
        """
        failures_left = MAX_FAILURES - self._count_failures(user_id, purpose)
        if failures_left <= 0:
            raise TooManyWrongCodes
        expires_at = now + LIFETIME
        item = {
            "user_id": user_id,
            "item": _make_key(purpose),
            "target": target,
            "code_hash": _hash(user_id, purpose, code),
            "attempts_left": min(MAX_ATTEMPTS, failures_left),
            "sent_at": to_seconds(now),
            "expires_at": to_seconds(expires_at),
        }
        is_due = Attr("item").does_not_exist() | (Attr("sent_at") <= to_seconds(now - MIN_INTERVAL))
        if not self._table.put(item, is_due):
            raise CodeAlreadySent(retry_after_seconds=int(MIN_INTERVAL.total_seconds()))
        return IssuedCode(code, expires_at.replace(microsecond=0))

    def withdraw(self, user_id: str, purpose: str) -> None:
        """Delete a code that could not be sent."""
        self._table.delete(user_id, _make_key(purpose))

    def redeem(self, user_id: str, purpose: str, code: str, now: datetime) -> str:
        """Redeem a code, which then is void.

        Returns:
            The target that the code was issued for.
        """
        code_key, failures_key = (user_id, _make_key(purpose)), (user_id, _make_failures_key(purpose))
        attempts_left = Attr("attempts_left")
        is_valid = (attempts_left > 0) & (Attr("expires_at") > to_seconds(now))
        item = self._table.update(code_key, [attempts_left.add(-1)], is_valid)
        if item is None:
            raise InvalidRequest(_NOT_THE_CODE)
        if not hmac.compare_digest(item["code_hash"], _hash(user_id, purpose, code)):
            self._table.update(failures_key, [Attr("failures").add(1)])
            raise InvalidRequest(_NOT_THE_CODE)
        if not self._table.delete(*code_key, condition=Attr("code_hash") == item["code_hash"]):
            raise InvalidRequest(_NOT_THE_CODE)
        self._table.delete(*failures_key)
        return str(item["target"])

    def _count_failures(self, user_id: str, purpose: str) -> int:
        is_count = (Attr("user_id") == user_id) & (Attr("item") == _make_failures_key(purpose))
        return sum(int(item["failures"]) for item in self._table.query(is_count))


def _make_key(purpose: str) -> str:
    return f"code#{purpose}"


def _make_failures_key(purpose: str) -> str:
    return f"failedcodes#{purpose}"


def _hash(user_id: str, purpose: str, code: str) -> str:
    return hashlib.sha256(f"{user_id}\n{purpose}\n{code}".encode()).hexdigest()

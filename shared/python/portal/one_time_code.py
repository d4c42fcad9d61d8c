"""Codes that prove that a person receives what is sent to an address.

A code has six digits, is good once and for ten minutes, and is void after five wrong tries. After a hundred
wrong tries in a row there are no more codes for that person and purpose. A telephone number gets five codes
an hour, whoever asks for them, so that nobody is pestered through many accounts. Sources of the limits:
facts/enhanced_auth.json, `codes` (NIST SP 800-63 allows 24 hours by e-mail and 10 minutes by phone; ours are
the stricter of the two for both) and `throttle`. The server compares hashes bound to the person and the
purpose.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from pynamodb.exceptions import DeleteError, UpdateError
from pynamodb.expressions.condition import Condition
from pynamodb.expressions.update import Action

from portal.account_table import AccountItem, FailedCodesItem, NumberCodesItem, OneTimeCodeItem
from portal.dynamo import bind_table, is_condition_failure, save_if
from portal.errors import Conflict, InvalidRequest, Problem, TooManyRequests
from portal.language import Text

LIFETIME = timedelta(minutes=10)
SHORTEST_INTERVAL = timedelta(seconds=60)
MAXIMUM_ATTEMPTS = 5
MAXIMUM_FAILURES = 100
MAXIMUM_CODES_TO_A_NUMBER = 5
NUMBER_WINDOW = timedelta(hours=1)

_DIGITS = 6
_NOT_THE_CODE = Problem(
    "code",
    Text(
        en="This is not the code we sent, or it has expired. Check it, or ask for a new one.",
        es="Este no es el código que enviamos, o ya venció. Revíselo o pida uno nuevo.",
    ),
)


class TooManyCodesToNumber(TooManyRequests):
    code = "tooManyCodesToNumber"
    text = Text(
        en="Too many codes were sent to this number. Wait before you ask for another: an hour is "
        "always enough.",
        es="Se enviaron demasiados códigos a este número. Espere antes de pedir otro: una hora "
        "siempre basta.",
    )


class TooManyWrongCodes(Conflict):
    code = "tooManyWrongCodes"
    text = Text(
        en="Wrong codes were entered too often. For your security, no more codes are sent for this.",
        es="Se escribieron códigos incorrectos demasiadas veces. Por su seguridad, ya no se envían "
        "códigos para esto.",
    )


class CodeAlreadySent(TooManyRequests):
    code = "codeAlreadySent"
    text = Text(
        en="A code was sent a moment ago. Wait a minute before you ask for another.",
        es="Acabamos de enviar un código. Espere un minuto antes de pedir otro.",
    )


def random_code() -> str:
    """Six decimal digits that cannot be guessed."""
    return f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}d}"


@dataclass(frozen=True, slots=True)
class IssuedCode:
    """A new code, to be sent and then forgotten."""

    code: str
    expires_at: datetime


class OneTimeCodes:
    """Issues and redeems codes; at most one is good for a person and a purpose."""

    def __init__(self, table_name: str) -> None:
        """Keep the codes in the users table of that name."""
        bind_table(AccountItem, table_name)

    def issue(self, user_id: str, purpose: str, target: str, code: str, now: datetime) -> IssuedCode:
        """Make a code good, and the one before it void.

        Args:
            purpose: what it proves, such as `link` or `email`.
            target: the address that it is sent to.
            code: see `random_code`.

        Raises:
            TooManyRequests: the last one was sent less than a minute ago.
            Conflict: `tooManyWrongCodes`; waiting does not help.
        """
        failures_left = MAXIMUM_FAILURES - _failures(user_id, purpose)
        if failures_left <= 0:
            raise TooManyWrongCodes
        expires_at = now + LIFETIME
        item = OneTimeCodeItem(
            user_id,
            _key(purpose),
            target=target,
            code_hash=_hash(user_id, purpose, code),
            attempts_left=min(MAXIMUM_ATTEMPTS, failures_left),
            sent_at=int(now.timestamp()),
            expires_at=int(expires_at.timestamp()),
        )
        long_ago = int((now - SHORTEST_INTERVAL).timestamp())
        if not save_if(item, OneTimeCodeItem.item.does_not_exist() | (OneTimeCodeItem.sent_at <= long_ago)):
            raise CodeAlreadySent(retry_after_seconds=int(SHORTEST_INTERVAL.total_seconds()))
        return IssuedCode(code, datetime.fromtimestamp(item.expires_at, UTC))

    def count_to_number(self, number: str, now: datetime) -> None:
        """Count a code that is about to be sent to a number.

        Raises:
            TooManyRequests: `tooManyCodesToNumber`, with the time until more may be sent.
        """
        item = NumberCodesItem(_number_key(number), NumberCodesItem.KEY)
        moment = int(now.timestamp())
        window_end = int((now + NUMBER_WINDOW).timestamp())
        first = NumberCodesItem(item.user_id, item.item, sent=1, expires_at=window_end)
        is_open = NumberCodesItem.item.does_not_exist() | (NumberCodesItem.expires_at <= moment)
        has_room = (NumberCodesItem.expires_at > moment) & (NumberCodesItem.sent < MAXIMUM_CODES_TO_A_NUMBER)
        # Twice: of two first codes at the same moment one finds the other's window.
        for _ in range(2):
            if _update_if(item, NumberCodesItem.sent.add(1), has_room) or save_if(first, is_open):
                return
        found = NumberCodesItem.query(item.user_id, NumberCodesItem.item == item.item, consistent_read=True)
        ends_at = max((int(each.expires_at) for each in found), default=window_end)
        seconds = max(1, ends_at - moment)
        raise TooManyCodesToNumber(retry_after_seconds=seconds)

    def uncount_to_number(self, number: str) -> None:
        """Take back the count of a code that was not sent."""
        item = NumberCodesItem(_number_key(number), NumberCodesItem.KEY)
        _update_if(item, NumberCodesItem.sent.add(-1), NumberCodesItem.sent > 0)

    def withdraw(self, user_id: str, purpose: str) -> None:
        """Forget a code that could not be sent."""
        OneTimeCodeItem(user_id, _key(purpose)).delete()

    def redeem(self, user_id: str, purpose: str, code: str, now: datetime) -> str:
        """Use a code up.

        Returns:
            The address that it was sent to, now proven.

        Raises:
            InvalidRequest: not the code, too late, or too many tries; which of these is not told.
        """
        item = OneTimeCodeItem(user_id, _key(purpose))
        try:
            item.update(
                [OneTimeCodeItem.attempts_left.add(-1)],
                condition=(OneTimeCodeItem.attempts_left > 0)
                & (OneTimeCodeItem.expires_at > int(now.timestamp())),
            )
        except UpdateError as error:
            if not is_condition_failure(error):
                raise
            raise InvalidRequest(_NOT_THE_CODE) from None
        failed = FailedCodesItem(user_id, _failures_key(purpose))
        if not hmac.compare_digest(item.code_hash, _hash(user_id, purpose, code)):
            failed.update([FailedCodesItem.kind.set(FailedCodesItem), FailedCodesItem.failures.add(1)])
            raise InvalidRequest(_NOT_THE_CODE)
        try:
            item.delete(OneTimeCodeItem.code_hash == item.code_hash)
        except DeleteError as error:
            if not is_condition_failure(error):
                raise
            raise InvalidRequest(_NOT_THE_CODE) from None
        failed.delete()
        return str(item.target)


def _update_if(item: NumberCodesItem, action: Action, condition: Condition) -> bool:
    try:
        item.update([action], condition=condition)
    except UpdateError as error:
        if not is_condition_failure(error):
            raise
        return False
    return True


def _number_key(number: str) -> str:
    return f"number#{hashlib.sha256(number.encode()).hexdigest()}"


def _key(purpose: str) -> str:
    return f"code#{purpose}"


def _failures_key(purpose: str) -> str:
    return f"failedcodes#{purpose}"


def _failures(user_id: str, purpose: str) -> int:
    found = FailedCodesItem.query(
        user_id, FailedCodesItem.item == _failures_key(purpose), consistent_read=True
    )
    return sum(int(each.failures) for each in found)


def _hash(user_id: str, purpose: str, code: str) -> str:
    return hashlib.sha256(f"{user_id}\n{purpose}\n{code}".encode()).hexdigest()

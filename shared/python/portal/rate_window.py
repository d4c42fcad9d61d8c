"""Rate limits with a sliding window of calls.

A call counts as failed from before it starts until it succeeds. So concurrent calls cannot exceed a limit,
and aborted guesses count.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil

from portal.errors import TooManyRequests

HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Call:
    """A counted call."""

    id: str
    at: datetime
    is_failed: bool = True  # also true before the end of the call


@dataclass(frozen=True, slots=True)
class RateWindow:
    """The counted calls of a caller."""

    calls: tuple[Call, ...] = ()  # calls in approximate order
    revision: int = 0  # revision of the stored item; 0 if there is none

    def remove_call(self, call_id: str) -> "RateWindow":
        return self._replace_calls(call for call in self.calls if call.id != call_id)

    def record_success(self, call_id: str) -> "RateWindow":
        """Return the window with a call marked as successful."""
        return self._replace_calls(
            replace(call, is_failed=False) if call.id == call_id else call for call in self.calls
        )

    def _replace_calls(self, calls: Iterable[Call]) -> "RateWindow":
        left = tuple(calls)
        return self if left == self.calls else RateWindow(left, self.revision + 1)


@dataclass(frozen=True, slots=True)
class Limit:
    """Maximum number of calls in a period."""

    all: int  # limit for calls of any outcome
    failed: int | None = None  # limit for failed calls, or None
    within: timedelta = HOUR

    def count_seconds_to_wait(self, window: RateWindow, now: datetime) -> int:
        """Return the whole seconds until another call is allowed; 0 if it is allowed now."""
        counted = sorted(
            (call for call in window.calls if now - call.at < self.within), key=lambda call: call.at
        )
        failed = [call for call in counted if call.is_failed]
        most_failed = self.all if self.failed is None else self.failed
        return max(self._round_seconds(failed, most_failed, now), self._round_seconds(counted, self.all, now))

    def get_expiry(self, latest: datetime) -> datetime:
        """Return the time at which stored calls may be removed, well after the latest stops counting."""
        return latest + 2 * self.within

    def _round_seconds(self, calls: Sequence[Call], most: int, now: datetime) -> int:
        if len(calls) < most:
            return 0
        return ceil((calls[-most].at + self.within - now).total_seconds())

    def admit_call(self, window: RateWindow, call: Call, refusal: type[TooManyRequests]) -> RateWindow:
        """Return the window with another call and without outdated ones.

        A call already in the window was stored by an earlier try whose reply was lost.

        Raises:
            TooManyRequests: `refusal`, with the time to wait.
        """
        if any(earlier.id == call.id for earlier in window.calls):
            return window
        if seconds := self.count_seconds_to_wait(window, call.at):
            raise refusal(retry_after_seconds=seconds)
        recent = (earlier for earlier in window.calls if call.at - earlier.at < self.within)
        return RateWindow((*recent, call), window.revision + 1)

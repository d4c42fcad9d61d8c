"""The circuit breaker of each agency: five failures in a minute pause all calls for 30 seconds.

All functions share the state through the table and cache it for a few seconds. After the pause, a conditional
write selects one function to probe the agency, and the others wait for the result. Source of the figures:
docs/adr/0018.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Protocol

from domains.agencies.failures import AgencyFault
from portal.types import Clock
from portal.updates import LostRace, retry_lost_races

FAILURES = 5
WINDOW = timedelta(seconds=60)
OPEN_FOR = timedelta(seconds=30)
PROBE_FOR = timedelta(seconds=10)
MEMORY_SECONDS = 5.0

_MAX_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class BreakerState:
    """Recent failures of calls to an agency."""

    failed_at: tuple[datetime, ...] = ()  # times of the latest failures, oldest first
    opened_at: datetime | None = None  # start of the pause; None while calls are allowed
    probe_until: datetime | None = None  # deadline of the probe in progress; None if there is none
    revision: int = 0  # revision of the stored state; 0 if nothing is stored
    # Time of the latest failure, also of a probe; None after a successful probe.
    last_failed_at: datetime | None = None
    last_fault: AgencyFault | None = None  # the problem at that time

    @property
    def paused_since(self) -> datetime | None:
        """Time of the failure that paused the calls; None while calls are allowed."""
        return (self.failed_at[-1] if self.failed_at else self.opened_at) if self.opened_at else None

    @property
    def asked_again_from(self) -> datetime | None:
        """End of the pause; None while calls are allowed."""
        return self.opened_at + OPEN_FOR if self.opened_at else None


class BreakerStore(Protocol):
    """Store of the shared state; see `domains.agencies.breaker_table`. Failures leave the state unchanged."""

    def get_state(self, agency_id: str) -> BreakerState: ...

    def put_state(self, agency_id: str, state: BreakerState) -> bool: ...


@dataclass(slots=True)
class CircuitBreaker:
    """Decides if an agency may be called, from the results of earlier calls."""

    store: BreakerStore
    clock: Clock  # wall clock, for the times in the table
    monotonic: Callable[[], float]  # monotonic clock in seconds, for the cache
    _cached: dict[str, tuple[float, BreakerState]] = field(default_factory=dict)

    def is_call_allowed(self, agency_id: str) -> bool:
        """Tell if the agency may be called now; while half open, only for one caller."""
        state = self._keep_recent(agency_id)
        if state.opened_at is None:
            return True
        now = self.clock()
        if not _may_probe(state, now):
            return False
        current = self._read(agency_id)
        if current.opened_at is None:
            return True
        return _may_probe(current, now) and self._write(
            agency_id, replace(current, probe_until=now + PROBE_FOR)
        )

    def record_success(self, agency_id: str) -> None:
        """Record an answer: it closes a half-open breaker. In a closed breaker, earlier failures still count.

        A call that began before the breaker opened is ignored: it is no evidence of a recovery.
        """
        state = self._keep_recent(agency_id)
        if state.opened_at is not None and self.clock() >= state.opened_at + OPEN_FOR:
            self._write(agency_id, BreakerState(revision=state.revision))

    def record_failure(self, agency_id: str, fault: AgencyFault) -> None:
        """Record a failure; the fifth within a minute opens the breaker."""
        with suppress(LostRace):
            self._count_failure(agency_id, fault)

    @retry_lost_races(LostRace, attempts=_MAX_ATTEMPTS)
    def _count_failure(self, agency_id: str, fault: AgencyFault) -> None:
        state = self._read(agency_id)
        after = _count_failure(state, self.clock(), fault)
        if after != state and not self._write(agency_id, after):
            raise LostRace

    def _keep_recent(self, agency_id: str) -> BreakerState:
        read_at, state = self._cached.get(agency_id, (None, BreakerState()))
        if read_at is None or self.monotonic() - read_at >= MEMORY_SECONDS:
            return self._read(agency_id)
        return state

    def _read(self, agency_id: str) -> BreakerState:
        state = self.store.get_state(agency_id)
        self._cached[agency_id] = (self.monotonic(), state)
        return state

    def _write(self, agency_id: str, state: BreakerState) -> bool:
        """Replace the state if its revision is still the one read; return False otherwise."""
        written = replace(state, revision=state.revision + 1)
        if not self.store.put_state(agency_id, written):
            self._cached.pop(agency_id, None)
            return False
        self._cached[agency_id] = (self.monotonic(), written)
        return True


def _may_probe(state: BreakerState, now: datetime) -> bool:
    if state.opened_at is None or now < state.opened_at + OPEN_FOR:
        return False
    return state.probe_until is None or state.probe_until <= now


def _count_failure(state: BreakerState, now: datetime, fault: AgencyFault) -> BreakerState:
    if state.opened_at is not None:
        if now < state.opened_at + OPEN_FOR:
            # A call that began before the breaker opened does not restart the pause.
            return state
        return replace(state, opened_at=now, probe_until=None, last_failed_at=now, last_fault=fault)
    recent = [moment for moment in state.failed_at if now - moment < WINDOW]
    failed_at = (*recent, now)[-FAILURES:]
    return replace(
        state,
        failed_at=failed_at,
        opened_at=now if len(failed_at) >= FAILURES else None,
        last_failed_at=now,
        last_fault=fault,
    )

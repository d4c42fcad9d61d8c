"""Trusted issuers of mobile licenses: fetches a signed list once a day and keeps the last good one.

Reads fetch a due list on demand, so nothing has to be scheduled. See ADR 50.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from cryptography.x509 import Certificate

from domains.agencies.transport import Transport
from functions.authentication.calls import fetch
from functions.authentication.provider import AuthenticationProviderUnavailable
from functions.authentication.repository import AuthenticationRepository
from functions.authentication.trust_list import TrustList
from mobile_license.refusal import ListRefused
from mobile_license.trust import IssuerKind, TrustedIssuers
from mobile_license.vical import Vical, read_vical
from portal.types import Clock

FETCHED_EVERY = timedelta(days=1)
TRIED_EVERY = timedelta(minutes=5)
"""Pause before another try after a failure."""
MAX_LIST_BYTES = 256 * 1024
"""Size limit of one item of the table, with room to spare (DynamoDB: 400 KB)."""


@dataclass(frozen=True, slots=True)
class TrustListPublisher:
    """Publisher of the trust list."""

    url: str
    signers: Sequence[Certificate]  # accepted root certificates of its signature
    kind: IssuerKind  # the required kind of issuers


class TrustListReader:
    """Reads the trusted issuers, and fetches the list when it is due."""

    def __init__(
        self,
        publisher: TrustListPublisher,
        repository: AuthenticationRepository,
        transport: Transport,
        clock: Clock,
        on_read: Callable[[timedelta, str | None], None],
    ) -> None:
        """Store the collaborators without making a call.

        Args:
            on_read: gets the age of the list in use, and a code if no newer one could be fetched.
        """
        self._publisher = publisher
        self._repository = repository
        self._transport = transport
        self._clock = clock
        self._on_read = on_read
        self._vical: Vical | None = None
        self._due_at: datetime | None = None

    def get_trusted_issuers(self) -> TrustedIssuers:
        """Return the trusted issuers of the newest list available.

        Raises:
            AuthenticationProviderUnavailable: there has never been one.
        """
        now = self._clock()
        if self._vical is None or self._due_at is None or now >= self._due_at:
            self._vical, self._due_at = self._read(now)
        return self._vical.trusted

    def _read(self, now: datetime) -> tuple[Vical, datetime]:
        stored = self._repository.get_trust_list()
        current = self._verify_stored(stored, now) if stored else None
        if stored and current and now < stored.fetched_at + FETCHED_EVERY:
            self._on_read(now - stored.fetched_at, None)
            return current, stored.fetched_at + FETCHED_EVERY
        try:
            newest = fetch(self._transport, self._publisher.url)
            vical = self._read_vical(newest, now, current)
        except (ListRefused, AuthenticationProviderUnavailable) as error:
            if stored is None or current is None:
                raise AuthenticationProviderUnavailable(f"no list of issuers: {error}") from None
            self._on_read(now - stored.fetched_at, str(error))
            return current, now + TRIED_EVERY
        # Losing a race is fine: the other fetch's list is as new.
        revision = stored.revision + 1 if stored else 1
        self._repository.save_trust_list(TrustList(newest, now, revision))
        self._on_read(timedelta(0), None)
        return vical, now + FETCHED_EVERY

    def _verify_stored(self, stored: TrustList, now: datetime) -> Vical | None:
        """Return the kept list; None if its signature is no longer valid."""
        try:
            return self._read_vical(stored.document, now, None)
        except ListRefused:
            return None

    def _read_vical(self, document: bytes, now: datetime, current: Vical | None) -> Vical:
        return read_vical(document, self._publisher.signers, now, self._publisher.kind, current)

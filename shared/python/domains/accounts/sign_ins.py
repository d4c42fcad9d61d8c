"""A person's sign-ins of the last year, and which of them were ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from domains.accounts.access import PortalAccess
from domains.accounts.devices import Device
from portal.errors import NotSignedIn
from portal.principal import Principal
from portal.viewer import Place

KEPT = timedelta(days=365)
MAX_SIGN_INS = 30
"""Sign-ins in the list. More would make every read of an account larger."""
ENDED_KEPT = timedelta(days=90)
"""Longest life of a provider's refresh tokens, which renew the tokens of an ended session."""


@dataclass(frozen=True, slots=True)
class SignIn:
    """A sign-in at the portal."""

    session_id: str
    signed_in_at: datetime
    device: Device
    place: Place
    has_second_factor: bool
    ended_at: datetime | None = None  # time at which the person ended it on the portal


@dataclass(frozen=True, slots=True)
class SignInLog:
    """The sign-ins of a person."""

    sign_ins: tuple[SignIn, ...] = ()  # newest first
    devices: Mapping[str, datetime] = field(default_factory=dict)  # last sign-in by `Device.key`
    ended: Mapping[str, datetime] = field(default_factory=dict)  # time of the end by session id
    signed_out_before: int = 0  # see `PortalAccess`
    revision: int = 0  # revision of the stored item; 0 if there is none

    @property
    def access(self) -> PortalAccess:
        """The ended sessions."""
        return PortalAccess(ended_sessions=frozenset(self.ended), signed_out_before=self.signed_out_before)

    def check_session(self, caller: Principal) -> None:
        """Refuse a caller whose session was ended, before the authorizer learns of it."""
        if self.access.has_ended(caller.session_id, caller.signed_in_at):
            raise NotSignedIn

    def get_sign_in(self, session_id: str) -> SignIn | None:
        return next((each for each in self.sign_ins if each.session_id == session_id), None)

    def is_new_device(self, device: Device, now: datetime) -> bool:
        """Return whether a device is not among those of the last year. The very first device is none."""
        seen = [key for key, last in self.devices.items() if now - last < KEPT]
        return bool(seen) and device.key not in seen

    def list_kept(self, now: datetime) -> tuple[SignIn, ...]:
        """List the sign-ins of the last year, newest first."""
        return tuple(each for each in self.sign_ins if now - each.signed_in_at < KEPT)

    def with_added(self, sign_in: SignIn) -> "SignInLog":
        """Return the log with another sign-in, without what is too old."""
        now = sign_in.signed_in_at
        recent = {key: last for key, last in self.devices.items() if now - last < KEPT}
        return replace(
            self,
            sign_ins=(sign_in, *self.list_kept(now))[:MAX_SIGN_INS],
            devices=recent | {sign_in.device.key: now},
            revision=self.revision + 1,
        )

    def with_ended(self, session_id: str, now: datetime) -> "SignInLog":
        """Return the log with an ended session."""
        return self._end_sessions([session_id], now)

    def with_all_ended(self, session_id: str, now: datetime) -> "SignInLog":
        """Return the log with every session ended.

        Args:
            session_id: the caller's session, which may have begun in the same second.
        """
        still_open = [each.session_id for each in self.sign_ins if each.ended_at is None]
        ended = self._end_sessions([*still_open, session_id], now)
        return replace(ended, signed_out_before=int(now.timestamp()))

    def _end_sessions(self, session_ids: list[str], now: datetime) -> "SignInLog":
        earlier = {each: at for each, at in self.ended.items() if now - at < ENDED_KEPT}
        return replace(
            self,
            sign_ins=tuple(
                replace(each, ended_at=each.ended_at or now) if each.session_id in session_ids else each
                for each in self.list_kept(now)
            ),
            ended=earlier | {each: now for each in session_ids if each and each not in earlier},
            revision=self.revision + 1,
        )

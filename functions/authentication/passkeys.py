"""Passkeys: each is bound to a proof of identity, and renews it until the proof expires."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pydantic import Base64Bytes

from domains.assurance.enhanced_authentication import AuthenticationStatus, Credential, TypeId
from functions.authentication.types import ATTEMPT_LIFETIME

PASSKEY_LIFETIME = timedelta(days=180)
"""Time after a proof in which a passkey renews it."""
MAX_PASSKEYS = 10


class AnswerRefused(Exception):
    """The browser's answer does not match the request. The text is a code."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Proof of identity that a passkey stands for."""

    type_id: TypeId
    proven_at: datetime
    issuer: str  # issuer of the proof
    credential: Credential | None  # the presented document, if any

    @classmethod
    def from_status(cls, status: AuthenticationStatus) -> "Proof":
        """Return the proof behind a session's status."""
        return cls(status.type_id, status.verified_at, status.issuer, status.credential)

    @property
    def expires_at(self) -> datetime:
        """End of the time in which a passkey can renew the proof.

        Ignores the document's expiry: a license's copy on a phone is valid for weeks only, and the person
        stays the same.
        """
        return self.proven_at + PASSKEY_LIFETIME


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey of a person."""

    id: str
    name: str  # the person's name for it
    key: Base64Bytes  # id and public key (`AttestedCredentialData`, Web Authentication, section 6.5.1)
    uses: int  # the device's signature counter; 0 if the device does not count
    proof: Proof
    created_at: datetime
    last_used_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """A passkey in creation, bound to one session."""

    id: str
    session_id: str
    challenge: str
    begun_at: datetime
    proof: Proof


@dataclass(frozen=True, slots=True)
class Passkeys:
    """A person's passkeys, including expired ones."""

    items: tuple[Passkey, ...] = ()
    new: NewPasskey | None = None  # the passkey in creation, if any
    revision: int = 0  # revision of the stored item; 0 if there is none

    def list_good(self, now: datetime) -> tuple[Passkey, ...]:
        return tuple(each for each in self.items if each.proof.expires_at > now)

    def get_pending(self, passkey_id: str, session_id: str, now: datetime) -> NewPasskey | None:
        """Return the session's passkey in creation; None without one, or after ten minutes."""
        new = self.new
        if new is None or (new.id, new.session_id) != (passkey_id, session_id):
            return None
        return new if now < new.begun_at + ATTEMPT_LIFETIME else None

    def begin_creation(self, new: NewPasskey) -> "Passkeys":
        """Return the next revision, with another passkey in creation."""
        return replace(self, new=new, revision=self.revision + 1)

    def add_passkey(self, passkey: Passkey, now: datetime) -> "Passkeys":
        """Return the next revision, with the created passkey and without expired ones."""
        return replace(self, items=(*self.list_good(now), passkey), new=None, revision=self.revision + 1)

    def replace_passkey(self, passkey: Passkey) -> "Passkeys":
        """Return the next revision, with a changed passkey; the same if it is gone."""
        return self._replace(tuple(passkey if each.id == passkey.id else each for each in self.items))

    def remove_passkey(self, passkey_id: str) -> "Passkeys":
        """Return the next revision, without a passkey; the same if it is gone."""
        return self._replace(tuple(each for each in self.items if each.id != passkey_id))

    def _replace(self, items: tuple[Passkey, ...]) -> "Passkeys":
        return self if items == self.items else replace(self, items=items, revision=self.revision + 1)

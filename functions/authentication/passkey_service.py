"""Creation, renaming, and removal of passkeys."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from domains.assurance.enhanced_authentication import AuthenticationStatus, TypeId
from domains.messages import authentication_notices
from domains.messages.messages_table import MessagesTable
from functions.authentication.errors import (
    PasskeyLimitReached,
    PasskeyNotFound,
    PasskeyRefused,
    PasskeysChanged,
)
from functions.authentication.passkey_contract import PasskeyCreation
from functions.authentication.passkeys import (
    MAX_PASSKEYS,
    AnswerRefused,
    NewPasskey,
    Passkey,
    Passkeys,
    Proof,
)
from functions.authentication.repository import AuthenticationRepository
from portal.errors import EnhancedAuthenticationRequired
from portal.principal import Principal
from portal.types import Clock
from portal.updates import load_known_first, update_until_saved

if TYPE_CHECKING:
    from functions.authentication.webauthn import RelyingParty

_CHALLENGE_BYTES = 32


@dataclass(frozen=True, slots=True)
class PasskeyOffer:
    """Offer to create a passkey."""

    new: NewPasskey
    options: dict[str, Any]  # options for the person's device


@dataclass(frozen=True, slots=True)
class PasskeyList:
    """A person's passkeys for the page."""

    items: tuple[Passkey, ...]  # unexpired passkeys
    can_add: bool  # true if the caller's session can add another one


@dataclass(frozen=True, slots=True, kw_only=True)
class PasskeyService:
    """A signed-in person's use cases with passkeys."""

    clock: Clock
    new_id: Callable[[datetime], str]
    repository: AuthenticationRepository
    inbox: MessagesTable
    relying_party: "Callable[[], RelyingParty]"  # loaded on first use
    proof_types: frozenset[TypeId]  # offered types whose success proves an identity

    def list_passkeys(self, caller: Principal) -> PasskeyList:
        """Return the caller's passkeys, with two reads of the table."""
        return self._list_passkeys(caller, self.repository.get_passkeys(caller.user_id))

    def begin_creation(self, caller: Principal) -> PasskeyOffer:
        """Begin to create a passkey for the proof of the caller's session; another passkey is no proof."""
        now = self.clock()
        status = self._get_proven_status(caller)
        if status is None:
            raise EnhancedAuthenticationRequired(sorted(self.proof_types))
        proof = Proof.from_status(status)
        new = NewPasskey(
            self.new_id(now), caller.session_id, secrets.token_urlsafe(_CHALLENGE_BYTES), now, proof
        )

        def begin(passkeys: Passkeys) -> Passkeys:
            if len(passkeys.list_good(now)) >= MAX_PASSKEYS:
                raise PasskeyLimitReached
            return passkeys.begin_creation(new)

        saved = self._change(caller, begin)
        options = self.relying_party().make_creation_options(
            # At most 64 bytes, without personal data.
            hashlib.sha256(caller.user_id.encode()).digest(),
            caller.email or caller.name or caller.user_id,
            [each.key for each in saved.list_good(now)],
            new.challenge,
        )
        return PasskeyOffer(new, dict(options))

    def complete_creation(
        self, caller: Principal, passkey_id: str, name: str, creation: PasskeyCreation
    ) -> PasskeyList:
        """Store a new passkey from a device; safe to repeat."""
        now = self.clock()
        passkeys = self.repository.get_passkeys(caller.user_id)
        if any(each.id == passkey_id for each in passkeys.items):
            return self._list_passkeys(caller, passkeys)
        new = passkeys.get_pending(passkey_id, caller.session_id, now)
        status = self._get_proven_status(caller)
        if new is None or status is None or Proof.from_status(status) != new.proof:
            raise PasskeyNotFound
        try:
            key, uses = self.relying_party().read_creation(new.challenge, creation.as_response())
        except AnswerRefused:
            raise PasskeyRefused from None
        passkey = Passkey(new.id, name, key, uses, new.proof, now)

        def add(current: Passkeys) -> Passkeys:
            if current.new != new:
                raise PasskeyNotFound
            return current.add_passkey(passkey, now)

        # The message comes first, so every passkey has one.
        self.inbox.add_message(
            authentication_notices.make_passkey_added_notice(caller.user_id, passkey.id, name, now)
        )
        saved = self._change(
            caller,
            add,
            lambda after: self.repository.save_new_passkey(caller.user_id, after, caller.session_id),
            stored=passkeys,
        )
        return self._list_passkeys(caller, saved)

    def rename_passkey(self, caller: Principal, passkey_id: str, name: str) -> PasskeyList:

        def rename(passkeys: Passkeys) -> Passkeys:
            for each in passkeys.list_good(self.clock()):
                if each.id == passkey_id:
                    return passkeys.replace_passkey(replace(each, name=name))
            raise PasskeyNotFound

        return self._list_passkeys(caller, self._change(caller, rename))

    def remove_passkey(self, caller: Principal, passkey_id: str) -> PasskeyList:
        """Remove a passkey, and end its statuses in every session."""

        def remove(passkeys: Passkeys) -> Passkeys:
            removed = passkeys.remove_passkey(passkey_id)
            if removed == passkeys:
                raise PasskeyNotFound
            return removed

        try:
            passkeys = self._change(caller, remove)
        finally:
            # Even if the passkey is gone: an earlier call may have ended here.
            self.repository.cancel_attempts(caller.user_id, lambda attempt: attempt.uses_passkey)
            self.repository.delete_statuses_by_passkey(caller.user_id, passkey_id)
        return self._list_passkeys(caller, passkeys)

    def _list_passkeys(self, caller: Principal, passkeys: Passkeys) -> PasskeyList:
        good = passkeys.list_good(self.clock())
        return PasskeyList(good, len(good) < MAX_PASSKEYS and self._get_proven_status(caller) is not None)

    def _get_proven_status(self, caller: Principal) -> AuthenticationStatus | None:
        """Return the status of the caller's session if it comes from a proof."""
        status = self.repository.get_status(caller.user_id, caller.session_id)
        if status is None or status.expires_at <= self.clock() or status.passkey_id:
            return None
        return status if status.assurance == "proof" else None

    def _change(
        self,
        caller: Principal,
        change: Callable[[Passkeys], Passkeys],
        save: Callable[[Passkeys], bool] | None = None,
        *,
        stored: Passkeys | None = None,
    ) -> Passkeys:
        save = save or partial(self.repository.save_passkeys, caller.user_id)
        load = partial(self.repository.get_passkeys, caller.user_id)
        passkeys, _ = update_until_saved(
            load if stored is None else load_known_first(stored, load),
            change,
            lambda _, after: save(after),
            PasskeysChanged,
        )
        return passkeys

"""Stepping up: attempts, limits, locks and status. Who proves an identity stands behind `Provider`."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from functions.authentication.attempt import (
    Attempt,
    AttemptState,
    Beginning,
    Judgment,
    Reason,
    Start,
    WalletRequest,
)
from functions.authentication.contract import AttemptRequest, CompletionRequest
from functions.authentication.errors import (
    AttemptNotFound,
    AttemptUsed,
    IdentityServiceUnavailable,
    SessionUnknown,
    TooManyTriesAtOnce,
    TypeLocked,
    TypeNotEnabled,
)
from functions.authentication.passkeys import MAX_FAILURES
from functions.authentication.provider import AnswerCanceled, Provider, ProviderUnavailable
from functions.authentication.recorder import OutcomeRecorder
from functions.authentication.repository import AuthenticationRepository
from functions.authentication.slots import Lock, Slots
from functions.authentication.types import PASSKEY_NAMES, TYPES
from portal.account import NotRegistered, Registration
from portal.account_table import AccountRepository
from portal.enhanced_authentication import Status, TypeId
from portal.language import Language, Text
from portal.messages import portal_notices
from portal.messages.messages_table import MessagesTable
from portal.principal import Principal
from portal.types import Clock
from portal.updates import update_until_saved

_SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class EnabledType:
    """A way to step up that the portal offers.

    Attributes:
        provider: gives who proves it; loaded when somebody begins or answers, and not with the function.
        max_failures: so many within the window lock it.
    """

    provider: Callable[[], Provider]
    max_failures: int


@dataclass(frozen=True, slots=True)
class Begun:
    """A new attempt and how the person goes on."""

    attempt: Attempt
    beginning: Beginning


@dataclass(frozen=True, slots=True)
class _Way:
    """How one attempt is judged, and what its failures lock.

    Attributes:
        name: for the person.
    """

    lock: Lock
    name: Text
    provider: Callable[[], Provider]
    max_failures: int

    def locked_until(self, slots: Slots, now: datetime) -> datetime | None:
        return slots.locked_until(self.lock, self.max_failures, now)

    def check_lock(self, slots: Slots, now: datetime) -> None:
        until = self.locked_until(slots, now)
        if until is not None:
            raise TypeLocked(retry_after_seconds=max(1, int((until - now).total_seconds())))


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthenticationService:
    """What a signed-in person can ask.

    Attributes:
        enabled: the ways that the portal offers.
        passkeys: asks the person's devices; loaded as those of `enabled` are.
    """

    clock: Clock
    new_id: Callable[[datetime], str]
    repository: AuthenticationRepository
    accounts: AccountRepository
    inbox: MessagesTable
    enabled: Mapping[TypeId, EnabledType]
    passkeys: Callable[[], Provider]
    recorder: OutcomeRecorder

    def get_status(self, caller: Principal) -> Status | None:
        """What the caller's session has now; one read of the table."""
        status = self.repository.get_status(caller.user_id, caller.session_id)
        return status if status and status.expires_at > self.clock() else None

    def list_locks(self, caller: Principal) -> Mapping[TypeId, datetime]:
        """Until when the enabled types are locked that are; one read of the table."""
        slots, now = self.repository.get_slots(caller.user_id), self.clock()
        ends = {each: slots.locked_until(each, kind.max_failures, now) for each, kind in self.enabled.items()}
        return {type_id: until for type_id, until in ends.items() if until is not None}

    def end(self, caller: Principal) -> str | None:
        """End the enhanced authentication of the session; where there is none nothing happens.

        Returns:
            Where the browser goes to end it at the provider too.
        """
        status = self.repository.get_status(caller.user_id, caller.session_id)
        if status is None:
            return None
        self.repository.delete_status(caller.user_id, caller.session_id)
        kind = self.enabled.get(status.type_id)
        return kind.provider().end_url() if kind else None

    def begin(self, caller: Principal, request: AttemptRequest, language: Language) -> Begun:
        """Begin an attempt.

        Raises:
            NotRegistered: there is nobody yet to be compared with.
            SessionUnknown: nothing could be bound to the session.
            TypeNotEnabled: the portal does not offer it.
            TypeLocked: too many tries failed.
            PasskeyNotFound: the person has none that stands for a proof of the type.
            IdentityServiceUnavailable: the provider cannot begin.
        """
        kind = self.enabled.get(request.type_id)
        if kind is None:
            raise TypeNotEnabled
        if not caller.session_id:
            raise SessionUnknown
        self._registration(caller)
        now = self.clock()
        way = self._way(request.type_id, kind, request.uses_passkey)
        way.check_lock(self.repository.get_slots(caller.user_id), now)
        attempt_id = self.new_id(now)
        # The answer names its attempt, so that the browser has nothing to remember.
        secret = f"{attempt_id}.{secrets.token_urlsafe(_SECRET_BYTES)}"
        try:
            beginning = way.provider().begin(Start(caller.user_id, request.type_id, secret, language))
        except ProviderUnavailable as error:
            self.recorder.record(caller.user_id, request.type_id, "unavailable", str(error))
            raise IdentityServiceUnavailable from None
        attempt = Attempt(
            id=attempt_id,
            session_id=caller.session_id,
            type_id=request.type_id,
            purpose=request.purpose,
            return_to=request.return_to,
            begun_at=now,
            secret=secret,
            kept=beginning.kept,
            uses_passkey=request.uses_passkey,
        )
        self.repository.save_attempt(caller.user_id, attempt)
        return Begun(attempt, beginning)

    def get_attempt(self, caller: Principal, attempt_id: str) -> Attempt:
        """An attempt of the caller's session.

        Raises:
            AttemptNotFound: there is none, or it belongs to another session.
        """
        attempt = self.repository.get_attempt(caller.user_id, attempt_id)
        if attempt is None or attempt.session_id != caller.session_id or attempt.expires_at <= self.clock():
            raise AttemptNotFound
        return attempt

    def list_wallet_requests(self, attempt: Attempt) -> Sequence[WalletRequest]:
        """What the browser asks the person's wallet, as long as no answer came."""
        kind = self.enabled.get(attempt.type_id)
        if kind is None or attempt.state != "pending":
            return ()
        return self._way(attempt.type_id, kind, attempt.uses_passkey).provider().wallet_requests(attempt)

    def complete(self, caller: Principal, attempt_id: str, answer: CompletionRequest) -> Attempt:
        """Take the answer to an attempt, once, and judge it.

        The slot is taken before the provider is asked, and only a success or a provider that says nothing
        gives it back. The message about a success is written first, so that there is no status without one.

        Raises:
            AttemptNotFound: there is none, or this is not the answer to it.
            AttemptUsed: an answer came before.
            TypeLocked: too many tries failed.
            TooManyTriesAtOnce: other tries came at the same moment.
            IdentityServiceUnavailable: the provider said nothing.
        """
        attempt = self.get_attempt(caller, attempt_id)
        kind = self.enabled.get(attempt.type_id)
        if kind is None:
            raise AttemptNotFound
        if attempt.state != "pending":
            raise self._used(caller, attempt)
        person = self._registration(caller)
        way = self._way(attempt.type_id, kind, attempt.uses_passkey)
        provider = way.provider()
        try:
            provider.check_answer(attempt, answer)
        except AnswerCanceled:
            return self._close(caller, attempt, "canceled")
        except ProviderUnavailable as error:
            self._close(caller, attempt, "unavailable", log_reason=str(error))
            raise IdentityServiceUnavailable from None
        judged = attempt.in_state("answered")
        if not self.repository.save_attempt(caller.user_id, judged):
            raise self._used(caller, attempt)
        self._take_slot(caller, judged, way)
        try:
            judgment = provider.judge(caller.user_id, judged, answer, person)
        except ProviderUnavailable as error:
            self._change_slots(caller, lambda slots: slots.give_back(attempt.id))
            self._close(caller, judged, "unavailable", log_reason=str(error))
            raise IdentityServiceUnavailable from None
        if judgment.reason is not None:
            return self._fail(caller, judged, way, judgment.reason, judgment.detail)
        return self._succeed(caller, judged, way, judgment)

    def _succeed(self, caller: Principal, attempt: Attempt, way: _Way, judgment: Judgment) -> Attempt:
        status = Status(
            attempt.session_id,
            attempt.type_id,
            self.clock(),
            judgment.issuer,
            judgment.credential,
            is_by_passkey=attempt.uses_passkey,
        )
        self.inbox.add(
            portal_notices.enhanced_authentication_verified(
                caller.user_id, attempt.id, way.name, status.verified_at, status.expires_at
            )
        )
        self.repository.save_status(caller.user_id, status)
        # Whoever loses all races here keeps failures that count for a day at most.
        with suppress(TooManyTriesAtOnce):
            self._change_slots(caller, lambda slots: slots.succeed(way.lock))
        return self._close(caller, attempt, "verified")

    def _fail(
        self, caller: Principal, attempt: Attempt, way: _Way, reason: Reason, detail: str | None
    ) -> Attempt:
        failed = self._close(caller, attempt, "failed", reason, detail)
        now = self.clock()
        until = way.locked_until(self.repository.get_slots(caller.user_id), now)
        if until is not None:
            self.recorder.record(caller.user_id, attempt.type_id, "locked")
            self.inbox.add(
                portal_notices.enhanced_authentication_locked(
                    caller.user_id, attempt.id, way.name, now, until
                )
            )
        return failed

    def _close(
        self,
        caller: Principal,
        attempt: Attempt,
        state: AttemptState,
        reason: Reason | None = None,
        log_reason: str | None = None,
    ) -> Attempt:
        closed = attempt.in_state(state, reason)
        if not self.repository.save_attempt(caller.user_id, closed):
            raise self._used(caller, attempt)
        self.recorder.record(caller.user_id, attempt.type_id, state, log_reason or reason)
        return closed

    def _used(self, caller: Principal, attempt: Attempt) -> AttemptUsed:
        self.recorder.record(caller.user_id, attempt.type_id, "usedAgain")
        return AttemptUsed()

    def _way(self, type_id: TypeId, kind: EnabledType, uses_passkey: bool) -> _Way:
        if uses_passkey:
            return _Way("passkey", PASSKEY_NAMES[type_id], self.passkeys, MAX_FAILURES)
        return _Way(type_id, TYPES[type_id].name, kind.provider, kind.max_failures)

    def _take_slot(self, caller: Principal, attempt: Attempt, way: _Way) -> None:
        now = self.clock()

        def take(slots: Slots) -> Slots:
            way.check_lock(slots, now)
            return slots.take(attempt.id, way.lock, now)

        self._change_slots(caller, take)

    def _change_slots(self, caller: Principal, change: Callable[[Slots], Slots]) -> None:
        user_id = caller.user_id
        update_until_saved(
            partial(self.repository.get_slots, user_id),
            change,
            lambda _, after: self.repository.save_slots(user_id, after),
            TooManyTriesAtOnce,
        )

    def _registration(self, caller: Principal) -> Registration:
        registration = self.accounts.get_account(caller.user_id).registration
        if registration is None:
            raise NotRegistered
        return registration

"""Step-up authentication: attempts, limits, locks, and status; see `Provider` for the proofs."""

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from domains.accounts.account import NotRegistered, Registration
from domains.accounts.account_table import AccountRepository
from domains.assurance.enhanced_authentication import AuthenticationStatus, TypeId, is_enough
from domains.assurance.slots import COUNTED_BY_PERSON, PASSKEY_TRY_LIMIT, Lock, Tries, TryLimit
from domains.assurance.tries_table import TriesTable
from domains.messages import authentication_notices
from domains.messages.messages_table import MessagesTable
from functions.authentication.attempt import (
    Attempt,
    AttemptState,
    Beginning,
    DocumentOwner,
    ProviderJudgment,
    Reason,
    Start,
    Step,
    WalletHandle,
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
from functions.authentication.provider import AnswerCanceled, AuthenticationProviderUnavailable, Provider
from functions.authentication.recorder import OutcomeRecorder
from functions.authentication.repository import AuthenticationRepository
from functions.authentication.types import PASSKEY_NAMES, TYPES
from portal.language import Language, Text
from portal.principal import Principal
from portal.types import Clock
from portal.updates import update_until_saved

_SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class EnabledType:
    """An offered way to step up."""

    provider: Callable[[], Provider]  # returns the provider, which is loaded on first use
    limit: TryLimit
    # True if an attempt counts from its beginning, because the provider already looks up the person then.
    takes_slot_at_beginning: bool = False


@dataclass(frozen=True, slots=True)
class StartedAttempt:
    """A new attempt and its first step."""

    attempt: Attempt
    beginning: Beginning


@dataclass(frozen=True, slots=True)
class _Method:
    """Provider of an attempt, and the locks that its failures cause."""

    lock: Lock
    name: Text  # name for people
    provider: Callable[[], Provider]
    limit: TryLimit
    takes_slot_at_beginning: bool = False  # see `EnabledType`

    def check_lock(self, tries: Tries, now: datetime) -> None:
        until = tries.get_next_try(self.lock, self.limit, now)
        if until is not None:
            raise TypeLocked(retry_after_seconds=max(1, int((until - now).total_seconds())))


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthenticationService:
    """A signed-in person's use cases with enhanced authentication."""

    clock: Clock
    new_id: Callable[[datetime], str]
    repository: AuthenticationRepository
    tries: TriesTable
    accounts: AccountRepository
    inbox: MessagesTable
    enabled: Mapping[TypeId, EnabledType]  # the offered ways
    passkeys: Callable[[], Provider]  # returns the passkey provider, which is loaded on first use
    recorder: OutcomeRecorder

    def get_status(self, caller: Principal) -> AuthenticationStatus | None:
        """Return the status of the caller's session, with one read of the table."""
        status = self.repository.get_status(caller.user_id, caller.session_id)
        return status if status and status.expires_at > self.clock() else None

    def list_locks(self, caller: Principal) -> Mapping[TypeId, datetime]:
        """Return the locked types and the end of each lock."""
        registration = self.accounts.get_account(caller.user_id).registration
        tries, now = self.tries.get_tries(caller.user_id, registration), self.clock()
        ends = {each: tries.get_next_try(each, kind.limit, now) for each, kind in self.enabled.items()}
        return {type_id: until for type_id, until in ends.items() if until is not None}

    def end_authentication(self, caller: Principal) -> str | None:
        """End the enhanced authentication of the session and its attempts without a result.

        Returns:
            The URL at which the browser ends the provider's session.
        """
        # Attempts first: if one succeeds before its cancellation, its status is deleted next.
        self.repository.cancel_attempts(
            caller.user_id, lambda attempt: attempt.session_id == caller.session_id
        )
        status = self.repository.get_status(caller.user_id, caller.session_id)
        if status is None:
            return None
        self.repository.delete_status(caller.user_id, caller.session_id)
        kind = self.enabled.get(status.type_id)
        return kind.provider().get_end_url() if kind else None

    def begin_attempt(self, caller: Principal, request: AttemptRequest, language: Language) -> StartedAttempt:
        """Begin an attempt.

        Raises:
            TypeLocked: too many tries have failed.
            TooManyTriesAtOnce: concurrent tries interfered.
            IdentityServiceUnavailable: the provider cannot start.
        """
        kind = self.enabled.get(request.type_id)
        if kind is None:
            raise TypeNotEnabled
        if not caller.session_id:
            raise SessionUnknown
        person = self._get_registration(caller.user_id)
        now = self.clock()
        attempt_id = self.new_id(now)
        method = self._get_method(request.type_id, kind, request.uses_passkey)
        if method.takes_slot_at_beginning:
            self._take_slot(caller.user_id, person, attempt_id, method)
        else:
            method.check_lock(self.tries.get_tries(caller.user_id, person), now)
        # The answer names its attempt, so the browser has nothing to remember.
        secret = f"{attempt_id}.{secrets.token_urlsafe(_SECRET_BYTES)}"
        try:
            start = Start(caller.user_id, attempt_id, request.type_id, secret, language, person)
            beginning = method.provider().begin_attempt(start)
        except AuthenticationProviderUnavailable as error:
            self._change_tries(caller.user_id, person, lambda tries: tries.give_back(attempt_id))
            self.recorder.record_outcome(caller.user_id, request.type_id, "unavailable", str(error))
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
        if beginning.handle is not None:
            self.repository.save_wallet_handle(
                WalletHandle(beginning.handle, caller.user_id, attempt_id, attempt.expires_at)
            )
        self.repository.save_attempt(caller.user_id, attempt)
        if beginning.refused is not None:
            attempt = self._fail(caller.user_id, person, attempt, method, beginning.refused)
        return StartedAttempt(attempt, beginning)

    def get_attempt(self, caller: Principal, attempt_id: str) -> Attempt:
        """Return an attempt of the caller's session."""
        attempt = self.repository.get_attempt(caller.user_id, attempt_id)
        if attempt is None or attempt.session_id != caller.session_id or attempt.expires_at <= self.clock():
            raise AttemptNotFound
        return attempt

    def get_step(self, attempt: Attempt) -> Step:
        """Return the person's next step; None after an answer.

        Raises:
            IdentityServiceUnavailable: the step is not known now.
        """
        kind = self.enabled.get(attempt.type_id)
        if kind is None or attempt.state != "pending":
            return Step()
        try:
            return (
                self._get_method(attempt.type_id, kind, attempt.uses_passkey)
                .provider()
                .get_next_step(attempt)
            )
        except AuthenticationProviderUnavailable:
            raise IdentityServiceUnavailable from None

    def complete_attempt(self, caller: Principal, attempt_id: str, answer: CompletionRequest) -> Attempt:
        """Judge the answer to an attempt of the caller's session; see `answer`."""
        return self.judge_answer(caller.user_id, self.get_attempt(caller, attempt_id), answer)

    def judge_answer(self, user_id: str, attempt: Attempt, answer: CompletionRequest) -> Attempt:
        """Judge the answer to an attempt, once.

        Each answer takes a slot first; only a success or an unavailable provider releases it. One transaction
        writes a success and its message.

        Raises:
            TypeLocked: too many tries have failed.
            TooManyTriesAtOnce: concurrent tries interfered.
            IdentityServiceUnavailable: the provider gave no verdict.
        """
        kind = self.enabled.get(attempt.type_id)
        if kind is None:
            raise AttemptNotFound
        if attempt.state != "pending":
            raise self._make_attempt_used(user_id, attempt)
        person = self._get_registration(user_id)
        method = self._get_method(attempt.type_id, kind, attempt.uses_passkey)
        try:
            provider = method.provider()
            provider.check_answer(attempt, answer)
        except AnswerCanceled:
            return self._close(user_id, attempt, "canceled")
        except AuthenticationProviderUnavailable as error:
            self._close(user_id, attempt, "unavailable", log_reason=str(error))
            raise IdentityServiceUnavailable from None
        answered_attempt = attempt.in_state("answered")
        if not self.repository.save_attempt(user_id, answered_attempt):
            raise self._make_attempt_used(user_id, attempt)
        if not method.takes_slot_at_beginning:
            self._take_slot(user_id, person, attempt.id, method)
        try:
            judgment = provider.judge_answer(user_id, answered_attempt, answer, person)
        except AuthenticationProviderUnavailable as error:
            self._change_tries(user_id, person, lambda tries: tries.give_back(attempt.id))
            self._close(user_id, answered_attempt, "unavailable", log_reason=str(error))
            raise IdentityServiceUnavailable from None
        if judgment.reason is not None:
            return self._fail(user_id, person, answered_attempt, method, judgment.reason, judgment.detail)
        return self._succeed(user_id, person, answered_attempt, method, judgment)

    def _succeed(
        self,
        user_id: str,
        person: Registration,
        attempt: Attempt,
        method: _Method,
        judgment: ProviderJudgment,
    ) -> Attempt:
        current = self.repository.get_status(user_id, attempt.session_id)
        now = self.clock()
        status = AuthenticationStatus(
            attempt.session_id,
            attempt.type_id,
            now,
            judgment.issuer,
            judgment.credential,
            judgment.passkey_id,
        )
        owners = [self._get_owner(user_id, each) for each in judgment.document_hashes]
        other = next((owner.user_id for owner in owners if owner.user_id != user_id), None)
        if other is not None:
            self.inbox.add_message(authentication_notices.make_reused_document_notice(other, attempt.id, now))
            return self._fail(user_id, person, attempt, method, "documentInUse")
        has_stronger = (
            current is not None
            and current.expires_at > now
            and not is_enough(status.assurance, current.assurance)
        )
        notice = authentication_notices.make_verified_notice(
            user_id,
            attempt.id,
            method.name,
            now,
            status.expires_at,
            is_proof=status.assurance == "proof",
        )
        verified = attempt.in_state("verified")
        if not self.repository.save_success(
            user_id, verified, None if has_stronger else status, owners, self.inbox.write_notice(notice)
        ):
            raise self._make_attempt_used(user_id, attempt)
        self.recorder.record_outcome(user_id, attempt.type_id, "verified")
        # After losing all races, the failures keep counting, for a day at most.
        with suppress(TooManyTriesAtOnce):
            self._change_tries(user_id, person, lambda tries: tries.remove_slots(method.lock))
        return verified

    def _get_owner(self, user_id: str, document_hash: str) -> DocumentOwner:
        """Return the account that a document proves, by default the caller's."""
        owner = self.repository.get_document_owner(document_hash)
        if owner is None:
            return DocumentOwner(document_hash, user_id)
        owner_id = self.accounts.get_current_user_id(owner.user_id)
        return replace(owner, user_id=owner_id, revision=owner.revision + 1)

    def _fail(
        self,
        user_id: str,
        person: Registration,
        attempt: Attempt,
        method: _Method,
        reason: Reason,
        detail: str | None = None,
    ) -> Attempt:
        now = self.clock()
        tries = self.tries.get_tries(user_id, person)
        locking_try = tries.get_locking_try(method.lock, method.limit, now)
        until = tries.get_locked_until(method.lock, method.limit, now)
        if locking_try is not None and until is not None:
            notice = authentication_notices.make_locked_notice(
                user_id,
                locking_try,
                method.name,
                now,
                until,
                is_counted_by_person=method.lock in COUNTED_BY_PERSON,
            )
            # Concurrent failures find the same lock, and its notice has one id.
            if self.inbox.add_message(notice):
                self.recorder.record_outcome(user_id, attempt.type_id, "locked")
        return self._close(user_id, attempt, "failed", reason, detail)

    def _close(
        self,
        user_id: str,
        attempt: Attempt,
        state: AttemptState,
        reason: Reason | None = None,
        log_reason: str | None = None,
    ) -> Attempt:
        closed = attempt.in_state(state, reason)
        if not self.repository.save_attempt(user_id, closed):
            raise self._make_attempt_used(user_id, attempt)
        self.recorder.record_outcome(user_id, attempt.type_id, state, log_reason or reason)
        return closed

    def _make_attempt_used(self, user_id: str, attempt: Attempt) -> AttemptUsed:
        self.recorder.record_outcome(user_id, attempt.type_id, "usedAgain")
        return AttemptUsed()

    def _get_method(self, type_id: TypeId, kind: EnabledType, uses_passkey: bool) -> _Method:
        if uses_passkey:
            return _Method("passkey", PASSKEY_NAMES[type_id], self.passkeys, PASSKEY_TRY_LIMIT)
        return _Method(type_id, TYPES[type_id].name, kind.provider, kind.limit, kind.takes_slot_at_beginning)

    def _take_slot(self, user_id: str, person: Registration, attempt_id: str, method: _Method) -> None:
        now = self.clock()

        def take(tries: Tries) -> Tries:
            method.check_lock(tries, now)
            return tries.take_slot(attempt_id, method.lock, now)

        self._change_tries(user_id, person, take)

    def _change_tries(self, user_id: str, person: Registration, change: Callable[[Tries], Tries]) -> None:
        update_until_saved(
            partial(self.tries.get_tries, user_id, person),
            change,
            partial(self.tries.save_tries, user_id, person),
            TooManyTriesAtOnce,
        )

    def _get_registration(self, user_id: str) -> Registration:
        registration = self.accounts.get_account(user_id).registration
        if registration is None:
            raise NotRegistered
        return registration

"""Passkey provider: a person's passkey renews the proof that it is bound to."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from typing_extensions import override

from domains.accounts.account import Registration
from domains.assurance.enhanced_authentication import TypeId
from domains.messages import authentication_notices
from domains.messages.messages_table import MessagesTable
from functions.authentication.attempt import Attempt, Beginning, ProviderJudgment, Start, Step
from functions.authentication.contract import CompletionRequest
from functions.authentication.errors import AttemptNotFound, PasskeyNotFound, PasskeysChanged
from functions.authentication.passkeys import AnswerRefused, Passkey, Passkeys
from functions.authentication.provider import AnswerCanceled, Provider
from functions.authentication.repository import AuthenticationRepository
from functions.authentication.webauthn import RelyingParty
from portal.types import Clock
from portal.updates import load_known_first, update_until_saved

CHALLENGE_BYTES = 32


class PasskeyProvider(Provider):
    """Provider for the person's passkeys."""

    def __init__(
        self,
        relying_party: RelyingParty,
        repository: AuthenticationRepository,
        inbox: MessagesTable,
        clock: Clock,
    ) -> None:
        self._relying_party = relying_party
        self._repository = repository
        self._inbox = inbox
        self._clock = clock

    @override
    def begin_attempt(self, start: Start) -> Beginning:
        keys = [
            each.key for each in self._list_good(self._repository.get_passkeys(start.user_id), start.type_id)
        ]
        if not keys:
            raise PasskeyNotFound
        challenge = secrets.token_urlsafe(CHALLENGE_BYTES)
        options = self._relying_party.make_request_options(keys, challenge)
        return Beginning("passkey", None, {"challenge": challenge}, options)

    @override
    def get_next_step(self, attempt: Attempt) -> Step:
        """Implement `Provider`: there is no further step."""
        return Step()

    @override
    def check_answer(self, attempt: Attempt, answer: CompletionRequest) -> None:
        if answer.passkey is None:
            raise AttemptNotFound
        if answer.passkey.error is not None:
            raise AnswerCanceled

    @override
    def judge_answer(
        self, user_id: str, attempt: Attempt, answer: CompletionRequest, person: Registration
    ) -> ProviderJudgment:
        """Implement `Provider`. Removes a passkey whose counter goes backwards, because it was copied."""
        if answer.passkey is None:
            raise AttemptNotFound
        now = self._clock()
        stored = self._repository.get_passkeys(user_id)
        passkeys = {each.key: each for each in self._list_good(stored, attempt.type_id)}
        try:
            key, uses = self._relying_party.read_request(
                attempt.kept["challenge"], passkeys, answer.passkey.as_response()
            )
        except AnswerRefused as refusal:
            return ProviderJudgment("answerRefused", "", detail=str(refusal))
        passkey = passkeys[key]
        if (uses or passkey.uses) and uses <= passkey.uses:
            self._inbox.add_message(
                authentication_notices.make_passkey_copied_notice(user_id, passkey.id, passkey.name, now)
            )
            self._change(user_id, stored, lambda current: current.remove_passkey(passkey.id))
            self._repository.delete_statuses_by_passkey(user_id, passkey.id)
            return ProviderJudgment("answerRefused", passkey.proof.issuer, detail="copiedPasskey")
        used = replace(passkey, uses=uses, last_used_at=now)
        if used not in self._change(user_id, stored, lambda current: current.replace_passkey(used)).items:
            return ProviderJudgment("answerRefused", passkey.proof.issuer, detail="removedPasskey")
        credential = passkey.proof.credential
        return ProviderJudgment(
            None,
            passkey.proof.issuer,
            credential,
            passkey.id,
            # The document is not here, so its number cannot be hashed with another secret.
            document_hashes=(credential.document_hash,) if credential else (),
        )

    @override
    def get_end_url(self) -> str | None:
        """Implement `Provider`: a device has no session to end."""
        return None

    def _list_good(self, passkeys: Passkeys, type_id: TypeId) -> list[Passkey]:
        return [each for each in passkeys.list_good(self._clock()) if each.proof.type_id == type_id]

    def _change(self, user_id: str, stored: Passkeys, change: Callable[[Passkeys], Passkeys]) -> Passkeys:
        passkeys, _ = update_until_saved(
            load_known_first(stored, partial(self._repository.get_passkeys, user_id)),
            change,
            lambda _, after: self._repository.save_passkeys(user_id, after),
            PasskeysChanged,
        )
        return passkeys

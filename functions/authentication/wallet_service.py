"""Calls of a wallet on another device, which scanned a QR code, fetches a request, and posts its answer.

The wallet is not signed in; an unguessable handle identifies the attempt. Its answer is judged like any other
wallet's, and the person's page polls for the result.
"""

from collections.abc import Callable
from dataclasses import dataclass

from functions.authentication.attempt import Attempt, WalletHandle
from functions.authentication.contract import CompletionRequest, WalletAnswer, WalletData
from functions.authentication.errors import AttemptNotFound, AttemptUsed, IdentityServiceUnavailable
from functions.authentication.mobile_id_requests import MobileIdRequests
from functions.authentication.provider import AuthenticationProviderUnavailable
from functions.authentication.repository import AuthenticationRepository
from functions.authentication.service import AuthenticationService
from portal.types import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class WalletService:
    """Use cases of a wallet."""

    clock: Clock
    repository: AuthenticationRepository
    requests: Callable[[], MobileIdRequests]  # returns the requests, which are loaded on first use
    authentication: AuthenticationService  # judges answers

    def get_request_object(self, handle: str) -> str:
        """Return the signed request object of an unanswered attempt.

        Raises:
            IdentityServiceUnavailable: requests cannot be signed now.
        """
        _, attempt = self._find(handle)
        if attempt.state != "pending":
            raise AttemptUsed
        try:
            return self.requests().make_request_object(attempt)
        except AuthenticationProviderUnavailable:
            raise IdentityServiceUnavailable from None

    def take_answer(self, handle: str, response: str | None, error: str | None) -> None:
        """Judge a wallet's answer; see `AuthenticationService.judge_answer`."""
        wallet_handle, attempt = self._find(handle)
        data = WalletData(response=response, error=error)
        answer = CompletionRequest(wallet=WalletAnswer(protocol="direct_post.jwt", data=data))
        self.authentication.judge_answer(wallet_handle.user_id, attempt, answer)

    def _find(self, handle: str) -> tuple[WalletHandle, Attempt]:
        wallet_handle = self.repository.get_wallet_handle(handle)
        attempt = (
            self.repository.get_attempt(wallet_handle.user_id, wallet_handle.attempt_id)
            if wallet_handle
            else None
        )
        if wallet_handle is None or attempt is None or attempt.expires_at <= self.clock():
            raise AttemptNotFound
        return wallet_handle, attempt

"""MID: a mobile driver's license, requested and verified by the portal itself.

The person's browser hands the requests to a wallet (Digital Credentials API); the response is encrypted for
the attempt's key, and valid only for its nonce and the portal's origin.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from typing_extensions import override

from domains.accounts.account import Registration
from domains.accounts.same_person import is_same_person
from domains.assurance.enhanced_authentication import Credential
from functions.authentication.attempt import (
    Attempt,
    Beginning,
    ProviderJudgment,
    Reason,
    Start,
    Step,
)
from functions.authentication.contract import CompletionRequest
from functions.authentication.errors import AttemptNotFound
from functions.authentication.mobile_id_requests import MobileIdRequests
from functions.authentication.provider import AnswerCanceled, Provider
from functions.authentication.revocation_list_reader import RevocationListReader
from functions.authentication.trust_list_reader import TrustListReader
from mobile_license.device_response import VerifiedLicense, verify
from mobile_license.keys import EphemeralKey
from mobile_license.refusal import RefusalCode, Refused
from portal.secrets import RotatingSecret
from portal.types import Clock

_NONCE_BYTES = 32

# Refusals that a person can fix have their own reason; all others mean an untrusted answer.
_REASONS: Mapping[RefusalCode, Reason] = {
    "expired": "licenseExpired",
    "issuerRevoked": "licenseRevoked",
    "issuerUnknown": "issuerUnknown",
}


@dataclass(frozen=True, slots=True)
class _LicenseClaims:
    """Names and birth date on the license."""

    legal_first_name: str
    legal_last_name: str
    date_of_birth: date


class MobileId(Provider):
    """Provider for wallets: makes requests and verifies answers."""

    def __init__(
        self,
        requests: MobileIdRequests,
        trust_list: TrustListReader,
        revocations: RevocationListReader,
        document_secret: RotatingSecret,
        clock: Clock,
    ) -> None:
        """Store the collaborators without making a call.

        Args:
            document_secret: key for hashing document numbers.
        """
        self._requests = requests
        self._trust_list = trust_list
        self._revocations = revocations
        self._document_secret = document_secret
        self._clock = clock

    @override
    def begin_attempt(self, start: Start) -> Beginning:
        """Implement `Provider`. Refuses while no license can be verified."""
        self._trust_list.get_trusted_issuers()
        # CloudFront forwards addresses in lower case.
        nonce, handle = secrets.token_urlsafe(_NONCE_BYTES), secrets.token_hex(_NONCE_BYTES)
        data = {"nonce": nonce, "key": EphemeralKey.generate().to_json(), "handle": handle}
        return Beginning("wallet", None, data, handle=handle if self._requests.signer else None)

    @override
    def get_next_step(self, attempt: Attempt) -> Step:
        return Step(
            requests=self._requests.make_browser_requests(attempt),
            wallet_link=self._requests.get_wallet_link(attempt),
        )

    @override
    def check_answer(self, attempt: Attempt, answer: CompletionRequest) -> None:
        if answer.wallet is None:
            raise AttemptNotFound
        if answer.wallet.data.response is None:
            raise AnswerCanceled

    @override
    def judge_answer(
        self, user_id: str, attempt: Attempt, answer: CompletionRequest, person: Registration
    ) -> ProviderJudgment:
        if answer.wallet is None:
            raise AttemptNotFound
        trusted = self._trust_list.get_trusted_issuers()
        try:
            response, transcript = self._requests.open_response(
                attempt, answer.wallet.protocol, answer.wallet.data.response
            )
            shown = verify(response, transcript, trusted, self._clock())
            if shown.revocation_lists:
                # Only from here on, a trusted issuer has asserted them.
                current = self._revocations.remove_revoked(trusted, shown.revocation_lists)
                shown = verify(response, transcript, current, self._clock())
        except Refused as refusal:
            return ProviderJudgment(_REASONS.get(refusal.code, "answerRefused"), "", detail=refusal.code)
        claimed = _LicenseClaims(shown.given_name, shown.family_name, shown.birth_date)
        if not is_same_person(claimed, person):
            return ProviderJudgment("wrongPerson", shown.issuer_name)
        hashes = self._list_document_hashes(shown)
        return ProviderJudgment(
            None, shown.issuer_name, Credential(shown.valid_until, hashes[0]), document_hashes=hashes
        )

    @override
    def get_end_url(self) -> str | None:
        """Implement `Provider`: a wallet has no session to end."""
        return None

    def _list_document_hashes(self, shown: VerifiedLicense) -> tuple[str, ...]:
        """Return keyed hashes that nobody can find by trying document numbers; see `ProviderJudgment`."""
        document = f"{shown.issuer_state}\n{shown.document_number}".encode()
        return tuple(
            hmac.new(secret.encode(), document, hashlib.sha256).hexdigest()
            for secret in self._document_secret.accepted
        )

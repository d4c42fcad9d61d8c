"""MID: a mobile driver's license, asked for and verified by the portal itself.

The person's browser hands the requests to a wallet (Digital Credentials API); what comes back is encrypted
for the key of this attempt, and good for its nonce and the portal's origin alone.
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
    Judgment,
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
from mobile_license.device_response import License, verify
from mobile_license.keys import EphemeralKey
from mobile_license.refusal import RefusalCode, Refused
from portal.types import Clock

_NONCE_BYTES = 32

# Refusals that a person can remedy have their own reason; all others mean an untrusted answer.
_REASONS: Mapping[RefusalCode, Reason] = {
    "expired": "licenseExpired",
    "issuerRevoked": "licenseRevoked",
    "issuerUnknown": "issuerUnknown",
}


@dataclass(frozen=True, slots=True)
class _Claimed:
    """Names and day of birth that the license vouches for."""

    legal_first_name: str
    legal_last_name: str
    date_of_birth: date


class MobileId(Provider):
    """Asks wallets, and verifies what they answer."""

    def __init__(
        self,
        requests: MobileIdRequests,
        trust_list: TrustListReader,
        revocations: RevocationListReader,
        document_secret: str,
        clock: Clock,
    ) -> None:
        """Set up without a call.

        Args:
            document_secret: keys the hash of a document's number.
        """
        self._requests = requests
        self._trust_list = trust_list
        self._revocations = revocations
        self._document_secret = document_secret
        self._clock = clock

    @override
    def begin(self, start: Start) -> Beginning:
        """Implement `Provider`. Refuses while no license could be verified."""
        self._trust_list.get_trusted_issuers()
        # CloudFront passes addresses on in lower case.
        nonce, handle = secrets.token_urlsafe(_NONCE_BYTES), secrets.token_hex(_NONCE_BYTES)
        kept = {"nonce": nonce, "key": EphemeralKey.generate().to_json(), "handle": handle}
        return Beginning("wallet", None, kept, handle=handle if self._requests.signer else None)

    @override
    def step(self, attempt: Attempt) -> Step:
        """Implement `Provider`."""
        return Step(requests=self._requests.for_browser(attempt), wallet_link=self._requests.link(attempt))

    @override
    def check_answer(self, attempt: Attempt, answer: CompletionRequest) -> None:
        """Implement `Provider`."""
        if answer.wallet is None:
            raise AttemptNotFound
        if answer.wallet.data.response is None:
            raise AnswerCanceled

    @override
    def judge(
        self, user_id: str, attempt: Attempt, answer: CompletionRequest, person: Registration
    ) -> Judgment:
        """Implement `Provider`."""
        if answer.wallet is None:
            raise AttemptNotFound
        trusted = self._trust_list.get_trusted_issuers()
        try:
            response, transcript = self._requests.open(
                attempt, answer.wallet.protocol, answer.wallet.data.response
            )
            shown = verify(response, transcript, trusted, self._clock())
            if shown.revocation_lists:
                # Until here it is unknown if a trusted issuer names them.
                current = self._revocations.remove_revoked(trusted, shown.revocation_lists)
                shown = verify(response, transcript, current, self._clock())
        except Refused as refusal:
            return Judgment(_REASONS.get(refusal.code, "answerRefused"), "", detail=refusal.code)
        claimed = _Claimed(shown.given_name, shown.family_name, shown.birth_date)
        if not is_same_person(claimed, person):
            return Judgment("wrongPerson", shown.issuer_name)
        return Judgment(None, shown.issuer_name, Credential(shown.valid_until, self._hash_document(shown)))

    @override
    def end_url(self) -> str | None:
        """Implement `Provider`: a wallet has no session that could be ended."""
        return None

    def _hash_document(self, shown: License) -> str:
        """Return a code of the document, the same each time, that nobody can guess by trying numbers."""
        document = f"{shown.issuer_state}\n{shown.document_number}".encode()
        return hmac.new(self._document_secret.encode(), document, hashlib.sha256).hexdigest()

"""Requests to wallets, and decryption of their answers."""

from collections.abc import Sequence
from dataclasses import dataclass

from functions.authentication.attempt import AnswerProtocol, Attempt, WalletRequest
from mobile_license import annex_c, openid4vp, transcripts
from mobile_license.keys import EphemeralKey
from mobile_license.request_signer import RequestSigner
from portal.types import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class MobileIdRequests:
    """Makes requests and decrypts answers."""

    portal_origin: str
    # Signs requests; without it they are unsigned, and wallets on other devices cannot be used.
    signer: RequestSigner | None
    wallet: str  # link prefix for wallets that scan a QR code
    clock: Clock

    def make_browser_requests(self, attempt: Attempt) -> Sequence[WalletRequest]:
        """Return the requests for the browser in every wallet protocol, signed ones first."""
        nonce, key, origin, signer = (
            attempt.kept["nonce"],
            _make_key(attempt),
            self.portal_origin,
            self.signer,
        )
        unsigned = WalletRequest("openid4vp-v1-unsigned", openid4vp.make_dc_api_request(nonce, key))
        if signer is None:
            return unsigned, WalletRequest("org-iso-mdoc", annex_c.make_request(nonce.encode(), key))
        now = self.clock()
        return (
            WalletRequest(
                "openid4vp-v1-signed", openid4vp.make_signed_dc_api_request(nonce, key, [origin], signer, now)
            ),
            unsigned,
            WalletRequest("org-iso-mdoc", annex_c.make_signed_request(nonce.encode(), key, origin, signer)),
        )

    def get_wallet_link(self, attempt: Attempt) -> str | None:
        """Return the link for a wallet on another device, or None."""
        if self.signer is None:
            return None
        return openid4vp.make_link(self.signer.client_id, self._make_address(attempt), self.wallet)

    def make_request_object(self, attempt: Attempt) -> str:
        """Return the signed request object for a wallet on another device.

        Raises:
            LookupError: there is no signer.
        """
        if self.signer is None:
            raise LookupError("Without a signer no attempt has a handle")
        return openid4vp.make_request_object(
            attempt.kept["nonce"],
            attempt.secret,
            self._make_address(attempt),
            _make_key(attempt),
            self.signer,
            self.clock(),
        )

    def open_response(
        self, attempt: Attempt, protocol: AnswerProtocol, response: str | None
    ) -> tuple[bytes, bytes]:
        """Return the device response and its signed transcript.

        Raises:
            Refused: the response does not belong to this attempt.
        """
        nonce, key, origin = attempt.kept["nonce"], _make_key(attempt), self.portal_origin
        data = {"response": response}
        match protocol:
            case "org-iso-mdoc":
                transcript = transcripts.make_annex_c(
                    annex_c.make_encryption_info(nonce.encode(), key), origin
                )
                return annex_c.read_response(data, key, transcript), transcript
            case "direct_post.jwt":
                client_id = self.signer.client_id if self.signer else ""
                transcript = transcripts.make_openid4vp_redirect(
                    client_id, nonce, key.thumbprint, self._make_address(attempt)
                )
                return openid4vp.read_direct_post_fields(data, key, attempt.secret), transcript
            case _:
                transcript = transcripts.make_openid4vp_dc_api(origin, nonce, key.thumbprint)
                return openid4vp.read_dc_api_response(data, key), transcript

    def _make_address(self, attempt: Attempt) -> str:
        return f"{self.portal_origin}/api/authentication/walletrequests/{attempt.kept['handle']}"


def _make_key(attempt: Attempt) -> EphemeralKey:
    return EphemeralKey.from_json(attempt.kept["key"])

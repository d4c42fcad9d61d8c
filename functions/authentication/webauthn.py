"""Web Authentication Level 2 as far as the portal needs it; the bytes are `fido2`'s."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from fido2.server import Fido2Server
from fido2.utils import websafe_decode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from functions.authentication.passkeys import AnswerRefused

_VERIFIED = UserVerificationRequirement.REQUIRED


class RelyingParty:
    """The portal, to the person's devices."""

    def __init__(self, portal_origin: str) -> None:
        """Passkeys are bound to the host of the portal, and good on its origin alone."""
        host = urlsplit(portal_origin).hostname or ""
        self._server = Fido2Server(
            PublicKeyCredentialRpEntity(name="Saguaro", id=host),
            attestation=None,
            verify_origin=lambda origin: origin == portal_origin,
        )

    def make_creation_options(
        self, handle: bytes, name: str, keys: Iterable[bytes], challenge: str
    ) -> Mapping[str, Any]:
        """Return the options for `navigator.credentials.create`, as JSON.

        Args:
            handle: tells this person from others on the device, and says nothing else of them.
            name: what the device shows.
            keys: which the person has already.
        """
        user = PublicKeyCredentialUserEntity(id=handle, name=name, display_name=name)
        options, _ = self._server.register_begin(
            user,
            [AttestedCredentialData(key) for key in keys],
            resident_key_requirement=ResidentKeyRequirement.PREFERRED,
            user_verification=_VERIFIED,
            challenge=websafe_decode(challenge),
        )
        return dict(options.public_key)

    def read_creation(self, challenge: str, response: Mapping[str, Any]) -> tuple[bytes, int]:
        """Return the key that a device made, and how often it says that it used it.

        Raises:
            AnswerRefused: it was not made for this challenge on the portal's pages by a person whom the
                device knows.
        """
        try:
            made = RegistrationResponse.from_dict(response)
            data = self._server.register_complete(_state(challenge), made)
        # The library raises many types of errors on malformed input.
        except Exception as error:
            raise AnswerRefused(type(error).__name__) from None
        if data.credential_data is None or made.response.client_data.cross_origin:
            raise AnswerRefused("frameOrNoKey")
        return bytes(data.credential_data), data.counter

    def request_options(self, keys: Iterable[bytes], challenge: str) -> Mapping[str, Any]:
        """Return the options for `navigator.credentials.get`, as JSON."""
        options, _ = self._server.authenticate_begin(
            [AttestedCredentialData(key) for key in keys],
            user_verification=_VERIFIED,
            challenge=websafe_decode(challenge),
        )
        return dict(options.public_key)

    def read_request(
        self, challenge: str, keys: Iterable[bytes], response: Mapping[str, Any]
    ) -> tuple[bytes, int]:
        """Return the key that answered, and how often its device says that it was used.

        Raises:
            AnswerRefused: none of the keys signed this challenge on the portal's pages with the person
                verified.
        """
        try:
            given = AuthenticationResponse.from_dict(response)
            used = self._server.authenticate_complete(
                _state(challenge), [AttestedCredentialData(key) for key in keys], given
            )
        # See above.
        except Exception as error:
            raise AnswerRefused(type(error).__name__) from None
        if given.response.client_data.cross_origin:
            raise AnswerRefused("frame")
        return bytes(used), given.response.authenticator_data.counter


def _state(challenge: str) -> Mapping[str, Any]:
    return {"challenge": challenge, "user_verification": _VERIFIED}

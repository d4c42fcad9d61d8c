"""The portal's part of Web Authentication Level 2; `fido2` handles the encoding."""

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
    """The portal's role toward people's devices."""

    def __init__(self, portal_origin: str) -> None:
        """Bind passkeys to the portal's host, and accept them only on its origin."""
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
            handle: opaque id of the person on the device.
            name: name to show on the device.
            keys: the person's existing keys.
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
        """Return a device's new key and its signature counter.

        Raises:
            AnswerRefused: it was not made for this challenge, on the portal's pages, with user verification.
        """
        try:
            registration = RegistrationResponse.from_dict(response)
            data = self._server.register_complete(_make_state(challenge), registration)
        # The library raises many types of errors on malformed input.
        except Exception as error:
            raise AnswerRefused(type(error).__name__) from None
        if data.credential_data is None or registration.response.client_data.cross_origin:
            raise AnswerRefused("frameOrNoKey")
        return bytes(data.credential_data), data.counter

    def make_request_options(self, keys: Iterable[bytes], challenge: str) -> Mapping[str, Any]:
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
        """Return the key that answered, and its signature counter.

        Raises:
            AnswerRefused: no key signed this challenge, on the portal's pages, with user verification.
        """
        try:
            authentication = AuthenticationResponse.from_dict(response)
            used = self._server.authenticate_complete(
                _make_state(challenge), [AttestedCredentialData(key) for key in keys], authentication
            )
        # See above.
        except Exception as error:
            raise AnswerRefused(type(error).__name__) from None
        if authentication.response.client_data.cross_origin:
            raise AnswerRefused("frame")
        return bytes(used), authentication.response.authenticator_data.counter


def _make_state(challenge: str) -> Mapping[str, Any]:
    return {"challenge": challenge, "user_verification": _VERIFIED}

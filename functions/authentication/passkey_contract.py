"""Requests and replies of passkeys."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from domains.assurance.enhanced_authentication import TypeId
from functions.authentication.contract import Encoded, PasskeyName
from portal.contract import Contract, RequestContract


class PasskeyReply(Contract):
    """A passkey.

    Attributes:
        type: name of the authentication type that it replaces, in the language of the request.
        expires_at: end of the passkey's use as a proof.
    """

    passkey_id: str
    name: str
    type_id: TypeId
    type: str
    created_at: datetime
    last_used_at: datetime | None
    expires_at: datetime


class PasskeysReply(Contract):
    """The passkeys of the caller, the oldest first.

    Attributes:
        can_add: true after an authentication of another type than a passkey in this session.
    """

    items: list[PasskeyReply]
    can_add: bool


class PasskeyOfferReply(Contract):
    """Offer to create a passkey.

    Attributes:
        options: request to the device, as JSON of the Web Authentication API.
        expires_at: end of the offer.
    """

    passkey_id: str
    options: dict[str, Any]
    expires_at: datetime


class PasskeyCreation(RequestContract):
    """A passkey created by a device, each value in base64url (RFC 4648, section 5)."""

    id: Encoded
    client_data: Encoded
    attestation: Encoded

    def as_response(self) -> Mapping[str, Any]:
        """Give it in the form of the Web Authentication API (`RegistrationResponseJSON`)."""
        return {
            "id": self.id,
            "rawId": self.id,
            "type": "public-key",
            "response": {"clientDataJSON": self.client_data, "attestationObject": self.attestation},
        }


class PasskeyCompletionRequest(RequestContract):
    """A passkey created by a device, and its name."""

    name: PasskeyName
    creation: PasskeyCreation


class PasskeyRenameRequest(RequestContract):
    """New name of a passkey."""

    name: PasskeyName

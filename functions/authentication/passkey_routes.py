"""The routes of passkeys."""

from functions.authentication.errors import (
    PasskeyLimitReached,
    PasskeyNotFound,
    PasskeyRefused,
    PasskeysChanged,
)
from functions.authentication.passkey_contract import (
    PasskeyCompletionRequest,
    PasskeyOfferReply,
    PasskeyRenameRequest,
    PasskeyReply,
    PasskeysReply,
)
from functions.authentication.passkey_service import PasskeyList, PasskeyService
from functions.authentication.types import ATTEMPT_LIFETIME, TYPES
from portal.errors import EnhancedAuthenticationRequired
from portal.language import Language
from portal.routes import Request, Routes

routes = Routes("authentication")


@routes.endpoint(
    "GET",
    "/api/authentication/passkeys",
    summary="List the passkeys that can renew a proof",
    replies={200: PasskeysReply},
)
def list_passkeys(request: Request[None], service: PasskeyService) -> PasskeysReply:
    """List passkeys; each is good for 180 days after the proof that it stands for."""
    return _make_reply(service.list_passkeys(request.principal), request.language)


@routes.endpoint(
    "POST",
    "/api/authentication/passkeys",
    summary="Begin a passkey that stands for the proof of the caller's session",
    replies={201: PasskeyOfferReply},
    raises=(EnhancedAuthenticationRequired, PasskeyLimitReached, PasskeysChanged),
)
def begin_passkey(request: Request[None], service: PasskeyService) -> PasskeyOfferReply:
    """Begin a passkey, which must be completed within ten minutes."""
    offer = service.begin_creation(request.principal)
    return PasskeyOfferReply(
        passkey_id=offer.new.id, options=offer.options, expires_at=offer.new.begun_at + ATTEMPT_LIFETIME
    )


@routes.endpoint(
    "POST",
    "/api/authentication/passkeys/{id}/completion",
    summary="Store the passkey that a device made",
    input=PasskeyCompletionRequest,
    replies={200: PasskeysReply},
    raises=(PasskeyNotFound, PasskeyRefused, PasskeysChanged),
)
def complete_passkey(request: Request[PasskeyCompletionRequest], service: PasskeyService) -> PasskeysReply:
    """Store a passkey that was begun up to ten minutes ago. Safe to repeat."""
    completion = request.input
    passkeys = service.complete_creation(
        request.principal, request.path["id"], completion.name, completion.creation
    )
    return _make_reply(passkeys, request.language)


@routes.endpoint(
    "PATCH",
    "/api/authentication/passkeys/{id}",
    summary="Give a passkey another name",
    input=PasskeyRenameRequest,
    replies={200: PasskeysReply},
    raises=(PasskeyNotFound, PasskeysChanged),
)
def rename_passkey(request: Request[PasskeyRenameRequest], service: PasskeyService) -> PasskeysReply:
    """Rename a passkey of the caller and return all of them."""
    passkeys = service.rename_passkey(request.principal, request.path["id"], request.input.name)
    return _make_reply(passkeys, request.language)


@routes.endpoint(
    "DELETE",
    "/api/authentication/passkeys/{id}",
    summary="Remove a passkey",
    replies={200: PasskeysReply},
    raises=(PasskeyNotFound, PasskeysChanged),
)
def remove_passkey(request: Request[None], service: PasskeyService) -> PasskeysReply:
    """Remove a passkey of the caller and return the remaining ones."""
    return _make_reply(service.remove_passkey(request.principal, request.path["id"]), request.language)


def _make_reply(passkeys: PasskeyList, language: Language) -> PasskeysReply:
    return PasskeysReply(
        can_add=passkeys.can_add,
        items=[
            PasskeyReply.from_entity(
                each,
                passkey_id=each.id,
                type_id=each.proof.type_id,
                type=TYPES[each.proof.type_id].name.in_language(language),
                expires_at=each.proof.expires_at,
            )
            for each in passkeys.items
        ],
    )

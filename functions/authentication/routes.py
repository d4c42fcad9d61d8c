"""The authentication routes."""

from domains.accounts.account import NotRegistered
from domains.assurance.enhanced_authentication import AuthenticationStatus
from functions.authentication.attempt import Attempt
from functions.authentication.contract import (
    AttemptReply,
    AttemptRequest,
    AuthenticationStatusReply,
    AuthenticationTypeReply,
    AuthenticationTypesReply,
    BegunReply,
    CompletionRequest,
    LockedOutReply,
    SignedOutReply,
)
from functions.authentication.errors import (
    AttemptNotFound,
    AttemptUsed,
    IdentityServiceUnavailable,
    PasskeyNotFound,
    PasskeysChanged,
    SessionUnknown,
    TooManyTriesAtOnce,
    TypeLocked,
    TypeNotEnabled,
)
from functions.authentication.service import AuthenticationService
from functions.authentication.types import TYPES
from portal.audiences import People
from portal.language import Language
from portal.routes import Request, Routes

routes = Routes("authentication")


@routes.endpoint(
    "GET",
    "/api/authentication/status",
    summary="Get the enhanced authentication of the caller's session",
    replies={200: AuthenticationStatusReply},
)
def get_status(request: Request[None], service: AuthenticationService) -> AuthenticationStatusReply:
    """Return the status of this sign-in; another session of the same person has its own."""
    return _make_status_reply(service.get_status(request.principal), request.language)


@routes.endpoint(
    "GET",
    "/api/authentication/types/settings",
    summary="List the ways to step up, with needs and locks",
    replies={200: AuthenticationTypesReply},
)
def list_types(request: Request[None], service: AuthenticationService) -> AuthenticationTypesReply:
    """List every type of the specification, also those that are not offered."""
    locks = service.list_locks(request.principal)
    return AuthenticationTypesReply(
        items=[
            AuthenticationTypeReply(
                type_id=type_id,
                type=kind.name.in_language(request.language),
                is_enabled=type_id in service.enabled,
                assurance=kind.assurance,
                needs=list(kind.needs),
                logout_path=kind.logout_path,
                locked_until=locks.get(type_id),
                max_tries=service.enabled[type_id].limit.max_failures if type_id in service.enabled else None,
            )
            for type_id, kind in TYPES.items()
        ]
    )


@routes.endpoint(
    "GET",
    "/api/authentication/lockedout",
    summary="Tell if every way to step up is locked for the caller",
    replies={200: LockedOutReply},
)
def get_locked_out(request: Request[None], service: AuthenticationService) -> LockedOutReply:
    """Return true when no offered way is left; false when none is offered."""
    locks = service.list_locks(request.principal)
    is_locked_out = bool(locks) and len(locks) == len(service.enabled)
    return LockedOutReply(
        is_locked_out=is_locked_out,
        until=min(locks.values()) if is_locked_out else None,
        reason="tooManyFailures" if is_locked_out else None,
    )


@routes.endpoint(
    "DELETE",
    "/api/authentication",
    summary="End the enhanced authentication of the caller's session",
    replies={200: SignedOutReply},
    audience=People(before_terms=True),
)
def sign_out(request: Request[None], service: AuthenticationService) -> SignedOutReply:
    """End the status, not the sign-in. Safe to repeat."""
    return SignedOutReply(logout_url=service.end_authentication(request.principal))


@routes.endpoint(
    "POST",
    "/api/authentication/attempts",
    summary="Begin to step up",
    input=AttemptRequest,
    replies={201: BegunReply},
    raises=(
        NotRegistered,
        SessionUnknown,
        TypeNotEnabled,
        TypeLocked,
        TooManyTriesAtOnce,
        PasskeyNotFound,
        IdentityServiceUnavailable,
    ),
)
def begin_attempt(request: Request[AttemptRequest], service: AuthenticationService) -> BegunReply:
    """Begin an attempt, which expires after ten minutes."""
    started_attempt = service.begin_attempt(request.principal, request.input, request.language)
    return BegunReply(
        attempt_id=started_attempt.attempt.id,
        mode=started_attempt.beginning.mode,
        redirect_url=started_attempt.beginning.redirect_url,
        passkey_options=started_attempt.beginning.passkey_options,
        expires_at=started_attempt.attempt.expires_at,
    )


@routes.endpoint(
    "GET",
    "/api/authentication/attempts/{id}",
    summary="Get an attempt of the caller's session and its outcome",
    replies={200: AttemptReply},
    raises=(AttemptNotFound, IdentityServiceUnavailable),
)
def get_attempt(request: Request[None], service: AuthenticationService) -> AttemptReply:
    """Return an attempt, for ten minutes from its start."""
    return _make_attempt_reply(service, service.get_attempt(request.principal, request.path["id"]))


@routes.endpoint(
    "POST",
    "/api/authentication/attempts/{id}/completion",
    summary="Answer an attempt, once",
    input=CompletionRequest,
    replies={200: AttemptReply},
    raises=(
        AttemptNotFound,
        AttemptUsed,
        NotRegistered,
        TypeLocked,
        TooManyTriesAtOnce,
        PasskeysChanged,
        IdentityServiceUnavailable,
    ),
)
def complete_attempt(request: Request[CompletionRequest], service: AuthenticationService) -> AttemptReply:
    """Complete an attempt. An answer that proves nothing is 200, with the outcome and the reason."""
    return _make_attempt_reply(
        service, service.complete_attempt(request.principal, request.path["id"], request.input)
    )


def _make_status_reply(status: AuthenticationStatus | None, language: Language) -> AuthenticationStatusReply:
    return AuthenticationStatusReply(
        is_authenticated=status is not None,
        enhanced_authentication_type=TYPES[status.type_id].name.in_language(language) if status else None,
        enhanced_authentication_type_id=status.type_id if status else None,
        verified_at=status.verified_at if status else None,
        expires_at=status.expires_at if status else None,
        assurance=status.assurance if status else "none",
    )


def _make_attempt_reply(service: AuthenticationService, attempt: Attempt) -> AttemptReply:
    return AttemptReply.from_step(attempt, service.get_step(attempt))

"""The routes of accounts at agencies. Passwords are passed on, and never kept or logged."""

from functions.businessagency.contract import (
    AccountLinkRequest,
    AccountPasswordRequest,
    AccountRegistrationRequest,
    AgencyAccountReply,
    AgencyAccountsReply,
    ForgottenPasswordReply,
    ForgottenPasswordRequest,
)
from functions.businessagency.service import AgencyAccountsService
from portal.errors import Conflict, NotFound, TooManyRequests, Unavailable
from portal.routes import Reply, Request, Routes

routes = Routes("businessagency")

_PATH = "/api/businessapplications/businessagency"


@routes.endpoint(
    "GET",
    _PATH,
    summary="The agencies that keep accounts, and the caller's account at each",
    replies={200: AgencyAccountsReply},
    raises=(Unavailable,),
)
def list_accounts(request: Request[None], service: AgencyAccountsService) -> AgencyAccountsReply:
    """By the agency's name."""
    return service.list_accounts(request)


@routes.endpoint(
    "GET",
    f"{_PATH}/{{id}}/user",
    summary="The caller's account at an agency",
    replies={200: AgencyAccountReply},
    raises=(NotFound, Unavailable),
)
def get_account(request: Request[None], service: AgencyAccountsService) -> AgencyAccountReply:
    """404 is `agencyNotFound`."""
    return service.get_account(request)


@routes.endpoint(
    "POST",
    f"{_PATH}/{{id}}/user/register",
    summary="Make an account at the agency, and link it",
    input=AccountRegistrationRequest,
    replies={201: AgencyAccountReply},
    raises=(NotFound, Conflict, TooManyRequests, Unavailable),
)
def register_account(request: Request[AccountRegistrationRequest], service: AgencyAccountsService) -> Reply:
    """404 is `agencyNotFound`; 409 `notRegistered`, `alreadyLinked` or `registrationClosed`; 429
    `tooManyAttempts`; 503 `agencyUnavailable`.
    """
    return service.register_account(request)


@routes.endpoint(
    "POST",
    f"{_PATH}/{{id}}/user/link",
    summary="Link an account that the caller has at the agency",
    input=AccountLinkRequest,
    replies={200: AgencyAccountReply},
    raises=(NotFound, Conflict, TooManyRequests, Unavailable),
)
def link_account(request: Request[AccountLinkRequest], service: AgencyAccountsService) -> AgencyAccountReply:
    """404 is `agencyNotFound`; 409 `notRegistered`, `alreadyLinked` or `credentialsRefused`, whatever is
    wrong with them; 429 `tooManyAttempts`; 503 `agencyUnavailable`.
    """
    return service.link_account(request)


@routes.endpoint(
    "DELETE",
    f"{_PATH}/{{id}}/user",
    summary="Unlink the account; it goes on to exist at the agency",
    replies={200: AgencyAccountReply},
    raises=(NotFound, Unavailable),
)
def unlink_account(request: Request[None], service: AgencyAccountsService) -> AgencyAccountReply:
    """404 is `agencyNotFound`; what is not linked stays so."""
    return service.unlink_account(request)


@routes.endpoint(
    "POST",
    f"{_PATH}/{{id}}/user/password",
    summary="Change the password of the linked account",
    input=AccountPasswordRequest,
    replies={200: AgencyAccountReply},
    raises=(NotFound, Conflict, TooManyRequests, Unavailable),
)
def change_password(
    request: Request[AccountPasswordRequest], service: AgencyAccountsService
) -> AgencyAccountReply:
    """404 is `agencyNotFound`; 409 `notLinked` or `credentialsRefused`; 429 `tooManyAttempts`; 503
    `agencyUnavailable`.
    """
    return service.change_password(request)


@routes.endpoint(
    "POST",
    f"{_PATH}/{{id}}/user/forgot-password",
    summary="Ask the agency to help to a new password",
    input=ForgottenPasswordRequest,
    replies={202: ForgottenPasswordReply},
    raises=(NotFound, TooManyRequests, Unavailable),
)
def ask_for_password(
    request: Request[ForgottenPasswordRequest], service: AgencyAccountsService
) -> ForgottenPasswordReply:
    """404 is `agencyNotFound`, 429 `tooManyAttempts`, 503 `agencyUnavailable`."""
    return service.ask_for_password(request)

"""The routes of accounts at agencies. Passwords are passed on, and never kept or logged."""

from domains.accounts.account import NotRegistered
from domains.agencies.catalog import CatalogUnavailable, localize
from domains.agencies.failures import AgencyUnavailable
from domains.agencies.manifest_texts import LocalizedText
from functions.businessagency.account import AccountPlace
from functions.businessagency.contract import (
    AccountLinkRequest,
    AccountPasswordRequest,
    AccountRegistrationRequest,
    AgencyAccountReply,
    AgencyAccountsReply,
    ForgottenPasswordReply,
    ForgottenPasswordRequest,
)
from functions.businessagency.errors import (
    AgencyNotFound,
    AlreadyLinked,
    CredentialsRefused,
    NotLinked,
    RegistrationClosed,
    TooManyAttempts,
)
from functions.businessagency.service import AgencyAccountsService
from portal.language import Language
from portal.routes import Request, Routes

routes = Routes("businessagency")

_PATH = "/api/businessapplications/businessagency"


@routes.endpoint(
    "GET",
    _PATH,
    summary="List agencies with accounts, and the caller's account at each",
    replies={200: AgencyAccountsReply},
    raises=(CatalogUnavailable,),
)
def list_accounts(request: Request[None], service: AgencyAccountsService) -> AgencyAccountsReply:
    """List agencies with accounts for businesses, by the agency's name."""
    places = service.list_accounts(request.principal)
    return AgencyAccountsReply(items=[_make_reply(place, request.language) for place in places])


@routes.endpoint(
    "GET",
    f"{_PATH}/{{id}}/user",
    summary="Get the caller's account at an agency",
    replies={200: AgencyAccountReply},
    raises=(AgencyNotFound, CatalogUnavailable),
)
def get_account(request: Request[None], service: AgencyAccountsService) -> AgencyAccountReply:
    """Return the agency's rules for an account, and the linked account."""
    return _make_reply(service.get_account(request.principal, request.path["id"]), request.language)


@routes.endpoint(
    "POST",
    f"{_PATH}/{{id}}/user/register",
    summary="Make an account at the agency, and link it",
    input=AccountRegistrationRequest,
    replies={201: AgencyAccountReply},
    raises=(
        AgencyNotFound,
        NotRegistered,
        AlreadyLinked,
        RegistrationClosed,
        TooManyAttempts,
        AgencyUnavailable,
        CatalogUnavailable,
    ),
)
def register_account(
    request: Request[AccountRegistrationRequest], service: AgencyAccountsService
) -> AgencyAccountReply:
    """Return the new account, which is linked at once."""
    registration = request.input
    place = service.register_account(
        request.principal,
        request.path["id"],
        registration.user_name,
        registration.email,
        registration.password,
    )
    return _make_reply(place, request.language)


@routes.endpoint(
    "POST",
    f"{_PATH}/{{id}}/user/link",
    summary="Link an account that the caller has at the agency",
    input=AccountLinkRequest,
    replies={200: AgencyAccountReply},
    raises=(
        AgencyNotFound,
        NotRegistered,
        AlreadyLinked,
        CredentialsRefused,
        TooManyAttempts,
        AgencyUnavailable,
        CatalogUnavailable,
    ),
)
def link_account(request: Request[AccountLinkRequest], service: AgencyAccountsService) -> AgencyAccountReply:
    """Link the account. All refused credentials give one and the same error."""
    credentials = request.input
    place = service.link_account(
        request.principal, request.path["id"], credentials.user_name, credentials.password
    )
    return _make_reply(place, request.language)


@routes.endpoint(
    "DELETE",
    f"{_PATH}/{{id}}/user",
    summary="Unlink the account; it goes on to exist at the agency",
    replies={200: AgencyAccountReply},
    raises=(AgencyNotFound, CatalogUnavailable),
)
def unlink_account(request: Request[None], service: AgencyAccountsService) -> AgencyAccountReply:
    """Unlink the account. Does nothing when none is linked."""
    return _make_reply(service.unlink_account(request.principal, request.path["id"]), request.language)


@routes.endpoint(
    "POST",
    f"{_PATH}/{{id}}/user/password",
    summary="Change the password of the linked account",
    input=AccountPasswordRequest,
    replies={200: AgencyAccountReply},
    raises=(
        AgencyNotFound,
        NotLinked,
        CredentialsRefused,
        TooManyAttempts,
        AgencyUnavailable,
        CatalogUnavailable,
    ),
)
def change_password(
    request: Request[AccountPasswordRequest], service: AgencyAccountsService
) -> AgencyAccountReply:
    """Pass the new password on to the agency and return the account. Needs the present password."""
    passwords = request.input
    place = service.change_password(
        request.principal, request.path["id"], passwords.current_password, passwords.new_password
    )
    return _make_reply(place, request.language)


@routes.endpoint(
    "POST",
    f"{_PATH}/{{id}}/user/forgot-password",
    summary="Ask the agency for help with a new password",
    input=ForgottenPasswordRequest,
    replies={202: ForgottenPasswordReply},
    raises=(AgencyNotFound, TooManyAttempts, AgencyUnavailable, CatalogUnavailable),
)
def ask_for_password(
    request: Request[ForgottenPasswordRequest], service: AgencyAccountsService
) -> ForgottenPasswordReply:
    """Answer the same, with or without such an account."""
    service.ask_for_password(request.principal, request.path["id"], request.input.user_name)
    return ForgottenPasswordReply()


def _make_reply(place: AccountPlace, language: Language) -> AgencyAccountReply:
    def localize_optional(text: LocalizedText | None) -> str | None:
        return localize(text, language) if text else None

    agency, system, account = place.offer.agency, place.system, place.account
    return AgencyAccountReply.from_entity(
        system,
        id=agency.id,
        agency_name=localize(agency.name, language),
        system_name=localize(system.name, language),
        state="linked" if account else "notLinked",
        user_name=account.user_name if account else None,
        linked_at=account.linked_at if account else None,
        user_name_help=localize_optional(system.user_name_help),
        password_help=localize_optional(system.password_help),
    )

"""The users routes."""

from domains.accounts.account import Registration
from domains.accounts.errors import CodeAlreadySent, TooManyWrongCodes
from domains.accounts.registration_rules import RegistrationDetails
from domains.accounts.sending_limits import TooManyCodes, TooManyCodesToAddress
from functions.users.contract import (
    CodeSentReply,
    LinkConfirmation,
    LinkRequest,
    RegistrationReply,
    RegistrationRequest,
    RegistrationStateReply,
    UserDetailsReply,
)
from functions.users.errors import AlreadyRegistered, LinkChangedMeanwhile, NothingToLink, TooYoung
from functions.users.service import UserService
from portal.audiences import People
from portal.mail import MessageNotSent
from portal.routes import HttpReply, Request, Routes

routes = Routes("users")


@routes.endpoint(
    "GET",
    "/api/users",
    summary="Get the caller's name, menu and next step",
    replies={200: UserDetailsReply},
    audience=People(before_terms=True),
)
def read_user_details(request: Request[None], service: UserService) -> UserDetailsReply:
    """Return the caller's details and the next step."""
    details = service.get_details(request.principal, request.viewer)
    return UserDetailsReply.model_validate(details, from_attributes=True)


@routes.endpoint(
    "GET",
    "/api/users/registered",
    summary="Tell if the caller is registered",
    replies={200: RegistrationStateReply},
    audience=People(before_terms=True),
)
def read_registration_state(request: Request[None], service: UserService) -> RegistrationStateReply:
    """Return whether the caller is registered, or could link an earlier registration."""
    state = service.get_registration_state(request.principal)
    return RegistrationStateReply.model_validate(state, from_attributes=True)


@routes.endpoint(
    "POST",
    "/api/users/register",
    summary="Register the caller",
    replies={201: RegistrationReply, 200: RegistrationReply},
    input=RegistrationRequest,
    section="registration",
    raises=(TooYoung, AlreadyRegistered),
    audience=People(before_terms=True),
)
def register(request: Request[RegistrationRequest], service: UserService) -> HttpReply:
    """Register: 201 when it is new, 200 when registered with the same details already."""
    details = RegistrationDetails(**dict(request.input))
    registered = service.register_person(request.principal, details)
    return HttpReply(_make_reply(registered.registration), 201 if registered.is_new else 200)


@routes.endpoint(
    "POST",
    "/api/users/link",
    summary="Send a code that links an earlier registration",
    replies={202: CodeSentReply},
    input=LinkRequest,
    section="link",
    raises=(
        NothingToLink,
        AlreadyRegistered,
        TooManyWrongCodes,
        CodeAlreadySent,
        TooManyCodes,
        TooManyCodesToAddress,
        MessageNotSent,
    ),
    audience=People(before_terms=True),
)
def send_link_code(request: Request[LinkRequest], service: UserService) -> CodeSentReply:
    """Send a code to the caller's verified email address."""
    link_code = service.send_link_code(request.principal, request.language)
    return CodeSentReply.model_validate(link_code, from_attributes=True)


@routes.endpoint(
    "POST",
    "/api/users/link/confirm",
    summary="Link an earlier registration with the code that was sent",
    replies={200: RegistrationReply},
    input=LinkConfirmation,
    section="link",
    raises=(NothingToLink, AlreadyRegistered, LinkChangedMeanwhile),
    audience=People(before_terms=True),
)
def confirm_link(request: Request[LinkConfirmation], service: UserService) -> RegistrationReply:
    """Link the registration and return it. Needs the code that was sent."""
    return _make_reply(service.confirm_link(request.principal, request.input.code))


def _make_reply(registration: Registration) -> RegistrationReply:
    return RegistrationReply(display_name=registration.display_name, registered_at=registration.registered_at)

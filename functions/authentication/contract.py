"""Requests and replies of the authentication routes."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from functions.authentication import texts
from functions.authentication.attempt import AttemptState, Reason
from functions.authentication.types import Assurance, Mode, Need, Purpose, TypeId
from portal.contract import Contract, RequestContract
from portal.validation import UnacceptableValue


class AuthenticationStatusReply(Contract):
    """What enhanced authentication a session has.

    Attributes:
        enhanced_authentication_type: its name in the language of the request.
    """

    is_authenticated: bool
    enhanced_authentication_type: str | None
    enhanced_authentication_type_id: TypeId | None
    verified_at: datetime | None
    expires_at: datetime | None
    assurance: Assurance


class AuthenticationTypeReply(Contract):
    """A way to step up.

    Attributes:
        type: its name in the language of the request.
        assurance: what a success is worth.
        needs: what a person must have.
        logout_path: the page that ends it; None where the call that ends it is all there is to do.
        locked_until: until when the caller cannot try it; None when they can.
    """

    type_id: TypeId
    type: str
    is_enabled: bool
    assurance: Assurance
    needs: list[Need]
    logout_path: str | None
    locked_until: datetime | None


class AuthenticationTypesReply(Contract):
    """Every way to step up, by id."""

    items: list[AuthenticationTypeReply]


class LockedOutReply(Contract):
    """Whether no way is left to the caller.

    Attributes:
        until: when the first way can be tried again.
    """

    is_locked_out: bool
    until: datetime | None
    reason: Literal["tooManyFailures"] | None


class SignedOutReply(Contract):
    """That the enhanced authentication of the session has ended.

    Attributes:
        logout_url: where the browser goes to end it at the identity service too; None where nothing is open.
    """

    is_authenticated: Literal[False] = False
    logout_url: str | None


def _path_of_the_portal(path: str) -> str:
    is_path = path.startswith("/") and not path.startswith(("//", "/\\"))
    if not is_path or "\\" in path or not path.isprintable():
        raise UnacceptableValue(texts.NOT_A_PATH)
    return path


class AttemptRequest(RequestContract):
    """How to step up, what for, and where to go on.

    Attributes:
        return_to: a path of the portal, with its query.
    """

    type_id: TypeId
    purpose: Purpose
    return_to: Annotated[str, Field(max_length=2000), AfterValidator(_path_of_the_portal)]


class BegunReply(Contract):
    """An attempt that has begun.

    Attributes:
        mode: what the person does next.
        redirect_url: where the browser goes; only of the mode `redirect`.
        expires_at: until when an answer is taken.
    """

    attempt_id: str
    mode: Mode
    redirect_url: str | None
    expires_at: datetime


class RedirectAnswer(RequestContract):
    """What an identity service sent back through the browser.

    Attributes:
        state: of the address that the browser came back with.
        code: missing where the service or the person refused.
        error: of RFC 6749, section 4.1.2.1.
    """

    state: Annotated[str, Field(max_length=200)]
    code: Annotated[str, Field(min_length=1, max_length=2000)] | None = None
    error: Annotated[str, Field(max_length=100)] | None = None


class CompletionRequest(RequestContract):
    """The answer to an attempt, in the form of its mode."""

    redirect: RedirectAnswer


class AttemptReply(Contract):
    """An attempt and what became of it.

    Attributes:
        return_to: the page to go on with.
        reason: why it failed.
    """

    attempt_id: str
    type_id: TypeId
    purpose: Purpose
    return_to: str
    state: AttemptState
    reason: Reason | None
    expires_at: datetime

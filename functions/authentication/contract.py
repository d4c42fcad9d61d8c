"""Requests and replies of the authentication routes."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, ConfigDict, Field, RootModel, StringConstraints, model_validator

from domains.assurance.enhanced_authentication import TypeId
from functions.authentication import texts
from functions.authentication.attempt import (
    AnswerProtocol,
    Attempt,
    AttemptState,
    Reason,
    Step,
    WalletProtocol,
)
from functions.authentication.types import Mode, Need, Purpose
from portal.contract import Contract, RequestContract
from portal.errors import Problem
from portal.types import Assurance
from portal.validation import UnacceptableValue, make_field_problems


class AuthenticationStatusReply(Contract):
    """The enhanced authentication of a session.

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
    """A type of enhanced authentication.

    Attributes:
        type: its name in the language of the request.
        assurance: assurance level after success.
        needs: things that the person needs.
        logout_path: page that ends the session at the provider; None if there is none.
        locked_until: end of the lock; None if the caller can try it.
        max_tries: tries within 24 hours; None if the type is not enabled.
    """

    type_id: TypeId
    type: str
    is_enabled: bool
    assurance: Assurance
    needs: list[Need]
    logout_path: str | None
    locked_until: datetime | None
    max_tries: int | None


class AuthenticationTypesReply(Contract):
    """All types of enhanced authentication, by id."""

    items: list[AuthenticationTypeReply]


class LockedOutReply(Contract):
    """A lock of all types of enhanced authentication.

    Attributes:
        until: when the first type can be tried again.
    """

    is_locked_out: bool
    until: datetime | None
    reason: Literal["tooManyFailures"] | None


class SignedOutReply(Contract):
    """The end of the enhanced authentication of the session.

    Attributes:
        logout_url: address that ends the session at the identity service; None if there is none.
    """

    is_authenticated: Literal[False] = False
    logout_url: str | None


def _require_portal_path(path: str) -> str:
    is_path = path.startswith("/") and not path.startswith(("//", "/\\"))
    if not is_path or "\\" in path or not path.isprintable():
        raise UnacceptableValue(texts.NOT_A_PATH)
    return path


class AttemptRequest(RequestContract):
    """Authentication type, purpose, and the page to continue on.

    Attributes:
        return_to: path and query in the portal.
        uses_passkey: true to use a passkey instead of the type.
    """

    type_id: TypeId
    purpose: Purpose
    return_to: Annotated[str, Field(max_length=2000), AfterValidator(_require_portal_path)]
    uses_passkey: bool = False


class BegunReply(Contract):
    """An attempt that was started.

    Attributes:
        mode: next step of the person.
        redirect_url: address to send the browser to; only for mode `redirect`.
        passkey_options: request to the device, as JSON of the Web Authentication API; only for mode
            `passkey`.
        expires_at: end of the attempt.
    """

    attempt_id: str
    mode: Mode
    redirect_url: str | None
    passkey_options: dict[str, Any] | None
    expires_at: datetime


class RedirectAnswer(RequestContract):
    """The answer of an identity service, sent back through the browser.

    Attributes:
        state: `state` of the address that the browser returned to.
        code: missing if the service or the person refused.
        error: of RFC 6749, section 4.1.2.1.
    """

    state: Annotated[str, Field(max_length=200)]
    code: Annotated[str, Field(min_length=1, max_length=2000)] | None = None
    error: Annotated[str, Field(max_length=100)] | None = None


Encoded = Annotated[str, Field(max_length=8000, pattern="^[A-Za-z0-9_-]*$")]


class WalletData(RequestContract):
    """Data from a wallet.

    Attributes:
        response: encrypted response; missing if the wallet or the person refused.
        error: error of the wallet, or `declined`.
    """

    response: Annotated[str, Field(min_length=1, max_length=100_000)] | None = None
    error: Annotated[str, Field(max_length=100)] | None = None


class WalletAnswer(RequestContract):
    """The answer of a wallet.

    Attributes:
        protocol: protocol of the request.
    """

    protocol: AnswerProtocol
    data: WalletData


class PasskeyAnswer(RequestContract):
    """The answer of a passkey, each value in base64url (RFC 4648, section 5).

    Attributes:
        error: `declined` if the person or the device refused; other fields are then ignored.
    """

    id: Encoded = ""
    client_data: Encoded = ""
    authenticator_data: Encoded = ""
    signature: Encoded = ""
    error: Annotated[str, Field(max_length=100)] | None = None

    def as_response(self) -> Mapping[str, Any]:
        """Give it in the form of the Web Authentication API (`AuthenticationResponseJSON`)."""
        return {
            "id": self.id,
            "rawId": self.id,
            "type": "public-key",
            "response": {
                "clientDataJSON": self.client_data,
                "authenticatorData": self.authenticator_data,
                "signature": self.signature,
            },
        }


Reference = Annotated[str, Field(min_length=1, max_length=100)]


class ChosenAnswer(RequestContract):
    """A person's answer to one question."""

    question_id: Reference
    choice_id: Reference


class QuizAnswer(RequestContract):
    """The answers to all questions of a credit bureau."""

    answers: Annotated[list[ChosenAnswer], Field(min_length=1, max_length=20)]


class LivenessAnswer(RequestContract):
    """The end of a liveness check.

    Attributes:
        error: reason for a failure: `declined`, or the browser's camera error.
    """

    error: Annotated[str, Field(max_length=100)] | None = None


class CompletionRequest(RequestContract):
    """The answer to an attempt; exactly the field of its mode is set."""

    redirect: RedirectAnswer | None = None
    wallet: WalletAnswer | None = None
    passkey: PasskeyAnswer | None = None
    quiz: QuizAnswer | None = None
    liveness: LivenessAnswer | None = None

    @model_validator(mode="after")
    def _require_one_form(self) -> Self:
        forms = (self.redirect, self.wallet, self.passkey, self.quiz, self.liveness)
        if sum(answer is not None for answer in forms) != 1:
            raise make_field_problems(Problem("redirect", texts.NOT_ONE_ANSWER))
        return self


class WalletRequestReply(Contract):
    """Request that the browser passes to the person's wallet.

    Attributes:
        protocol: of the Digital Credentials API.
        data: the fields of the protocol.
    """

    protocol: WalletProtocol
    data: dict[str, Any]


class QuizChoiceReply(Contract):
    """Answer choice of a quiz question."""

    choice_id: str
    text: str


class QuizQuestionReply(Contract):
    """A question of a credit bureau."""

    question_id: str
    text: str
    choices: list[QuizChoiceReply]


class QuizReply(Contract):
    """The questions of a credit bureau.

    Attributes:
        answer_by: end of the time to answer.
    """

    questions: list[QuizQuestionReply]
    answer_by: datetime


class CameraCredentialsReply(Contract):
    """Temporary credentials that only allow streaming the camera to the liveness service."""

    access_key_id: str
    secret_access_key: str
    session_token: str
    expiration: datetime


class LivenessReply(Contract):
    """Camera session of a liveness check.

    Attributes:
        session_id: id of the liveness check.
        region: AWS region of the service.
        credentials: credentials for the portal's own page.
        camera_url: page with the camera, if it is not the portal's own.
    """

    session_id: str
    region: str
    credentials: CameraCredentialsReply | None
    camera_url: str | None


class AttemptReply(Contract):
    """The state of an attempt, with the person's next step while it is open.

    Attributes:
        return_to: page to continue on.
        requests: requests to the person's wallet.
        wallet_link: link in the QR code for a wallet on another device.
        quiz: questions to the person.
        liveness: session of the liveness check.
        reason: reason for the failure.
    """

    attempt_id: str
    type_id: TypeId
    purpose: Purpose
    return_to: str
    requests: list[WalletRequestReply]
    wallet_link: str | None
    quiz: QuizReply | None
    liveness: LivenessReply | None
    state: AttemptState
    reason: Reason | None
    expires_at: datetime

    @classmethod
    def from_step(cls, attempt: Attempt, step: Step) -> Self:
        """Return the reply of an attempt and what comes next in it."""
        return cls.from_entity(
            attempt,
            attempt_id=attempt.id,
            requests=step.requests,
            wallet_link=step.wallet_link,
            quiz=step.quiz,
            liveness=step.liveness,
        )


class WalletPost(RequestContract):
    """The fields that a wallet posts (OpenID4VP 1.0, 8.2); other fields are ignored.

    Attributes:
        response: encrypted response; missing if the wallet or the person refused.
        error: error code of the wallet.
    """

    model_config = ConfigDict(extra="ignore")

    response: Annotated[str, Field(min_length=1, max_length=100_000)] | None = None
    error: Annotated[str, Field(max_length=100)] | None = None

    @model_validator(mode="after")
    def _require_response_or_error(self) -> Self:
        if self.response is None and self.error is None:
            raise make_field_problems(Problem("response", texts.NO_RESPONSE))
        return self


class WalletPosted(Contract):
    """Receipt of a wallet's answer, without its outcome."""


class RequestObject(RootModel[str]):
    """The request to a wallet: a signed JWT of the type `oauth-authz-req+jwt` (RFC 9101)."""


PasskeyName = Annotated[str, StringConstraints(min_length=1, max_length=60)]

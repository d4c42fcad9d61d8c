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
    """A way to step up.

    Attributes:
        type: its name in the language of the request.
        assurance: the level that a success proves.
        needs: things that a person must have.
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
    """A lock of every way to authenticate, if there is one.

    Attributes:
        until: when the first way can be tried again.
    """

    is_locked_out: bool
    until: datetime | None
    reason: Literal["tooManyFailures"] | None


class SignedOutReply(Contract):
    """The end of the enhanced authentication of the session.

    Attributes:
        logout_url: the address at which to end it at the identity service too; None where nothing is open.
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
        return_to: a path of the portal, with its query.
        uses_passkey: true when a passkey is asked that stands for a proof of the type.
    """

    type_id: TypeId
    purpose: Purpose
    return_to: Annotated[str, Field(max_length=2000), AfterValidator(_require_portal_path)]
    uses_passkey: bool = False


class BegunReply(Contract):
    """An attempt that has begun.

    Attributes:
        mode: the next step of the person.
        redirect_url: the next address of the browser; only of the mode `redirect`.
        passkey_options: the request to the person's device, as JSON of the Web Authentication API;
            only of the mode `passkey`.
        expires_at: until when an answer is taken.
    """

    attempt_id: str
    mode: Mode
    redirect_url: str | None
    passkey_options: dict[str, Any] | None
    expires_at: datetime


class RedirectAnswer(RequestContract):
    """The answer of an identity service, sent back through the browser.

    Attributes:
        state: of the address that the browser came back with.
        code: missing where the service or the person refused.
        error: of RFC 6749, section 4.1.2.1.
    """

    state: Annotated[str, Field(max_length=200)]
    code: Annotated[str, Field(min_length=1, max_length=2000)] | None = None
    error: Annotated[str, Field(max_length=100)] | None = None


Encoded = Annotated[str, Field(max_length=8000, pattern="^[A-Za-z0-9_-]*$")]


class WalletData(RequestContract):
    """The data that a wallet gave to the browser.

    Attributes:
        response: sealed for this attempt; missing where the wallet or the person refused.
        error: the wallet's, or `declined`.
    """

    response: Annotated[str, Field(min_length=1, max_length=100_000)] | None = None
    error: Annotated[str, Field(max_length=100)] | None = None


class WalletAnswer(RequestContract):
    """The answer of a wallet.

    Attributes:
        protocol: of the request that was answered.
    """

    protocol: AnswerProtocol
    data: WalletData


class PasskeyAnswer(RequestContract):
    """The answer of a passkey, each value as Base64 for addresses (RFC 4648, section 5).

    Attributes:
        error: `declined` where the person or the device refused; nothing else is read then.
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
    """The end of a look into the camera.

    Attributes:
        error: why it has not: `declined`, or what the browser said of the camera.
    """

    error: Annotated[str, Field(max_length=100)] | None = None


class CompletionRequest(RequestContract):
    """The answer to an attempt, in the form of its mode, and in no other."""

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
        answer_by: until when it takes the answers.
    """

    questions: list[QuizQuestionReply]
    answer_by: datetime


class CameraCredentialsReply(Contract):
    """Temporary credentials to stream the camera to the liveness service, and for nothing else."""

    access_key_id: str
    secret_access_key: str
    session_token: str
    expiration: datetime


class LivenessReply(Contract):
    """Camera session of a liveness check.

    Attributes:
        session_id: of the check of liveness.
        region: of the service that checks.
        credentials: for the portal's own page.
        camera_url: the page that has the camera, where it is not the portal's own.
    """

    session_id: str
    region: str
    credentials: CameraCredentialsReply | None
    camera_url: str | None


class AttemptReply(Contract):
    """An attempt and what became of it; as long as no answer came, with what the person does next.

    Attributes:
        return_to: the page to go on with.
        requests: the requests to the person's wallet.
        wallet_link: the link that a wallet on another device scans.
        quiz: the questions to the person.
        liveness: how the person stands before the camera.
        reason: why it failed.
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
    """The fields that a wallet posts (OpenID4VP 1.0, 8.2); others that it sends are not read.

    Attributes:
        response: sealed for the attempt; missing where the wallet or the person refused.
        error: why.
    """

    model_config = ConfigDict(extra="ignore")

    response: Annotated[str, Field(min_length=1, max_length=100_000)] | None = None
    error: Annotated[str, Field(max_length=100)] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.response is None and self.error is None:
            raise make_field_problems(Problem("response", texts.NO_RESPONSE))
        return self


class WalletPosted(Contract):
    """The receipt of a wallet's answer; its outcome is for the person's page alone."""


class RequestObject(RootModel[str]):
    """The request to a wallet: a signed JWT of the type `oauth-authz-req+jwt` (RFC 9101)."""


class PasskeyReply(Contract):
    """A passkey.

    Attributes:
        type: the name of the type whose proof it stands for, in the language of the request.
        expires_at: when a touch does not renew that proof any more.
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
        can_add: true when another one can be added in this session: after a proof, to which a touch does not
            count.
    """

    items: list[PasskeyReply]
    can_add: bool


class PasskeyOfferReply(Contract):
    """A passkey that the caller may make now.

    Attributes:
        options: the request to the person's device, as JSON of the Web Authentication API.
        expires_at: until when it can be completed.
    """

    passkey_id: str
    options: dict[str, Any]
    expires_at: datetime


PasskeyName = Annotated[str, StringConstraints(min_length=1, max_length=60)]


class PasskeyCreation(RequestContract):
    """A passkey that a device made, each value as Base64 for addresses (RFC 4648, section 5)."""

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
    """A passkey that a device made, and what the person calls it."""

    name: PasskeyName
    creation: PasskeyCreation


class PasskeyRenameRequest(RequestContract):
    """Another name for a passkey."""

    name: PasskeyName

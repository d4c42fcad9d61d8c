"""An attempt to step up, and what a success is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from domains.accounts.account import Registration
from domains.assurance.enhanced_authentication import Credential, TypeId
from functions.authentication.types import ATTEMPT_LIFETIME, Mode, Purpose
from portal.language import Language

AttemptState = Literal["pending", "answered", "verified", "failed", "canceled", "unavailable"]
Reason = Literal[
    "wrongPerson",
    "answerRefused",
    "assuranceTooLow",
    "licenseExpired",
    "licenseRevoked",
    "documentInUse",
    "issuerUnknown",
    "creditFileNotUsable",
    "wrongAnswers",
    "portraitMissing",
    "faceNotLive",
    "faceNotMatched",
    "tooLate",
]
WalletProtocol = Literal["openid4vp-v1-signed", "openid4vp-v1-unsigned", "org-iso-mdoc"]
AnswerProtocol = WalletProtocol | Literal["direct_post.jwt"]
"""Channel of a wallet's answer: through the browser, or posted by the wallet itself."""


@dataclass(frozen=True, slots=True)
class WalletRequest:
    """Request to a wallet in one protocol; the browser offers all of them and the wallet answers one.

    Attributes:
        protocol: of the Digital Credentials API.
        data: what the protocol wants.
    """

    protocol: WalletProtocol
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Start:
    """Person, session and purpose of a new attempt.

    Attributes:
        secret: what an answer through the browser must carry back.
        person: whom the provider is asked about.
    """

    user_id: str
    attempt_id: str
    type_id: TypeId
    secret: str
    language: Language
    person: Registration


@dataclass(frozen=True, slots=True)
class QuizChoice:
    """Answer choice of a quiz question."""

    choice_id: str
    text: str


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A question of a credit bureau; one choice is right."""

    question_id: str
    text: str
    choices: Sequence[QuizChoice]


@dataclass(frozen=True, slots=True)
class Quiz:
    """The questions of a credit bureau.

    Attributes:
        answer_by: until when it takes the answers.
    """

    questions: Sequence[QuizQuestion]
    answer_by: datetime


@dataclass(frozen=True, slots=True)
class CameraCredentials:
    """Temporary credentials to stream the camera to the liveness service, and for nothing else."""

    access_key_id: str
    secret_access_key: str = field(repr=False)
    session_token: str = field(repr=False)
    expiration: datetime


@dataclass(frozen=True, slots=True)
class Liveness:
    """Camera session of a liveness check.

    Attributes:
        session_id: of the check of liveness.
        region: of the service that checks.
        credentials: for the portal's own page.
        camera_url: the page that has the camera, where it is not the portal's own.
    """

    session_id: str
    region: str
    credentials: CameraCredentials | None
    camera_url: str | None


@dataclass(frozen=True, slots=True)
class Step:
    """Next step of the person while an attempt has no answer.

    Attributes:
        requests: what the browser asks the person's wallet.
        wallet_link: what a wallet on another device scans.
        quiz: what the person is asked.
        liveness: how the person stands before the camera.
    """

    requests: Sequence[WalletRequest] = ()
    wallet_link: str | None = None
    quiz: Quiz | None = None
    liveness: Liveness | None = None


@dataclass(frozen=True, slots=True)
class Beginning:
    """Start of an attempt at a provider.

    Attributes:
        redirect_url: where the browser goes; only of the mode `redirect`.
        kept: what the provider needs again to judge the answer.
        passkey_options: what the browser asks the person's device; only of the mode `passkey`.
        handle: under which a wallet finds the attempt, if it can.
        refused: why the attempt is over, where the provider said so at once.
    """

    mode: Mode
    redirect_url: str | None
    kept: Mapping[str, str]
    passkey_options: Mapping[str, Any] | None = None
    handle: str | None = None
    refused: Reason | None = None


@dataclass(frozen=True, slots=True)
class Judgment:
    """Verdict of a provider.

    Attributes:
        reason: why it is no success; None for one.
        issuer: who vouches; empty where nobody does.
        credential: what was shown, if a document was.
        passkey_id: of the passkey that was touched, if one was.
        detail: the reason for the log, where it says more: a code, and nothing of what was shown.
    """

    reason: Reason | None
    issuer: str
    credential: Credential | None = None
    passkey_id: str | None = None
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class WalletHandle:
    """Handle under which a wallet finds an attempt, without knowing whose it is.

    Attributes:
        handle: not to be guessed.
    """

    handle: str
    user_id: str
    attempt_id: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class DocumentOwner:
    """The account that a document proves.

    Attributes:
        document_hash: see `Credential`.
        revision: of what is stored.
    """

    document_hash: str
    user_id: str
    revision: int = 1


@dataclass(frozen=True, slots=True)
class Attempt:
    """Attempt to step up, bound to a person and to the session in which it began.

    Attributes:
        session_id: see `Principal`.
        return_to: the page to go on with.
        secret: what only the answer to this attempt can carry back; it begins with the id and a period.
        kept: see `Beginning`.
        uses_passkey: whether a touch renews an earlier proof of the type.
        state: `answered` is one whose answer is being judged, or was when the function died.
        revision: of what is stored.
    """

    id: str
    session_id: str
    type_id: TypeId
    purpose: Purpose
    return_to: str
    begun_at: datetime
    secret: str
    kept: Mapping[str, str]
    uses_passkey: bool = False
    state: AttemptState = "pending"
    reason: Reason | None = None
    revision: int = 1

    @property
    def expires_at(self) -> datetime:
        """Time until which an answer is accepted."""
        return self.begun_at + ATTEMPT_LIFETIME

    @property
    def has_result(self) -> bool:
        """Tell whether the attempt has its result."""
        return self.state not in ("pending", "answered")

    def in_state(self, state: AttemptState, reason: Reason | None = None) -> "Attempt":
        """Return the next revision."""
        return replace(self, state=state, reason=reason, revision=self.revision + 1)

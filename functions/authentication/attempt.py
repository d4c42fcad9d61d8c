"""Attempts to step up, and their results."""

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
    """Request to a wallet in one protocol; the browser offers all, and the wallet answers one."""

    protocol: WalletProtocol  # protocol of the Digital Credentials API
    data: Mapping[str, Any]  # the protocol's request data


@dataclass(frozen=True, slots=True)
class Start:
    """Person, session and purpose of a new attempt."""

    user_id: str
    attempt_id: str
    type_id: TypeId
    secret: str  # value that an answer through the browser must return
    language: Language
    person: Registration  # the person to verify


@dataclass(frozen=True, slots=True)
class QuizChoice:
    """Answer choice of a quiz question."""

    choice_id: str
    text: str


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """Quiz question with one right choice."""

    question_id: str
    text: str
    choices: Sequence[QuizChoice]


@dataclass(frozen=True, slots=True)
class Quiz:
    """Questions from a credit bureau."""

    questions: Sequence[QuizQuestion]
    answer_by: datetime  # deadline for the answers


@dataclass(frozen=True, slots=True)
class CameraCredentials:
    """Temporary credentials, only for streaming the camera to the liveness service."""

    access_key_id: str
    secret_access_key: str = field(repr=False)
    session_token: str = field(repr=False)
    expiration: datetime


@dataclass(frozen=True, slots=True)
class Liveness:
    """Camera session of a liveness check."""

    session_id: str  # id of the liveness check
    region: str  # region of the liveness service
    credentials: CameraCredentials | None  # credentials for the portal's own camera page
    camera_url: str | None  # an external camera page, if any


@dataclass(frozen=True, slots=True)
class Step:
    """The person's next step in an unanswered attempt."""

    requests: Sequence[WalletRequest] = ()  # requests from the browser to the person's wallet
    wallet_link: str | None = None  # link in the QR code for a wallet on another device
    quiz: Quiz | None = None  # the questions to answer
    liveness: Liveness | None = None  # the camera session


@dataclass(frozen=True, slots=True)
class Beginning:
    """Start of an attempt at a provider."""

    mode: Mode
    redirect_url: str | None  # the browser's target; only in mode `redirect`
    kept: Mapping[str, str]  # data that the provider needs to judge the answer
    # Options for the person's device; only in mode `passkey`.
    passkey_options: Mapping[str, Any] | None = None
    handle: str | None = None  # handle by which a wallet finds the attempt, if any
    refused: Reason | None = None  # reason of an immediate refusal by the provider


@dataclass(frozen=True, slots=True)
class ProviderJudgment:
    """Verdict of a provider."""

    reason: Reason | None  # reason of a failure; None for a success
    issuer: str  # issuer of the proof; may be empty
    credential: Credential | None = None  # the presented document, if any
    passkey_id: str | None = None  # id of the used passkey, if any
    detail: str | None = None  # a more specific code for the log, without personal data
    # Hashes of the document under all accepted secrets, that of `credential` first; with a passkey, that one
    # alone.
    document_hashes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WalletHandle:
    """Handle by which a wallet finds an attempt without learning whose it is."""

    handle: str  # unguessable value
    user_id: str
    attempt_id: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class DocumentOwner:
    """The account that a document proves."""

    document_hash: str  # see `Credential`
    user_id: str
    revision: int = 1


@dataclass(frozen=True, slots=True)
class Attempt:
    """Attempt to step up, bound to a person and their session."""

    id: str
    session_id: str  # see `Principal`
    type_id: TypeId
    purpose: Purpose
    return_to: str  # page to open afterwards
    begun_at: datetime
    secret: str  # value that only the answer to this attempt can return; it begins with the id and a period
    kept: Mapping[str, str]  # see `Beginning`
    uses_passkey: bool = False  # true if a passkey renews an earlier proof of the type
    # `answered` while the answer is judged, or if the function died meanwhile.
    state: AttemptState = "pending"
    reason: Reason | None = None
    revision: int = 1

    @property
    def expires_at(self) -> datetime:
        """Deadline for an answer."""
        return self.begun_at + ATTEMPT_LIFETIME

    @property
    def has_result(self) -> bool:
        """Tell whether the attempt has its result."""
        return self.state not in ("pending", "answered")

    def in_state(self, state: AttemptState, reason: Reason | None = None) -> "Attempt":
        """Return the next revision, in another state."""
        return replace(self, state=state, reason=reason, revision=self.revision + 1)

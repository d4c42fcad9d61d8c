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
    """Request to a wallet in one protocol; the browser offers all, and the wallet answers one.

    Attributes:
        protocol: protocol of the Digital Credentials API.
        data: the protocol's request data.
    """

    protocol: WalletProtocol
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Start:
    """Person, session and purpose of a new attempt.

    Attributes:
        secret: value that an answer through the browser must return.
        person: the person to verify.
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
    """Quiz question with one right choice."""

    question_id: str
    text: str
    choices: Sequence[QuizChoice]


@dataclass(frozen=True, slots=True)
class Quiz:
    """Questions from a credit bureau.

    Attributes:
        answer_by: deadline for the answers.
    """

    questions: Sequence[QuizQuestion]
    answer_by: datetime


@dataclass(frozen=True, slots=True)
class CameraCredentials:
    """Temporary credentials, only for streaming the camera to the liveness service."""

    access_key_id: str
    secret_access_key: str = field(repr=False)
    session_token: str = field(repr=False)
    expiration: datetime


@dataclass(frozen=True, slots=True)
class Liveness:
    """Camera session of a liveness check.

    Attributes:
        session_id: id of the liveness check.
        region: region of the liveness service.
        credentials: credentials for the portal's own camera page.
        camera_url: an external camera page, if any.
    """

    session_id: str
    region: str
    credentials: CameraCredentials | None
    camera_url: str | None


@dataclass(frozen=True, slots=True)
class Step:
    """The person's next step in an unanswered attempt.

    Attributes:
        requests: requests from the browser to the person's wallet.
        wallet_link: link in the QR code for a wallet on another device.
        quiz: the questions to answer.
        liveness: the camera session.
    """

    requests: Sequence[WalletRequest] = ()
    wallet_link: str | None = None
    quiz: Quiz | None = None
    liveness: Liveness | None = None


@dataclass(frozen=True, slots=True)
class Beginning:
    """Start of an attempt at a provider.

    Attributes:
        redirect_url: the browser's target; only in mode `redirect`.
        kept: data that the provider needs to judge the answer.
        passkey_options: options for the person's device; only in mode `passkey`.
        handle: handle by which a wallet finds the attempt, if any.
        refused: reason of an immediate refusal by the provider.
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
        reason: reason of a failure; None for a success.
        issuer: issuer of the proof; may be empty.
        credential: the presented document, if any.
        passkey_id: id of the used passkey, if any.
        detail: a more specific code for the log, without personal data.
        document_hashes: hashes of the document under all accepted secrets, that of `credential` first; with a
            passkey, that one alone.
    """

    reason: Reason | None
    issuer: str
    credential: Credential | None = None
    passkey_id: str | None = None
    detail: str | None = None
    document_hashes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WalletHandle:
    """Handle by which a wallet finds an attempt without learning whose it is.

    Attributes:
        handle: unguessable value.
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
        revision: revision of the stored item.
    """

    document_hash: str
    user_id: str
    revision: int = 1


@dataclass(frozen=True, slots=True)
class Attempt:
    """Attempt to step up, bound to a person and their session.

    Attributes:
        session_id: see `Principal`.
        return_to: page to open afterwards.
        secret: value that only the answer to this attempt can return; it begins with the id and a period.
        kept: see `Beginning`.
        uses_passkey: whether a passkey renews an earlier proof of the type.
        state: `answered` while the answer is judged, or if the function died meanwhile.
        revision: revision of the stored item.
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
        """Deadline for an answer."""
        return self.begun_at + ATTEMPT_LIFETIME

    @property
    def has_result(self) -> bool:
        """Tell whether the attempt has its result."""
        return self.state not in ("pending", "answered")

    def in_state(self, state: AttemptState, reason: Reason | None = None) -> "Attempt":
        """Return the next revision, in another state."""
        return replace(self, state=state, reason=reason, revision=self.revision + 1)

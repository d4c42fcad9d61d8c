"""Face recognition: compares the person at the camera with an agency's photo.

Amazon Rekognition checks liveness and compares. No picture is stored: the session has no output bucket, and
the agency's photo is fetched after the camera session and dropped with the answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from botocore.exceptions import BotoCoreError, ClientError
from typing_extensions import override

from domains.accounts.account import Registration
from domains.agencies.catalog import Catalog, CatalogUnavailable, Offer
from domains.agencies.client import AgencyClient
from domains.agencies.failures import AgencyFailure, PortraitMissing
from domains.agencies.protocol import MatchedPerson
from domains.agencies.subscriptions_table import SubscriptionsTable
from functions.authentication.attempt import (
    Attempt,
    Beginning,
    CameraCredentials,
    Liveness,
    ProviderJudgment,
    Reason,
    Start,
    Step,
)
from functions.authentication.contract import CompletionRequest
from functions.authentication.errors import AttemptNotFound
from functions.authentication.provider import AnswerCanceled, AuthenticationProviderUnavailable, Provider
from portal.aws import make_client

MIN_LIVENESS = 90.0
"""Of 100. Source: AWS AI Service Card, Amazon Rekognition Face Liveness (80 or 90 against injected video)."""

MIN_SIMILARITY = 99.0
"""Of 100. Source: AWS, The facts on facial recognition with artificial intelligence (99 for highly accurate
matches). AWS does not give the false match rate, which NIST SP 800-63A-4 limits to 1 in 10,000
(facts/enhanced_auth.json, `bio-63a`)."""

CREDENTIALS_SECONDS = 900
"""The shortest lifetime that AWS allows. A liveness session ends after three minutes."""

# Two calls and one to the agency must fit into the function's ten seconds.
_READ_SECONDS = 2.5
_CAMERA_POLICY = (
    '{"Version":"2012-10-17","Statement":[{"Effect":"Allow",'
    '"Action":"rekognition:StartFaceLivenessSession","Resource":"*"}]}'
)


@dataclass(frozen=True, slots=True)
class _Picture:
    """Location of a person's photo."""

    offer: Offer
    reference: str


@dataclass(frozen=True, slots=True)
class FaceService:
    """Settings of the face service."""

    region: str  # of Amazon Rekognition
    camera_role: str  # the role that the browser assumes to stream video
    camera_url: str  # see `Liveness`; empty for the portal's own page
    return_url: str  # the portal's page to return to from an external camera page


class FaceRecognition(Provider):
    """Provider that compares a face with an agency's photo."""

    def __init__(
        self,
        service: FaceService,
        catalog: Catalog,
        subscriptions: SubscriptionsTable,
        agencies: AgencyClient,
    ) -> None:
        self._service = service
        self._catalog = catalog
        self._subscriptions = subscriptions
        self._agencies = agencies

    @override
    def begin_attempt(self, start: Start) -> Beginning:
        """Implement `Provider`. Refuses a person without a photo before the camera opens."""
        if self._get_picture(start.user_id) is None:
            return Beginning("liveness", None, {}, refused="portraitMissing")
        session = self._call(
            "create_face_liveness_session",
            # The same attempt gets the same session. No audit images, and no output bucket.
            ClientRequestToken=start.attempt_id,
            Settings={"AuditImagesLimit": 0},
        )
        return Beginning("liveness", None, {"session": session["SessionId"]})

    @override
    def get_next_step(self, attempt: Attempt) -> Step:
        session_id, service = attempt.kept["session"], self._service
        if not service.camera_url:
            return Step(
                liveness=Liveness(session_id, service.region, self._get_camera_credentials(attempt), None)
            )
        back = f"{service.return_url}?{urlencode({'attempt': attempt.id, 'seen': 'true'})}"
        url = f"{service.camera_url}?{urlencode({'session': session_id, 'return': back})}"
        return Step(liveness=Liveness(session_id, service.region, None, url))

    @override
    def check_answer(self, attempt: Attempt, answer: CompletionRequest) -> None:
        if answer.liveness is None:
            raise AttemptNotFound
        if answer.liveness.error is not None:
            raise AnswerCanceled

    @override
    def judge_answer(
        self, user_id: str, attempt: Attempt, answer: CompletionRequest, person: Registration
    ) -> ProviderJudgment:
        seen = self._call("get_face_liveness_session_results", SessionId=attempt.kept["session"])
        status = seen["Status"]
        if status == "EXPIRED":
            return _refuse("tooLate", status)
        live_picture = seen.get("ReferenceImage", {}).get("Bytes")
        if status != "SUCCEEDED" or seen.get("Confidence", 0) < MIN_LIVENESS or not live_picture:
            return _refuse("faceNotLive", status)
        picture = self._get_picture(user_id)
        if picture is None:
            return _refuse("portraitMissing", "disconnected")
        portrait = self._get_portrait(picture, person)
        if portrait is None:
            return _refuse("portraitMissing", "agency")
        if not self._is_same_face(live_picture, portrait):
            return _refuse("faceNotMatched", "compared")
        return ProviderJudgment(None, picture.offer.agency.id)

    @override
    def get_end_url(self) -> str | None:
        """Implement `Provider`: there is no session to end."""
        return None

    def _get_picture(self, user_id: str) -> _Picture | None:
        try:
            offers = self._catalog.get_offers().list_available()
        except CatalogUnavailable:
            raise AuthenticationProviderUnavailable("catalog") from None
        for offer in offers:
            if not offer.service.has_portrait:
                continue
            subscription = self._subscriptions.read_subscription(user_id, offer.service.id)
            for identity in subscription.identities.values() if subscription else ():
                if identity.status == "connected":
                    return _Picture(offer, identity.reference)
        return None

    def _get_portrait(self, picture: _Picture, person: Registration) -> bytes | None:
        matched = MatchedPerson(
            legal_first_name=person.legal_first_name,
            legal_last_name=person.legal_last_name,
            date_of_birth=person.date_of_birth,
        )
        try:
            return self._agencies.get_portrait(picture.offer, picture.reference, matched)
        except PortraitMissing:
            return None
        except AgencyFailure as failure:
            raise AuthenticationProviderUnavailable(f"agency {failure.outcome}") from None

    def _is_same_face(self, live_picture: bytes, portrait: bytes) -> bool:
        compared = self._call(
            "compare_faces",
            SourceImage={"Bytes": live_picture},
            TargetImage={"Bytes": portrait},
            SimilarityThreshold=MIN_SIMILARITY,
        )
        # A second face on the agency's photo proves nothing.
        return len(compared["FaceMatches"]) == 1 and not compared["UnmatchedFaces"]

    def _get_camera_credentials(self, attempt: Attempt) -> CameraCredentials:
        credentials = self._call(
            "assume_role",
            client=self._tokens,
            RoleArn=self._service.camera_role,
            RoleSessionName=attempt.id,
            DurationSeconds=CREDENTIALS_SECONDS,
            Policy=_CAMERA_POLICY,
        )["Credentials"]
        return CameraCredentials(
            credentials["AccessKeyId"],
            credentials["SecretAccessKey"],
            credentials["SessionToken"],
            credentials["Expiration"],
        )

    @cached_property
    def _faces(self) -> Any:
        return make_client(
            "rekognition", read_seconds=_READ_SECONDS, attempts=1, region_name=self._service.region
        )

    @cached_property
    def _tokens(self) -> Any:
        return make_client("sts")

    def _call(self, operation: str, *, client: Any = None, **parameters: Any) -> Mapping[str, Any]:
        try:
            answer: Mapping[str, Any] = getattr(client or self._faces, operation)(**parameters)
        except ClientError as error:
            raise AuthenticationProviderUnavailable(
                f"{operation} {error.response['Error']['Code']}"
            ) from None
        except BotoCoreError as error:
            raise AuthenticationProviderUnavailable(f"{operation} {type(error).__name__}") from None
        return answer


def _refuse(reason: Reason, detail: str) -> ProviderJudgment:
    return ProviderJudgment(reason, "", detail=detail)

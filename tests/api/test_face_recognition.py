"""Face recognition: the function with the sandbox camera and a picture from a test agency."""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from threading import Event
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import boto3
import pytest
import requests
from starlette.requests import Request

from domains.agencies.catalog import Catalog, CatalogUnavailable
from domains.agencies.protocol import MatchedPerson
from domains.agencies.subscriptions_table import SubscriptionsTable
from domains.assurance.enhanced_authentication import FACE
from domains.assurance.slots import FACE_TRY_LIMIT
from functions.authentication.amazon_rekognition import FaceRecognition, FaceService
from functions.authentication.service import EnabledType
from infrastructure.sandbox import pictures
from infrastructure.sandbox.face import FACE as FACE_PATH
from infrastructure.sandbox.face import SandboxFaces
from infrastructure.sandbox.samples import Owner
from tests.api.agency_support import VEHICLES, TinyAgency, World, connect, make_manifest, run_agency
from tests.api.authentication_fixtures import BEN, service
from tests.api.authentication_support import (
    ATTEMPTS,
    NOW,
    PORTAL,
    STATUS,
    TYPES,
    AuthenticationWorld,
    IdentityService,
    list_subjects,
)
from tests.api.local_servers import ENOUGH_SECONDS, make_recorded_app, run_local_server
from tests.api.profile_support import ROSA, register
from tests.api.support import (
    AUTHENTICATION_TABLE,
    MESSAGES_TABLE,
    SUBSCRIPTIONS_TABLE,
    Answer,
    Client,
    Person,
)

__all__ = ["service"]

REFERENCE = "vehicle-1"
RETURN = f"{PORTAL}/enhancedauthentication/face/camera"
CAMERA_ROLE = "arn:aws:iam::123456789012:role/saguaro-dev-camera"
BEGIN = {"typeId": FACE, "purpose": "account", "returnTo": "/dashboard"}


def make_owner(first_name: str, last_name: str) -> Owner:
    person = MatchedPerson.model_validate(
        {"legalFirstName": first_name, "legalLastName": last_name, "dateOfBirth": "1988-04-02"}
    )
    return Owner(person)


SAMPLE_ROSA, SAMPLE_BEN = make_owner("ROSA", "DELGADO"), make_owner("Ben", "Whitehorse")


@dataclass
class Faces:
    """Running face service."""

    url: str
    sandbox: SandboxFaces
    asked: list[tuple[str, bytes]] = field(default_factory=list)

    def switch(self, mode: str) -> None:
        self.sandbox.switch.mode = mode

    def look(self, attempt: Any, who: Owner = SAMPLE_ROSA, case: str = "live") -> str:
        """Stand before the camera and return the address that the browser goes to next."""
        asked = dict(parse_qsl(urlsplit(attempt["liveness"]["cameraUrl"]).query))
        sent = asked | {"name": who.name, "case": case}
        answer = requests.post(f"{self.url}/camera", sent, timeout=ENOUGH_SECONDS, allow_redirects=False)
        assert answer.status_code == 303, answer.text
        return answer.headers["Location"]


@pytest.fixture
def faces(monkeypatch: pytest.MonkeyPatch) -> Iterator[Faces]:
    with run_local_server() as server:
        stopping = Event()
        sandbox = SandboxFaces(PORTAL, (SAMPLE_ROSA, SAMPLE_BEN), stopping.wait)
        made = Faces(f"http://localhost:{server.port}/{FACE_PATH}", sandbox)

        def note(request: Request, body: bytes) -> None:
            if target := request.headers.get("X-Amz-Target"):
                made.asked.append((target, body))

        monkeypatch.setenv("AWS_ENDPOINT_URL_REKOGNITION", made.url)
        server.app = make_recorded_app(sandbox.routes, note)
        try:
            yield made
        finally:
            stopping.set()


@pytest.fixture
def agency() -> Iterator[TinyAgency]:
    with run_agency() as agency:
        picture = b64encode(pictures.draw(SAMPLE_ROSA.name)).decode()
        agency.portraits = {REFERENCE: picture}
        agency.owners = {REFERENCE: SAMPLE_ROSA.person.model_dump(mode="json", by_alias=True)}
        yield agency


@dataclass
class FaceWorld:
    """World with people before a camera, and an agency that has their pictures."""

    world: AuthenticationWorld
    agencies: World
    faces: Faces

    def acting_as(self, person: Person, camera_url: str | None = None) -> Client:
        where = FaceService(
            region="us-west-2",
            camera_role=CAMERA_ROLE,
            camera_url=f"{self.faces.url}/camera" if camera_url is None else camera_url,
            return_url=RETURN,
        )
        catalog = Catalog(self.agencies.catalog_table, self.agencies.monotonic)
        provider = FaceRecognition(
            where, catalog, SubscriptionsTable(SUBSCRIPTIONS_TABLE), self.agencies.agency_client()
        )
        kind = EnabledType(lambda: provider, FACE_TRY_LIMIT, takes_slot_at_beginning=True)
        return self.world.acting_as(person, enabled={FACE: kind})

    def begin(self, client: Client) -> Any:
        """Begin an attempt and prepare the person's appearance before the camera."""
        answer = client.post(ATTEMPTS, BEGIN)
        assert (answer.status, answer.json["mode"]) == (201, "liveness"), answer
        return client.get(f"{ATTEMPTS}/{answer.json['attemptId']}").json

    def passes(self, time: timedelta) -> None:
        self.world.now += time


def complete(client: Client, attempt: Any, **answer: str) -> Answer:
    return client.post(f"{ATTEMPTS}/{attempt['attemptId']}/completion", {"liveness": answer})


def get_outcome(answer: Answer) -> tuple[int, str, str | None]:
    return answer.status, answer.json["state"], answer.json["reason"]


@pytest.fixture
def world(client: Client, service: IdentityService, agency: TinyAgency, faces: Faces) -> FaceWorld:
    world = AuthenticationWorld(client, service)
    agencies = World(client, agency)
    agencies.register(make_manifest(agency.endpoint, hasPortrait=True))
    register(client)
    return FaceWorld(world, agencies, faces)


@pytest.fixture
def rosa(world: FaceWorld) -> Client:
    answer = connect(world.agencies.acting_as(ROSA))
    assert answer.status == 201, answer
    return world.acting_as(ROSA)


class TestFaceRecognition:
    def test_matching_face_is_proof(self, world: FaceWorld, rosa: Client, agency: TinyAgency) -> None:
        attempt = world.begin(rosa)
        back = world.faces.look(attempt)
        assert back == f"{RETURN}?attempt={attempt['attemptId']}&seen=true"
        assert get_outcome(complete(rosa, attempt)) == (200, "verified", None)
        status = rosa.get(STATUS).json
        assert (status["enhancedAuthenticationTypeId"], status["assurance"]) == (FACE, "proof")
        asked = agency.calls[-1]
        assert (asked.name, asked.is_signed) == ("portrait", True)
        assert asked.body == {
            "serviceId": VEHICLES,
            "reference": REFERENCE,
            "person": SAMPLE_ROSA.person.model_dump(mode="json", by_alias=True),
        }
        assert any("proved who you are" in subject for subject in list_subjects(rosa)), list_subjects(rosa)

    def test_camera_session_stores_no_pictures(self, world: FaceWorld, rosa: Client) -> None:
        world.begin(rosa)
        target, sent = world.faces.asked[0]
        assert target == "RekognitionService.CreateFaceLivenessSession"
        assert b'"AuditImagesLimit": 0' in sent
        assert b"OutputConfig" not in sent

    def test_face_of_other_person_is_refused(self, world: FaceWorld, rosa: Client) -> None:
        attempt = world.begin(rosa)
        world.faces.look(attempt, SAMPLE_BEN)
        assert get_outcome(complete(rosa, attempt)) == (200, "failed", "faceNotMatched")
        assert rosa.get(STATUS).json["isAuthenticated"] is False

    @pytest.mark.parametrize(
        ("case", "reason"),
        [("photograph", "faceNotLive"), ("darkness", "faceNotLive"), ("tooLate", "tooLate")],
    )
    def test_face_without_liveness_is_refused_before_agency_call(
        self, world: FaceWorld, rosa: Client, agency: TinyAgency, case: str, reason: str
    ) -> None:
        attempt = world.begin(rosa)
        world.faces.look(attempt, case=case)
        assert get_outcome(complete(rosa, attempt)) == (200, "failed", reason)
        assert "portrait" not in agency.names()

    def test_answer_before_camera_session_is_refused(self, world: FaceWorld, rosa: Client) -> None:
        assert get_outcome(complete(rosa, world.begin(rosa))) == (200, "failed", "faceNotLive")

    def test_unconnected_person_is_refused_before_camera(self, world: FaceWorld) -> None:
        client = world.acting_as(ROSA)
        answer = client.post(ATTEMPTS, BEGIN)
        attempt = client.get(f"{ATTEMPTS}/{answer.json['attemptId']}").json
        assert (attempt["state"], attempt["reason"]) == ("failed", "portraitMissing")
        assert world.faces.asked == []

    def test_picture_of_revoked_record_is_refused(self, world: FaceWorld, rosa: Client) -> None:
        attempt = world.begin(rosa)
        world.faces.look(attempt)
        table = SubscriptionsTable(SUBSCRIPTIONS_TABLE)
        subscription = table.read_subscription(ROSA.principal.user_id, VEHICLES)
        assert subscription
        table.revoke_identity(ROSA.principal.user_id, VEHICLES, next(iter(subscription.identities)))
        assert get_outcome(complete(rosa, attempt)) == (200, "failed", "portraitMissing")

    @pytest.mark.parametrize("has_another_owner", [True, False])
    def test_missing_or_foreign_agency_picture_is_refused(
        self, world: FaceWorld, rosa: Client, agency: TinyAgency, has_another_owner: bool
    ) -> None:
        attempt = world.begin(rosa)
        world.faces.look(attempt)
        if has_another_owner:
            agency.owners[REFERENCE] = SAMPLE_BEN.person.model_dump(mode="json", by_alias=True)
        else:
            agency.portraits.clear()
        assert get_outcome(complete(rosa, attempt)) == (200, "failed", "portraitMissing")

    @pytest.mark.parametrize("mode", ["error", "malformed", "wrongPerson", "away"])
    def test_unavailable_agency_uses_no_try(
        self, world: FaceWorld, rosa: Client, agency: TinyAgency, mode: str
    ) -> None:
        attempt = world.begin(rosa)
        world.faces.look(attempt)
        agency.mode = mode
        answer = complete(rosa, attempt)
        assert (answer.status, answer.json["code"]) == (503, "identityServiceUnavailable")
        assert world.world.now == NOW
        agency.mode = "normal"
        for _ in range(FACE_TRY_LIMIT.free_failures or 0):
            world.begin(rosa)

    def test_unsupported_picture_format_is_not_compared(
        self, world: FaceWorld, rosa: Client, agency: TinyAgency
    ) -> None:
        attempt = world.begin(rosa)
        world.faces.look(attempt)
        agency.portraits[REFERENCE] = b64encode(b"<svg xmlns='http://www.w3.org/2000/svg'/>").decode()
        assert complete(rosa, attempt).status == 503
        assert not any("CompareFaces" in target for target, _ in world.faces.asked)

    def test_unavailable_face_service_is_503(self, world: FaceWorld, rosa: Client) -> None:
        world.faces.switch("error")
        answer = rosa.post(ATTEMPTS, BEGIN)
        assert (answer.status, answer.json["code"]) == (503, "identityServiceUnavailable")

    def test_unreadable_catalog_uses_no_try(
        self, world: FaceWorld, rosa: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def away(_: Catalog) -> None:
            raise CatalogUnavailable

        with monkeypatch.context() as patch:
            patch.setattr(Catalog, "get_offers", away)
            for _ in range((FACE_TRY_LIMIT.free_failures or 0) + 1):
                assert rosa.post(ATTEMPTS, BEGIN).status == 503
        world.begin(rosa)

    def test_tries_after_fifth_need_thirty_seconds(self, world: FaceWorld, rosa: Client) -> None:
        for _ in range(5):
            world.begin(rosa)
        answer = rosa.post(ATTEMPTS, BEGIN)
        assert (answer.status, answer.json["code"]) == (429, "authenticationTypeLocked"), answer.json
        world.passes(timedelta(seconds=30))
        world.begin(rosa)
        assert rosa.post(ATTEMPTS, BEGIN).status == 429

    def test_fifty_tries_lock(self, world: FaceWorld, rosa: Client) -> None:
        for _ in range(50):
            world.begin(rosa)
            world.passes(timedelta(seconds=30))
        answer = rosa.post(ATTEMPTS, BEGIN)
        assert answer.json["code"] == "authenticationTypeLocked"
        (face,) = [each for each in rosa.get(TYPES).json["items"] if each["typeId"] == FACE]
        assert face["lockedUntil"] > (world.world.now + timedelta(hours=20)).isoformat()

    def test_denied_camera_cancels_and_counts_as_try(self, world: FaceWorld, rosa: Client) -> None:
        assert get_outcome(complete(rosa, world.begin(rosa), error="declined")) == (200, "canceled", None)
        for _ in range(4):
            world.begin(rosa)
        assert rosa.post(ATTEMPTS, BEGIN).status == 429

    def test_answer_is_accepted_once(self, world: FaceWorld, rosa: Client) -> None:
        attempt = world.begin(rosa)
        world.faces.look(attempt)
        complete(rosa, attempt)
        assert complete(rosa, attempt).json["code"] == "attemptUsed"

    def test_answer_of_other_kind_is_404(self, world: FaceWorld, rosa: Client) -> None:
        attempt = world.begin(rosa)
        answers = {"quiz": {"answers": [{"questionId": "1", "choiceId": "1"}]}}
        assert rosa.post(f"{ATTEMPTS}/{attempt['attemptId']}/completion", answers).status == 404

    def test_attempt_of_other_person_is_404(self, world: FaceWorld, rosa: Client) -> None:
        attempt = world.begin(rosa)
        register(world.world.client, BEN)
        ben = world.acting_as(BEN)
        assert ben.get(f"{ATTEMPTS}/{attempt['attemptId']}").status == 404
        assert complete(ben, attempt).status == 404

    def test_built_in_camera_page_gets_only_streaming_credentials(
        self, world: FaceWorld, rosa: Client
    ) -> None:
        client = world.acting_as(ROSA, camera_url="")
        liveness = world.begin(client)["liveness"]
        assert liveness["cameraUrl"] is None
        assert liveness["region"] == "us-west-2"
        assert liveness["credentials"]["sessionToken"]
        assert set(liveness["credentials"]) == {
            "accessKeyId",
            "secretAccessKey",
            "sessionToken",
            "expiration",
        }

    def test_logs_and_tables_contain_no_picture_or_key(
        self, world: FaceWorld, rosa: Client, capsys: pytest.CaptureFixture[str]
    ) -> None:
        client = world.acting_as(ROSA, camera_url="")
        secret = world.begin(client)["liveness"]["credentials"]["secretAccessKey"]
        attempt = world.begin(rosa)
        world.faces.look(attempt)
        complete(rosa, attempt)
        assert complete(rosa, attempt).json["code"] == "attemptUsed"
        kept = [
            boto3.client("dynamodb").scan(TableName=name) for name in (AUTHENTICATION_TABLE, MESSAGES_TABLE)
        ]
        seen = "".join(capsys.readouterr()) + repr(kept)
        assert attempt["liveness"]["cameraUrl"].split("session=")[1][:36] in seen
        assert secret not in seen
        # The first bytes of a picture, as a log or a table would show them; random tokens may contain PNG.
        assert r"PNG\r\n" not in seen
        assert "iVBORw0KGgo" not in seen

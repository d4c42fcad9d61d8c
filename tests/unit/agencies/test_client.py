"""The client with a transport that gives fixed answers and moves the clock."""

import codecs
import json
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest
from http_message_signatures import HTTPMessageVerifier, MappingKeyResolver, algorithms

from domains.agencies.breaker import CircuitBreaker
from domains.agencies.catalog import Offer
from domains.agencies.client import AgencyClient
from domains.agencies.failures import AddressDeclined, AgencyFailure, RecordRevoked
from domains.agencies.network import NotAllowed
from domains.agencies.protocol import PostalAddress
from domains.agencies.signatures import NoCredentials, SignedMessage
from domains.agencies.transport import HttpAnswer, Late, TooLarge, Unreachable
from portal.types import get_utc_now
from tests.api.agency_support import make_manifest
from tests.unit.agencies.test_breaker import Store

NOW = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
SECRET = b"32 bytes that nobody else knows."
MANIFEST = make_manifest("https://agency.example/v1/")
OFFER = Offer(MANIFEST.agency, MANIFEST.services[0], True)
ADDRESS = PostalAddress(
    recipient="R", line1="1 Main", line2=None, city="Yuma", state="AZ", zip="85364", zip4=None, country="US"
)
DATA = {"reference": "vehicle-1", "asOf": NOW.isoformat(), "fields": {"model": "Wagon"}}


def make_json_answer(content: Any, status: int = 200) -> HttpAnswer:
    return HttpAnswer(status, json.dumps(content).encode())


class Recorder:
    def __init__(self) -> None:
        self.outcomes: list[Any] = []

    def record_call(self, offer: Any, call: Any, outcome: Any, milliseconds: Any) -> None:
        self.outcomes.append((offer.agency.id, call, outcome))


class World:
    """A client and its surroundings; the last answer is repeated."""

    def __init__(self, *answers: Any, seconds: float = 0.0) -> None:
        self.now = NOW
        self.answers = list(answers)
        self.seconds = seconds
        self.sent: list[Any] = []
        self.forgotten: list[Any] = []
        self.secret: bytes | None = SECRET
        self.recorder = Recorder()
        self.client = AgencyClient(
            transport=cast(Any, self),
            credentials=cast(Any, self),
            breaker=CircuitBreaker(Store(), lambda: self.now, lambda: self.now.timestamp()),
            recorder=self.recorder,  # type: ignore[arg-type]
            clock=lambda: self.now,
            monotonic=lambda: self.now.timestamp(),
        )

    def exchange(self, method: Any, url: Any, headers: Any, body: Any, seconds: Any) -> Any:
        self.sent.append((SignedMessage(method, url, headers), body, seconds))
        self.now += timedelta(seconds=self.seconds)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def get_secret(self, name: Any) -> Any:
        if self.secret is None:
            raise NoCredentials(name)
        return self.secret

    def forget_secret(self, name: Any) -> None:
        self.forgotten.append(name)

    def data(self) -> Any:
        return self.client.get_service_data(OFFER, "vehicle-1", 1)

    @property
    def outcomes(self) -> list[Any]:
        return [outcome for _, _, outcome in self.recorder.outcomes]


def get_failure(call: Any) -> Any:
    with pytest.raises(AgencyFailure) as raised:
        call()
    return raised.value.outcome


class TestRequests:
    def test_call_is_a_signed_json_post(self) -> None:
        world = World(make_json_answer(DATA))
        assert world.data().values == {"model": "Wagon"}
        [(message, body, seconds)] = world.sent
        assert (message.method, message.url) == ("POST", "https://agency.example/v1/service-data")
        assert json.loads(body) == {
            "serviceId": "test-agency-vehicles",
            "reference": "vehicle-1",
            "accounts": 1,
        }
        assert message.headers["Content-Type"] == "application/json"
        assert message.headers["Signature-Input"].startswith('portal=("@method" "@target-uri" "content-type"')
        assert seconds == 2.5
        assert world.recorder.outcomes == [("test-agency", "service-data", "ok")]

    def test_agency_can_verify_the_signature(self) -> None:
        world = World(make_json_answer(DATA))
        world.now = get_utc_now()
        world.data()
        [(message, body, _)] = world.sent
        keys = MappingKeyResolver(public_keys={"test-agency": SECRET}, private_keys={})
        verifier = HTTPMessageVerifier(signature_algorithm=algorithms.HMAC_SHA256, key_resolver=keys)
        [verified] = verifier.verify(
            message, max_age=timedelta(seconds=60), expect_tag="saguaro-portal", body=body
        )
        parameters: Any = verified.parameters
        assert parameters["expires"] - parameters["created"] == 60
        assert len(parameters["nonce"]) >= 22

    def test_nonces_are_unique(self) -> None:
        world = World(HttpAnswer(503, b""))
        get_failure(world.data)
        get_failure(world.data)
        assert len({message.headers["Signature"] for message, _, _ in world.sent}) == 4

    def test_health_call_has_no_body(self) -> None:
        world = World(make_json_answer({"status": "ok"}))
        world.client.check_health(OFFER)
        [(message, body, _)] = world.sent
        assert (message.method, message.url, body) == ("GET", "https://agency.example/v1/health", None)
        assert 'portal=("@method" "@target-uri");' in message.headers["Signature-Input"]

    def test_call_without_credentials_is_not_sent(self) -> None:
        world = World(make_json_answer(DATA))
        world.secret = None
        assert get_failure(world.data) == "noCredentials"
        assert world.sent == []

    def test_refused_secret_is_reloaded(self) -> None:
        world = World(HttpAnswer(401, b""))
        assert get_failure(world.data) == "unauthorised"
        assert world.forgotten == ["test-agency"]


class TestAnswers:
    @pytest.mark.parametrize(
        ("answer", "outcome"),
        [
            (NotAllowed(), "notAllowed"),
            (Unreachable(), "unreachable"),
            (Late(), "late"),
            (TooLarge(), "tooLarge"),
            (HttpAnswer(302, b""), "redirected"),
            (HttpAnswer(304, b""), "redirected"),
            (HttpAnswer(403, b""), "unauthorised"),
            (HttpAnswer(404, b""), "refused"),
            (HttpAnswer(429, b""), "failed"),
            (HttpAnswer(500, b""), "failed"),
            (HttpAnswer(204, b""), "malformed"),
            (HttpAnswer(200, b""), "malformed"),
            (HttpAnswer(200, b"<html>"), "malformed"),
            (HttpAnswer(200, b"\xff\xfe"), "malformed"),
            (HttpAnswer(200, b"[" * 60_000), "malformed"),
            (make_json_answer([]), "malformed"),
            (make_json_answer({"reference": "vehicle-1"}), "malformed"),
            (make_json_answer(DATA | {"fields": []}), "malformed"),
            (make_json_answer(DATA | {"reference": "x" * 201}), "malformed"),
            (make_json_answer(DATA | {"fields": {"fees": 1}}), "malformedValue"),
            (make_json_answer(DATA | {"reference": "vehicle-2"}), "wrongRecord"),
        ],
    )
    def test_protocol_violation_is_a_failure(self, answer: object, outcome: str) -> None:
        world = World(answer)
        assert get_failure(world.data) == outcome
        assert world.outcomes == [outcome]

    def test_byte_order_mark_before_an_answer_is_ignored(self) -> None:
        sent = make_json_answer(DATA)
        marked = HttpAnswer(200, codecs.BOM_UTF8 + sent.body)
        assert World(marked).data() == World(sent).data()
        twice = HttpAnswer(200, codecs.BOM_UTF8 * 2 + sent.body)
        assert get_failure(World(twice).data) == "malformed"

    def test_missing_record_is_revoked(self) -> None:
        world = World(HttpAnswer(410, b""))
        with pytest.raises(RecordRevoked):
            world.data()
        assert world.outcomes == ["revoked"]

    @pytest.mark.parametrize("status", [200, 204])
    def test_disconnect_accepts_200_and_204(self, status: int) -> None:
        World(HttpAnswer(status, b"")).client.send_disconnect(OFFER, "vehicle-1")

    @pytest.mark.parametrize("status", [201, 302, 400, 404, 409, 410, 500])
    def test_disconnect_fails_on_other_statuses(self, status: int) -> None:
        get_failure(lambda: World(HttpAnswer(status, b"")).client.send_disconnect(OFFER, "vehicle-1"))

    def test_address_can_be_declined(self) -> None:
        World(HttpAnswer(204, b"")).client.send_address(OFFER, "vehicle-1", ADDRESS)
        with pytest.raises(AddressDeclined):
            World(HttpAnswer(409, b"")).client.send_address(OFFER, "vehicle-1", ADDRESS)

    def test_match_requires_a_reference(self) -> None:
        assert get_failure(
            lambda: World(make_json_answer({"matched": True})).client.match_record(OFFER, {}, None)
        ) == ("malformedValue")
        assert (
            World(make_json_answer({"matched": False})).client.match_record(OFFER, {}, None).matched is False
        )


class TestRetries:
    @pytest.mark.parametrize("first", [Unreachable(), HttpAnswer(502, b""), HttpAnswer(503, b"")])
    def test_read_is_retried_once(self, first: Unreachable | HttpAnswer) -> None:
        world = World(first, make_json_answer(DATA))
        assert world.data().values == {"model": "Wagon"}
        assert len(world.sent) == 2
        assert world.outcomes == ["ok"]

    @pytest.mark.parametrize("first", [Late(), TooLarge(), HttpAnswer(500, b""), HttpAnswer(429, b"")])
    def test_permanent_failure_is_not_retried(self, first: Late | TooLarge | HttpAnswer) -> None:
        world = World(first, make_json_answer(DATA))
        get_failure(world.data)
        assert len(world.sent) == 1

    def test_retry_needs_time_left(self) -> None:
        world = World(HttpAnswer(503, b""), make_json_answer(DATA), seconds=2.3)
        assert get_failure(world.data) == "failed"
        assert len(world.sent) == 1

    def test_retry_gets_the_remaining_time(self) -> None:
        world = World(HttpAnswer(503, b""), make_json_answer(DATA), seconds=1.0)
        world.data()
        assert [seconds for _, _, seconds in world.sent] == [2.5, 1.5]

    def test_secret_loading_does_not_use_the_call_time(self) -> None:
        world = World(make_json_answer(DATA))
        read, seconds = world.get_secret, timedelta(seconds=5)

        def slowly(name: Any) -> Any:
            world.now += seconds
            return read(name)

        world.get_secret = slowly  # type: ignore[method-assign]
        world.data()
        assert [seconds for _, _, seconds in world.sent] == [2.5]

    @pytest.mark.parametrize("first", [Unreachable(), HttpAnswer(503, b"")])
    def test_write_is_not_retried(self, first: Unreachable | HttpAnswer) -> None:
        world = World(first, HttpAnswer(204, b""))
        get_failure(lambda: world.client.send_disconnect(OFFER, "vehicle-1"))
        get_failure(lambda: World(first, HttpAnswer(204, b"")).client.send_address(OFFER, "r", ADDRESS))
        assert len(world.sent) == 1


class TestBreaker:
    @pytest.mark.parametrize(
        "answer", [Unreachable(), Late(), TooLarge(), HttpAnswer(500, b""), HttpAnswer(200, b"<")]
    )
    def test_failing_agency_opens_the_breaker(self, answer: object) -> None:
        world = World(answer)
        for _ in range(5):
            get_failure(world.data)
        sent = len(world.sent)
        assert get_failure(world.data) == "breakerOpen"
        assert len(world.sent) == sent

    @pytest.mark.parametrize(
        "answer",
        [
            NotAllowed(),
            HttpAnswer(404, b""),
            HttpAnswer(410, b""),
            make_json_answer(DATA | {"fields": {"fees": 1}}),
            make_json_answer(DATA | {"reference": "vehicle-2"}),
        ],
    )
    def test_record_errors_do_not_open_the_breaker(self, answer: NotAllowed | HttpAnswer) -> None:
        world = World(answer)
        for _ in range(8):
            with pytest.raises((AgencyFailure, RecordRevoked)):
                world.data()
        assert "breakerOpen" not in world.outcomes

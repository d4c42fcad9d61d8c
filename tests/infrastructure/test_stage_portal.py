"""Look-ups and invocations of a stage in AWS."""

import io
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from botocore.stub import Stubber

from infrastructure.operations.portals import (
    LocalPortal,
    NotTaken,
    StagePortal,
    Unreachable,
    open_stage_portal,
)
from infrastructure.settings import HOST, LocalSettings

FUNCTION, NAME = "PeopleTokensFunction", "saguaro-dev-PeopleTokensFunction-X1"
EVENT = {"FunctionName": NAME, "Payload": b"{}"}


class Stage:
    """A portal whose clients are stubbed; each answer is given once."""

    def __init__(self) -> None:
        session = boto3.session.Session("any", "any", region_name="us-east-1")
        self.clients = {name: session.client(name) for name in ("cloudformation", "lambda")}
        self.stubs = {name: Stubber(client) for name, client in self.clients.items()}
        self.pauses: list[float] = []
        for stub in self.stubs.values():
            stub.activate()

    def client(self, service: str, config: Any = None) -> Any:
        return self.clients[service]

    def add_stack(self, *resources: tuple[str, str, str]) -> None:
        names = ("ResourceType", "LogicalResourceId", "PhysicalResourceId")
        rest = {"LastUpdatedTimestamp": "2026-11-25T00:00:00Z", "ResourceStatus": "CREATE_COMPLETE"}
        summaries = [dict(zip(names, each, strict=True)) | rest for each in resources]
        self.stubs["cloudformation"].add_response(
            "list_stack_resources", {"StackResourceSummaries": summaries}, {"StackName": "saguaro-dev"}
        )

    def add_answer(self, content: bytes = b'{"differences": []}') -> None:
        answer = {"Payload": io.BytesIO(content), "StatusCode": 200}
        self.stubs["lambda"].add_response("invoke", answer, EVENT)

    def add_error(self, code: str) -> None:
        self.stubs["lambda"].add_client_error("invoke", code, expected_params=EVENT)

    def make_portal(self) -> StagePortal:
        return StagePortal(
            "saguaro-dev", self, {}, {FUNCTION: NAME}, self.clients["lambda"], self.pauses.append
        )


@pytest.fixture
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    for stub in stage.stubs.values():
        stub.assert_no_pending_responses()


def test_stack_is_read_once_for_many_invocations(stage: Stage) -> None:
    stage.add_stack(
        ("AWS::CloudFormation::Stack", "Data", "arn:data"), ("AWS::Lambda::Function", FUNCTION, NAME)
    )
    portal = open_stage_portal("dev", stage)
    for _ in range(3):
        stage.add_answer()
    # Another call of CloudFormation would fail, because the stub has no further answer.
    assert [portal.invoke(FUNCTION, {}) for _ in range(3)] == [{"differences": []}] * 3
    assert portal.nested == {"Data": "arn:data"}


def test_unknown_function_is_reported(stage: Stage) -> None:
    with pytest.raises(Unreachable, match="has no MissingFunction: deploy"):
        stage.make_portal().invoke("MissingFunction", {})


def test_throttled_invocation_is_repeated_with_growing_pauses(stage: Stage) -> None:
    for _ in range(4):
        stage.add_error("TooManyRequestsException")
    stage.add_answer()
    assert stage.make_portal().invoke(FUNCTION, {}) == {"differences": []}
    for pause, longest in zip(stage.pauses, (2, 4, 8, 16), strict=True):
        assert longest / 2 <= pause <= longest


def test_lasting_throttle_is_reported(stage: Stage) -> None:
    for _ in range(10):
        stage.add_error("TooManyRequestsException")
    with pytest.raises(ClientError, match="TooManyRequests"):
        stage.make_portal().invoke(FUNCTION, {})
    assert max(stage.pauses) <= 20


def test_other_error_is_not_repeated(stage: Stage) -> None:
    stage.add_error("ServiceException")
    with pytest.raises(ClientError, match="ServiceException"):
        stage.make_portal().invoke(FUNCTION, {})
    assert stage.pauses == []


def test_missing_or_incomplete_stack_is_reported(stage: Stage) -> None:
    stage.stubs["cloudformation"].add_client_error("list_stack_resources", "ValidationError")
    with pytest.raises(Unreachable, match="saguaro-dev cannot be read"):
        open_stage_portal("dev", stage)
    with pytest.raises(Unreachable, match="deploy it first"):
        stage.make_portal().get_table("AgenciesTable")


def test_failed_function_is_reported_without_details(stage: Stage) -> None:
    content = io.BytesIO(b'{"errorType": "KeyError", "errorMessage": "rosa@example.com"}')
    answer = {"Payload": content, "StatusCode": 200, "FunctionError": "Unhandled"}
    stage.stubs["lambda"].add_response("invoke", answer, EVENT)
    with pytest.raises(NotTaken, match=r"PeopleTokensFunction failed: KeyError$"):
        stage.make_portal().invoke(FUNCTION, {})


def test_local_function_is_invoked_and_its_failure_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def request(method: str, url: str, *, json: Any, **_: Any) -> Any:
        asked.append((method, url, json))
        return SimpleNamespace(
            status=500 if "Broken" in url else 200, json=lambda: {"answer": {"results": []}}
        )

    monkeypatch.setattr("urllib3.request", request)
    portal = LocalPortal(LocalSettings(9500, Path("data")), None, {})
    assert portal.invoke("NotifierFunction", {"replay": []}) == {"results": []}
    address = f"http://{HOST}:{portal.settings.identity_port}/local/functions/NotifierFunction"
    assert asked == [("POST", address, {"replay": []})]
    with pytest.raises(NotTaken, match="the terminal of the portal says why"):
        portal.invoke("BrokenFunction", {})
    monkeypatch.undo()
    with pytest.raises(Unreachable, match="does not answer"):
        LocalPortal(LocalSettings(1, Path("data")), None, {}).invoke("NotifierFunction", {})

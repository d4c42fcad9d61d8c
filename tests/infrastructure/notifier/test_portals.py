"""The failures queue of a stage and the invocation of its functions."""

import io
import json
from typing import Any

import pytest

from infrastructure.operations.notifier import portals
from infrastructure.operations.portals import NotTaken, StagePortal, Unreachable

OUTPUTS = {"dev-delivery": {"FailuresQueueUrl": "https://sqs/queue"}, "test-delivery": {}}


class Session:
    """Stands in for boto3: one stack with one function, and a queue with one note."""

    def __init__(self, answer: dict[str, Any], error: str | None = None) -> None:
        self._answer = answer
        self._error = error
        self.invoked: list[tuple[str, Any]] = []

    def client(self, service: str, config: Any = None) -> Any:
        self.config = config
        return self

    class exceptions:  # noqa: N801 -- an attribute of boto3's clients
        class TooManyRequestsException(Exception):
            pass

    def describe_stacks(self, StackName: str) -> Any:  # noqa: N803 -- AWS's names
        outputs = [{"OutputKey": key, "OutputValue": value} for key, value in OUTPUTS[StackName].items()]
        return {"Stacks": [{"Outputs": outputs}]}

    def invoke(self, FunctionName: str, Payload: bytes) -> Any:  # noqa: N803
        self.invoked.append((FunctionName, json.loads(Payload)))
        failed = {"FunctionError": self._error} if self._error else {}
        return {"Payload": io.BytesIO(json.dumps(self._answer).encode()), **failed}


@pytest.fixture(autouse=True)
def stage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        portals,
        "open_stage_portal",
        lambda stage, session: StagePortal(
            f"saguaro-{stage}",
            session,
            {"Delivery": f"{stage}-delivery"},
            {"NotifierFunction": f"saguaro-{stage}-NotifierFunction-X1"},
            session,
        ),
    )


def test_function_is_invoked_by_its_name_in_the_stack() -> None:
    session = Session({"results": []})

    assert portals.open_stage_failures("dev", session).invoke("NotifierFunction", {"replay": []}) == {
        "results": []
    }
    assert session.invoked == [("saguaro-dev-NotifierFunction-X1", {"replay": []})]


def test_function_failure_is_reported_without_details() -> None:
    session = Session({"errorType": "KeyError", "errorMessage": "rosa@example.com"}, "Unhandled")

    with pytest.raises(NotTaken, match=r"NotifierFunction failed: KeyError$"):
        portals.open_stage_failures("dev", session).invoke("NotifierFunction", {"replay": []})


def test_stack_without_the_queue_is_reported() -> None:
    with pytest.raises(Unreachable, match="not complete"):
        portals.open_stage_failures("test", Session({}))

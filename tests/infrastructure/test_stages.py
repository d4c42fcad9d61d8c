"""The portal of a command: the right one of two stages, or one on this machine that does not run."""

import json
from pathlib import Path
from typing import Any

import boto3
import pytest

from infrastructure.operations import people, verify_counts
from infrastructure.operations.agencies import __main__ as agency
from infrastructure.operations.notifier import __main__ as notifier
from tests.api.support import get_table_definitions
from tests.infrastructure.agencies.conftest import MANIFEST
from tests.infrastructure.ports import find_free_port

EXAMPLE = Path(__file__).parents[2] / "docs/examples/town-library.yaml"
TOPIC = {"Topic": {"Type": "AWS::SNS::Topic"}}


def make_stage(stage: str) -> None:
    """Make the stack of a stage with its tables and its queue."""
    definitions = get_table_definitions()
    for name in ("messages", "agencies"):
        boto3.client("dynamodb").create_table(**definitions[name] | {"TableName": f"{stage}-{name}"})
    url = boto3.client("sqs").create_queue(QueueName=f"{stage}-failures")["QueueUrl"]
    outputs = {
        "Data": {"MessagesTableName": f"{stage}-messages", "AgenciesTableName": f"{stage}-agencies"},
        "Delivery": {"FailuresQueueUrl": url},
    }
    nested = {}
    for name, values in outputs.items():
        template = {"Resources": TOPIC, "Outputs": {key: {"Value": value} for key, value in values.items()}}
        key = f"{stage}-{name}.json"
        boto3.client("s3").put_object(Bucket="templates", Key=key, Body=json.dumps(template))
        location = {"TemplateURL": f"https://s3.amazonaws.com/templates/{key}"}
        nested[name] = {"Type": "AWS::CloudFormation::Stack", "Properties": location}
    boto3.client("cloudformation").create_stack(
        StackName=f"saguaro-{stage}", TemplateBody=json.dumps({"Resources": nested})
    )


@pytest.fixture
def stages(aws: None) -> None:
    boto3.client("s3").create_bucket(Bucket="templates")
    for stage in ("dev", "test"):
        make_stage(stage)


@pytest.mark.usefixtures("stages")
def test_verification_reads_the_table_of_its_stage(capsys: pytest.CaptureFixture[str]) -> None:
    for stage in ("dev", "test"):
        assert verify_counts.main(["--stage", stage]) == 0
        assert capsys.readouterr().out.startswith(f"{stage}-messages, read in")


@pytest.mark.usefixtures("stages")
def test_notifier_shows_the_queue_of_its_stage(capsys: pytest.CaptureFixture[str]) -> None:
    sqs = boto3.client("sqs")
    url = sqs.get_queue_url(QueueName="test-failures")["QueueUrl"]
    sqs.send_message(QueueUrl=url, MessageBody="note")
    for stage, end in (("dev", "Nothing failed."), ("test", "1 failure in the queue.")):
        assert notifier.main(["list", "--stage", stage]) == 0
        assert capsys.readouterr().out.splitlines()[-1] == end


@pytest.mark.usefixtures("stages")
def test_agency_joins_the_catalog_of_its_stage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "library.yaml"
    file.write_text(MANIFEST, encoding="utf-8")
    assert agency.main(["add", str(file), "--stage", "test"]) == 0
    assert "client_credentials" in capsys.readouterr().out
    for stage, is_there in (("dev", False), ("test", True)):
        assert agency.main(["list", "--stage", stage]) == 0
        assert ("town-library" in capsys.readouterr().out) == is_there
    names = [each["Name"] for each in boto3.client("ssm").describe_parameters()["Parameters"]]
    assert names == ["/saguaro/test/agencies/town-library"]


@pytest.mark.parametrize(
    ("main", "arguments"),
    [
        (verify_counts.main, []),
        (people.main, ["verify"]),
        (notifier.main, ["list"]),
        (notifier.main, ["replay"]),
        (agency.main, ["add", str(EXAMPLE)]),
        (agency.main, ["list"]),
        (agency.main, ["test", str(EXAMPLE)]),
    ],
)
def test_stopped_portal_is_reported_with_a_remedy(
    main: Any,
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("AGENCY_SIGNING_SECRET", raising=False)
    assert main([*arguments, "--data", str(tmp_path)]) == 1
    assert "npm start" in capsys.readouterr().err
    # The file of a portal that was killed.
    (tmp_path / "running.json").write_text(json.dumps({"port": find_free_port()}), encoding="utf-8")
    assert main([*arguments, "--data", str(tmp_path)]) == 1
    assert "does not answer any more" in capsys.readouterr().err

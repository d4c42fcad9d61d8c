"""A small stack with one of each service, which starts, stops and keeps its state."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import boto3
import pytest
from moto.dynamodb.models import dynamodb_backends
from moto.kms.models import kms_backends
from moto.s3.models import s3_backends
from moto.ses.models import ses_backends
from moto.sns.models import sns_backends
from moto.sqs.models import sqs_backends
from moto.ssm.models import ssm_backends

from infrastructure.local.aws import LocalAws
from infrastructure.local.mail import MailEvents, list_destinations
from infrastructure.local.objects import KeptObjects
from infrastructure.local.queues import KeptQueues
from infrastructure.local.stack import Stack
from infrastructure.local.storage import Part, Storage
from infrastructure.local.streams import KeptStreams, StreamPoller, list_mappings
from infrastructure.local.topics import Topics, list_targets
from infrastructure.settings import ACCOUNT_ID, REGION, LocalSettings
from infrastructure.stacks.transform import transform
from tests.infrastructure.local_cloud.fakes import Stage
from tests.infrastructure.ports import find_free_port

SETTINGS = LocalSettings(port=find_free_port())
SENDER = "no-reply@portal.example"
TABLE = "portal-Messages"
PATTERN = {"eventName": ["INSERT"], "dynamodb": {"NewImage": {"folder": {"S": [{"exists": True}]}}}}
RESOURCES: dict[str, Any] = {
    "Messages": {
        "Type": "AWS::DynamoDB::Table",
        "Properties": {
            "BillingMode": "PAY_PER_REQUEST",
            "StreamSpecification": {"StreamViewType": "NEW_IMAGE"},
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        },
    },
    "Failures": {"Type": "AWS::SQS::Queue"},
    "Events": {"Type": "AWS::SNS::Topic"},
    "Set": {"Type": "AWS::SES::ConfigurationSet", "Properties": {"Name": "saguaro-dev"}},
    "Files": {"Type": "AWS::S3::Bucket", "Properties": {"BucketName": "files"}},
    "Key": {
        "Type": "AWS::KMS::Key",
        "Properties": {"KeySpec": "ECC_NIST_P256", "KeyUsage": "SIGN_VERIFY"},
    },
    "Tell": {
        "Type": "AWS::Lambda::Function",
        "Properties": {
            "Handler": "fake.handler",
            "DeadLetterConfig": {"TargetArn": {"Fn::GetAtt": ["Failures", "Arn"]}},
        },
    },
    "Mapping": {
        "Type": "AWS::Lambda::EventSourceMapping",
        "Properties": {
            "EventSourceArn": {"Fn::GetAtt": ["Messages", "StreamArn"]},
            "FunctionName": {"Ref": "Tell"},
            "StartingPosition": "TRIM_HORIZON",
            "MaximumRetryAttempts": 2,
            "FunctionResponseTypes": ["ReportBatchItemFailures"],
            "FilterCriteria": {"Filters": [{"Pattern": json.dumps(PATTERN)}]},
            "DestinationConfig": {"OnFailure": {"Destination": {"Fn::GetAtt": ["Failures", "Arn"]}}},
        },
    },
    "Subscription": {
        "Type": "AWS::SNS::Subscription",
        "Properties": {
            "Protocol": "lambda",
            "TopicArn": {"Ref": "Events"},
            "Endpoint": {"Fn::GetAtt": ["Tell", "Arn"]},
        },
    },
    "Destination": {
        "Type": "AWS::SES::ConfigurationSetEventDestination",
        "Properties": {
            "ConfigurationSetName": {"Ref": "Set"},
            "EventDestination": {
                "MatchingEventTypes": ["delivery", "bounce", "complaint"],
                "SnsDestination": {"TopicARN": {"Ref": "Events"}},
            },
        },
    },
}
TOPIC = f"arn:aws:sns:{REGION}:{ACCOUNT_ID}:portal-Events"


class Cloud:
    """The services with a small stack, and their state on disk.

    Attributes:
        events: what the function got: batches of records.
        answer: called with the records of each event.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.events: list[list[dict[str, Any]]] = []
        self.answer: Callable[[list[dict[str, Any]]], Any] = lambda _: None
        self.stage = Stage()

    def start(self) -> None:
        parts: dict[str, Part] = {
            "streams": KeptStreams(),
            "queues": KeptQueues(),
            "objects": KeptObjects(self.folder / "objects"),
        }
        self.storage = Storage(self.folder / "state.json", parts)
        self.aws = LocalAws(SETTINGS, self.storage, "http://localhost/face")
        self.aws.start()
        template = self.folder / "template.yaml"
        template.write_text(json.dumps({"Resources": RESOURCES}))
        stack = Stack(template, {}, self.aws, transform)
        stack.create()
        self.aws.verify_sender(SENDER)
        self.storage.restore()
        self.storage.start()
        functions = {stack.get_attribute("Tell", "Arn"): self.stage.function("Tell", self._handle)}
        (mapping,) = list_mappings(stack, functions)
        failed = self.stage.failures.append
        lock, change = self.storage.lock_writes, self.storage.note_change
        self.mails = MailEvents(list_destinations(stack), lock, change, seconds_to_delivery=0.05)
        self.parts = (
            Topics(list_targets(stack, functions), failed, pauses=(0.01, 0.02)),
            self.mails,
            StreamPoller(mapping, lock, change, failed, pauses=(0.01,)),
        )
        for part in self.parts:
            part.start()

    def stop(self) -> None:
        for part in reversed(self.parts):
            part.stop()
        try:
            self.storage.stop()
        finally:
            self.aws.stop()
            forget()

    def restart(self) -> None:
        self.stop()
        self.start()

    def put(self, *names: str) -> None:
        for name in names:
            self.client("dynamodb").put_item(
                TableName=TABLE, Item={"id": {"S": name}, "folder": {"S": "inbox"}}
            )

    def client(self, name: str) -> Any:
        return boto3.session.Session().client(name)

    def list_names(self) -> list[list[str]]:
        """List the ids of the records of each event of the stream."""
        batches = [batch for batch in self.events if "dynamodb" in batch[0]]
        return [[record["dynamodb"]["Keys"]["id"]["S"] for record in batch] for batch in batches]

    def list_published(self) -> list[dict[str, Any]]:
        """List what the topic told the function."""
        return [json.loads(batch[0]["Sns"]["Message"]) for batch in self.events if "Sns" in batch[0]]

    def list_failures(self) -> list[Any]:
        queue = sqs_backends[ACCOUNT_ID][REGION].queues["portal-Failures"]
        return [json.loads(message.body) for message in queue.messages]

    def _handle(self, event: Any, _context: Any) -> Any:
        self.events.append(event["Records"])
        return self.answer(event["Records"])


def forget() -> None:
    """Empty moto as the end of the process would."""
    for backends in (
        *(dynamodb_backends, kms_backends, ses_backends),
        *(sns_backends, sqs_backends, ssm_backends),
    ):
        backends[ACCOUNT_ID][REGION].reset()
    s3_backends[ACCOUNT_ID]["aws"].reset()


@pytest.fixture
def cloud(tmp_path: Path) -> Iterator[Cloud]:
    forget()
    with mock.patch.dict(os.environ):
        cloud = Cloud(tmp_path)
        cloud.start()
        yield cloud
        cloud.stop()

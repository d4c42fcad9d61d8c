"""The emulated services: their resources are those of the template, and nothing reaches a real account."""

import json
import os
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto.dynamodb.models import dynamodb_backends
from moto.kms.models import kms_backends
from moto.s3.models import s3_backends
from moto.ses.models import ses_backends
from moto.sns.models import sns_backends
from moto.sqs.models import sqs_backends
from werkzeug.serving import ThreadedWSGIServer

from infrastructure.local.aws import LocalAws, UnsupportedResource
from infrastructure.local.storage import Storage
from infrastructure.settings import ACCOUNT_ID, HOST, REGION, LocalSettings
from infrastructure.stacks.transform import read
from tests.infrastructure.ports import find_free_port

SETTINGS = LocalSettings(port=find_free_port())
# The settings of the services that run during all tests with requests.
SERVED = LocalSettings(port=find_free_port())
REPOSITORY = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    aws = LocalAws(SERVED, Storage(tmp_path_factory.mktemp("services") / "state.json"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "environ", dict(os.environ))
        aws.start()
        yield
        aws.stop()


@pytest.fixture
def aws(tmp_path: Path) -> Iterator[LocalAws]:
    # moto also keeps resources in this account that an earlier test created in its own mock of AWS.
    _forget_everything()
    yield LocalAws(SETTINGS, Storage(tmp_path / "state.json"))
    _forget_everything()


def _forget_everything() -> None:
    for backends in (dynamodb_backends, kms_backends, ses_backends, sns_backends, sqs_backends):
        backends[ACCOUNT_ID][REGION].reset()
    s3_backends[ACCOUNT_ID]["aws"].reset()


def test_developer_account_is_out_of_reach(aws: LocalAws, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = dict(os.environ) | {
        "AWS_PROFILE": "production",
        "AWS_SESSION_TOKEN": "real",
        "AWS_ENDPOINT_URL_DYNAMODB": "https://dynamodb.us-east-1.amazonaws.com",
    }
    monkeypatch.setattr(os, "environ", environment)

    aws.start()
    client = boto3.session.Session().client("dynamodb")
    tables = client.list_tables()["TableNames"]
    aws.stop()

    assert tables == []
    assert client.meta.endpoint_url == SETTINGS.aws_endpoint
    assert not environment.keys() & {"AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL_DYNAMODB"}


def test_stop_waits_until_the_port_is_closed(aws: LocalAws, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ))
    close = ThreadedWSGIServer.server_close

    def close_late(server: ThreadedWSGIServer) -> None:
        if threading.current_thread() is not threading.main_thread():
            time.sleep(0.1)
        close(server)

    monkeypatch.setattr(ThreadedWSGIServer, "server_close", close_late)
    before = threading.enumerate()

    aws.start()
    aws.stop()

    assert threading.enumerate() == before


def send(method: str, path: str, headers: Mapping[str, str]) -> tuple[int, Mapping[str, str]]:
    """Send exactly these headers to the running services."""
    with closing(HTTPConnection(HOST, SERVED.aws_port, timeout=10)) as connection:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in {"Host": f"{HOST}:{SERVED.aws_port}", "Content-Length": "0", **headers}.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        answer.read()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}


EVIL = "https://evil.example"
LIST_TABLES = {"X-Amz-Target": "DynamoDB_20120810.ListTables", "Content-Type": "application/x-amz-json-1.0"}


@pytest.mark.usefixtures("running")
@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("POST", "/", LIST_TABLES | {"Origin": EVIL}),
        ("POST", "/", LIST_TABLES | {"Origin": "null"}),
        ("OPTIONS", "/", {"Origin": EVIL, "Access-Control-Request-Method": "POST"}),
        ("POST", "/", LIST_TABLES | {"Host": f"evil.example:{SERVED.aws_port}"}),
        ("GET", "/?Action=ListQueues", {"Sec-Fetch-Site": "cross-site"}),
        ("GET", "/bucket/key?X-Amz-Signature=a", {"Sec-Fetch-Site": "cross-site", "Origin": EVIL}),
        ("POST", "/moto-api/reset", {}),
        ("POST", "/moto-api/reset", {"Origin": SERVED.portal_origin}),
    ],
)
def test_foreign_pages_and_hosts_are_refused(method: str, path: str, headers: dict[str, str]) -> None:
    status, answered = send(method, path, headers)
    assert status == 403
    assert "access-control-allow-origin" not in answered


@pytest.mark.usefixtures("running")
@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("PUT", "/bucket/key", {"Origin": SERVED.portal_origin, "Sec-Fetch-Site": "cross-site"}),
        ("GET", "/bucket/key?X-Amz-Signature=a", {"Sec-Fetch-Site": "cross-site"}),
        ("GET", "/bucket/key", {}),
    ],
)
def test_portal_and_signed_links_are_allowed(method: str, path: str, headers: dict[str, str]) -> None:
    status, _ = send(method, path, headers)
    # There is no such bucket.
    assert status == 404


def test_table_matches_the_template(aws: LocalAws) -> None:
    resources = read(REPOSITORY / "infrastructure/stacks/data.yaml")["Resources"]
    properties = resources["UsersTable"]["Properties"]
    properties["DeletionProtectionEnabled"] = False

    attributes = aws.create("AWS::DynamoDB::Table", "portal-UsersTable", properties)

    table: Any = dynamodb_backends[ACCOUNT_ID][REGION].tables["portal-UsersTable"]
    assert attributes["Ref"] == "portal-UsersTable"
    assert attributes["Arn"].endswith(":table/portal-UsersTable")
    assert (table.hash_key_attr, table.range_key_attr) == ("user_id", "item")
    assert [index.name for index in table.global_indexes] == ["by_email"]


@pytest.mark.parametrize(
    ("properties", "key", "length"),
    [
        ({"GenerateSecretString": {"PasswordLength": 48}}, None, 48),
        ({"GenerateSecretString": {}}, None, 32),
        (
            {
                "GenerateSecretString": {
                    "SecretStringTemplate": '{"user": "x"}',
                    "GenerateStringKey": "current",
                }
            },
            "current",
            32,
        ),
        ({"SecretString": "given"}, None, 5),
    ],
)
def test_secret_matches_the_template_and_is_kept(
    aws: LocalAws, properties: dict[str, Any], key: str | None, length: int
) -> None:
    arn = aws.create("AWS::SecretsManager::Secret", "secret", properties)["Ref"]
    value = aws.get_secret_value(arn)

    assert len(json.loads(value)[key] if key else value) == length
    aws.create("AWS::SecretsManager::Secret", "secret", properties)
    assert aws.get_secret_value(arn) == value


def test_queues_topics_buckets_and_mails_have_their_names(aws: LocalAws) -> None:
    queue = aws.create("AWS::SQS::Queue", "portal-Failures", {"MessageRetentionPeriod": 1_209_600})
    topic = aws.create("AWS::SNS::Topic", "portal-Events", {})
    bucket = aws.create("AWS::S3::Bucket", "portal-Attachments", {"Tags": [{"Key": "Stage", "Value": "dev"}]})
    mails = aws.create("AWS::SES::ConfigurationSet", "portal-Mails", {"Name": "saguaro-dev"})

    assert queue == {
        "Ref": f"{SETTINGS.aws_endpoint}/123456789012/portal-Failures",
        "QueueUrl": f"{SETTINGS.aws_endpoint}/123456789012/portal-Failures",
        "Arn": "arn:aws:sqs:us-east-1:123456789012:portal-Failures",
        "QueueName": "portal-Failures",
    }
    failures = sqs_backends[ACCOUNT_ID][REGION].queues["portal-Failures"]
    assert vars(failures)["message_retention_period"] == 1_209_600
    assert topic["Ref"] in sns_backends[ACCOUNT_ID][REGION].topics
    assert (bucket["Ref"], bucket["Arn"]) == ("portal-attachments", "arn:aws:s3:::portal-attachments")
    assert list(s3_backends[ACCOUNT_ID]["aws"].buckets) == ["portal-attachments"]
    assert mails == {"Ref": "saguaro-dev"}
    assert "saguaro-dev" in ses_backends[ACCOUNT_ID][REGION].config_sets


def test_signing_key_is_the_same_after_a_restart(aws: LocalAws) -> None:
    resources = read(REPOSITORY / "infrastructure/stacks/access-log.yaml")["Resources"]
    properties = resources["CheckpointKey"]["Properties"]
    kms = kms_backends[ACCOUNT_ID][REGION]

    first = kms.get_public_key(aws.create("AWS::KMS::Key", "portal-Key", properties)["Ref"])[1]
    kms.reset()
    second = kms.get_public_key(aws.create("AWS::KMS::Key", "portal-Key", properties)["Ref"])[1]

    assert first == second
    with pytest.raises(UnsupportedResource):
        aws.create("AWS::KMS::Key", "portal-Key", properties | {"KeyUsage": "ENCRYPT_DECRYPT"})


def test_stream_is_the_same_after_a_restart(aws: LocalAws) -> None:
    resources = read(REPOSITORY / "infrastructure/stacks/data.yaml")["Resources"]
    properties = resources["MessagesTable"]["Properties"]
    properties["DeletionProtectionEnabled"] = False

    first = aws.create("AWS::DynamoDB::Table", "portal-MessagesTable", properties)
    dynamodb_backends[ACCOUNT_ID][REGION].reset()

    assert aws.create("AWS::DynamoDB::Table", "portal-MessagesTable", properties) == first
    assert first["StreamArn"].startswith(f"{first['Arn']}/stream/")


@pytest.mark.parametrize(
    ("resource_type", "properties"),
    [
        ("AWS::SQS::Queue", {"RedrivePolicy": {}}),
        ("AWS::SQS::Queue", {"FifoQueue": True}),
        ("AWS::SNS::Topic", {"Subscription": []}),
        ("AWS::S3::Bucket", {"NotificationConfiguration": {}}),
        ("AWS::SES::ConfigurationSet", {"TrackingOptions": {}}),
    ],
)
def test_unsupported_resource_stops_the_start(
    aws: LocalAws, resource_type: str, properties: dict[str, Any]
) -> None:
    with pytest.raises(UnsupportedResource):
        aws.create(resource_type, "portal-Resource", properties)

"""`npm run teardown`: resources in states that moto alone does not have, and the secrets that stay."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError

from infrastructure.operations.portals import StagePortal
from infrastructure.operations.teardown import __main__ as command
from tests.api.support import get_table_definitions

STACK = "saguaro-dev"
TABLE = get_table_definitions()["users"] | {"TableName": "users"}


class Account:
    """An account with one stack, whose resources the test makes.

    Attributes:
        resources: types and physical ids of the stack.
        deleted: called in place of CloudFormation's deletion.
    """

    def __init__(self) -> None:
        self.session = boto3.session.Session("test", "test", region_name="us-east-1")
        self.resources: list[tuple[str, str]] = []
        self.deleted: list[str] = []
        for operation, answer in {
            "ListStackResources": lambda _: {"StackResourceSummaries": self._list_resources()},
            "DescribeStacks": lambda _: {"Stacks": [self._describe()]},
            "DeleteStack": self._delete,
        }.items():
            self.answer("cloudformation", operation, answer)

    def answer(
        self, service: str, operation: str, make: Callable[[Mapping[str, Any]], Any], status: int = 200
    ) -> None:
        """Answer an operation in place of moto, unless the answer is None."""

        def respond(params: Mapping[str, Any], **_: Any) -> Any:
            parsed = make(params)
            return None if parsed is None else (SimpleNamespace(status_code=status), parsed)

        self.session.events.register(f"before-call.{service}.{operation}", respond)

    def refuse(self, service: str, operation: str, code: str, message: str) -> None:
        """Refuse an operation."""
        error = {"Error": {"Code": code, "Message": message}}
        self.answer(service, operation, lambda _: error, 400)

    def add(self, kind: str, name: str) -> None:
        self.resources.append((f"AWS::{kind}", name))

    def _list_resources(self) -> list[Mapping[str, str]]:
        return [
            {"ResourceType": kind, "PhysicalResourceId": name, "LogicalResourceId": name}
            for kind, name in self.resources
        ]

    def _describe(self) -> Mapping[str, str]:
        status = "DELETE_COMPLETE" if self.deleted else "CREATE_COMPLETE"
        return {"StackId": "stack-1", "StackName": STACK, "StackStatus": status}

    def _delete(self, _params: Mapping[str, Any]) -> Any:
        self.deleted.append(STACK)
        return {}


@pytest.fixture
def account(aws: None, monkeypatch: pytest.MonkeyPatch) -> Account:
    account = Account()
    portal = StagePortal(STACK, account.session, {}, {}, None)
    monkeypatch.setattr(command, "open_stage_portal", lambda _stage: portal)
    return account


def tear_down() -> int:
    return command.main(["--stage", "dev", "--confirm", STACK])


DELETED_KEY = "arn:aws:kms:us-east-1:123456789012:key/{} is pending deletion."


@pytest.mark.parametrize(
    ("message", "code"), [(DELETED_KEY, 0), ("{} is creating.", 1)], ids=["scheduled", "another state"]
)
def test_key_that_the_stack_scheduled_is_gone_and_another_is_left(
    account: Account, capsys: pytest.CaptureFixture[str], message: str, code: int
) -> None:
    kms = account.session.client("kms")
    key = kms.create_key()["KeyMetadata"]["KeyId"]
    account.add("KMS::Key", key)
    if code == 0:
        kms.schedule_key_deletion(KeyId=key, PendingWindowInDays=30)
    account.refuse("kms", "ScheduleKeyDeletion", "KMSInvalidStateException", message.format(key))

    assert tear_down() == code
    assert (f"Key {key} is left:" in capsys.readouterr().err) == bool(code)


@pytest.mark.parametrize(("status", "code"), [("DELETING", 0), ("UPDATING", 1)])
def test_table_that_is_being_deleted_is_gone_and_a_changing_one_is_left(
    account: Account, capsys: pytest.CaptureFixture[str], status: str, code: int
) -> None:
    account.session.client("dynamodb").create_table(**TABLE)
    account.add("DynamoDB::Table", "users")
    account.refuse("dynamodb", "DeleteTable", "ResourceInUseException", "Table is in use: users")
    account.answer("dynamodb", "DescribeTable", lambda _: {"Table": {"TableStatus": status}})

    assert tear_down() == code
    assert ("Table users is left:" in capsys.readouterr().err) == bool(code)


def test_resources_that_are_gone_already_are_no_failure(account: Account) -> None:
    account.add("DynamoDB::Table", "users")
    account.add("S3::Bucket", "site")
    account.add("Cognito::UserPool", "us-east-1_gone")
    account.add("KMS::Key", "11111111-1111-1111-1111-111111111111")
    account.add("SecretsManager::Secret", "arn:aws:secretsmanager:us-east-1:123456789012:secret:gone-abcdef")

    assert tear_down() == 0


def test_secret_that_outlives_its_stack_is_gone_without_a_delay(account: Account) -> None:
    secrets = account.session.client("secretsmanager")
    arn = secrets.create_secret(Name="documents", SecretString="hush")["ARN"]
    account.add("SecretsManager::Secret", arn)

    assert tear_down() == 0
    with pytest.raises(ClientError, match="ResourceNotFoundException"):
        secrets.describe_secret(SecretId=arn)


def test_protected_table_and_user_pool_are_refused_by_name(
    account: Account, capsys: pytest.CaptureFixture[str]
) -> None:
    account.session.client("dynamodb").create_table(**TABLE, DeletionProtectionEnabled=True)
    account.add("DynamoDB::Table", "users")
    cognito = account.session.client("cognito-idp")
    made = cognito.create_user_pool(PoolName="people", DeletionProtection="ACTIVE")["UserPool"]
    account.add("Cognito::UserPool", made["Id"])
    # moto has no such protection.
    account.answer(
        "cognito-identity-provider",
        "DescribeUserPool",
        lambda _: {"UserPool": {"Id": made["Id"], "DeletionProtection": "ACTIVE"}},
    )

    assert tear_down() == 1
    error = capsys.readouterr().err
    assert "DeletionProtection=false" in error
    assert "  Table users" in error
    assert f"  UserPool {made['Id']}" in error
    assert account.deleted == []


def test_locked_object_keeps_its_bucket_and_others_are_deleted(
    account: Account, capsys: pytest.CaptureFixture[str]
) -> None:
    s3 = account.session.client("s3")
    s3.create_bucket(Bucket="sealed", ObjectLockEnabledForBucket=True)
    account.add("S3::Bucket", "sealed")
    until = datetime.now(UTC) + timedelta(days=1)
    lock = {"ObjectLockMode": "COMPLIANCE", "ObjectLockRetainUntilDate": until}
    s3.put_object(Bucket="sealed", Key="a-locked", Body=b"x", **lock)
    s3.put_object(Bucket="sealed", Key="free", Body=b"x")
    s3.delete_object(Bucket="sealed", Key="free")

    assert tear_down() == 1
    error = capsys.readouterr().err
    assert "Bucket sealed is left: versions of objects that cannot be deleted yet: 1 " in error
    left = s3.list_object_versions(Bucket="sealed")
    assert ([each["Key"] for each in left["Versions"]], "DeleteMarkers" in left) == (["a-locked"], False)


def test_bucket_that_still_receives_logs_is_emptied_again(account: Account) -> None:
    s3 = account.session.client("s3")
    s3.create_bucket(Bucket="trail")
    account.add("S3::Bucket", "trail")
    late = iter(["late log"])

    def deliver(**_: Any) -> None:
        for key in late:
            s3.put_object(Bucket="trail", Key=key, Body=b"x")

    account.session.events.register("before-call.s3.DeleteBucket", deliver)

    assert tear_down() == 0
    with pytest.raises(ClientError, match="404"):
        s3.head_bucket(Bucket="trail")


def test_parameters_that_stay_are_named_with_the_command_that_deletes_them(
    account: Account, capsys: pytest.CaptureFixture[str]
) -> None:
    ssm = account.session.client("ssm")
    names = [f"/saguaro/dev/agencies/agency-{number:02}/key" for number in range(12)]
    for name in (*names, "/saguaro/test/chat/directline", "/saguaro/dev-two/chat"):
        ssm.put_parameter(Name=name, Value="hush", Type="SecureString")

    assert tear_down() == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.strip() for line in lines if line.startswith("  /saguaro/")] == names
    commands = [line.split() for line in lines if "aws ssm delete-parameters" in line]
    assert [name for words in commands for name in words[words.index("--names") + 1 :]] == names
    assert max(len(words[words.index("--names") + 1 :]) for words in commands) <= 10
    assert "hush" not in " ".join(lines)


def test_stage_without_parameters_names_none(account: Account, capsys: pytest.CaptureFixture[str]) -> None:
    assert tear_down() == 0
    assert "aws ssm" not in capsys.readouterr().out

"""The emulated services: their resources are those of the template, and nothing reaches a real account."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto.dynamodb.models import dynamodb_backends

from infrastructure.local.aws import LocalAws
from infrastructure.local.settings import ACCOUNT_ID, REGION, LocalSettings
from infrastructure.local.storage import Storage
from infrastructure.local.transform import read

SETTINGS = LocalSettings(port=9106)
REPOSITORY = Path(__file__).parents[3]


@pytest.fixture
def aws(tmp_path: Path) -> Iterator[LocalAws]:
    yield LocalAws(SETTINGS, Storage(tmp_path / "state.json"))
    dynamodb_backends[ACCOUNT_ID][REGION].reset()


def test_a_developer_account_is_out_of_reach(aws: LocalAws, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_table_is_that_of_the_template(aws: LocalAws) -> None:
    resources = read(REPOSITORY / "infrastructure" / "data.yaml")["Resources"]
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
def test_a_secret_is_made_as_the_template_says_and_stays(
    aws: LocalAws, properties: dict[str, Any], key: str | None, length: int
) -> None:
    arn = aws.create("AWS::SecretsManager::Secret", "secret", properties)["Ref"]
    value = aws.secret_value(arn)

    assert len(json.loads(value)[key] if key else value) == length
    aws.create("AWS::SecretsManager::Secret", "secret", properties)
    assert aws.secret_value(arn) == value

"""The templates of the repository, as the local cloud sees them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from infrastructure.demo.parameters import make_parameters
from infrastructure.local.resource_types import EMULATED, LEFT_OUT
from infrastructure.local.stack import Stack, UnknownResourceType, list_unknown_resources
from infrastructure.settings import REPOSITORY, LocalSettings
from infrastructure.stacks.transform import read, transform
from tests.infrastructure.templates import get_transformed

TEMPLATES = [REPOSITORY / "template.yaml", *sorted((REPOSITORY / "infrastructure/stacks").glob("*.yaml"))]
SETTINGS = LocalSettings(port=9100)


class Services:
    """Services that create no resources and record the requests."""

    def __init__(self) -> None:
        self.made: dict[str, str] = {}

    def create(self, resource_type: str, name: str, properties: Mapping[str, Any]) -> Mapping[str, str]:
        assert name not in self.made
        self.made[name] = resource_type
        return {"Ref": name, "Arn": f"arn:{name}"}

    def get_secret_value(self, arn: str) -> str:
        return f'{{"current": "value of {arn}"}}'


@pytest.fixture
def services() -> Services:
    return Services()


@pytest.fixture
def stack(services: Services) -> Stack:
    return Stack(REPOSITORY / "template.yaml", make_parameters(SETTINGS), services, get_transformed)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_resource_types_are_emulated_or_left_out(path: Path) -> None:
    assert list_unknown_resources(get_transformed(path, {})) == []


def test_listed_types_are_used_by_a_template() -> None:
    used = {
        resource["Type"] for path in TEMPLATES for resource in get_transformed(path, {})["Resources"].values()
    }
    assert (EMULATED.keys() | LEFT_OUT.keys()) - used == set()
    assert EMULATED.keys() & LEFT_OUT.keys() == set()


def test_unknown_type_stops_the_start(tmp_path: Path, services: Services) -> None:
    template = tmp_path / "template.yaml"
    template.write_text("Resources: {Stream: {Type: 'AWS::Kinesis::Stream'}}")

    with pytest.raises(UnknownResourceType, match=r"Stream \(AWS::Kinesis::Stream\)"):
        Stack(template, {}, services, transform)


@pytest.mark.parametrize(("delay", "expected"), [(None, "500"), (0, "0")])
def test_readiness_delay_can_be_overridden(services: Services, delay: int | None, expected: str) -> None:
    settings = LocalSettings(port=9100, readiness_delay=delay)
    stack = Stack(REPOSITORY / "template.yaml", make_parameters(settings), services, get_transformed)

    environments = {function.name: function.environment for function in stack.list_functions()}
    assert environments["ConfigurationFunction"]["READINESS_DELAY"] == expected


def test_functions_have_the_deployed_environment(stack: Stack) -> None:
    environments = {function.name: function.environment for function in stack.list_functions()}

    assert environments["UsersFunction"]["USERS_TABLE"] == "portal-Data-UsersTable"
    assert environments["UsersFunction"]["ORIGIN_SECRETS"] == '{"current": "value of portal-OriginSecret"}'
    assert environments["AuthorizerFunction"]["TOKEN_ISSUER"] == "http://localhost:8081"
    assert (
        environments["AuthorizerFunction"]["TOKEN_JWKS_URI"] == "http://localhost:9101/.well-known/jwks.json"
    )
    assert environments["AuthorizerFunction"]["TOKEN_SHAPE"] == "cognito"
    assert (
        environments["ConfigurationFunction"]["SECURITY_REDIRECT_URL"]
        == "http://localhost:9100/signin-callback"
    )
    unresolved = [
        (name, key, value)
        for name, environment in environments.items()
        for key, value in environment.items()
        if "{{" in value or "${" in value or "Outputs" in value
    ]
    assert unresolved == []


def test_resources_are_created_once_with_stable_names(stack: Stack, services: Services) -> None:
    stack.create()
    stack.list_functions()

    data = read(REPOSITORY / "infrastructure/stacks/data.yaml")["Resources"]
    assert services.made == {
        **{f"portal-Data-{name}": resource["Type"] for name, resource in data.items()},
        "portal-AccessLog-CheckpointKey": "AWS::KMS::Key",
        "portal-AccessLog-SealedLogBucket": "AWS::S3::Bucket",
        "portal-Attachments-AttachmentsBucket": "AWS::S3::Bucket",
        "portal-Audit-TrailBucket": "AWS::S3::Bucket",
        "portal-Web-SiteBucket": "AWS::S3::Bucket",
        "portal-Delivery-MailConfigurationSet": "AWS::SES::ConfigurationSet",
        "portal-Delivery-MailEvents": "AWS::SNS::Topic",
        "portal-Delivery-TextReplies": "AWS::SNS::Topic",
        "portal-Monitoring-AlarmTopic": "AWS::SNS::Topic",
        "portal-Monitoring-NoticeTopic": "AWS::SNS::Topic",
        "portal-Delivery-FailuresQueue": "AWS::SQS::Queue",
        "portal-EnvironmentKey": "AWS::KMS::Key",
        "portal-OriginSecret": "AWS::SecretsManager::Secret",
        "portal-DocumentSecret": "AWS::SecretsManager::Secret",
        "portal-SendingSecret": "AWS::SecretsManager::Secret",
        "portal-PeopleSecret": "AWS::SecretsManager::Secret",
        "portal-PagingSecret": "AWS::SecretsManager::Secret",
        "portal-ChatSecret": "AWS::SecretsManager::Secret",
        "portal-UnsubscribeSecret": "AWS::SecretsManager::Secret",
    }

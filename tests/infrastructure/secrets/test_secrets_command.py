"""`npm run secrets -- rotate`: whole rotations against Secrets Manager of moto, and refusals."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import boto3
import pytest

from infrastructure.operations.portals import CommandStopped, StagePortal, Unreachable
from infrastructure.operations.secrets import __main__ as command
from infrastructure.operations.secrets.rotation import KINDS, Rotation
from infrastructure.settings import REPOSITORY
from infrastructure.stacks.transform import read
from portal.secrets import RotatingSecret

STACK = "saguaro-dev"
OLD = "the value of the first deployment"
NOW = datetime(2026, 11, 25, 18, tzinfo=UTC)
SECRETS = [
    name
    for name, resource in read(REPOSITORY / "template.yaml")["Resources"].items()
    if resource["Type"] == "AWS::SecretsManager::Secret"
]


class Stage:
    """A stage with one secret, of which the test deploys versions."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.session = boto3.session.Session("test", "test", region_name="us-east-1")
        self.client = self.session.client("secretsmanager")
        first = self.client.create_secret(Name=name, SecretString=json.dumps({"current": OLD}))
        self.arn: str = first["ARN"]
        self.version = ""
        self.status = "CREATE_COMPLETE"
        self.now = self.updated = NOW
        self.has_all_tokens = True
        self._answer("DescribeStacks", lambda: {"Stacks": [self._describe()]})
        self._answer(
            "DescribeStackResource", lambda: {"StackResourceDetail": {"PhysicalResourceId": self.arn}}
        )

    def _answer(self, operation: str, make: Callable[[], Mapping[str, Any]]) -> None:
        def respond(**_: Any) -> Any:
            return SimpleNamespace(status_code=200), make()

        self.session.events.register(f"before-call.cloudformation.{operation}", respond)

    def _describe(self) -> Mapping[str, Any]:
        parameter = {"ParameterKey": f"{self.name}Version", "ParameterValue": self.version}
        return {
            "StackStatus": self.status,
            "Parameters": [parameter],
            "CreationTime": NOW,
            "LastUpdatedTime": self.updated,
        }

    @property
    def rotation(self) -> Rotation:
        return Rotation(
            name=self.name,
            stack=STACK,
            command="npm run secrets",
            session=self.session,
            clock=lambda: self.now,
            has_all_tokens=lambda: self.has_all_tokens,
        )

    def take_next_step(self, **options: bool) -> str:
        """Run the command, which has to write a step."""
        before = self.read_id()
        said = self.rotation.take_next_step(**options)
        assert self.read_id() != before
        assert f"{self.name}Version={self.read_id()}" in said
        return said

    def refuse(self, **options: bool) -> str:
        """Run the command, which must not write."""
        before = self.read_id()
        with pytest.raises(CommandStopped) as refused:
            self.rotation.take_next_step(**options)
        assert self.read_id() == before
        return str(refused.value)

    def deploy(self) -> None:
        self.version, self.updated = self.read_id(), self.now

    def read_id(self) -> str:
        return str(self.client.get_secret_value(SecretId=self.arn)["VersionId"])

    def read(self, version: str = "") -> RotatingSecret:
        chosen = {"VersionId": version} if version else {}
        return RotatingSecret.from_text(
            self.client.get_secret_value(SecretId=self.arn, **chosen)["SecretString"]
        )

    def reach(self, step: int) -> None:
        """Deploy the steps up to this one."""
        for number in range(step):
            self.take_next_step(is_begun=number == 0)
            self.deploy()


@pytest.fixture
def make_stage(aws: None) -> Callable[[str], Stage]:
    return Stage


@pytest.fixture
def stage(make_stage: Callable[[str], Stage]) -> Stage:
    return make_stage("ChatSecret")


def test_command_knows_every_secret_of_the_template() -> None:
    assert sorted(KINDS) == sorted(SECRETS)


@pytest.mark.parametrize("name", SECRETS)
def test_rotation_deploys_four_neighbors_and_prints_no_value(
    make_stage: Callable[[str], Stage], name: str
) -> None:
    stage = make_stage(name)
    said = [stage.take_next_step(is_begun=True)]
    announced = stage.read()
    stage.deploy()
    said.append(stage.take_next_step())
    replaced = stage.read()
    stage.deploy()
    if KINDS[name].lasts:
        stage.now += timedelta(days=9_999)
        said.append(stage.refuse())
    elif KINDS[name].wait:
        stage.now += KINDS[name].wait - timedelta(seconds=1)
        said.append(stage.refuse())
        stage.now += timedelta(seconds=1)
    said.append(stage.take_next_step(is_forced=KINDS[name].lasts))
    ended = stage.read()
    stage.deploy()
    new = announced.previous
    assert [each.accepted for each in (announced, replaced, ended)] == [(OLD, new), (new, OLD), (new,)]
    assert len(new) == 48
    assert not [text for text in said for value in (OLD, new) if value in text]
    assert "No rotation" in stage.rotation.take_next_step()
    assert stage.read() == ended


@pytest.mark.parametrize("step", [0, 1, 2])
def test_step_is_not_written_until_the_one_before_is_deployed(stage: Stage, step: int) -> None:
    stage.reach(step)
    stage.now += KINDS[stage.name].wait
    stage.take_next_step(is_begun=True)
    for _ in range(2):
        assert f"ChatSecretVersion={stage.read_id()}" in stage.refuse(is_begun=True, is_forced=True)
    stage.version = "of somebody else"
    stage.refuse()


def test_secret_without_a_rotation_stays_as_it_is(stage: Stage) -> None:
    assert "--begin" in stage.rotation.take_next_step()
    assert stage.read().accepted == (OLD,)


@pytest.mark.parametrize("status", ["UPDATE_IN_PROGRESS", "UPDATE_ROLLBACK_FAILED", "ROLLBACK_COMPLETE"])
def test_unfinished_deployment_is_refused(stage: Stage, status: str) -> None:
    stage.status = status
    with pytest.raises(Unreachable, match=status):
        stage.rotation.take_next_step(is_begun=True)
    assert stage.read().accepted == (OLD,)


def test_rolled_back_deployment_is_repeated(stage: Stage) -> None:
    stage.take_next_step(is_begun=True)
    stage.status = "UPDATE_ROLLBACK_COMPLETE"
    stage.refuse()
    stage.deploy()
    stage.take_next_step()


def test_later_deployment_does_not_extend_the_wait(stage: Stage) -> None:
    stage.reach(2)
    stage.refuse()
    stage.now += KINDS[stage.name].wait
    stage.updated = stage.now
    stage.take_next_step()


def test_old_value_ends_at_once_if_asked(stage: Stage) -> None:
    stage.reach(2)
    stage.take_next_step(is_forced=True)
    assert not stage.read().previous


def test_new_key_of_people_waits_for_their_tokens(make_stage: Callable[[str], Stage]) -> None:
    stage = make_stage("PeopleSecret")
    stage.reach(1)
    stage.has_all_tokens = False
    assert "npm run people -- rebuild" in stage.refuse(is_forced=True)
    stage.has_all_tokens = True
    stage.take_next_step()


def test_secret_in_another_format_is_refused_without_being_quoted(stage: Stage) -> None:
    stage.client.put_secret_value(SecretId=stage.arn, SecretString="plain")
    stage.deploy()
    with pytest.raises(Unreachable) as refused:
        stage.rotation.take_next_step(is_begun=True)
    assert "plain" not in str(refused.value)


def test_secret_generated_over_another_format_is_rotated(stage: Stage) -> None:
    stage.client.put_secret_value(SecretId=stage.arn, SecretString="plain")
    stage.client.put_secret_value(SecretId=stage.arn, SecretString=json.dumps({"current": "generated"}))
    stage.take_next_step(is_begun=True)


def test_command_prints_the_step_and_exits_with_1_when_it_waits(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    portal = StagePortal(STACK, stage.session, {}, {}, None)
    monkeypatch.setattr(command, "open_stage_portal", lambda _stage: portal)
    call = ["rotate", "ChatSecret", "--stage", "dev"]
    assert command.main([*call, "--begin"]) == 0
    assert f"ChatSecretVersion={stage.read_id()}" in capsys.readouterr().out
    assert command.main(call) == 1
    assert "npm run secrets -- rotate ChatSecret --stage dev" in capsys.readouterr().err

"""docs/deploy.md, followed step by step against an emulated account, and what goes wrong on the way."""

import json
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from functions.signintokens.second_factor import CONFIRMED_SINCE
from infrastructure.checks.deployer_policy import is_allowed, read_policies
from tests.infrastructure.deployment.cloudformation import EmulatedAccount, Refused, StackState
from tests.infrastructure.deployment.server import EmulatedAws, run_aws
from tests.infrastructure.guides.guide import ROOT, list_blocks
from tests.infrastructure.package_build import build_package

STACK = "saguaro-dev"
MAX_SECONDS = 300
POLICIES = read_policies().values()
NAMES = "id,name,entityType,status,city,countyId,formedOn\n1,Acme LLC,llc,active,Tucson,pima,2020-01-02\n"
SENDER = "no-reply@az.example.gov"
FILLED_IN = {
    "PortalOrigin": "https://portal.az.example.gov",
    "MailSender": SENDER,
    "PrivacyOfficerEmail": "privacy@az.example.gov",
    "AlarmMail": "on-call@az.example.gov",
}


@dataclass(frozen=True)
class Operator:
    """A person with a clone, a shell and credentials."""

    folder: Path
    aws: EmulatedAws

    def run(self, command: str, answer: str = "") -> subprocess.CompletedProcess[str]:
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("AWS_")},
            "AWS_ENDPOINT_URL": self.aws.account.endpoint,
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_DEFAULT_REGION": "us-east-1",
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "PYTHONPATH": f"{ROOT}:{ROOT / 'shared/python'}",
            "SAM_CLI_TELEMETRY": "0",
        }
        return subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=environment,
            input=answer,
            capture_output=True,
            text=True,
            check=False,
            timeout=MAX_SECONDS,
        )

    def must(self, command: str, answer: str = "") -> str:
        done = self.run(command, answer)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout

    def set_parameters(self, stage: str, values: Mapping[str, str]) -> None:
        """Put values into the profile of a stage, as the guide tells to."""
        file = self.folder / "samconfig.toml"
        text = file.read_text(encoding="utf-8")
        start = text.index(f"[{stage}.deploy.parameters]")
        opening = text.index("parameter_overrides = [", start) + len("parameter_overrides = [")
        closing = text.index("]", opening)
        listed = text[opening:closing]
        for name, value in values.items():
            listed = re.sub(rf'\s*"{name}=[^"]*",?[^"\n]*', "", listed)
            listed = f'"{name}={value}", {listed}'
        file.write_text(text[:opening] + listed + text[closing:], encoding="utf-8")


def write_program(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    file.chmod(0o755)


def make_operator(folder: Path, aws: EmulatedAws) -> Operator:
    """Give an operator the clone's files, and the results of `npm run package`."""
    for name in (".local", "infrastructure", "package.json"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "samconfig.toml").write_bytes((ROOT / "samconfig.toml").read_bytes())
    (folder / "functions").mkdir()
    (folder / ".aws-sam").mkdir()
    (folder / ".aws-sam/build").symlink_to(build_package() / "build")
    assets = folder / "webapp/dist/assets"
    assets.mkdir(parents=True)
    (assets / "index-1.js").write_text("1;", encoding="utf-8")
    (assets.parent / "index.html").write_text("<!doctype html>", encoding="utf-8")
    (folder / "bin").mkdir()
    write_program(
        folder / "bin/aws",
        f'#!/bin/sh\nexec {sys.executable} -m tests.infrastructure.deployment.aws_cli "$@"\n',
    )
    # Checks and package are suites of their own; the other scripts run.
    write_program(
        folder / "bin/npm",
        "#!/bin/sh\n"
        'case "$2" in\n  check|package) exit 0 ;;\nesac\n'
        f'shift; name=$1; shift 2\nexec {sys.executable} -m infrastructure.operations.$name "$@"\n',
    )
    return Operator(folder, aws)


@pytest.fixture(scope="module")
def aws() -> Iterator[EmulatedAws]:
    """Provide a fresh account."""
    with run_aws() as aws:
        yield aws


@pytest.fixture(scope="module")
def operator(aws: EmulatedAws, tmp_path_factory: pytest.TempPathFactory) -> Operator:
    return make_operator(tmp_path_factory.mktemp("clone"), aws)


def get_commands(start: str) -> str:
    """Return the block of the guide that begins with a command."""
    (found,) = [each.text for each in list_blocks("deploy.md") if each.text.startswith(start)]
    return found


def list_left(account: EmulatedAccount) -> dict[str, list[str]]:
    """Return what is in the account, without what SAM keeps for itself."""
    buckets = account.client("s3").list_buckets()["Buckets"]
    pools = account.client("cognito-idp").list_user_pools(MaxResults=60)["UserPools"]
    keys = account.client("kms").list_keys()["Keys"]
    states = [account.client("kms").describe_key(KeyId=each["KeyId"])["KeyMetadata"] for each in keys]
    return {
        "tables": account.client("dynamodb").list_tables()["TableNames"],
        "buckets": [each["Name"] for each in buckets if not each["Name"].startswith("aws-sam-cli")],
        "pools": [each["Name"] for each in pools],
        "keys": [each["KeyId"] for each in states if each["KeyState"] != "PendingDeletion"],
        "secrets": [each["Name"] for each in account.client("secretsmanager").list_secrets()["SecretList"]],
        "stacks": [
            each.name
            for each in account.stacks.values()
            if each.status not in ("DELETE_COMPLETE", "ROLLBACK_COMPLETE")
            and not each.name.startswith("aws-sam")
        ],
    }


NOTHING: dict[str, list[str]] = {
    name: [] for name in ("tables", "buckets", "pools", "keys", "secrets", "stacks")
}


def test_guide_from_nothing_to_teardown(operator: Operator, aws: EmulatedAws) -> None:
    account = aws.account
    # Section 4, business names.
    (operator.folder / "FILE.csv").write_text(NAMES, encoding="utf-8")
    names = operator.must(f"set -e\n{get_commands('npm run names -- --to functions/names.sqlite import')}")
    assert names.count("1 names") == 2
    # Step 4, in an account that is new: its concurrency quota is 10.
    assert account.concurrency_quota == 10
    operator.must(f"set -e\n{get_commands('npm run preflight')}")
    stack = account.find(STACK)
    assert stack.status == "CREATE_COMPLETE"

    shown = operator.must(get_commands("aws cloudformation describe-stacks"))
    outputs = dict(line.split("\t") for line in shown.splitlines())
    assert outputs["PortalUrl"].startswith("https://")

    # Without a domain of its own, the stack is deployed again with its address, and protected.
    before = {each.logical_id: each.physical_id for each in stack.resources.values()}
    operator.set_parameters("dev", {"PortalOrigin": outputs["PortalUrl"], "DeletionProtection": "true"})
    deploy = get_commands("npm run preflight").splitlines()[-1]
    operator.must(deploy)
    assert (stack.status, stack.parameters["PortalOrigin"]) == ("UPDATE_COMPLETE", outputs["PortalUrl"])
    assert {each.logical_id: each.physical_id for each in stack.resources.values()} == before
    assert get_environment(account, stack, "ConfigurationFunction")["SECURITY_POST_LOGOUT_REDIRECT_URI"] == (
        f"{outputs['PortalUrl']}/"
    )

    # Step 5.
    sync = get_commands("aws s3 sync")
    for name, value in outputs.items():
        sync = sync.replace(f"<{name}>", value)
    operator.must(f"set -e\n{sync}")
    s3 = account.client("s3")
    page = s3.get_object(Bucket=outputs["SiteBucketName"], Key="index.html")
    asset = s3.get_object(Bucket=outputs["SiteBucketName"], Key="assets/index-1.js")
    assert (page["CacheControl"], "immutable" in asset["CacheControl"]) == ("no-cache", True)
    assert aws.invalidated == [outputs["DistributionId"]]

    # The same again changes nothing.
    assert "No changes to deploy" in operator.must(f"{deploy} 2>&1")

    assert [action for action in sorted(aws.requested) if not is_allowed(POLICIES, action)] == []

    make_somebody_staff(operator, aws)

    replace_secret(operator, stack, deploy)

    # Tokens by which support staff find people.
    assert "people put right" in operator.must("npm run people -- rebuild --stage dev")

    # Remove the stage: refused while it is protected, and complete afterwards.
    teardown = get_commands("npm run teardown")
    refused = operator.run(teardown, STACK)
    assert (refused.returncode, "DeletionProtection=false" in refused.stderr) == (1, True)
    operator.set_parameters("dev", {"DeletionProtection": "false"})
    operator.must(deploy)
    refused = operator.run(teardown, "saguaro-prod")
    assert (refused.returncode, account.find(STACK).status) == (1, "UPDATE_COMPLETE")
    operator.must(teardown, STACK)
    assert list_left(account) == NOTHING


def replace_secret(operator: Operator, stack: StackState, deploy: str) -> None:
    """Follow "Replace a secret" up to the step that uses the new value."""
    begin = get_commands("npm run secrets").strip()
    function = stack.resources["ChatbotFunction"]

    def read_secret() -> Mapping[str, str]:
        secret: Mapping[str, str] = json.loads(function.properties["Environment"]["Variables"]["CHAT_SECRET"])
        return secret

    former = read_secret()["current"]
    for command in (begin, begin.removesuffix(" --begin")):
        shown = operator.must(command)
        (version,) = re.findall(r"ChatSecretVersion=([0-9a-f-]{36})", shown)
        assert former not in shown
        operator.set_parameters("dev", {"ChatSecretVersion": version})
        operator.must(deploy)
        function = stack.resources["ChatbotFunction"]
        assert former in read_secret().values()
    assert read_secret()["current"] != former == read_secret()["previous"]


def make_somebody_staff(operator: Operator, aws: EmulatedAws) -> None:
    """Follow "Make somebody staff with Cognito" in section 3, in one shell."""
    guide = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
    section = guide.partition("**Make somebody staff with Cognito.**")[2].partition("\n## ")[0]
    steps = [textwrap.dedent(block) for block in re.findall(r" +```sh\n(.*?) +```", section, re.DOTALL)]
    assert len(steps) == 6
    commands = "set -e\n" + "\n".join(steps)
    operator.must(commands.replace("<name of the stack>", STACK).replace("<code>", "123456"))
    cognito = aws.account.client("cognito-idp")
    (pool,) = cognito.list_user_pools(MaxResults=10)["UserPools"]
    person = {"UserPoolId": pool["Id"], "Username": "grace@agency.example"}
    user = cognito.admin_get_user(**person)
    attributes = {each["Name"]: each["Value"] for each in user["UserAttributes"]}
    assert int(attributes[CONFIRMED_SINCE]) > 0
    assert user["UserMFASettingList"] == ["SOFTWARE_TOKEN_MFA"]
    groups = cognito.admin_list_groups_for_user(**person)["Groups"]
    assert [each["GroupName"] for each in groups] == ["support"]


def test_placeholders_are_refused(operator: Operator, aws: EmulatedAws) -> None:
    lacking = operator.run("npm run preflight -- --stage prod")
    assert (lacking.returncode, "unknown" in lacking.stdout) == (1, False)
    missing = {line.split()[1] for line in lacking.stdout.splitlines() if line.startswith("missing")}
    assert missing >= {"parameters:", "concurrency:", "origin:", "mail", "text", "business"}
    refused = operator.run(".local/sam/bin/sam deploy --config-env prod --no-confirm-changeset")
    assert refused.returncode == 1
    for name in FILLED_IN:
        assert f"{name} is " in refused.stdout + refused.stderr, name
    assert list_left(aws.account) == NOTHING


def get_environment(account: EmulatedAccount, stack: StackState, function: str) -> Mapping[str, str]:
    found: Mapping[str, str] = stack.resources[function].properties["Environment"]["Variables"]
    return found


@pytest.fixture(scope="module")
def template(operator: Operator, aws: EmulatedAws, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the template as `sam deploy` uploads it, with the parts that it names."""
    file = tmp_path_factory.mktemp("packaged") / "template.json"
    operator.must(
        f".local/sam/bin/sam package --resolve-s3 --use-json --output-template-file {file} --region us-east-1"
    )
    return file.read_text(encoding="utf-8")


Deploy = Callable[..., StackState]


@pytest.fixture
def deploy(template: str, aws: EmulatedAws) -> Iterator[Deploy]:
    """Provide deployments without SAM's command line, each removed at the end of the test."""
    account = aws.account
    made: list[StackState] = []

    def deploy(name: str, **parameters: Any) -> StackState:
        known = [each for each in made if each.name == name and each.status != "DELETE_COMPLETE"]
        stack, change_set = account.create_change_set(
            name, "test", template, parameters, {"stage": "test"}, "UPDATE" if known else "CREATE"
        )
        made.append(stack)
        account.execute(stack, change_set)
        return stack

    yield deploy
    account.fails_at = None
    for stack in made:
        account.purge(stack)


def test_unverified_sender_rolls_back(deploy: Deploy, aws: EmulatedAws) -> None:
    failed = deploy("saguaro-test", Stage="test", MailSender=SENDER)
    assert failed.status == "ROLLBACK_COMPLETE"
    assert "Email address is not verified" in failed.reason
    assert list_left(aws.account) == NOTHING
    with pytest.raises(Refused, match="can not be updated"):
        deploy("saguaro-test", Stage="test", MailSender=SENDER)
    aws.account.delete(failed)
    aws.account.verified_domains.add(SENDER.partition("@")[2])
    assert deploy("saguaro-test", Stage="test", MailSender=SENDER).status == "CREATE_COMPLETE"


@pytest.mark.parametrize("resource", ["WebAcl", "DeliveryFailures"])
def test_rollback_of_first_deployment_leaves_nothing(
    deploy: Deploy, aws: EmulatedAws, operator: Operator, resource: str
) -> None:
    aws.account.fails_at = resource
    failed = deploy(STACK, Stage="dev")
    assert (failed.status, resource in failed.reason) == ("ROLLBACK_COMPLETE", True)
    assert list_left(aws.account) == NOTHING
    operator.must(get_commands("aws cloudformation delete-stack"))
    aws.account.fails_at = None
    assert deploy(STACK, Stage="dev").status == "CREATE_COMPLETE"


def test_rollback_of_a_protected_first_deployment_fails(deploy: Deploy, aws: EmulatedAws) -> None:
    aws.account.fails_at = "WebAcl"
    failed = deploy(STACK, Stage="dev", DeletionProtection="true")
    assert (failed.status, "deletion" in failed.reason) == ("ROLLBACK_FAILED", True)


def test_failed_update_goes_back(deploy: Deploy, aws: EmulatedAws) -> None:
    stack = deploy(STACK, Stage="dev")
    before = {name: each.physical_id for name, each in stack.resources.items()}
    aws.account.fails_at = "Identity"
    again = deploy(STACK, Stage="dev", IdentityProvider="external", ReserveConcurrency="true", **EXTERNAL)
    assert (again.status, "below its minimum value" in again.reason) == ("UPDATE_ROLLBACK_COMPLETE", True)
    assert {name: each.physical_id for name, each in stack.resources.items() if name in before} == before


def test_stages_and_stacks_share_an_account(deploy: Deploy) -> None:
    assert deploy(STACK, Stage="dev").status == "CREATE_COMPLETE"
    assert deploy("saguaro-dev-two", Stage="dev").status == "CREATE_COMPLETE"
    production = deploy("saguaro-prod", Stage="prod", IdentityProvider="external", **FILLED_IN, **EXTERNAL)
    assert production.status == "CREATE_COMPLETE"


TENANT = "https://stateofarizonaresidents.ciamlogin.com/0f2c7a54-3b1e-4e0c-9a55-8f3d5b6a7c21"
EXTERNAL = {
    "ExternalIssuer": f"{TENANT}/v2.0",
    "ExternalJwksUri": f"{TENANT}/discovery/v2.0/keys",
    "ExternalAudience": "9b0d7c1e-5a3f-4f56-8d2b-6c1a0e9f7b34",
    "ExternalAuthority": f"{TENANT}/v2.0",
}

"""The blocks of docs/deploy.md are complete, and fit SAM, the templates and the policies of a deployer.

`test_operator_commands.py` looks up the commands of AWS and of this repository. Quotas and values that AWS
refuses are in `infrastructure/checks/aws_quotas.yaml`, and those of an account in `npm run preflight`.
"""

import os
import re
import subprocess
import textwrap
from collections.abc import Mapping
from typing import Any

import pytest

from functions.signintokens.second_factor import CONFIRMED_SINCE
from infrastructure.checks.deployer_policy import is_allowed, read_policies
from infrastructure.checks.resolved_templates import STACK_NAME
from infrastructure.operations.portals import read_profile
from infrastructure.operations.preflight.deployment import parse_overrides
from infrastructure.stacks.transform import read
from portal.principal import ROLES
from tests.infrastructure.guides.aws_commands import OF_THE_CLI, list_options
from tests.infrastructure.guides.guide import ROOT
from tests.infrastructure.guides.test_operator_commands import split_commands
from tests.infrastructure.preflight.recorded_account import PREPARED
from tests.infrastructure.templates import get_resolved, list_refusals

GUIDE = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
TEMPLATE = read(ROOT / "template.yaml")
BLOCKS = [
    textwrap.dedent(block) for block in re.findall(r"^ *```sh\n(.*?)^ *```", GUIDE, re.DOTALL | re.MULTILINE)
]
POLICIES = read_policies()
FILLED_IN = {
    "PortalOrigin": "https://portal.az.example.gov",
    "MailSender": "no-reply@az.example.gov",
    "PrivacyOfficerEmail": "privacy@az.example.gov",
    "AlarmMail": "on-call@az.example.gov",
}
EXTERNAL = ("ExternalIssuer", "ExternalJwksUri", "ExternalAudience", "ExternalAuthority")


def get_section(heading: str) -> str:
    """Return the text below a heading, up to the next one."""
    return GUIDE.partition(heading)[2].partition("\n## ")[0]


def fill_in(block: str) -> str:
    """Replace names in angle brackets, which a shell would take for files."""
    return re.sub(r"<[^>\n]+>", "value", block)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0][:60])
def test_block_is_a_program_of_the_shell(block: str) -> None:
    done = subprocess.run(
        ["bash", "-n", "-c", fill_in(block)], capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_names_in_angle_brackets_are_outputs_of_the_stack() -> None:
    named = set(re.findall(r"<(\w+)>", "".join(block for block in BLOCKS if "<name of" not in block)))
    assert named - {"code"} <= TEMPLATE["Outputs"].keys()
    assert {"SiteBucketName", "DistributionId"} <= named
    assert set(re.findall(r"output `(\w+)`", GUIDE)) == {"PortalUrl"} <= TEMPLATE["Outputs"].keys()


def test_parameters_of_the_guide_are_those_of_the_template() -> None:
    named = {
        name
        for row in re.findall(r"^\| (`.*?) \|", GUIDE, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    }
    assert len(named) > 40
    assert named <= TEMPLATE["Parameters"].keys()
    assert set(re.findall(r"`([A-Z][a-z]+[A-Z]\w+)=[^`]*`", GUIDE)) <= TEMPLATE["Parameters"].keys()


# Making somebody staff


@pytest.fixture(scope="module")
def staff_calls(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Run all blocks of "Make somebody staff" in one shell, and return the calls of AWS."""
    folder = tmp_path_factory.mktemp("shell")
    aws = folder / "aws"
    aws.write_text('#!/bin/sh\necho "$*" >> "$CALLS"\necho "result-of-$2"\n', encoding="utf-8")
    aws.chmod(0o755)
    section = get_section("**Make somebody staff with Cognito.**")
    steps = [block for block in BLOCKS if textwrap.indent(block, "   ") in section]
    assert len(steps) == 6
    environment = {"PATH": f"{folder}:{os.environ['PATH']}", "CALLS": str(folder / "calls")}
    script = "\n".join(["set -eu", *map(fill_in, steps)])
    # Steps that use a variable of no earlier step end here.
    subprocess.run(["bash", "-c", script], env=environment, check=True, capture_output=True, timeout=60)
    return (folder / "calls").read_text(encoding="utf-8").splitlines()


def test_steps_for_staff_pass_on_their_results(staff_calls: list[str]) -> None:
    for call in staff_calls:
        values = dict(re.findall(r"--(user-pool-id|client-id|access-token|password) (\S+)", call))
        assert values.get("password", "") in ("", "result-of-get-random-password"), call
        assert values.get("access-token", "") in ("", "result-of-admin-initiate-auth"), call
        assert {values.get("user-pool-id", ""), values.get("client-id", "")} <= {
            "",
            "result-of-describe-stack-resource",
        }, call
    find = r"describe-stack-resource .*--logical-resource-id (\w+)"
    found = [match[1] for call in staff_calls if (match := re.search(find, call))]
    assert found == ["Identity", "UserPool", "PortalClient"]
    identity = read(ROOT / "infrastructure/stacks/identity.yaml")["Resources"]
    assert {"UserPool", "PortalClient"} <= identity.keys()
    assert "Identity" in TEMPLATE["Resources"]
    flows = identity["PortalClient"]["Properties"]["ExplicitAuthFlows"]
    (flow,) = [match[1] for call in staff_calls if (match := re.search(r"--auth-flow (\w+)", call))]
    assert f"ALLOW_{flow}" in flows


def test_steps_for_staff_confirm_the_app_that_the_token_function_reads(staff_calls: list[str]) -> None:
    confirmed = [call for call in staff_calls if "admin-update-user-attributes" in call]
    assert len(confirmed) == 1
    assert re.search(rf"Name={re.escape(CONFIRMED_SINCE)},Value=\d{{10}}$", confirmed[0])
    (group,) = [match[1] for call in staff_calls if (match := re.search(r"--group-name (\w+)", call))]
    assert group in ROLES
    order = [call.split()[1] for call in staff_calls]
    last_sign_out = len(order) - order[::-1].index("admin-user-global-sign-out") - 1
    # Sessions from before the app was confirmed have ended.
    assert order.index("verify-software-token") < last_sign_out < order.index("admin-update-user-attributes")


# Deploying


@pytest.fixture(scope="module")
def sam_options() -> set[str]:
    done = subprocess.run(
        [ROOT / ".local/sam/bin/sam", "deploy", "--help"],
        env={**os.environ, "SAM_CLI_TELEMETRY": "0", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return set(re.findall(r"(?<=[\s,])--[a-z][a-z0-9-]*", done.stdout))


def test_sam_knows_the_options_of_the_guide_and_the_profiles(sam_options: set[str]) -> None:
    commands = re.findall(r"\bsam deploy [^`\n]*--[^`\n]*", GUIDE)
    assert len(commands) == 2
    for command in commands:
        assert list_options(command) <= sam_options
        assert re.search(r"--config-env (dev|test|prod)\b", command)
    for stage in ("dev", "test", "prod"):
        profile = read_profile(stage)
        given = {**profile["global"]["parameters"], **profile["deploy"]["parameters"]}
        assert {f"--{name.replace('_', '-')}" for name in given} <= sam_options, stage
        assert parse_overrides(given["parameter_overrides"]).keys() <= TEMPLATE["Parameters"].keys()
        assert f"stage={stage}" in given["tags"]


@pytest.mark.parametrize(
    ("stage", "refused"),
    [("dev", set()), ("test", {"MailSender"}), ("prod", FILLED_IN.keys())],
)
def test_placeholders_are_refused(stage: str, refused: set[str]) -> None:
    given = parse_overrides(read_profile(stage)["deploy"]["parameters"]["parameter_overrides"])
    assert {fault.partition(" is ")[0] for fault in list_refusals(given)} == refused
    assert list_refusals(given | FILLED_IN) == []


def test_external_provider_without_its_parameters_is_refused() -> None:
    given = {"IdentityProvider": "external", **dict.fromkeys(EXTERNAL, "value")}
    assert list_refusals(given) == []
    for name in EXTERNAL:
        (fault,) = list_refusals(given | {name: ""})
        assert fault.startswith(f"{name} is empty")


def test_commands_up_to_the_web_app_need_only_the_policies_of_a_deployer() -> None:
    section = GUIDE.partition("\n## 4. ")[2].partition("\n## 6. ")[0]
    needed = {
        f"{words[1]}:{''.join(part.capitalize() for part in words[2].split('-'))}"
        for block in re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
        for command in split_commands(block)
        if (words := command.split())[:1] == ["aws"]
        and words[2] != "wait"
        and tuple(words[1:3]) not in OF_THE_CLI
    }
    assert "cloudfront:CreateInvalidation" in needed
    assert [each for each in sorted(needed) if not is_allowed(POLICIES.values(), each)] == []


def test_preflight_needs_only_the_policies_of_a_deployer() -> None:
    allowed = {
        action.partition(":")[2]
        for policy in POLICIES.values()
        for statement in policy["Statement"]
        for action in statement["Action"]
    }
    assert PREPARED.keys() - allowed == set()


# Stacks beside each other, and failed deployments


def list_resources() -> list[tuple[str, Mapping[str, Any]]]:
    """List the resources of all templates, resolved, by their places."""
    return [
        (f"{template.name}.{name}", resource)
        for template in get_resolved()
        for name, resource in template.resolved["Resources"].items()
    ]


RESOURCES = list_resources()


NAMES = {"BucketName", "Domain", "FunctionName", "LogGroupName", "Name", "QueueName", "RoleName"}
NAMES |= {"TableName", "TopicName", "TrailName", "UserPoolName"}
"""Properties that name a resource in its account, also in properties such as `CachePolicyConfig`."""


def list_chosen_names(properties: Mapping[str, Any]) -> list[str]:
    parts = [properties, *(value for key, value in properties.items() if key.endswith("Config"))]
    return [str(part[name]) for part in parts for name in NAMES if name in part]


def test_two_stacks_share_an_account_without_sharing_a_name() -> None:
    chosen = {place: list_chosen_names(resource["Properties"]) for place, resource in RESOURCES}
    assert len([names for names in chosen.values() if names]) > 20
    assert {
        place: names
        for place, names in chosen.items()
        if not all(STACK_NAME in name.lower() for name in names)
    } == {}


def test_rolled_back_first_deployment_leaves_nothing() -> None:
    policies = {place: resource.get("DeletionPolicy", "Delete") for place, resource in RESOURCES}
    assert set(policies.values()) == {"Delete", "RetainExceptOnCreate"}
    # A rollback cannot remove what is protected.
    assert TEMPLATE["Parameters"]["DeletionProtection"]["Default"] == "false"
    for stage in ("dev", "test", "prod"):
        given = parse_overrides(read_profile(stage)["deploy"]["parameters"]["parameter_overrides"])
        assert "DeletionProtection" not in given, stage

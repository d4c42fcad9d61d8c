"""The workflow of GitHub: actions by commit, and the versions that the README promises."""

import json
import re

import yaml

from infrastructure.settings import REPOSITORY

WORKFLOWS = REPOSITORY / ".github/workflows"
WORKFLOW = yaml.safe_load((WORKFLOWS / "ci.yml").read_text("utf-8"))
NAMED_BY_COMMIT = re.compile(r"uses: [\w-]+/[\w/-]+@[0-9a-f]{40} # v\d+(\.\d+)*")


def test_actions_are_named_by_commit() -> None:
    lines = [
        line.strip().removeprefix("- ")
        for path in WORKFLOWS.iterdir()
        for line in path.read_text("utf-8").splitlines()
        if "uses:" in line
    ]
    assert lines
    assert [line for line in lines if not NAMED_BY_COMMIT.fullmatch(line)] == []
    ecosystems = yaml.safe_load((REPOSITORY / ".github/dependabot.yml").read_text("utf-8"))["updates"]
    assert [each["package-ecosystem"] for each in ecosystems] == ["github-actions"]


def test_promised_versions_are_tested() -> None:
    tried = WORKFLOW["jobs"]["versions"]["strategy"]["matrix"]["include"]
    promised = re.search(r"Python ([\d., or]+) on Linux", (REPOSITORY / "README.md").read_text("utf-8"))
    assert promised
    assert {each["python"] for each in tried} == set(re.findall(r"3\.\d+", promised[1]))
    oldest = json.loads((REPOSITORY / "package.json").read_text("utf-8"))["engines"]["node"]
    assert oldest == f">={tried[0]['node']}"
    assert {each["node"].split(".")[0] for each in tried} == {"20", "22", "24"}


def test_workflow_can_only_read() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert [name for name, job in WORKFLOW["jobs"].items() if "permissions" in job] == []
    assert "pull_request_target" not in WORKFLOW[True]

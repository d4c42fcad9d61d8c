"""Checks the templates: `python -m infrastructure.checks.check`.

SAM's own validation and cfn-lint on the templates as they are written; the rules of the house and checkov on
what the transform makes of them, because neither sees what a SAM resource will become; AWS's schemas and
quotas on their values, because AWS judges values. Nothing needs the network. Exits with 1 on any finding.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from cfnlint.rules import Rules
from cfnlint.template import Template

from infrastructure.checks.aws_quotas import check_quotas
from infrastructure.checks.data_map import check_data_map
from infrastructure.checks.deployer_policy import check_deployer_policy
from infrastructure.checks.resolved_templates import ResolvedTemplate, resolve_templates
from infrastructure.checks.stored_data import check_stored_data
from infrastructure.checks.watched import check_watched
from infrastructure.stacks.transform import transform

REPOSITORY = Path(__file__).parents[2]
ROOT = REPOSITORY / "template.yaml"
TEMPLATES = [ROOT, *sorted((REPOSITORY / "infrastructure/stacks").glob("*.yaml"))]
HERE = Path(__file__).parent

# The tools of AWS need a region even offline, and none of them may check for updates.
ENVIRONMENT = {
    **os.environ,
    "AWS_DEFAULT_REGION": "us-east-1",
    "LOG_LEVEL": "ERROR",
    "SAM_CLI_TELEMETRY": "0",
}


def run(*command: str | Path) -> str:
    """Run a command against the templates and return its output, empty if there are no findings."""
    done = subprocess.run(
        list(map(str, command)), cwd=REPOSITORY, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return ""
    return f"{done.stdout}{done.stderr}".strip() or f"{command[0]} ended with {done.returncode}"


def validate_with_sam(sam: Path) -> str:
    """Validate the root template, the only one with resources of SAM; `--lint` would repeat cfn-lint."""
    return run(sam, "validate", "--template-file", ROOT)


def run_cfn_lint(templates: Iterable[Path]) -> str:
    """Run cfn-lint, which also compares what a nested stack is given with its parameters."""
    return run(Path(sys.executable).with_name("cfn-lint"), "--", *templates)


def check_schemas(templates: Iterable[ResolvedTemplate]) -> str:
    """Hold values to the schemas of AWS's resource types, as each region has them.

    A type that a region lacks is no finding: docs/deploy.md says where the portal can be deployed.
    """
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, f"{template.name}.json") for template in templates]
        for file, template in zip(files, templates, strict=True):
            file.write_text(json.dumps(template.resolved, indent=1), encoding="utf-8")
        program = Path(sys.executable).with_name("cfn-lint")
        return run(program, "--regions", "ALL_REGIONS", "--ignore-checks", "E3006", "--", *files)


def check_house_rules(templates: Mapping[str, dict[str, Any]]) -> str:
    """Return findings of the house rules alone: cfn-lint checks the others on the written templates."""
    rules = list(Rules.create_from_directory(str(HERE / "rules")).data.values())
    return "\n".join(
        f"{name}: {rule.id} {match.message} ({'/'.join(map(str, match.path))})"
        for name, template in templates.items()
        for rule in rules
        for match in rule.match(Template(name, template, ["us-east-1"]))
    )


def run_checkov(program: Path, templates: Mapping[str, dict[str, Any]]) -> str:
    """Run checkov on files of plain CloudFormation."""
    options = ["--framework", "cloudformation", "--skip-download", "--compact", "--quiet", "--file"]
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, template in templates.items():
            files.append(Path(folder, f"{name}.json"))
            files[-1].write_text(json.dumps(_remove_routes(template), indent=1), encoding="utf-8")
        own = (program.with_name("python"), HERE / "run_checkov.py", "--config-file", HERE / "checkov.yaml")
        return run(*own, *options, *files)


def _remove_routes(template: dict[str, Any]) -> dict[str, Any]:
    """No check of checkov's for CloudFormation reads the routes of an API, which are most of its work."""
    return {
        **template,
        "Resources": {
            name: {**resource, "Properties": {**resource["Properties"], "Body": {}}}
            if resource["Type"] == "AWS::ApiGatewayV2::Api"
            else resource
            for name, resource in template["Resources"].items()
        },
    }


def run_timed(check: Callable[[], str]) -> tuple[str, float]:
    """Run a check; return its findings and the seconds it took."""
    started = time.perf_counter()
    return check(), time.perf_counter() - started


def main() -> int:
    """Run each check; print its time and findings."""
    parser = argparse.ArgumentParser(description="Checks the templates.")
    parser.add_argument("--sam", type=Path, default=REPOSITORY / ".local/sam/bin/sam")
    parser.add_argument("--checkov", type=Path, default=REPOSITORY / ".local/checkov/bin/checkov")
    arguments = parser.parse_args()
    for tool in (arguments.sam, arguments.checkov):
        if not tool.exists():
            parser.error(f"{tool} is missing; `npm run check` installs it")

    plain = {template.stem: transform(template, {}) for template in TEMPLATES}
    resolved = resolve_templates(ROOT)
    with ThreadPoolExecutor(max_workers=2) as lanes:
        checks: dict[str, Callable[[], str]] = {
            "checkov": partial(run_checkov, arguments.checkov, plain),
            "sam validate": partial(validate_with_sam, arguments.sam),
            "cfn-lint": partial(run_cfn_lint, TEMPLATES),
            "AWS schemas": partial(check_schemas, resolved),
            "AWS quotas": partial(check_quotas, resolved),
            "alarms": partial(check_watched, resolved),
            "deployer policy": partial(check_deployer_policy, resolved),
            "house rules": partial(check_house_rules, plain),
            "stored data": check_stored_data,
            "data map": check_data_map,
        }
        outcomes = dict(zip(checks, lanes.map(run_timed, checks.values()), strict=True))
    for name, (findings, seconds) in outcomes.items():
        print(f"{'fail' if findings else 'pass'}  {name} ({seconds:.1f} s)")
        if findings:
            print(findings)
    return 1 if any(findings for findings, _ in outcomes.values()) else 0


if __name__ == "__main__":
    sys.exit(main())

"""Checks the templates: `python -m infrastructure.lint.check`.

SAM's own validation, cfn-lint with the rules of the house, and checkov on what the transform makes, because
it does not see what a SAM resource will become. Nothing is asked of the network. Exits with 1 on any finding.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from infrastructure.local.transform import transform

REPOSITORY = Path(__file__).parents[2]
ROOT = REPOSITORY / "template.yaml"
NESTED = sorted((REPOSITORY / "infrastructure").glob("*.yaml"))
HERE = Path(__file__).parent

# AWS is not asked, but its tools want a region; and none of them may look for news.
ENVIRONMENT = {
    **os.environ,
    "AWS_DEFAULT_REGION": "us-east-1",
    "LOG_LEVEL": "ERROR",
    "SAM_CLI_TELEMETRY": "0",
}


def run(*command: str | Path) -> str:
    """What the command had to say against the templates; empty when it found nothing."""
    done = subprocess.run(
        list(map(str, command)), cwd=REPOSITORY, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return ""
    return f"{done.stdout}{done.stderr}".strip() or f"{command[0]} ended with {done.returncode}"


def sam_validate(sam: Path) -> str:
    """Only the root template has resources of SAM."""
    return run(sam, "validate", "--lint", "--template-file", ROOT)


def cfn_lint() -> str:
    """cfn-lint with the rules of the house, on every template; it compares nested parameters too."""
    return run(
        Path(sys.executable).with_name("cfn-lint"), "--append-rules", HERE / "rules", "--", ROOT, *NESTED
    )


def checkov(program: Path) -> str:
    """checkov on what the transform makes of each template."""
    with tempfile.TemporaryDirectory() as folder:
        plain = [Path(folder, f"{template.stem}.json") for template in (ROOT, *NESTED)]
        for template, file in zip((ROOT, *NESTED), plain, strict=True):
            file.write_text(json.dumps(transform(template, {}), indent=1), encoding="utf-8")
        configuration = HERE / "checkov.yaml"
        options = ["--framework", "cloudformation", "--skip-download", "--compact", "--quiet"]
        return run(program, "--config-file", configuration, *options, "--file", *plain)


def main() -> int:
    """Runs the three and prints what each took and found."""
    parser = argparse.ArgumentParser(description="Checks the templates.")
    parser.add_argument("--sam", type=Path, default=REPOSITORY / ".local/sam/bin/sam")
    parser.add_argument("--checkov", type=Path, default=REPOSITORY / ".local/checkov/bin/checkov")
    arguments = parser.parse_args()
    for tool in (arguments.sam, arguments.checkov):
        if not tool.exists():
            parser.error(f"{tool} is missing; `npm run check` installs it")

    checks: dict[str, Callable[[], str]] = {
        "checkov": partial(checkov, arguments.checkov),
        "sam validate": partial(sam_validate, arguments.sam),
        "cfn-lint": cfn_lint,
    }

    def timed(check: Callable[[], str]) -> tuple[str, float]:
        started = time.perf_counter()
        return check(), time.perf_counter() - started

    with ThreadPoolExecutor(max_workers=2) as lanes:
        outcomes = dict(zip(checks, lanes.map(timed, checks.values()), strict=True))
    for name, (findings, seconds) in outcomes.items():
        print(f"{'fail' if findings else 'pass'}  {name} ({seconds:.1f} s)")
        if findings:
            print(findings)
    return 1 if any(findings for findings, _ in outcomes.values()) else 0


if __name__ == "__main__":
    sys.exit(main())

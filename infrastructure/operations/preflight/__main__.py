"""`npm run preflight -- --stage STAGE`: tells what a deployment lacks, and what to do about it."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import boto3

from infrastructure.operations.portals import STAGES
from infrastructure.operations.preflight import aws_checks, portal_checks
from infrastructure.operations.preflight.account import Account
from infrastructure.operations.preflight.deployment import Deployment, read_deployment
from infrastructure.operations.preflight.problems import NotChecked, Problem

Check = Callable[[Account, Deployment], Iterator[Problem]]

CHECKS: Mapping[str, Check] = {
    "region": portal_checks.check_region,
    "parameters": portal_checks.check_parameters,
    "stack": aws_checks.check_stack,
    "sign-in domain": aws_checks.check_sign_in_domain,
    "user pool": aws_checks.check_user_pool,
    "sign-in rates": aws_checks.check_sign_in_rates,
    "concurrency": aws_checks.check_concurrency,
    "origin": portal_checks.check_origin,
    "mail identity": aws_checks.check_mail_identity,
    "mail account": aws_checks.check_mail_account,
    "text spend limit": aws_checks.check_text_spend,
    "text sandbox": aws_checks.check_text_sandbox,
    "text number": aws_checks.check_text_number,
    "alarm subscription": aws_checks.check_alarm_subscription,
    "account trail": aws_checks.check_account_trail,
    "secrets": portal_checks.check_secrets,
    "business names": portal_checks.check_names,
}


def main(arguments: list[str] | None = None) -> int:
    """Check a stage, and return 1 if it must not be deployed."""
    parser = argparse.ArgumentParser(
        prog="npm run preflight --",
        description="List missing prerequisites of a deployment; changes nothing.",
    )
    parser.add_argument("--stage", choices=STAGES, required=True)
    deployment = read_deployment(parser.parse_args(arguments).stage)
    return run(deployment, boto3.session.Session(region_name=deployment.region))


def run(deployment: Deployment, session: Any) -> int:
    """Print a line for each problem and each passed check, and return the exit code."""
    account = Account(session)
    try:
        account.sign_in()
    except NotChecked as error:
        _print("missing", "credentials", str(error))
        return 1
    _print("ok", "credentials", f"account {account.id}, region {deployment.region}")
    can_deploy = True
    for name, check in CHECKS.items():
        try:
            problems = list(check(account, deployment))
        except NotChecked as error:
            _print("unknown", name, str(error))
            can_deploy = False
            continue
        for problem in problems:
            is_missing = deployment.stage in problem.stages
            can_deploy = can_deploy and not is_missing
            _print("missing" if is_missing else "later", name, problem.text)
        if not problems:
            _print("ok", name)
    return 0 if can_deploy else 1


def _print(result: str, check: str, text: str = "") -> None:
    print(f"{result:<8} {check}{': ' if text else ''}{text}")


if __name__ == "__main__":
    sys.exit(main())

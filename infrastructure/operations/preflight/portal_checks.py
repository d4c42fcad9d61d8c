"""Checks of what a stage's parameters say and call for: certificate, secrets, and business names."""

from collections.abc import Iterator

from domains.names.index_record import SnapshotRefused
from infrastructure.operations.names.build import verify
from infrastructure.operations.preflight.account import Account
from infrastructure.operations.preflight.deployment import Deployment, is_placeholder
from infrastructure.operations.preflight.problems import Problem, make_problem

_HOME_REGION = "us-east-1"
_EXTERNAL = ("ExternalIssuer", "ExternalJwksUri", "ExternalAudience", "ExternalAuthority")
_MAX_STACK_NAME = 34
"""CloudFront functions have at most 64 characters in their names, which begin with those of two stacks."""


def check_region(_account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find out if the web ACL can be made."""
    if deployment.region != _HOME_REGION and not deployment.parameters["WebAclArn"]:
        yield make_problem(deployment, "no-web-acl", home=_HOME_REGION)


def check_parameters(_account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find parameters that have placeholders, or do not fit the stage."""
    given = deployment.parameters
    for name in sorted(set(deployment.overrides) - set(deployment.template["Parameters"])):
        yield make_problem(deployment, "unknown-parameter", name=name)
    if len(deployment.stack) > _MAX_STACK_NAME:
        yield make_problem(deployment, "long-stack-name", length=len(deployment.stack), most=_MAX_STACK_NAME)
    if given["Stage"] != deployment.stage:
        yield make_problem(deployment, "wrong-stage", given=given["Stage"])
    if not deployment.uses_cognito:
        for name in _EXTERNAL:
            if not given[name]:
                yield make_problem(deployment, "no-provider", name=name)
        if given["TokenShape"] == "entra" and not given["SecondFactorAcrValues"]:
            yield make_problem(deployment, "no-second-factor")
    if is_placeholder(given["PrivacyOfficerEmail"].rpartition("@")[2]):
        yield make_problem(deployment, "placeholder-officer", given=given["PrivacyOfficerEmail"])
    if given["BusinessOneStopVisible"] == "true" and "555-01" in given["BusinessOneStopHelpLineNumber"]:
        yield make_problem(deployment, "fictitious-help-line", given=given["BusinessOneStopHelpLineNumber"])
    if not given["AlarmMail"]:
        yield make_problem(deployment, "no-alarm-mail")
    if given["IsDemonstration"] == "true":
        yield make_problem(deployment, "demonstration")


def check_origin(account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find out if PortalOrigin is set, and its certificate covers it."""
    origin, certificate = deployment.parameters["PortalOrigin"], deployment.parameters["PortalCertificateArn"]
    if is_placeholder(deployment.host):
        # The template refuses a placeholder in prod.
        later = (
            "" if deployment.stage == "prod" else ", or after the first deployment to its output PortalUrl"
        )
        yield make_problem(deployment, "placeholder-origin", origin=origin, later=later)
        return
    if not origin.startswith("https://"):
        yield make_problem(deployment, "plain-origin", origin=origin)
    if deployment.host.endswith(".cloudfront.net"):
        return
    if not certificate:
        yield make_problem(deployment, "no-certificate", host=deployment.host, home=_HOME_REGION)
    elif certificate.split(":")[3:4] != [_HOME_REGION]:
        yield make_problem(
            deployment, "certificate-elsewhere", arn=certificate, home=_HOME_REGION, host=deployment.host
        )
    else:
        yield from _check_certificate(account, deployment, certificate)


def _check_certificate(account: Account, deployment: Deployment, arn: str) -> Iterator[Problem]:
    host = deployment.host
    answer = account.find("acm", "describe_certificate", region=_HOME_REGION, CertificateArn=arn)
    if answer is None:
        yield make_problem(deployment, "unknown-certificate", arn=arn, home=_HOME_REGION)
        return
    certificate = answer["Certificate"]
    if certificate["Status"] != "ISSUED":
        yield make_problem(
            deployment, "pending-certificate", arn=arn, status=certificate["Status"], home=_HOME_REGION
        )
    names = {certificate["DomainName"], *certificate.get("SubjectAlternativeNames", ())}
    if not names & {host, "*." + host.partition(".")[2]}:
        yield make_problem(
            deployment, "other-certificate", arn=arn, names=", ".join(sorted(names)), host=host
        )


def check_secrets(account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find secrets that parameters call for and Parameter Store lacks."""
    given = deployment.parameters
    for name, value, parameter, is_needed in (
        ("chat/directline", "SECRET", "ChatDomain", bool(given["ChatDomain"])),
        ("creditbureau/key", "KEY", "CreditBureauUrl", bool(given["CreditBureauUrl"])),
        ("mid/roots", "file://roots.pem", "MidTrustListUrl", bool(given["MidTrustListUrl"])),
        ("mid/signer", "file://signer.pem", "MidSignsRequests", given["MidSignsRequests"] == "true"),
    ):
        if is_needed:
            path = f"/saguaro/{deployment.stage}/{name}"
            if fault := _find_fault_of_secret(account, path):
                yield make_problem(
                    deployment, "missing-secret", parameter=parameter, path=path, fault=fault, value=value
                )


def _find_fault_of_secret(account: Account, path: str) -> str:
    filters = [{"Key": "Name", "Option": "Equals", "Values": [path]}]
    types = [
        each["Type"]
        for each in account.read("ssm", "describe_parameters", ParameterFilters=filters)["Parameters"]
    ]
    if not types:
        return "is missing"
    return "" if types == ["SecureString"] else f"has the type {types[0]}, not SecureString"


def check_names(_account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find out if the business names can be searched."""
    path = deployment.names_snapshot
    if not path.exists():
        yield make_problem(deployment, "no-names", path=path)
        return
    try:
        verify(path)
    except SnapshotRefused as error:
        yield make_problem(deployment, "damaged-names", path=path, error=error)

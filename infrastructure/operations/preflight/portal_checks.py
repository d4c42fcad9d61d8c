"""Checks of what a stage's parameters say and call for: certificate, secrets, and business names."""

from collections.abc import Iterator

from domains.names.name_index import SnapshotRefused
from infrastructure.operations.names.build import verify
from infrastructure.operations.preflight.account import Account
from infrastructure.operations.preflight.deployment import Deployment, is_placeholder
from infrastructure.operations.preflight.problems import EVERYWHERE, PROD, TEST_AND_PROD, Problem

_HOME_REGION = "us-east-1"
_EXTERNAL = ("ExternalIssuer", "ExternalJwksUri", "ExternalAudience", "ExternalAuthority")
_MAX_STACK_NAME = 34
"""CloudFront functions have at most 64 characters in their names, which begin with those of two stacks."""
_SET = "in parameter_overrides of samconfig.toml"


def check_region(_account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find out if the web ACL can be made."""
    if deployment.region != _HOME_REGION and not deployment.parameters["WebAclArn"]:
        yield Problem(
            f"The stack cannot make the web ACL in {deployment.region}. Set region of samconfig.toml to "
            f"{_HOME_REGION}, or make a web ACL with the scope CLOUDFRONT there and set WebAclArn to it.",
            EVERYWHERE,
        )


def check_parameters(_account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find parameters that have placeholders, or do not fit the stage."""
    given = deployment.parameters
    for name in sorted(set(deployment.overrides) - set(deployment.template["Parameters"])):
        yield Problem(f"template.yaml has no parameter {name}. Remove it {_SET}.", EVERYWHERE)
    if len(deployment.stack) > _MAX_STACK_NAME:
        yield Problem(
            f"The name {deployment.stack} has {len(deployment.stack)} characters, and AWS refuses names that "
            f"are made from it. Set stack_name in samconfig.toml to one of at most {_MAX_STACK_NAME}.",
            EVERYWHERE,
        )
    if given["Stage"] != deployment.stage:
        yield Problem(
            f"Stage is {given['Stage']} in the profile {deployment.stage}. Set Stage={deployment.stage} "
            f"{_SET}.",
            EVERYWHERE,
        )
    if not deployment.uses_cognito:
        for name in _EXTERNAL:
            if not given[name]:
                yield Problem(
                    f"{name} is empty, and nobody can sign in. Set it {_SET} as docs/deploy.md says in step "
                    "3.",
                    EVERYWHERE,
                )
        if given["TokenShape"] == "entra" and not given["SecondFactorAcrValues"]:
            yield Problem(
                "SecondFactorAcrValues is empty, so Entra never asks staff for a second factor, and their "
                f"pages refuse them. Set it {_SET} to the authentication context of docs/deploy.md, step 3.",
                PROD,
            )
    if is_placeholder(given["PrivacyOfficerEmail"].rpartition("@")[2]):
        yield Problem(
            f"PrivacyOfficerEmail is the placeholder {given['PrivacyOfficerEmail']}, which pages show. Set "
            f"it {_SET}.",
            PROD,
        )
    if given["BusinessOneStopVisible"] == "true" and "555-01" in given["BusinessOneStopHelpLineNumber"]:
        yield Problem(
            "BusinessOneStopHelpLineNumber is the fictitious number "
            f"{given['BusinessOneStopHelpLineNumber']}. Set it {_SET}, or set BusinessOneStopVisible=false.",
            PROD,
        )
    if not given["AlarmMail"]:
        yield Problem(
            f"AlarmMail is empty, so nobody is told of alarms. Set it {_SET}, and confirm the subscription "
            "that AWS mails to it after the deployment.",
            PROD,
        )
    if given["IsDemonstration"] == "true":
        yield Problem(
            "IsDemonstration is true, and pages say that this is not a government service. Set "
            f"IsDemonstration=false {_SET} when it is one.",
            PROD,
        )


def check_origin(account: Account, deployment: Deployment) -> Iterator[Problem]:
    """Find out if PortalOrigin is set, and its certificate covers it."""
    origin, certificate = deployment.parameters["PortalOrigin"], deployment.parameters["PortalCertificateArn"]
    if is_placeholder(deployment.host):
        # The template refuses a placeholder in prod.
        later = (
            "" if deployment.stage == "prod" else ", or after the first deployment to its output PortalUrl"
        )
        yield Problem(
            f"PortalOrigin is the placeholder {origin}, and nobody can sign in. Set it {_SET} to the address "
            f"of the portal{later}.",
            PROD,
        )
        return
    if not origin.startswith("https://"):
        yield Problem(f"PortalOrigin is {origin}. Set it {_SET} to an address with https.", EVERYWHERE)
    if deployment.host.endswith(".cloudfront.net"):
        return
    if not certificate:
        yield Problem(
            f"PortalCertificateArn is empty, and CloudFront needs a certificate for {deployment.host}. Run "
            f"`aws acm request-certificate --domain-name {deployment.host} --validation-method DNS --region "
            f"{_HOME_REGION}`, publish the record that it shows, and set the parameter {_SET}.",
            EVERYWHERE,
        )
    elif certificate.split(":")[3:4] != [_HOME_REGION]:
        yield Problem(
            f"PortalCertificateArn {certificate} is not in {_HOME_REGION}, where CloudFront reads it. "
            f"Request one there for {deployment.host}.",
            EVERYWHERE,
        )
    else:
        yield from _check_certificate(account, certificate, deployment.host)


def _check_certificate(account: Account, arn: str, host: str) -> Iterator[Problem]:
    answer = account.find("acm", "describe_certificate", region=_HOME_REGION, CertificateArn=arn)
    if answer is None:
        yield Problem(
            f"PortalCertificateArn {arn} is not in this account. List its certificates with `aws acm "
            f"list-certificates --region {_HOME_REGION}`, and set the parameter {_SET}.",
            EVERYWHERE,
        )
        return
    certificate = answer["Certificate"]
    if certificate["Status"] != "ISSUED":
        yield Problem(
            f"The certificate {arn} is {certificate['Status']}, not ISSUED. Open it in the Certificate "
            f"Manager console of {_HOME_REGION}, which shows the DNS record to publish.",
            EVERYWHERE,
        )
    names = {certificate["DomainName"], *certificate.get("SubjectAlternativeNames", ())}
    if not names & {host, "*." + host.partition(".")[2]}:
        yield Problem(
            f"The certificate {arn} is for {', '.join(sorted(names))}, not for {host}. Request one for "
            f"{host}, and set PortalCertificateArn {_SET}.",
            EVERYWHERE,
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
                yield Problem(
                    f"{parameter} is set, and its secret {path} {fault}. Run `aws ssm put-parameter --type "
                    "SecureString --tier Intelligent-Tiering --overwrite --name "
                    f"{path} --value {value} --region {deployment.region}`, see docs/deploy.md, step 1.",
                    TEST_AND_PROD,
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
    make = f"Run `npm run names -- --to {path} import FILE.csv --as-of DAY`, see docs/deploy.md, step 4."
    if not path.exists():
        yield Problem(f"No file of business names: {path}. Their search answers 503. {make}", TEST_AND_PROD)
        return
    try:
        verify(path)
    except SnapshotRefused as error:
        yield Problem(f"The file of business names is damaged: {error}. {make}", EVERYWHERE)

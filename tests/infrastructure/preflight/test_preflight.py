"""`npm run preflight`: each lack has a line of its own, which tells what to do."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import EndpointConnectionError, NoCredentialsError
from botocore.parsers import ResponseParserError

from infrastructure.operations.portals import STAGES
from infrastructure.operations.preflight.__main__ import CHECKS, run
from infrastructure.operations.preflight.account import Account
from infrastructure.operations.preflight.deployment import (
    Deployment,
    make_deployment,
    parse_overrides,
    read_deployment,
)
from infrastructure.settings import REPOSITORY
from tests.cases import read_cases
from tests.infrastructure.preflight.conftest import Place
from tests.infrastructure.preflight.recorded_account import (
    ACCOUNT,
    CERTIFICATE,
    FRESH,
    POOL,
    PREPARED,
    TOPIC,
    RecordedSession,
    make_certificate,
    make_limits,
    make_mail_account,
    make_mail_quotas,
    make_monitoring,
    make_number,
    make_selectors,
    make_stack,
    make_trail,
)

CASES = read_cases(__file__)

EXTERNAL = {
    "IdentityProvider": "external",
    "ExternalIssuer": "https://id.agency.gov",
    "ExternalJwksUri": "https://id.agency.gov/keys",
    "ExternalAudience": "portal",
    "ExternalAuthority": "https://id.agency.gov",
}
UNREACHED = EndpointConnectionError(endpoint_url="https://sms-voice.us-east-1.amazonaws.com")


@pytest.mark.parametrize("stage", STAGES)
def test_prepared_account_passes(place: Place, stage: str) -> None:
    demonstration = "false" if stage == "prod" else "true"
    code, lines = place.run(place.make(stage, IsDemonstration=demonstration))
    assert code == 0
    assert [line for line in lines if line[0] != "later"] == []


def test_each_check_has_a_line(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(place.make(), RecordedSession(PREPARED)) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"ok       credentials: account {ACCOUNT}, region us-east-1",
        *(f"ok       {name}" for name in CHECKS),
    ]


def test_account_is_only_read(place: Place) -> None:
    session = RecordedSession({**PREPARED, **POOL, "DescribeUserPool": {"UserPool": {}}})
    run(place.make(), session)
    run(place.make("test"), session)
    called = {name for name, _ in session.called}
    assert len(called) > 10
    assert [name for name in sorted(called) if not name.startswith(("Get", "Describe", "List"))] == []


MISSING_IN_FRESH_PROD = CASES["missing in a fresh account"]


def make_shipped(place: Place, stage: str, tmp_path: Path) -> Deployment:
    """Return a deployment with the parameters of samconfig.toml alone, and no business names."""
    shipped = read_deployment(stage)
    made = make_deployment(stage, shipped.stack, shipped.region, shipped.overrides, place.template)
    return replace(made, names_folder=tmp_path)


def test_fresh_account_lacks_everything(place: Place, tmp_path: Path) -> None:
    code, lines = place.run(make_shipped(place, "prod", tmp_path), FRESH)
    assert code == 1
    assert {result for result, _, _ in lines} == {"missing"}
    assert len(lines) == len(MISSING_IN_FRESH_PROD)
    for (_, check, text), (expected_check, beginning) in zip(lines, MISSING_IN_FRESH_PROD, strict=True):
        assert check == expected_check
        assert text.startswith(beginning)


def test_fresh_account_takes_dev(place: Place, tmp_path: Path) -> None:
    code, lines = place.run(make_shipped(place, "dev", tmp_path), FRESH)
    assert code == 0
    assert {result for result, _, _ in lines} == {"later"}
    assert {"origin", "mail identity", "concurrency"} <= {check for _, check, _ in lines}


IN_PROD = [{"ParameterKey": "Stage", "ParameterValue": "prod"}]
OWN = {"DeletionProtection": "true"}
"""The parameter of a stage whose stack exists."""
RESERVING = {"ReserveConcurrency": "true"}
READS = [{"ReadWriteType": "ReadOnly", "IncludeManagementEvents": True}]
PENDING = ("operations@agency.gov", "PendingConfirmation")
WITH_ENTRA = EXTERNAL | {"TokenShape": "entra"}
OF_SIGNER = {"ChatDomain": "", "CreditBureauUrl": "", "MidTrustListUrl": ""}
NO_SECRETS = OF_SIGNER | {"MidSignsRequests": "false"}
ELSEWHERE = CERTIFICATE.replace("us-east-1", "us-west-2")
NO_VALUE = {"GetServiceQuota": "NoSuchResourceException"}


def make_own_stack(status: str = "CREATE_COMPLETE", **rest: Any) -> dict[str, Any]:
    return {"DescribeStacks": {"Stacks": [make_stack("saguaro-prod", status, **rest)]}}


def make_reserving(is_reserved: str) -> dict[str, Any]:
    """Return the answers of an account with few executions left and a stack that may have taken them."""
    parameter = {"ParameterKey": "ReserveConcurrency", "ParameterValue": is_reserved}
    return make_own_stack(Parameters=[parameter]) | make_limits(1000, 100)


def make_pool(plan: str) -> dict[str, Any]:
    return POOL | {"DescribeUserPool": {"UserPool": {"UserPoolTier": plan}}}


def make_rate(operation: str, rate: float) -> dict[str, Any]:
    return {operation: {"Quota": {"Value": rate}}}


@pytest.mark.parametrize(
    ("check", "overrides", "answers", "remedy"),
    [
        ("parameters", {"AlarmMall": "a@agency.gov"}, {}, "no parameter AlarmMall"),
        ("parameters", {"Stage": "test"}, {}, "Set Stage=prod"),
        ("parameters", {"IsDemonstration": "true"}, {}, "IsDemonstration=false"),
        ("parameters", WITH_ENTRA, {}, "SecondFactorAcrValues is empty"),
        ("region", {"region": "us-west-2"}, {}, "WebAclArn"),
        ("stack", OWN, {}, "Set DeletionProtection=false"),
        ("stack", OWN, make_own_stack("ROLLBACK_COMPLETE"), "delete-stack --stack-name saguaro-prod"),
        ("stack", OWN, make_own_stack("UPDATE_IN_PROGRESS"), "Wait for its end"),
        ("stack", {}, make_own_stack("UPDATE_ROLLBACK_COMPLETE"), "Set DeletionProtection=true"),
        (
            "stack",
            OWN,
            make_own_stack(EnableTerminationProtection=False),
            "--enable-termination-protection --stack-name saguaro-prod",
        ),
        (
            "sign-in domain",
            {},
            {"DescribeUserPoolDomain": {"DomainDescription": {"UserPoolId": "us-east-1_old"}}},
            f"delete-user-pool-domain --domain saguaro-prod-{ACCOUNT} --user-pool-id us-east-1_old",
        ),
        ("user pool", OWN, make_pool("LITE"), "has the feature plan LITE, and the template says ESSENTIALS"),
        ("sign-in rates", {}, make_rate("GetServiceQuota", 66), "L-F21F8BB4 --desired-value 67"),
        ("sign-in rates", {}, NO_VALUE | make_rate("GetAWSDefaultServiceQuota", 66), "--desired-value 67"),
        (
            "alarm subscription",
            OWN,
            make_monitoring(PENDING, ("pager@agency.gov", f"{TOPIC}:1")),
            f"aws sns subscribe --topic-arn {TOPIC} --protocol email --notification-endpoint operations@",
        ),
        ("alarm subscription", OWN, make_monitoring(), "has not confirmed"),
        ("account trail", {}, {"GetTrailStatus": {"IsLogging": False}}, "management events"),
        (
            "account trail",
            {},
            make_trail(IsMultiRegionTrail=False, HomeRegion="us-west-2"),
            "for all regions",
        ),
        ("account trail", {}, {"GetEventSelectors": {"EventSelectors": READS}}, "management events"),
        ("account trail", {}, make_selectors("Data"), "management events"),
        ("mail account", {}, make_mail_quotas(49_999, 14), "--quota-code L-804C8AE8 --desired-value 50000"),
        ("mail account", {}, make_mail_quotas(60_000, 13), "--quota-code L-CDEF9B6B --desired-value 14"),
        ("mail account", {}, make_mail_account(SendingEnabled=False), "paused sending"),
        ("mail account", {"MailDailyQuota": "600000"}, {}, "Set MailDailyQuota=60000 in"),
        ("text spend limit", {"TextMonthlySpend": "50000"}, {}, "Set TextMonthlySpend=5000 in"),
        ("concurrency", {"AccountConcurrency": "10000"}, {}, "Set AccountConcurrency=1000 in"),
        ("concurrency", {}, make_limits(999, 999), "--quota-code L-B99A9384 --desired-value 1000"),
        ("concurrency", RESERVING, make_limits(1000, 155), "reserves 56 of 155"),
        ("concurrency", OWN | RESERVING, make_reserving("false"), "reserves 56 of 100"),
        ("origin", {"PortalOrigin": "http://portal.agency.gov"}, {}, "address with https"),
        ("origin", {"PortalCertificateArn": ""}, {}, "request-certificate --domain-name portal.agency.gov"),
        ("origin", {"PortalCertificateArn": ELSEWHERE}, {}, "is not in us-east-1"),
        ("origin", {}, {"DescribeCertificate": "ResourceNotFoundException"}, "is not in this account"),
        ("origin", {}, make_certificate(Status="PENDING_VALIDATION"), "is PENDING_VALIDATION, not ISSUED"),
        (
            "origin",
            {},
            make_certificate(DomainName="agency.gov", SubjectAlternativeNames=["*.www.agency.gov"]),
            "is for *.www.agency.gov, agency.gov, not for portal.agency.gov",
        ),
        ("mail identity", {}, {"GetEmailIdentity": "NotFoundException"}, "--email-identity agency.gov"),
        ("mail identity", {}, {"GetEmailIdentity": {"VerifiedForSendingStatus": False}}, "the DKIM records"),
        ("text number", {}, make_number(Status="PENDING"), "Register a toll-free or 10DLC number"),
        ("text number", {}, make_number(IsoCountryCode="CA"), "No active US number"),
        ("text number", {}, make_number(NumberCapabilities=["VOICE"]), "can send text messages"),
        (
            "secrets",
            OF_SIGNER,
            {"DescribeParameters": {"Parameters": [{"Type": "String"}]}},
            "the type String,",
        ),
        ("business names", {"NamesSnapshot": "other.sqlite"}, {}, "npm run names -- --to"),
    ],
)
def test_each_lack_of_the_account_has_its_line(
    place: Place, check: str, overrides: dict[str, str], answers: dict[str, Any], remedy: str
) -> None:
    code, ((result, found, text),) = place.run(place.make(**overrides), {**PREPARED, **answers})
    assert (code, result, found) == (1, "missing", check)
    assert remedy in text


@pytest.mark.parametrize(
    ("overrides", "answers"),
    [
        ({"BusinessOneStopHelpLineNumber": "(602) 555-0100", "BusinessOneStopVisible": "false"}, {}),
        (WITH_ENTRA | {"SecondFactorAcrValues": "c1"}, {}),
        ({"region": "us-west-2", "WebAclArn": "arn"}, {}),
        (NO_SECRETS, {"DescribeParameters": {"Parameters": []}}),
        (
            {"PortalOrigin": "https://d1.cloudfront.net", "PortalCertificateArn": ""},
            {"DescribeCertificate": "ResourceNotFoundException"},
        ),
        ({}, make_certificate(DomainName="agency.gov", SubjectAlternativeNames=["*.agency.gov"])),
        ({}, make_mail_quotas(-1, -1)),
        ({}, make_trail(IsMultiRegionTrail=False)),
        ({}, make_trail(HomeRegion="us-west-2")),
        ({}, {**make_trail(IsOrganizationTrail=True), "GetEventSelectors": "TrailNotFoundException"}),
        ({}, make_selectors("Management")),
        (OWN, make_monitoring(("operations@agency.gov", f"{TOPIC}:1"))),
        (OWN, make_monitoring(("former@agency.gov", f"{TOPIC}:1"))),
        (OWN, make_pool("ESSENTIALS")),
        (OWN | {"SignInProtection": "plus"}, make_pool("PLUS")),
        (OWN, make_own_stack("UPDATE_ROLLBACK_COMPLETE")),
        (OWN | RESERVING, make_reserving("true")),
        ({}, make_limits(1000, 155)),
        ({}, NO_VALUE | make_rate("GetAWSDefaultServiceQuota", 120)),
        (EXTERNAL, make_rate("GetServiceQuota", 1)),
    ],
)
def test_other_correct_account_passes(
    place: Place, overrides: dict[str, str], answers: dict[str, Any]
) -> None:
    assert place.run(place.make(**overrides), {**PREPARED, **answers}) == (0, [])


@pytest.mark.parametrize("name", ["MailDailyQuota", "TextMonthlySpend", "AccountConcurrency"])
def test_low_parameter_can_be_raised_later(place: Place, name: str) -> None:
    code, ((result, _, text),) = place.run(place.make(**{name: "2"}))
    assert (code, result) == (0, "later")
    assert f"Set {name}=" in text


def test_external_provider_needs_its_addresses(place: Place) -> None:
    _, lines = place.run(place.make(IdentityProvider="external"))
    assert [text.split()[0] for _, _, text in lines] == [name for name in EXTERNAL if name.startswith("Ext")]


def test_overrides_can_be_one_string() -> None:
    help_line = 'BusinessOneStopHelpLineNumber="(602) 926-3911"'
    expected = {"Stage": "dev", "BusinessOneStopHelpLineNumber": "(602) 926-3911", "AlarmMail": ""}
    assert parse_overrides(f"Stage=dev {help_line} AlarmMail=") == expected
    assert parse_overrides(["Stage=dev", help_line, "AlarmMail="]) == expected


def test_each_quota_of_cognito_must_take_a_rush(place: Place) -> None:
    _, lines = place.run(place.make(), {**PREPARED, **make_rate("GetServiceQuota", 49)})
    assert [(check, "--service-code cognito-idp" in text) for _, check, text in lines] == [
        ("sign-in rates", True)
    ] * 2
    assert "--quota-code L-026ADBA3 --desired-value 50" in lines[0][2]


@pytest.mark.parametrize("stage", STAGES)
def test_verified_address_is_enough_without_a_user_pool_that_sends(
    place: Place, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = Account.find

    def find_address(self: Account, service: str, operation: str, **given: Any) -> Any:
        if operation == "get_email_identity":
            return {"VerifiedForSendingStatus": "@" in given["EmailIdentity"]}
        return find(self, service, operation, **given)

    monkeypatch.setattr(Account, "find", find_address)
    assert "mail identity" not in [check for _, check, _ in place.run(place.make(stage, **EXTERNAL))[1]]
    own = [check for _, check, _ in place.run(place.make(stage))[1]]
    assert ("mail identity" in own) == (stage != "dev")


def test_functions_may_send_with_the_identities_that_are_looked_for() -> None:
    text = (REPOSITORY / "template.yaml").read_text(encoding="utf-8")
    count = text.count("- Sid: Mail\n")
    assert count > 5
    for name in ("Domain", "MailSender"):
        assert len(re.findall(rf"- (?:!Sub )?arn:\S+:identity/\${{{name}}}\n", text)) >= count


def test_second_stack_of_the_stage_is_noted(place: Place) -> None:
    second = make_stack("portal", Description=place.template["Description"], Parameters=IN_PROD)
    code, ((result, check, text),) = place.run(
        place.make(), {**PREPARED, "DescribeStacks": {"Stacks": [second]}}
    )
    assert (code, result, check) == (0, "later", "stack")
    assert "The stage prod has a stack already: portal." in text


def test_stacks_of_others_do_not_collide(place: Place) -> None:
    ours = {"Description": place.template["Description"]}
    others = [
        make_stack("portal", Parameters=IN_PROD),
        make_stack("portal-Data-1X", RootId="id:portal", Parameters=IN_PROD, **ours),
        make_stack("saguaro-test", **ours),
    ]
    assert place.run(place.make(), {**PREPARED, "DescribeStacks": {"Stacks": others}}) == (0, [])


def test_certificate_is_read_in_the_region_of_cloudfront(place: Place) -> None:
    session = RecordedSession(PREPARED)
    run(place.make(region="us-west-2", WebAclArn="arn"), session)
    assert session.regions["acm"] == "us-east-1"


def test_each_needed_secret_is_looked_for(place: Place) -> None:
    code, lines = place.run(place.make(), {**PREPARED, "DescribeParameters": {"Parameters": []}})
    assert code == 1
    names = ("chat/directline", "creditbureau/key", "mid/roots", "mid/signer")
    for (_, check, text), name in zip(lines, names, strict=True):
        assert check == "secrets"
        assert "put-parameter --type SecureString" in text
        assert f"--name /saguaro/prod/{name} " in text


def test_damaged_names_are_found(place: Place, tmp_path: Path) -> None:
    (tmp_path / "names.sqlite").write_bytes(b"no database")
    code, ((_, check, text),) = place.run(replace(place.make("dev"), names_folder=tmp_path))
    assert (code, check) == (1, "business names")
    assert "is damaged" in text


PERMISSIONS = {
    "DescribeStacks": ("stack", "cloudformation:DescribeStacks"),
    "GetEmailIdentity": ("mail identity", "ses:GetEmailIdentity"),
    "GetEventSelectors": ("account trail", "cloudtrail:GetEventSelectors"),
    "DescribePhoneNumbers": ("text number", "sms-voice:DescribePhoneNumbers"),
}


@pytest.mark.parametrize("operation", PERMISSIONS)
@pytest.mark.parametrize("code", ["AccessDeniedException", "ThrottlingException"])
def test_refused_check_names_its_permission(place: Place, operation: str, code: str) -> None:
    check, permission = PERMISSIONS[operation]
    exit_code, lines = place.run(place.make(), {**PREPARED, operation: code})
    assert exit_code == 1
    assert {result for result, _, _ in lines} == {"unknown"}
    assert check in [found for _, found, _ in lines]
    for _, _, text in lines:
        assert permission in text
        assert ("Try again" in text) == (code == "ThrottlingException")


@pytest.mark.parametrize(
    ("operation", "error", "result", "check", "said"),
    [
        ("DescribePhoneNumbers", UNREACHED, "unknown", "text number", "sms-voice"),
        ("GetSMSAttributes", ResponseParserError("<html>"), "unknown", "text spend limit", "a proxy"),
        ("GetCallerIdentity", NoCredentialsError(), "missing", "credentials", "aws sso login"),
        ("GetCallerIdentity", "ExpiredToken", "missing", "credentials", "aws sso login"),
    ],
)
def test_call_without_an_answer_is_reported(
    place: Place, operation: str, error: Any, result: str, check: str, said: str
) -> None:
    code, ((shown, where, text),) = place.run(place.make(), {**PREPARED, operation: error})
    assert (code, shown, where) == (1, result, check)
    assert said in text

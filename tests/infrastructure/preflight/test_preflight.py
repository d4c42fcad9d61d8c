"""`npm run preflight`: each lack has a line of its own, which tells what to do."""

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import EndpointConnectionError, NoCredentialsError
from botocore.parsers import ResponseParserError

from infrastructure.operations.names.build import build
from infrastructure.operations.portals import STAGES
from infrastructure.operations.preflight.__main__ import CHECKS, run
from infrastructure.operations.preflight.account import Account
from infrastructure.operations.preflight.deployment import (
    Deployment,
    make_deployment,
    parse_overrides,
    read_deployment,
)
from infrastructure.sandbox.names.generator import list_examples
from infrastructure.settings import REPOSITORY
from infrastructure.stacks.transform import read
from tests.infrastructure.guides.aws_commands import require_aws_command
from tests.infrastructure.preflight.recorded_account import (
    ACCOUNT,
    CERTIFICATE,
    FRESH,
    NUMBER,
    PREPARED,
    TRAIL,
    RecordedSession,
    make_stack,
)

READY = {
    "PortalOrigin": "https://portal.agency.gov",
    "PortalCertificateArn": CERTIFICATE,
    "MailSender": "no-reply@agency.gov",
    "PrivacyOfficerEmail": "privacy@agency.gov",
    "BusinessOneStopHelpLineNumber": "(602) 926-3911",
    "IsDemonstration": "false",
    "AlarmMail": "operations@agency.gov",
    "ChatDomain": "https://directline.botframework.com/v3/directline",
    "CreditBureauUrl": "https://bureau.agency.gov",
    "MidSignsRequests": "true",
    "MidTrustListUrl": "https://vical.agency.gov",
    "MailDailyQuota": "60000",
    "TextMonthlySpend": "5000",
    "AccountConcurrency": "1000",
}

EXTERNAL = {
    "IdentityProvider": "external",
    "ExternalIssuer": "https://id.agency.gov",
    "ExternalJwksUri": "https://id.agency.gov/keys",
    "ExternalAudience": "portal",
    "ExternalAuthority": "https://id.agency.gov",
}
ENTRA = EXTERNAL | {"TokenShape": "entra"}
UNREACHED = EndpointConnectionError(endpoint_url="https://sms-voice.us-east-1.amazonaws.com")
Lines = list[tuple[str, str, str]]
"""Result, check, and text of each line."""


@pytest.fixture(scope="module")
def template() -> Mapping[str, Any]:
    return read(REPOSITORY / "template.yaml")


@pytest.fixture(scope="module")
def names_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("names")
    build(list_examples(), folder / "names.sqlite", date(2026, 11, 21), "examples")
    return folder


class Place:
    """Makes deployments and runs the command; returns the lines that are not ok.

    Attributes:
        in_prod: description and parameters of a stack of this template in prod.
    """

    def __init__(
        self, template: Mapping[str, Any], names_folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.template = template
        self.in_prod = {
            "Description": template["Description"],
            "Parameters": [{"ParameterKey": "Stage", "ParameterValue": "prod"}],
        }
        self._names_folder = names_folder
        self._capsys = capsys

    def make(self, stage: str = "prod", region: str = "us-east-1", **overrides: str) -> Deployment:
        given = READY | {"Stage": stage} | overrides
        made = make_deployment(stage, f"saguaro-{stage}", region, given, self.template)
        return replace(made, names_folder=self._names_folder)

    def run(self, deployment: Deployment, answers: Mapping[str, Any] = PREPARED) -> tuple[int, Lines]:
        code = run(deployment, RecordedSession(answers))
        lines = []
        for line in self._capsys.readouterr().out.splitlines():
            result, rest = line.split(maxsplit=1)
            check, _, text = rest.partition(": ")
            for command in re.findall("`(aws [^`]+)`", text):
                require_aws_command(command, check)
            lines.append((result, check, text))
        return code, [line for line in lines if line[0] != "ok"]


@pytest.fixture
def place(template: Mapping[str, Any], names_folder: Path, capsys: pytest.CaptureFixture[str]) -> Place:
    return Place(template, names_folder, capsys)


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


MISSING_IN_FRESH_PROD = [
    ("parameters", "PrivacyOfficerEmail is the placeholder"),
    ("parameters", "BusinessOneStopHelpLineNumber is the fictitious number"),
    ("parameters", "AlarmMail is empty"),
    ("concurrency", "Lambda runs 10 calls at once"),
    ("concurrency", "The stack reserves 56 of 10 concurrent executions"),
    ("origin", "PortalOrigin is the placeholder https://portal.invalid"),
    ("mail identity", "MailSender is the placeholder no-reply@portal.example"),
    ("mail account", "SES is in its sandbox"),
    ("mail account", "SES keeps a suppression list"),
    ("text spend limit", "Text messages stop at 1 US dollar a month"),
    ("text sandbox", "SNS is in its SMS sandbox"),
    ("text number", "No active US number"),
    ("account trail", "No trail of CloudTrail records what people change"),
    ("business names", "No file of business names"),
]


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


def make_certificate(**changes: Any) -> dict[str, Any]:
    return {"DescribeCertificate": {"Certificate": PREPARED["DescribeCertificate"]["Certificate"] | changes}}


def make_mail_account(**changes: Any) -> dict[str, Any]:
    return {"GetAccount": PREPARED["GetAccount"] | changes}


def make_mail_quotas(daily: float, rate: float) -> dict[str, Any]:
    quotas = {"Max24HourSend": daily, "MaxSendRate": rate, "SentLast24Hours": 0.0}
    return make_mail_account(SendQuota=quotas)


def make_trail(**changes: Any) -> dict[str, Any]:
    return {"DescribeTrails": {"trailList": [TRAIL | changes]}}


def make_number(**changes: Any) -> dict[str, Any]:
    return {"DescribePhoneNumbers": {"PhoneNumbers": [NUMBER | changes]}}


def make_limits(quota: int, unreserved: int) -> dict[str, Any]:
    limits = {"ConcurrentExecutions": quota, "UnreservedConcurrentExecutions": unreserved}
    return {"GetAccountSettings": {"AccountLimit": limits}}


POOL: dict[str, Any] = {
    "DescribeStacks": {
        "Stacks": [
            make_stack("saguaro-prod"),
            make_stack("saguaro-prod-Identity-1X", RootId="id:saguaro-prod", ParentId="id:saguaro-prod"),
        ]
    },
    "DescribeStackResource": {
        "StackResourceDetail": {
            "LogicalResourceId": "UserPool",
            "PhysicalResourceId": "us-east-1_pool",
            "ResourceType": "AWS::Cognito::UserPool",
            "LastUpdatedTimestamp": "2026-11-25T00:00:00Z",
            "ResourceStatus": "CREATE_COMPLETE",
        }
    },
}

TOPIC = f"arn:aws:sns:us-east-1:{ACCOUNT}:saguaro-prod-Monitoring-AlarmTopic-1X"


def make_monitoring(*subscriptions: tuple[str, str]) -> dict[str, Any]:
    """Return the answers of an account whose alarms have subscriptions: an address and an ARN each."""
    detail = POOL["DescribeStackResource"]["StackResourceDetail"]
    return {
        "DescribeStacks": {
            "Stacks": [
                make_stack("saguaro-prod"),
                make_stack("saguaro-prod-Monitoring-1X", RootId="id:saguaro-prod"),
            ]
        },
        "DescribeStackResource": {
            "StackResourceDetail": detail | {"LogicalResourceId": "AlarmTopic", "PhysicalResourceId": TOPIC}
        },
        "ListSubscriptionsByTopic": {
            "Subscriptions": [
                {"Endpoint": address, "SubscriptionArn": arn, "Protocol": "email", "TopicArn": TOPIC}
                for address, arn in subscriptions
            ]
        },
    }


STOPPED = {"Stacks": [make_stack("saguaro-prod", "ROLLBACK_COMPLETE")]}
CHANGING = {"Stacks": [make_stack("saguaro-prod", "UPDATE_IN_PROGRESS")]}
DELETABLE = {"Stacks": [make_stack("saguaro-prod", EnableTerminationProtection=False)]}
PENDING = ("operations@agency.gov", "PendingConfirmation")
READS = [{"ReadWriteType": "ReadOnly", "IncludeManagementEvents": True}]


def make_selectors(category: str) -> dict[str, Any]:
    fields = [{"Field": "eventCategory", "Equals": [category]}]
    return {"GetEventSelectors": {"AdvancedEventSelectors": [{"FieldSelectors": fields}]}}


@pytest.mark.parametrize(
    ("check", "answers", "remedy"),
    [
        ("stack", {"DescribeStacks": STOPPED}, "delete-stack --stack-name saguaro-prod"),
        ("stack", {"DescribeStacks": CHANGING}, "Wait for its end"),
        ("stack", {"DescribeStacks": DELETABLE}, "--enable-termination-protection --stack-name saguaro-prod"),
        (
            "sign-in domain",
            {"DescribeUserPoolDomain": {"DomainDescription": {"UserPoolId": "us-east-1_old"}}},
            f"delete-user-pool-domain --domain saguaro-prod-{ACCOUNT} --user-pool-id us-east-1_old",
        ),
        (
            "user pool",
            POOL | {"DescribeUserPool": {"UserPool": {"UserPoolTier": "LITE"}}},
            "has the feature plan LITE, and the template says ESSENTIALS",
        ),
        (
            "alarm subscription",
            make_monitoring(PENDING, ("pager@agency.gov", f"{TOPIC}:1")),
            f"aws sns subscribe --topic-arn {TOPIC} --protocol email --notification-endpoint operations@",
        ),
        ("alarm subscription", make_monitoring(), "has not confirmed"),
        ("account trail", {"GetTrailStatus": {"IsLogging": False}}, "management events"),
        ("account trail", make_trail(IsMultiRegionTrail=False, HomeRegion="us-west-2"), "for all regions"),
        ("account trail", {"GetEventSelectors": {"EventSelectors": READS}}, "management events"),
        ("account trail", make_selectors("Data"), "management events"),
        ("mail account", make_mail_quotas(49_999, 14), "--quota-code L-804C8AE8 --desired-value 50000"),
        ("mail account", make_mail_quotas(60_000, 13), "--quota-code L-CDEF9B6B --desired-value 14"),
        ("mail account", make_mail_account(SendingEnabled=False), "paused sending"),
        ("concurrency", make_limits(999, 999), "--quota-code L-B99A9384 --desired-value 1000"),
        ("origin", {"DescribeCertificate": "ResourceNotFoundException"}, "is not in this account"),
        ("origin", make_certificate(Status="PENDING_VALIDATION"), "is PENDING_VALIDATION, not ISSUED"),
        (
            "origin",
            make_certificate(DomainName="agency.gov", SubjectAlternativeNames=["*.www.agency.gov"]),
            "is for *.www.agency.gov, agency.gov, not for portal.agency.gov",
        ),
        ("mail identity", {"GetEmailIdentity": "NotFoundException"}, "--email-identity agency.gov"),
        ("mail identity", {"GetEmailIdentity": {"VerifiedForSendingStatus": False}}, "the DKIM records"),
        ("text number", make_number(Status="PENDING"), "Register a toll-free or 10DLC number"),
        ("text number", make_number(IsoCountryCode="CA"), "No active US number"),
        ("text number", make_number(NumberCapabilities=["VOICE"]), "can send text messages"),
    ],
)
def test_each_lack_of_the_account_has_its_line(
    place: Place, check: str, answers: dict[str, Any], remedy: str
) -> None:
    has_stack = str(bool(answers.get("DescribeStacks"))).lower()
    deployment = place.make(DeletionProtection=has_stack)
    code, ((result, found, text),) = place.run(deployment, {**PREPARED, **answers})
    assert (code, result, found) == (1, "missing", check)
    assert remedy in text


@pytest.mark.parametrize(
    ("check", "overrides", "remedy"),
    [
        ("parameters", {"AlarmMall": "a@agency.gov"}, "no parameter AlarmMall"),
        ("parameters", {"Stage": "test"}, "Set Stage=prod"),
        ("parameters", {"IsDemonstration": "true"}, "IsDemonstration=false"),
        ("parameters", ENTRA, "SecondFactorAcrValues is empty"),
        ("region", {"region": "us-west-2"}, "WebAclArn"),
        ("stack", {"DeletionProtection": "true"}, "Set DeletionProtection=false"),
        ("origin", {"PortalOrigin": "http://portal.agency.gov"}, "address with https"),
        ("origin", {"PortalCertificateArn": ""}, "request-certificate --domain-name portal.agency.gov"),
        (
            "origin",
            {"PortalCertificateArn": CERTIFICATE.replace("us-east-1", "us-west-2")},
            "is not in us-east-1",
        ),
        ("business names", {"NamesSnapshot": "other.sqlite"}, "npm run names -- --to"),
    ],
)
def test_each_wrong_parameter_has_its_line(
    place: Place, check: str, overrides: dict[str, str], remedy: str
) -> None:
    code, ((result, found, text),) = place.run(place.make(**overrides))
    assert (code, result, found) == (1, "missing", check)
    assert remedy in text


HIDDEN = {"BusinessOneStopHelpLineNumber": "(602) 555-0100", "BusinessOneStopVisible": "false"}
NO_SECRETS = {"ChatDomain": "", "CreditBureauUrl": "", "MidSignsRequests": "false", "MidTrustListUrl": ""}
OF_CLOUDFRONT = {"PortalOrigin": "https://d1.cloudfront.net", "PortalCertificateArn": ""}


@pytest.mark.parametrize(
    ("overrides", "answers"),
    [
        (HIDDEN, {}),
        (ENTRA | {"SecondFactorAcrValues": "c1"}, {}),
        ({"region": "us-west-2", "WebAclArn": "arn"}, {}),
        (NO_SECRETS, {"DescribeParameters": {"Parameters": []}}),
        (OF_CLOUDFRONT, {"DescribeCertificate": "ResourceNotFoundException"}),
        ({}, make_certificate(DomainName="agency.gov", SubjectAlternativeNames=["*.agency.gov"])),
        ({}, make_mail_quotas(-1, -1)),
        ({}, make_trail(IsMultiRegionTrail=False)),
        ({}, make_trail(HomeRegion="us-west-2")),
        ({}, {**make_trail(IsOrganizationTrail=True), "GetEventSelectors": "TrailNotFoundException"}),
        ({}, make_selectors("Management")),
        ({}, make_monitoring(("operations@agency.gov", f"{TOPIC}:1"))),
        ({}, make_monitoring(("former@agency.gov", f"{TOPIC}:1"))),
        ({}, POOL | {"DescribeUserPool": {"UserPool": {"UserPoolTier": "ESSENTIALS"}}}),
        ({"SignInProtection": "plus"}, POOL | {"DescribeUserPool": {"UserPool": {"UserPoolTier": "PLUS"}}}),
    ],
)
def test_other_correct_account_passes(
    place: Place, overrides: dict[str, str], answers: dict[str, Any]
) -> None:
    has_stack = str("DescribeStacks" in answers).lower()
    deployment = place.make(DeletionProtection=has_stack, **overrides)
    assert place.run(deployment, {**PREPARED, **answers}) == (0, [])


class TestParameters:
    def test_external_provider_needs_its_addresses(self, place: Place) -> None:
        _, lines = place.run(place.make(IdentityProvider="external"))
        assert [text.split()[0] for _, _, text in lines] == [
            "ExternalIssuer",
            "ExternalJwksUri",
            "ExternalAudience",
            "ExternalAuthority",
        ]

    @pytest.mark.parametrize("stage", STAGES)
    def test_shipped_profiles_are_read(self, stage: str) -> None:
        deployment = read_deployment(stage)
        assert deployment.stack == f"saguaro-{stage}"
        assert deployment.parameters["Stage"] == stage
        assert set(deployment.overrides) <= set(deployment.template["Parameters"])
        assert deployment.count_reserved_concurrency() >= 0

    def test_overrides_can_be_one_string(self) -> None:
        help_line = 'BusinessOneStopHelpLineNumber="(602) 926-3911"'
        expected = {"Stage": "dev", "BusinessOneStopHelpLineNumber": "(602) 926-3911", "AlarmMail": ""}
        assert parse_overrides(f"Stage=dev {help_line} AlarmMail=") == expected
        assert parse_overrides(["Stage=dev", help_line, "AlarmMail="]) == expected


class TestSignInRates:
    @pytest.mark.parametrize(
        ("code", "needed"), [("L-026ADBA3", "desired-value 50"), ("L-F21F8BB4", "desired-value 67")]
    )
    def test_each_quota_of_cognito_must_take_a_rush(self, place: Place, code: str, needed: str) -> None:
        answers = {**PREPARED, "GetServiceQuota": {"Quota": {"Value": 49.0}}}
        result, lines = place.run(place.make(), answers)
        assert (result, [check for _, check, _ in lines]) == (1, ["sign-in rates", "sign-in rates"])
        assert f"--service-code cognito-idp --quota-code {code} --{needed}" in "".join(
            text for _, _, text in lines
        )

    def test_default_counts_when_the_account_has_no_value(self, place: Place) -> None:
        answers: dict[str, Any] = {**PREPARED, "GetServiceQuota": "NoSuchResourceException"}
        default = {"Quota": {"Value": 120.0}}
        assert place.run(place.make(), {**answers, "GetAWSDefaultServiceQuota": default}) == (0, [])
        low = {"Quota": {"Value": 10.0}}
        assert len(place.run(place.make(), {**answers, "GetAWSDefaultServiceQuota": low})[1]) == 2

    def test_another_provider_has_no_quota_of_cognito(self, place: Place) -> None:
        session = RecordedSession(PREPARED)
        run(place.make(IdentityProvider="external"), session)
        assert "GetServiceQuota" not in [name for name, _ in session.called]


class TestFigures:
    @pytest.mark.parametrize(
        ("name", "check", "found"),
        [
            ("MailDailyQuota", "mail account", "60000"),
            ("TextMonthlySpend", "text spend limit", "5000"),
            ("AccountConcurrency", "concurrency", "1000"),
        ],
    )
    def test_parameter_must_not_exceed_the_account(
        self, place: Place, name: str, check: str, found: str
    ) -> None:
        for given, code, result in ((f"{found}0", 1, "missing"), ("2", 0, "later")):
            exit_code, ((shown, where, text),) = place.run(place.make(**{name: given}))
            assert (exit_code, shown, where) == (code, result, check)
            assert f"Set {name}={found} in parameter_overrides" in text


class TestMailIdentity:
    @pytest.fixture
    def address_alone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let SES have verified the address of the sender and no domain."""
        find = Account.find

        def find_address(self: Account, service: str, operation: str, **given: Any) -> Any:
            if operation == "get_email_identity":
                return {"VerifiedForSendingStatus": "@" in given["EmailIdentity"]}
            return find(self, service, operation, **given)

        monkeypatch.setattr(Account, "find", find_address)

    @pytest.mark.usefixtures("address_alone")
    @pytest.mark.parametrize("stage", STAGES)
    def test_verified_address_is_enough_without_a_user_pool_that_sends(
        self, place: Place, stage: str
    ) -> None:
        assert "mail identity" not in [check for _, check, _ in place.run(place.make(stage, **EXTERNAL))[1]]
        own = [check for _, check, _ in place.run(place.make(stage))[1]]
        assert ("mail identity" in own) == (stage != "dev")

    @pytest.mark.usefixtures("address_alone")
    def test_address_that_no_policy_allows_is_not_enough(self, place: Place) -> None:
        template = deepcopy(dict(place.template))
        policies = template["Resources"]["UsersFunction"]["Properties"]["Policies"]
        [mail] = [each for each in policies[0]["Statement"] if each["Sid"] == "Mail"]
        mail["Resource"] = [mail["Resource"][0]]
        deployment = replace(place.make(**EXTERNAL), template=template)
        assert deployment.list_mail_identities() == ["agency.gov"]
        assert [check for _, check, _ in place.run(deployment)[1]] == ["mail identity"]


class TestConcurrency:
    def test_reservation_must_leave_enough(self, place: Place) -> None:
        limits = {**PREPARED, **make_limits(1000, 155)}
        code, ((_, check, text),) = place.run(place.make("dev", ReserveConcurrency="true"), limits)
        assert (code, check) == (1, "concurrency")
        assert "reserves 56 of 155" in text
        assert place.run(place.make("dev"), limits)[0] == 0

    @pytest.mark.parametrize(("before", "expected"), [("true", 0), ("false", 1)])
    def test_earlier_deployment_can_have_reserved_already(
        self, place: Place, before: str, expected: int
    ) -> None:
        parameters = [{"ParameterKey": "ReserveConcurrency", "ParameterValue": before}]
        stacks = {"Stacks": [make_stack("saguaro-prod", Parameters=parameters)]}
        answers = {**PREPARED, "DescribeStacks": stacks, **make_limits(1000, 100)}
        deployment = place.make(ReserveConcurrency="true", DeletionProtection="true")
        assert place.run(deployment, answers)[0] == expected


class TestStack:
    @pytest.mark.parametrize("status", ["CREATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE"])
    def test_existing_stack_needs_protection(self, place: Place, status: str) -> None:
        answers = {**PREPARED, "DescribeStacks": {"Stacks": [make_stack("saguaro-prod", status)]}}
        code, ((_, check, text),) = place.run(place.make(), answers)
        assert (code, check) == (1, "stack")
        assert "Set DeletionProtection=true" in text
        assert place.run(place.make(DeletionProtection="true"), answers) == (0, [])

    def test_second_stack_of_the_stage_is_noted(self, place: Place) -> None:
        answers = {**PREPARED, "DescribeStacks": {"Stacks": [make_stack("portal", **place.in_prod)]}}
        code, ((result, check, text),) = place.run(place.make(), answers)
        assert (code, result, check) == (0, "later", "stack")
        assert "The stage prod has a stack already: portal." in text

    def test_others_do_not_collide(self, place: Place) -> None:
        others = [
            make_stack("portal", Parameters=place.in_prod["Parameters"]),
            make_stack("portal-Data-1X", RootId="id:portal", **place.in_prod),
            make_stack("saguaro-test", Description=place.in_prod["Description"]),
        ]
        assert place.run(place.make(), {**PREPARED, "DescribeStacks": {"Stacks": others}}) == (0, [])


class TestOrigin:
    def test_certificate_is_read_in_the_region_of_cloudfront(self, place: Place) -> None:
        session = RecordedSession(PREPARED)
        run(place.make(region="us-west-2", WebAclArn="arn"), session)
        assert session.regions["acm"] == "us-east-1"


class TestSecrets:
    def test_each_needed_secret_is_looked_for(self, place: Place) -> None:
        code, lines = place.run(place.make(), {**PREPARED, "DescribeParameters": {"Parameters": []}})
        assert code == 1
        names = ("chat/directline", "creditbureau/key", "mid/roots", "mid/signer")
        for (_, check, text), name in zip(lines, names, strict=True):
            assert check == "secrets"
            assert "put-parameter --type SecureString" in text
            assert f"--name /saguaro/prod/{name} " in text

    def test_readable_secret_is_a_fault(self, place: Place) -> None:
        answers = {**PREPARED, "DescribeParameters": {"Parameters": [{"Type": "String"}]}}
        _, lines = place.run(place.make(ChatDomain="", CreditBureauUrl=""), answers)
        assert "has the type String, not SecureString" in lines[0][2]


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

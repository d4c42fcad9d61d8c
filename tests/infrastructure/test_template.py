"""The deployed templates: environment and permissions of functions, routes, secrets, stored data.

`tests/api/permissions.py` refuses what a policy does not grant and lists what nobody uses; these limits hold
whatever the functions call.
"""

import importlib
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from domains.accounts.account_table import CONTACT_PREFERENCES_KEY, REGISTRATION_KEY
from domains.messages.message_items import LISTED
from shared.contract.export import list_groups
from tests.infrastructure.template_parts import (
    RESOURCES,
    STACKS,
    TEMPLATE,
    Resources,
    filter_by_type,
    get_properties,
)
from tests.infrastructure.templates import get_resolved, list_routes

RESOLVED = get_resolved()[0].resolved["Resources"]


def list_everywhere(*kinds: str) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Return name, resource, and mappings of its template for each resource of some types."""
    return [
        (name, resource, template.get("Mappings", {}))
        for template in [TEMPLATE, *STACKS.values()]
        for name, resource in template["Resources"].items()
        if resource["Type"] in kinds
    ]


def list_functions(resources: Resources) -> dict[str, Any]:
    found = filter_by_type(resources, "AWS::Lambda::Function")
    return {name.removesuffix("Function").lower(): properties for name, properties in found.items()}


def list_statements(role: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], set[str]]]:
    """List the statements of a role with their actions, also those that a parameter leaves out."""
    for policy in role.get("Policies", []):
        for each in policy["PolicyDocument"]["Statement"]:
            statement = each["Fn::If"][1] if "Fn::If" in each else each
            listed = statement["Action"]
            yield statement, {listed} if isinstance(listed, str) else set(listed)


def list_table_actions(table: str) -> dict[str, set[str]]:
    """Return what functions may do with a table and its indexes, by their groups."""
    actions: dict[str, set[str]] = {}
    for name, role in filter_by_type(RESOURCES, "AWS::IAM::Role").items():
        for statement, listed in list_statements(role):
            if table in str(statement.get("Resource")):
                actions.setdefault(name.removesuffix("FunctionRole").lower(), set()).update(listed)
    return actions


# Functions
LAMBDA_VARIABLES = {"AWS_ACCESS_KEY_ID": "none", "AWS_REGION": "us-east-1", "AWS_SECRET_ACCESS_KEY": "none"}


class RecordedEnvironment(Mapping[str, str]):
    """An environment that records the names that it is asked for, also of variables that it does not have."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        return self._variables[name]

    def __iter__(self) -> Iterator[str]:
        raise NotImplementedError("Read variables by their names")

    def __len__(self) -> int:
        raise NotImplementedError("Read variables by their names")


GROUPS = list_functions(RESOLVED)


@pytest.mark.parametrize("group", GROUPS)
def test_function_gets_exactly_the_variables_that_it_reads(group: str) -> None:
    variables = {name: str(value) for name, value in GROUPS[group]["Environment"]["Variables"].items()}
    recorder = RecordedEnvironment(LAMBDA_VARIABLES | variables)
    importlib.import_module(f"functions.{group}.wiring").create_handler(recorder)
    # Lambda itself sets the others, and Powertools reads its own level.
    asked = {name for name in recorder.names if not name.startswith("AWS_")}
    # Globals give it to every function, and a function of SAM cannot leave out a variable of theirs.
    is_called_by_gateway = any(routes.group == group for routes in list_groups())
    unused = set() if is_called_by_gateway else {"ORIGIN_SECRETS"}
    assert variables.keys() - {"POWERTOOLS_LOG_LEVEL"} - asked == unused, "remove them from its Environment"
    assert asked <= variables.keys(), "template.yaml does not give it these"


def test_functions_log_under_their_group_name() -> None:
    for group, properties in GROUPS.items():
        assert properties["Environment"]["Variables"]["POWERTOOLS_SERVICE_NAME"] == group
        assert properties["Handler"].startswith(f"functions.{group}.app.")


def test_function_timeouts_fit_the_waiting_time_of_callers() -> None:
    timeouts = {group: each["Timeout"] for group, each in GROUPS.items()}
    # Batches of agencies and reloads of a dashboard may take as long as the gateway waits: 30 seconds.
    assert max(timeouts.pop("agencyinbound"), timeouts.pop("userservices")) < 30
    # The next run of maintenance starts then.
    assert RESOURCES["MaintenanceFunctionEveryFiveMinutes"]["Properties"]["ScheduleExpression"] == (
        "rate(5 minutes)"
    )
    assert timeouts["maintenance"] < 5 * 60
    nobody_waits = {"accesslogsealer", "maintenance", "notifier", "peopletokens"}
    assert all(timeout <= 10 for group, timeout in timeouts.items() if group not in nobody_waits)


def test_new_account_needs_no_reserved_concurrency() -> None:
    assert TEMPLATE["Parameters"]["ReserveConcurrency"]["Default"] == "false"
    reserved = [each.get("ReservedConcurrentExecutions") for each in list_functions(RESOURCES).values()]
    for value in filter(None, reserved):
        condition, _, otherwise = value["Fn::If"]
        assert (condition, otherwise) == ("ReservesConcurrency", {"Ref": "AWS::NoValue"})


ACCOUNT_KEYS = {"item": {"S": [REGISTRATION_KEY, CONTACT_PREFERENCES_KEY]}}


@pytest.mark.parametrize(
    ("source", "pattern", "table", "view"),
    [
        ("NotifierFunctionNewMessages", {"eventName": ["INSERT"]}, "MessagesTable", "NEW_IMAGE"),
        ("MaintenanceFunctionRemovedMessages", {"eventName": ["REMOVE"]}, "MessagesTable", "NEW_IMAGE"),
        (
            "PeopleTokensFunctionChangedAccounts",
            {"dynamodb": {"Keys": ACCOUNT_KEYS}},
            "UsersTable",
            "KEYS_ONLY",
        ),
    ],
)
def test_reader_of_a_stream_misses_no_record(
    source: str, pattern: dict[str, Any], table: str, view: str
) -> None:
    properties = RESOURCES[source]["Properties"]
    assert properties["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert properties["StartingPosition"] == "TRIM_HORIZON"
    # Retries continue until the record leaves the stream, or it is kept in a queue.
    is_kept = "OnFailure" in properties.get("DestinationConfig", {})
    assert is_kept or properties.get("MaximumRetryAttempts", -1) == -1
    (found,) = [json.loads(each["Pattern"]) for each in properties["FilterCriteria"]["Filters"]]
    assert {key: found[key] for key in pattern} == pattern
    assert get_properties("data", table)["StreamSpecification"] == {"StreamViewType": view}


# Permissions
def test_functions_may_read_exactly_the_parameters_that_they_know() -> None:
    """Covers also parameters that API tests do not read, see `tests.api.permissions`."""
    for name, role in filter_by_type(RESOLVED, "AWS::IAM::Role").items():
        allowed = {
            statement["Resource"].partition(":parameter")[2].removesuffix("*")
            for statement, actions in list_statements(role)
            if actions == {"ssm:GetParameter"}
        }
        function = GROUPS.get(name.removesuffix("FunctionRole").lower())
        variables = function["Environment"]["Variables"].values() if function else ()
        assert allowed == {each for each in variables if str(each).startswith("/saguaro/")}, name


def test_browser_may_only_start_a_face_check() -> None:
    found = [actions for _, actions in list_statements(RESOURCES["CameraRole"]["Properties"])]
    assert found == [{"rekognition:StartFaceLivenessSession"}]


def test_access_log_is_append_only_except_for_the_sealer() -> None:
    actions = list_table_actions("AccessLogTable")
    allowed = {"dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query"}
    beyond = {group: own - allowed for group, own in actions.items() if own - allowed}
    assert beyond == {"accesslogsealer": {"dynamodb:UpdateItem"}}


def test_tokens_of_people_are_queried_only_by_finders() -> None:
    actions = list_table_actions("PeopleTokensTable")
    assert actions.keys() == {"userservices", "peopletokens"}
    assert actions["userservices"] == {"dynamodb:Query"}
    assert "dynamodb:Query" not in actions["peopletokens"]


@pytest.mark.parametrize(
    ("secret", "groups"),
    [("PeopleSecret", {"peopletokens", "userservices"}), ("ChatSecret", {"chatauthorizer", "chatbot"})],
)
def test_secret_reaches_only_its_functions(secret: str, groups: set[str]) -> None:
    functions = list_functions(RESOURCES).items()
    assert {name for name, each in functions if secret in json.dumps(each["Environment"])} == groups


def test_sealed_log_cannot_be_deleted() -> None:
    bucket = get_properties("access-log", "SealedLogBucket")
    assert (bucket["ObjectLockEnabled"], bucket["VersioningConfiguration"]) == (True, {"Status": "Enabled"})
    assert bucket["ObjectLockConfiguration"]["Rule"]["DefaultRetention"]["Mode"] == "COMPLIANCE"
    assert "LifecycleConfiguration" not in bucket
    assert STACKS["access-log"]["Mappings"]["Stages"]["prod"]["LockDays"] >= 3650
    policy = get_properties("web", "AccessLogBucketPolicy")["PolicyDocument"]
    hidden = {each["Sid"]: each for each in policy["Statement"]}["NothingIsHidden"]
    assert (hidden["Effect"], hidden["Principal"], hidden["Action"]) == ("Deny", "*", "s3:DeleteObject")


def test_only_the_role_of_the_sealer_signs_checkpoints() -> None:
    role = RESOLVED["AccessLogSealerFunctionRole"]["Properties"]
    assert [each["Principal"] for each in role["AssumeRolePolicyDocument"]["Statement"]] == [
        {"Service": "lambda.amazonaws.com"}
    ]
    given = RESOLVED["AccessLog"]["Properties"]["Parameters"]["SealerRoleArn"]
    assert given.endswith(f":role/{role['RoleName']}")
    for key in filter_by_type(STACKS["access-log"]["Resources"], "AWS::KMS::Key").values():
        (refused,) = [each for each in key["KeyPolicy"]["Statement"] if each["Effect"] == "Deny"]
        assert (refused["Principal"], refused["Action"], refused["Resource"]) == ("*", "kms:Sign", "*")
        assert refused["Condition"] == {"ArnNotEquals": {"aws:PrincipalArn": {"Ref": "SealerRoleArn"}}}


def test_amazon_location_permission_depends_on_the_setting() -> None:
    assert TEMPLATE["Parameters"]["AddressProvider"]["Default"] == "offline"
    ((statement, _),) = list_statements(RESOURCES["AddressValidationFunctionRole"]["Properties"])
    assert statement["Effect"] == {"Fn::If": ["AsksAmazonLocation", "Allow", "Deny"]}


def test_mail_is_sent_only_from_the_portal_address() -> None:
    statements = [
        statement
        for role in filter_by_type(RESOURCES, "AWS::IAM::Role").values()
        for statement, actions in list_statements(role)
        if any(action.startswith("ses:") for action in actions)
    ]
    assert len(statements) == 6
    for statement in statements:
        assert statement["Condition"] == {"StringEquals": {"ses:FromAddress": {"Ref": "MailSender"}}}
        by_stage, own_address, _configuration_set = statement["Resource"]
        condition, domain, any_identity = by_stage["Fn::If"]
        assert "identity/${Domain}" in str(domain)
        assert "identity/*" in str(any_identity)
        assert (condition, own_address["Fn::If"][0]) == ("IsProd", "IsProd")


def test_record_of_table_reads_leaves_out_exactly_the_functions() -> None:
    (selector,) = RESOURCES["TableTrail"]["Properties"]["AdvancedEventSelectors"]
    (left_out,) = [each["NotStartsWith"] for each in selector["FieldSelectors"] if "NotStartsWith" in each]
    named = re.findall(r"assumed-role/\$\{(\w+)\}/", json.dumps(left_out))
    assert sorted(named) == sorted(filter_by_type(RESOURCES, "AWS::IAM::Role").keys() - {"CameraRole"})
    assert len(named) == len(left_out)


def test_no_program_of_the_portal_reads_backups() -> None:
    """Leave restoring to the people who operate the portal: none of its roles may read an earlier state."""
    reading = re.compile(
        r"\*$|backup:|dynamodb:(Restore|Export|Start|.*Backup)|s3:(GetObjectVersion|ListBucketVersions|Restore)",
        re.IGNORECASE,
    )
    nested = [(name, resource["Properties"]) for name, resource, _ in list_everywhere("AWS::IAM::Role")]
    roles = [*filter_by_type(RESOURCES, "AWS::IAM::Role").items(), *nested]
    assert len(roles) > 20
    found = {
        (name, action)
        for name, role in roles
        for _, actions in list_statements(role)
        for action in actions
        if reading.match(action)
    }
    # The malware scan names the version of a file that it looks at, which is the current one.
    assert found == {("ScanRole", "s3:GetObjectVersion"), ("ScanRole", "s3:GetObjectVersionTagging")}


# Routes
def test_transformed_routes_have_the_authorizers_of_the_code() -> None:
    """Read the transform, so that the default authorizer is seen too."""
    written = {
        f"{method} {path}": name
        for path, methods in list_routes().items()
        for method, name in methods.items()
    }
    assert written == {each.route: each.audience.authorizer for group in list_groups() for each in group}


def get_authorizer_settings(name: str) -> Any:
    schemes = RESOURCES["PortalApi"]["Properties"]["Body"]["components"]["securitySchemes"]
    return schemes[name]["x-amazon-apigateway-authorizer"]


def test_authorizer_answer_is_cached_per_token_pair() -> None:
    portal = get_authorizer_settings("PortalAuthorizer")
    assert portal["identitySource"] == ["$request.header.Authorization", "$request.header.id_token"]
    assert portal["authorizerPayloadFormatVersion"] == "1.0"
    interval = TEMPLATE["Parameters"]["MessageCountRefreshSeconds"]["Default"]
    assert interval < portal["authorizerResultTtlInSeconds"] <= 300
    agency = get_authorizer_settings("AgencyAuthorizer")
    assert agency["identitySource"] == ["$request.header.Authorization"]


@pytest.mark.parametrize("forbidden", ["ip", "identity", "path", "querystring", "userAgent", "authorizer"])
def test_api_access_log_has_no_personal_data(forbidden: str) -> None:
    (stage,) = filter_by_type(RESOURCES, "AWS::ApiGatewayV2::Stage").values()
    variables = stage["AccessLogSettings"]["Format"].split("$context.")[1:]
    assert len(variables) > 5
    assert not [each for each in variables if forbidden in each.partition('"')[0].split(".")]


# Secrets
def test_rotated_secret_reaches_functions_before_cloudfront() -> None:
    functions = set(filter_by_type(RESOURCES, "AWS::Lambda::Function"))
    # The user pool alone calls this one.
    assert set(RESOURCES["Web"]["DependsOn"]) == functions - {"SignInTokensFunction"}


def test_every_secret_has_one_format_and_a_version_parameter() -> None:
    secrets = filter_by_type(TEMPLATE["Resources"], "AWS::SecretsManager::Secret")
    text = json.dumps([each["Environment"]["Variables"] for each in list_functions(RESOURCES).values()])
    references = set(re.findall(r"{{resolve:secretsmanager:[^\"]*}}", text))
    assert references == {
        f"{{{{resolve:secretsmanager:${{{name}}}:SecretString:::${{{name}Version}}}}}}" for name in secrets
    }
    assert len({json.dumps(each["GenerateSecretString"]) for each in secrets.values()}) == 1
    assert {TEMPLATE["Parameters"][f"{name}Version"]["Default"] for name in secrets} == {""}


# Stored data
def test_stored_data_is_retained_with_a_deleted_stack() -> None:
    kinds = {"AWS::DynamoDB::Table", "AWS::Cognito::UserPool", "AWS::S3::Bucket"}
    stored = [(name, each) for name, each, _ in list_everywhere(*kinds)]
    assert {resource["Type"] for _, resource in stored} == kinds
    # Hashes of documents need it, and it cannot be made again.
    for name, resource in [*stored, ("DocumentSecret", TEMPLATE["Resources"]["DocumentSecret"])]:
        assert resource.get("UpdateReplacePolicy") == "Retain", name
        assert resource.get("DeletionPolicy") == "RetainExceptOnCreate", name


def test_stored_data_is_encrypted() -> None:
    for name, resource, _ in list_everywhere("AWS::DynamoDB::Table"):
        assert resource["Properties"]["SSESpecification"]["SSEEnabled"] is True, name
    for name, resource, _ in list_everywhere("AWS::S3::Bucket"):
        (rule,) = resource["Properties"]["BucketEncryption"]["ServerSideEncryptionConfiguration"]
        assert rule["ServerSideEncryptionByDefault"]["SSEAlgorithm"], name
    for name, resource, _ in list_everywhere("AWS::SQS::Queue"):
        assert resource.get("Properties", {}).get("SqsManagedSseEnabled", True) is True, name


def test_backups_end_after_35_days() -> None:
    tables = list_everywhere("AWS::DynamoDB::Table")
    assert len(tables) > 5
    for name, resource, _ in tables:
        # Point-in-time recovery reaches back 35 days by default; other copies would be kept longer.
        recovery = resource["Properties"]["PointInTimeRecoverySpecification"]
        assert recovery["PointInTimeRecoveryEnabled"] is True, name
        assert recovery.get("RecoveryPeriodInDays", 35) == 35, name
    kinds = {
        each["Type"] for template in [TEMPLATE, *STACKS.values()] for each in template["Resources"].values()
    }
    assert not any(kind.startswith("AWS::Backup::") for kind in kinds)


@pytest.mark.parametrize("table", ["AuthenticationTable", "TriesTable", "UsersTable"])
def test_proofs_and_tries_are_removed_when_they_expire(table: str) -> None:
    expiry = get_properties("data", table)["TimeToLiveSpecification"]
    assert expiry == {"AttributeName": "expires_at", "Enabled": True}


def test_technical_records_are_kept_for_at_most_a_year() -> None:
    kept = {}
    for name, resource, mappings in list_everywhere("AWS::Logs::LogGroup"):
        days = resource["Properties"]["RetentionInDays"]
        if isinstance(days, dict):
            table, _, key = days["Fn::FindInMap"]
            days = max(stage[key] for stage in mappings[table].values())
        kept[name] = days
    assert kept.pop("WebAclLogs") == 30
    assert set(kept.values()) == {365}


def test_record_of_table_reads_is_kept_for_at_most_a_year() -> None:
    (rule,) = get_properties("audit", "TrailBucket")["LifecycleConfiguration"]["Rules"]
    assert rule["ExpirationInDays"] == {"Fn::FindInMap": ["Stages", {"Ref": "Stage"}, "RetentionDays"]}
    longest = max(stage["RetentionDays"] for stage in STACKS["audit"]["Mappings"]["Stages"].values())
    # S3 rounds each of both times up to the next midnight, UTC.
    assert longest + 1 + rule["NoncurrentVersionExpiration"]["NoncurrentDays"] + 1 <= 365


def test_indexes_copy_only_keys_and_listed_attributes() -> None:
    messages = get_properties("data", "MessagesTable")["LocalSecondaryIndexes"]
    projections = {index["IndexName"]: index["Projection"] for index in messages}
    assert projections["unread"] == {"ProjectionType": "KEYS_ONLY"}
    assert set(projections["by_folder"]["NonKeyAttributes"]) == set(LISTED)
    (by_address,) = get_properties("data", "UsersTable")["GlobalSecondaryIndexes"]
    assert by_address["Projection"] == {"ProjectionType": "KEYS_ONLY"}

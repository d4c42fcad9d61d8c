"""The deployed templates: environment and permissions of functions, routes, tables, sign-in."""

import importlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from domains.accounts.account_table import CONTACT_PREFERENCES_KEY, REGISTRATION_KEY
from domains.messages.message_items import LISTED
from functions.authorizer.groups import PORTAL_WIDE
from functions.signintokens.second_factor import MAX_SESSION_SECONDS
from infrastructure.stacks.transform import read
from portal.principal import ROLES
from portal.tokens.settings import TOKEN_SHAPES
from tests.infrastructure.templates import get_resolved, get_transformed, list_refusals

REPOSITORY = Path(__file__).parents[2]
NESTED = sorted((REPOSITORY / "infrastructure/stacks").glob("*.yaml"))

SES = "arn:${AWS::Partition}:ses:${AWS::Region}:${AWS::AccountId}"
DOMAIN_OF_SENDER = {"Domain": {"Fn::Select": [1, {"Fn::Split": ["@", {"Ref": "MailSender"}]}]}}
SENDS_MAIL = [
    {
        "Fn::If": [
            "IsProd",
            {"Fn::Sub": [f"{SES}:identity/${{Domain}}", DOMAIN_OF_SENDER]},
            {"Fn::Sub": f"{SES}:identity/*"},
        ]
    },
    {"Fn::If": ["IsProd", {"Fn::Sub": f"{SES}:identity/${{MailSender}}"}, {"Ref": "AWS::NoValue"}]},
    {"Fn::Sub": f"{SES}:configuration-set/${{Delivery.Outputs.MailConfigurationSetName}}"},
]


@pytest.fixture(scope="module")
def resources() -> dict[str, Any]:
    return get_transformed(REPOSITORY / "template.yaml", {})["Resources"]


def filter_by_type(resources: dict[str, Any], resource_type: str) -> dict[str, Any]:
    return {name: each["Properties"] for name, each in resources.items() if each["Type"] == resource_type}


def list_functions(resources: dict[str, Any]) -> dict[str, Any]:
    found = filter_by_type(resources, "AWS::Lambda::Function")
    return {name.removesuffix("Function").lower(): properties for name, properties in found.items()}


LAMBDA_VARIABLES = {
    "AWS_ACCESS_KEY_ID": "none",
    "AWS_REGION": "us-east-1",
    "AWS_SECRET_ACCESS_KEY": "none",
}


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


def test_functions_get_exactly_the_variables_that_they_read(resources):
    template, *_ = get_resolved()
    given = {
        group: {name: str(value) for name, value in each["Environment"]["Variables"].items()}
        for group, each in list_functions(template.resolved["Resources"]).items()
    }
    written = filter_by_type(read(REPOSITORY / "template.yaml")["Resources"], "AWS::Serverless::Function")
    behind_cloudfront = {
        name.removesuffix("Function").lower()
        for name, function in written.items()
        if any(event["Type"] == "HttpApi" for event in function.get("Events", {}).values())
    }
    for group, variables in given.items():
        recorder = RecordedEnvironment(LAMBDA_VARIABLES | variables)
        importlib.import_module(f"functions.{group}.wiring").create_handler(recorder)
        # Lambda itself sets the others, and Powertools reads its own level.
        asked = {name for name in recorder.names if not name.startswith("AWS_")}
        own = variables.keys() - {"POWERTOOLS_LOG_LEVEL"}
        # Globals give it to every function, and a function of SAM cannot leave out a variable of theirs.
        unused = set() if group in behind_cloudfront else {"ORIGIN_SECRETS"}
        assert own - asked == unused, f"{group} never reads these: remove them from its Environment"
        assert asked <= given[group].keys(), f"{group} reads variables that template.yaml does not give it"


def test_functions_log_under_their_group_name(resources):
    for group, properties in list_functions(resources).items():
        assert properties["Environment"]["Variables"]["POWERTOOLS_SERVICE_NAME"] == group
        assert properties["Handler"].startswith(f"functions.{group}.app.")


def list_statements(policy: dict[str, Any]) -> list[dict[str, Any]]:
    """List the statements of a policy, also those that a parameter leaves out."""
    statements = policy["PolicyDocument"]["Statement"]
    return [each["Fn::If"][1] if "Fn::If" in each else each for each in statements]


def list_table_actions(resources: dict[str, Any], table: str) -> dict[str, set[str]]:
    """Return what functions may do with a table and its indexes, by their groups."""
    actions: dict[str, set[str]] = {}
    for name, role in filter_by_type(resources, "AWS::IAM::Role").items():
        for policy in role.get("Policies", []):
            for statement in list_statements(policy):
                if table in str(statement.get("Resource")):
                    listed = statement["Action"]
                    group = name.removesuffix("FunctionRole").lower()
                    actions.setdefault(group, set()).update({listed} if isinstance(listed, str) else listed)
    return actions


def test_browser_may_only_start_a_face_check(resources):
    (policy,) = resources["CameraRole"]["Properties"]["Policies"]
    (statement,) = list_statements(policy)
    assert statement["Action"] == "rekognition:StartFaceLivenessSession"


def test_functions_may_read_exactly_the_parameters_that_they_know():
    """Covers also parameters that API tests do not read, see `tests.api.permissions`."""
    template, *_ = get_resolved()
    functions = list_functions(template.resolved["Resources"])
    roles = filter_by_type(template.resolved["Resources"], "AWS::IAM::Role")
    for name, role in roles.items():
        allowed = {
            statement["Resource"].partition(":parameter")[2].removesuffix("*")
            for policy in role.get("Policies", [])
            for statement in list_statements(policy)
            if statement["Action"] == "ssm:GetParameter"
        }
        group = name.removesuffix("FunctionRole").lower()
        variables = functions[group]["Environment"]["Variables"].values() if group in functions else ()
        assert allowed == {each for each in variables if str(each).startswith("/saguaro/")}, group


def test_access_log_is_append_only_except_for_the_sealer(resources):
    actions = list_table_actions(resources, "AccessLogTable")
    assert "dynamodb:UpdateItem" in actions["accesslogsealer"]
    allowed = {"dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query"}
    for group, own in actions.items():
        assert own - allowed == ({"dynamodb:UpdateItem"} if group == "accesslogsealer" else set()), group


def test_sealed_log_cannot_be_deleted():
    template = read(REPOSITORY / "infrastructure/stacks/access-log.yaml")
    bucket = template["Resources"]["SealedLogBucket"]["Properties"]
    assert bucket["ObjectLockEnabled"] is True
    assert bucket["VersioningConfiguration"] == {"Status": "Enabled"}
    assert bucket["ObjectLockConfiguration"]["Rule"]["DefaultRetention"]["Mode"] == "COMPLIANCE"
    assert "LifecycleConfiguration" not in bucket
    assert template["Mappings"]["Stages"]["prod"]["LockDays"] >= 3650
    policy = read(REPOSITORY / "infrastructure/stacks/web.yaml")["Resources"]["AccessLogBucketPolicy"][
        "Properties"
    ]
    statements = {each["Sid"]: each for each in policy["PolicyDocument"]["Statement"]}
    hidden = statements["NothingIsHidden"]
    assert (hidden["Effect"], hidden["Principal"], hidden["Action"]) == ("Deny", "*", "s3:DeleteObject")


def test_only_the_role_of_the_sealer_signs_checkpoints(resources):
    role = resources["AccessLogSealerFunctionRole"]["Properties"]
    name = role["RoleName"]["Fn::Sub"]
    assert resources["AccessLogSealerFunction"]["Properties"]["Role"] == {
        "Fn::GetAtt": ["AccessLogSealerFunctionRole", "Arn"]
    }
    (statement,) = role["AssumeRolePolicyDocument"]["Statement"]
    assert statement["Principal"] == {"Service": "lambda.amazonaws.com"}
    # The longest name of a role in IAM; the stacks of the stages leave room.
    assert len(name.replace("${AWS::StackName}", "saguaro-prod")) <= 64
    given = resources["AccessLog"]["Properties"]["Parameters"]["SealerRoleArn"]
    assert given == {"Fn::Sub": f"arn:${{AWS::Partition}}:iam::${{AWS::AccountId}}:role/{name}"}
    template = read(REPOSITORY / "infrastructure/stacks/access-log.yaml")
    for key in filter_by_type(template["Resources"], "AWS::KMS::Key").values():
        refused = [each for each in key["KeyPolicy"]["Statement"] if each["Effect"] == "Deny"]
        assert [
            (each["Principal"], each["Action"], each["Resource"], each["Condition"]) for each in refused
        ] == [("*", "kms:Sign", "*", {"ArnNotEquals": {"aws:PrincipalArn": {"Ref": "SealerRoleArn"}}})]


def test_former_key_signs_only_where_it_is_given(resources):
    (policy,) = resources["AccessLogSealerFunctionRole"]["Properties"]["Policies"]
    on_condition = [each["Fn::If"] for each in policy["PolicyDocument"]["Statement"] if "Fn::If" in each]
    ((condition, _, otherwise),) = on_condition
    template = read(REPOSITORY / "template.yaml")
    assert template["Conditions"][condition] == {
        "Fn::Not": [{"Fn::Equals": [{"Ref": "AccessLogFormerKey"}, ""]}]
    }
    assert template["Parameters"]["AccessLogFormerKey"]["Default"] == ""
    assert otherwise == {"Ref": "AWS::NoValue"}


def test_amazon_location_permission_depends_on_the_setting(resources):
    template = read(REPOSITORY / "template.yaml")
    setting = template["Parameters"]["AddressProvider"]
    assert (setting["Default"], setting["AllowedValues"]) == ("offline", ["offline", "amazonLocation"])
    assert template["Conditions"]["AsksAmazonLocation"] == {
        "Fn::Equals": [{"Ref": "AddressProvider"}, "amazonLocation"]
    }
    (policy,) = resources["AddressValidationFunctionRole"]["Properties"]["Policies"]
    (statement,) = policy["PolicyDocument"]["Statement"]
    assert statement["Effect"] == {"Fn::If": ["AsksAmazonLocation", "Allow", "Deny"]}
    assert statement["Resource"] == {
        "Fn::Sub": "arn:${AWS::Partition}:geo-places:${AWS::Region}::provider/default"
    }


def test_mail_is_sent_only_from_the_portal_address(resources):
    statements = [
        statement
        for role in filter_by_type(resources, "AWS::IAM::Role").values()
        for policy in role.get("Policies", [])
        for statement in list_statements(policy)
        if "ses:" in str(statement["Action"])
    ]
    assert len(statements) == 6
    for statement in statements:
        assert statement["Condition"] == {"StringEquals": {"ses:FromAddress": {"Ref": "MailSender"}}}
        assert statement["Resource"] == SENDS_MAIL


def test_function_timeouts_fit_the_waiting_time_of_callers(resources):
    timeouts = {group: each["Timeout"] for group, each in list_functions(resources).items()}
    nobody_waits = {"accesslogsealer", "maintenance", "notifier", "peopletokens"}
    # A batch of an agency may take as long as the gateway waits, which is 30 seconds.
    assert timeouts.pop("agencyinbound") < 30
    # Reloading a dashboard asks agencies for 15 seconds.
    assert timeouts.pop("userservices") < 30
    assert all(timeout <= 10 for group, timeout in timeouts.items() if group not in nobody_waits)


def test_maintenance_ends_before_its_next_run(resources):
    rules = filter_by_type(resources, "AWS::Events::Rule")
    assert rules["MaintenanceFunctionEveryFiveMinutes"]["ScheduleExpression"] == "rate(5 minutes)"
    assert list_functions(resources)["maintenance"]["Timeout"] < 5 * 60


def test_new_account_needs_no_reserved_concurrency(resources):
    reserved = {
        group: each["ReservedConcurrentExecutions"]
        for group, each in list_functions(resources).items()
        if "ReservedConcurrentExecutions" in each
    }
    assert read(REPOSITORY / "template.yaml")["Parameters"]["ReserveConcurrency"]["Default"] == "false"
    for group, value in reserved.items():
        condition, _, otherwise = value["Fn::If"]
        assert (condition, otherwise) == ("ReservesConcurrency", {"Ref": "AWS::NoValue"}), group
    assert set(reserved) == {"accesslogsealer", "maintenance", "signintokens"}


def test_notifier_gets_all_new_messages_in_full(resources):
    source = filter_by_type(resources, "AWS::Lambda::EventSourceMapping")["NotifierFunctionNewMessages"]
    assert source["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert source["StartingPosition"] == "TRIM_HORIZON"
    assert "OnFailure" in source["DestinationConfig"]
    (pattern,) = [json.loads(each["Pattern"]) for each in source["FilterCriteria"]["Filters"]]
    assert pattern["eventName"] == ["INSERT"]
    table = read(REPOSITORY / "infrastructure/stacks/data.yaml")["Resources"]["MessagesTable"]["Properties"]
    assert table["StreamSpecification"] == {"StreamViewType": "NEW_IMAGE"}


def test_maintenance_gets_every_removed_message(resources):
    source = filter_by_type(resources, "AWS::Lambda::EventSourceMapping")[
        "MaintenanceFunctionRemovedMessages"
    ]
    assert source["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert source["StartingPosition"] == "TRIM_HORIZON"
    assert [json.loads(each["Pattern"]) for each in source["FilterCriteria"]["Filters"]] == [
        {"eventName": ["REMOVE"]}
    ]
    # Retries continue until the record leaves the stream.
    assert source.get("MaximumRetryAttempts", -1) == -1


def test_peopletokens_gets_only_keys_of_changed_accounts(resources):
    source = filter_by_type(resources, "AWS::Lambda::EventSourceMapping")[
        "PeopleTokensFunctionChangedAccounts"
    ]
    assert source["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert source["StartingPosition"] == "TRIM_HORIZON"
    (pattern,) = [json.loads(each["Pattern"]) for each in source["FilterCriteria"]["Filters"]]
    assert pattern == {"dynamodb": {"Keys": {"item": {"S": [REGISTRATION_KEY, CONTACT_PREFERENCES_KEY]}}}}
    # Retries continue until the record leaves the stream.
    assert source.get("MaximumRetryAttempts", -1) == -1
    table = read(REPOSITORY / "infrastructure/stacks/data.yaml")["Resources"]["UsersTable"]["Properties"]
    assert table["StreamSpecification"] == {"StreamViewType": "KEYS_ONLY"}


# Also each function for staff that finds people.
FINDS_PEOPLE = {"userservices"}
KEEPS_TOKENS = {"peopletokens"}


def test_only_people_finders_can_query_tokens(resources):
    actions = list_table_actions(resources, "PeopleTokensTable")
    assert actions.keys() == FINDS_PEOPLE | KEEPS_TOKENS
    assert all(actions[group] == {"dynamodb:Query"} for group in FINDS_PEOPLE)
    assert not any("dynamodb:Query" in actions[group] for group in KEEPS_TOKENS)


def test_token_keys_reach_only_their_functions(resources):
    knowing = {
        group
        for group, each in list_functions(resources).items()
        if "PeopleSecret" in json.dumps(each["Environment"]["Variables"])
    }
    assert knowing == KEEPS_TOKENS | FINDS_PEOPLE


def test_unread_messages_are_a_key_only_index():
    table = read(REPOSITORY / "infrastructure/stacks/data.yaml")["Resources"]["MessagesTable"]["Properties"]
    indexes = {index["IndexName"]: index["Projection"] for index in table["LocalSecondaryIndexes"]}
    assert indexes["unread"] == {"ProjectionType": "KEYS_ONLY"}
    assert set(indexes["by_folder"]["NonKeyAttributes"]) == set(LISTED)


def test_only_declared_routes_skip_the_authorizer(resources):
    """The contract tests check which routes these are; this test checks the transform."""
    serverless = filter_by_type(read(REPOSITORY / "template.yaml")["Resources"], "AWS::Serverless::Function")
    written = {
        (event["Properties"]["Method"].lower(), event["Properties"]["Path"]): event["Properties"]
        for function in serverless.values()
        for event in function.get("Events", {}).values()
        if event["Type"] == "HttpApi"
    }
    (api,) = filter_by_type(resources, "AWS::ApiGatewayV2::Api").values()
    for path, methods in api["Body"]["paths"].items():
        for method, operation in methods.items():
            authorizer = written[method, path].get("Auth", {}).get("Authorizer", "PortalAuthorizer")
            assert [list(scheme) for scheme in operation["security"]] == [[authorizer]]


def test_authorizer_answer_is_cached_per_token_pair(resources):
    (api,) = filter_by_type(resources, "AWS::ApiGatewayV2::Api").values()
    scheme = api["Body"]["components"]["securitySchemes"]["PortalAuthorizer"][
        "x-amazon-apigateway-authorizer"
    ]
    assert scheme["identitySource"] == ["$request.header.Authorization", "$request.header.id_token"]
    assert scheme["authorizerPayloadFormatVersion"] == "1.0"
    interval = read(REPOSITORY / "template.yaml")["Parameters"]["MessageCountRefreshSeconds"]["Default"]
    assert interval < scheme["authorizerResultTtlInSeconds"] <= 300


def test_record_of_table_reads_leaves_out_exactly_the_functions(resources):
    (selector,) = resources["TableTrail"]["Properties"]["AdvancedEventSelectors"]
    (left_out,) = [each["NotStartsWith"] for each in selector["FieldSelectors"] if "NotStartsWith" in each]
    roles = filter_by_type(resources, "AWS::IAM::Role").keys() - {"CameraRole"}
    named = re.findall(r"assumed-role/\$\{(\w+)\}/", json.dumps(left_out))
    assert sorted(named) == sorted(roles)
    assert len(named) == len(left_out)


def test_every_token_shape_can_be_deployed():
    shape = read(REPOSITORY / "template.yaml")["Parameters"]["TokenShape"]
    assert set(shape["AllowedValues"]) == set(TOKEN_SHAPES)


def test_entra_context_is_required_and_requested(resources):
    """The authorizer requires the authentication context that the web app requests."""
    authorizer = resources["AuthorizerFunction"]["Properties"]["Environment"]["Variables"]
    assert authorizer["TOKEN_CONTEXT"] == {
        "Fn::If": ["UsesEntraTokens", {"Ref": "SecondFactorAcrValues"}, ""]
    }
    configuration = resources["ConfigurationFunction"]["Properties"]["Environment"]["Variables"]
    condition, used, unused = configuration["SECURITY_SECOND_FACTOR_CLAIMS"]["Fn::If"]
    assert (condition, unused) == ("UsesEntraTokens", "")
    requested = json.loads(used["Fn::Sub"].replace("${SecondFactorAcrValues}", "c1"))
    assert requested == {"id_token": {"acrs": {"essential": True, "value": "c1"}}}
    assert configuration["SECURITY_SECOND_FACTOR_ACR_VALUES"] == {
        "Fn::If": ["UsesEntraTokens", "", {"Ref": "SecondFactorAcrValues"}]
    }


def test_chat_token_is_limited_to_direct_line(resources):
    (api,) = filter_by_type(resources, "AWS::ApiGatewayV2::Api").values()
    for path, methods in api["Body"]["paths"].items():
        for operation in methods.values():
            is_chat = {"ChatAuthorizer": []} in operation["security"]
            assert is_chat == path.startswith("/api/chatbot/directline/"), path


def test_chat_token_key_reaches_only_chat_functions(resources):
    knowing = {
        group
        for group, each in list_functions(resources).items()
        if "ChatSecret" in json.dumps(each["Environment"]["Variables"])
    }
    assert knowing == {"chatauthorizer", "chatbot"}


def test_agency_authorizer_guards_only_agency_routes(resources):
    (api,) = filter_by_type(resources, "AWS::ApiGatewayV2::Api").values()
    for path, methods in api["Body"]["paths"].items():
        for operation in methods.values():
            is_agencies = {"AgencyAuthorizer": []} in operation["security"]
            assert is_agencies == path.startswith("/api/agency-inbound/"), path
    scheme = api["Body"]["components"]["securitySchemes"]["AgencyAuthorizer"]
    assert scheme["x-amazon-apigateway-authorizer"]["identitySource"] == ["$request.header.Authorization"]


@pytest.mark.parametrize("forbidden", ["ip", "identity", "path", "querystring", "userAgent", "authorizer"])
def test_api_access_log_has_no_personal_data(resources, forbidden):
    (stage,) = filter_by_type(resources, "AWS::ApiGatewayV2::Stage").values()
    variables = stage["AccessLogSettings"]["Format"].split("$context.")[1:]
    assert len(variables) > 5
    assert not [each for each in variables if forbidden in each.partition('"')[0].split(".")]


def test_rotated_secret_reaches_functions_before_cloudfront(resources):
    functions = set(filter_by_type(resources, "AWS::Lambda::Function"))
    # The user pool alone calls this one.
    assert set(resources["Web"]["DependsOn"]) == functions - {"SignInTokensFunction"}


def test_every_secret_has_one_format_and_a_version_parameter(resources):
    template = read(REPOSITORY / "template.yaml")
    secrets = filter_by_type(template["Resources"], "AWS::SecretsManager::Secret")
    text = json.dumps([each["Environment"]["Variables"] for each in list_functions(resources).values()])
    references = set(re.findall(r"{{resolve:secretsmanager:[^\"]*}}", text))
    assert references == {
        f"{{{{resolve:secretsmanager:${{{name}}}:SecretString:::${{{name}Version}}}}}}" for name in secrets
    }
    assert len({json.dumps(each["GenerateSecretString"]) for each in secrets.values()}) == 1
    assert {template["Parameters"][f"{name}Version"]["Default"] for name in secrets} == {""}


def test_secret_that_cannot_be_made_again_is_retained():
    secret = read(REPOSITORY / "template.yaml")["Resources"]["DocumentSecret"]
    assert (secret["DeletionPolicy"], secret["UpdateReplacePolicy"]) == ("RetainExceptOnCreate", "Retain")


def test_stored_data_is_retained_with_a_deleted_stack():
    kept = {"AWS::DynamoDB::Table", "AWS::Cognito::UserPool", "AWS::S3::Bucket"}
    found = set()
    for template in NESTED:
        for name, resource in read(template)["Resources"].items():
            if resource["Type"] in kept:
                found.add(resource["Type"])
                assert resource.get("UpdateReplacePolicy") == "Retain", name
                # A rolled back first deployment removes what it made.
                assert resource.get("DeletionPolicy") == "RetainExceptOnCreate", name
    assert found == kept


def list_all_resources() -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Return the name of each resource of all templates, the resource, and the mappings of its template."""
    return [
        (name, resource | {"Properties": resource.get("Properties", {})}, template.get("Mappings", {}))
        for template in map(read, [REPOSITORY / "template.yaml", *NESTED])
        for name, resource in template["Resources"].items()
    ]


def test_stored_data_is_encrypted():
    found = []
    for name, resource, _ in list_all_resources():
        properties = resource["Properties"]
        if resource["Type"] == "AWS::DynamoDB::Table":
            assert properties["SSESpecification"]["SSEEnabled"] is True, name
        elif resource["Type"] == "AWS::S3::Bucket":
            (rule,) = properties["BucketEncryption"]["ServerSideEncryptionConfiguration"]
            assert rule["ServerSideEncryptionByDefault"]["SSEAlgorithm"], name
        elif resource["Type"] == "AWS::SQS::Queue":
            assert properties.get("SqsManagedSseEnabled", True) is True, name
        else:
            continue
        found.append(resource["Type"])
    assert set(found) == {"AWS::DynamoDB::Table", "AWS::S3::Bucket", "AWS::SQS::Queue"}


def test_backups_end_after_35_days():
    found = []
    for name, resource, _ in list_all_resources():
        properties = resource["Properties"]
        # Point-in-time recovery reaches back 35 days by default; other copies would be kept longer.
        if resource["Type"] == "AWS::DynamoDB::Table":
            recovery = properties["PointInTimeRecoverySpecification"]
            assert recovery["PointInTimeRecoveryEnabled"] is True, name
            assert recovery.get("RecoveryPeriodInDays", 35) == 35, name
            found.append(name)
        assert not resource["Type"].startswith("AWS::Backup::"), name
    assert len(found) > 5


def test_no_program_of_the_portal_reads_backups(resources):
    """Leave restoring to the people who operate the portal: none of its roles may read an earlier state."""
    reading = re.compile(
        r"\*$|backup:|dynamodb:(Restore|Export|Start|.*Backup)|s3:(GetObjectVersion|ListBucketVersions|Restore)",
        re.IGNORECASE,
    )
    nested = [
        (name, resource["Properties"])
        for name, resource, _ in list_all_resources()
        if resource["Type"] == "AWS::IAM::Role"
    ]
    found = set()
    roles = [*filter_by_type(resources, "AWS::IAM::Role").items(), *nested]
    for name, role in roles:
        for policy in role.get("Policies", []):
            for statement in list_statements(policy):
                listed = statement["Action"]
                actions = {listed} if isinstance(listed, str) else set(listed)
                found |= {(name, action) for action in actions if reading.match(action)}
    assert len(roles) > 20
    # The malware scan names the version of a file that it looks at, which is the current one.
    assert found == {("ScanRole", "s3:GetObjectVersion"), ("ScanRole", "s3:GetObjectVersionTagging")}


@pytest.mark.parametrize(
    ("parameters", "is_refused"),
    [
        ({}, False),
        ({"FaceRegion": "us-east-1"}, True),
        ({"FaceRegion": "us-east-1", "CreditBureauUrl": "https://bureau.example"}, True),
        ({"FaceRegion": "us-east-1", "EidIssuer": "https://eid.example"}, False),
        ({"FaceRegion": "us-east-1", "MidTrustListUrl": "https://issuers.example/list"}, False),
    ],
)
def test_face_recognition_needs_another_proof(parameters, is_refused):
    refused = any(fault.startswith("FaceRegion has no other way") for fault in list_refusals(parameters))
    assert refused is is_refused


@pytest.mark.parametrize("table", ["AuthenticationTable", "TriesTable", "UsersTable"])
def test_proofs_and_tries_are_removed_when_they_expire(table):
    data = read(REPOSITORY / "infrastructure/stacks/data.yaml")
    expiry = data["Resources"][table]["Properties"]["TimeToLiveSpecification"]
    assert expiry == {"AttributeName": "expires_at", "Enabled": True}


def test_technical_records_are_kept_for_at_most_a_year():
    kept = {}
    for name, resource, mappings in list_all_resources():
        if resource["Type"] != "AWS::Logs::LogGroup":
            continue
        days = resource["Properties"]["RetentionInDays"]
        if isinstance(days, dict):
            table, _, key = days["Fn::FindInMap"]
            days = max(stage[key] for stage in mappings[table].values())
        kept[name] = days
    assert kept.pop("WebAclLogs") == 30
    assert set(kept.values()) == {365}


def test_record_of_table_reads_is_kept_for_at_most_a_year():
    audit = read(REPOSITORY / "infrastructure/stacks/audit.yaml")
    (rule,) = audit["Resources"]["TrailBucket"]["Properties"]["LifecycleConfiguration"]["Rules"]
    assert rule["ExpirationInDays"] == {"Fn::FindInMap": ["Stages", {"Ref": "Stage"}, "RetentionDays"]}
    longest = max(stage["RetentionDays"] for stage in audit["Mappings"]["Stages"].values())
    # S3 rounds each of both times up to the next midnight, UTC.
    assert longest + 1 + rule["NoncurrentVersionExpiration"]["NoncurrentDays"] + 1 <= 365


def test_index_of_addresses_copies_only_keys():
    table = read(REPOSITORY / "infrastructure/stacks/data.yaml")["Resources"]["UsersTable"]["Properties"]
    (index,) = table["GlobalSecondaryIndexes"]
    assert index["Projection"] == {"ProjectionType": "KEYS_ONLY"}


def test_user_pool_has_the_required_sign_in_settings():
    pool = read(REPOSITORY / "infrastructure/stacks/identity.yaml")["Resources"]
    assert pool["UserPool"]["Properties"]["UsernameAttributes"] == ["email"]
    client = pool["PortalClient"]["Properties"]
    assert client["AllowedOAuthFlows"] == ["code"]
    assert client["GenerateSecret"] is False
    assert client["RefreshTokenRotation"]["Feature"] == "ENABLED"
    assert client["PreventUserExistenceErrors"] == "ENABLED"
    assert client["TokenValidityUnits"]["AccessToken"] == "minutes"
    assert client["AccessTokenValidity"] <= 15
    assert "email_verified" not in client["WriteAttributes"]
    assert not any(name.startswith("custom:") for name in client["WriteAttributes"])
    groups = {
        each["Properties"]["GroupName"]
        for each in pool.values()
        if each["Type"] == "AWS::Cognito::UserPoolGroup"
    }
    assert groups == {*ROLES, PORTAL_WIDE}


def test_threat_protection_of_the_user_pool_has_actions(resources):
    nested = read(REPOSITORY / "infrastructure/stacks/identity.yaml")
    pool = nested["Resources"]["UserPool"]["Properties"]
    assert nested["Conditions"]["HasThreatProtection"] == {
        "Fn::Equals": [{"Ref": "SignInProtection"}, "plus"]
    }
    assert pool["UserPoolTier"] == {"Fn::If": ["HasThreatProtection", "PLUS", "ESSENTIALS"]}
    assert pool["UserPoolAddOns"]["AdvancedSecurityMode"] == {
        "Fn::If": ["HasThreatProtection", "ENFORCED", "OFF"]
    }
    risks = nested["Resources"]["SignInRisks"]
    assert risks["Condition"] == "HasThreatProtection"
    assert (risks["Properties"]["UserPoolId"], risks["Properties"]["ClientId"]) == (
        {"Ref": "UserPool"},
        "ALL",
    )
    passwords = risks["Properties"]["CompromisedCredentialsRiskConfiguration"]
    assert passwords["Actions"] == {"EventAction": "BLOCK"}
    assert set(passwords["EventFilter"]) == {"SIGN_IN", "SIGN_UP", "PASSWORD_CHANGE"}
    actions = risks["Properties"]["AccountTakeoverRiskConfiguration"]["Actions"]
    # Without a NotifyConfiguration, Cognito has no letter to send.
    assert {level: (each["EventAction"], each["Notify"]) for level, each in actions.items()} == {
        "LowAction": ("NO_ACTION", False),
        "MediumAction": ("MFA_IF_CONFIGURED", False),
        "HighAction": ("BLOCK", False),
    }
    given = resources["Identity"]["Properties"]["Parameters"]["SignInProtection"]
    assert given == {"Ref": "SignInProtection"}


def test_mail_of_the_user_pool_has_the_configuration_set(resources):
    nested = read(REPOSITORY / "infrastructure/stacks/identity.yaml")["Resources"]
    condition, through_ses, _own = nested["UserPool"]["Properties"]["EmailConfiguration"]["Fn::If"]
    assert condition == "SendsThroughSes"
    assert through_ses["ConfigurationSet"] == {"Ref": "MailConfigurationSet"}
    given = resources["Identity"]["Properties"]["Parameters"]["MailConfigurationSet"]
    assert given == {"Fn::GetAtt": ["Delivery", "Outputs.MailConfigurationSetName"]}


def test_user_pool_asks_for_the_second_factor_of_staff():
    pool = read(REPOSITORY / "infrastructure/stacks/identity.yaml")["Resources"]["UserPool"]["Properties"]
    assert (pool["MfaConfiguration"], pool["EnabledMfas"]) == ("OPTIONAL", ["SOFTWARE_TOKEN_MFA"])
    # Both would sign in without the app: a remembered device, and a first factor other than the password.
    assert "DeviceConfiguration" not in pool
    assert pool["Policies"].keys() == {"PasswordPolicy"}


def test_user_pool_takes_the_second_factor_only_from_its_function(resources):
    nested = read(REPOSITORY / "infrastructure/stacks/identity.yaml")["Resources"]
    function = {"Ref": "SignInTokensFunctionArn"}
    assert nested["UserPool"]["Properties"]["LambdaConfig"] == {
        "PreTokenGenerationConfig": {"LambdaArn": function, "LambdaVersion": "V2_0"}
    }
    permission = nested["SignInTokensPermission"]["Properties"]
    assert permission == {
        "Action": "lambda:InvokeFunction",
        "FunctionName": function,
        "Principal": "cognito-idp.amazonaws.com",
        "SourceAccount": {"Ref": "AWS::AccountId"},
        "SourceArn": {"Fn::GetAtt": ["UserPool", "Arn"]},
    }
    policy = nested["SignInTokensPolicy"]["Properties"]
    (statement,) = policy["PolicyDocument"]["Statement"]
    assert policy["Roles"] == [{"Ref": "SignInTokensRoleName"}]
    assert set(statement["Action"]) == {
        "cognito-idp:AdminDeleteUserAttributes",
        "cognito-idp:AdminGetUser",
    }
    assert statement["Resource"] == {"Fn::GetAtt": ["UserPool", "Arn"]}
    given = resources["Identity"]["Properties"]["Parameters"]
    assert given["SignInTokensFunctionArn"] == {"Fn::GetAtt": ["SignInTokensFunction", "Arn"]}
    assert given["SignInTokensRoleName"] == {"Ref": "SignInTokensFunctionRole"}


def test_sessions_from_before_a_confirmation_end_in_time():
    client = read(REPOSITORY / "infrastructure/stacks/identity.yaml")["Resources"]["PortalClient"][
        "Properties"
    ]
    assert client["TokenValidityUnits"]["RefreshToken"] == "hours"
    # The cookie of the sign-in pages lives an hour, and a code of theirs five minutes.
    assert client["RefreshTokenValidity"] * 3600 + 3600 + 300 < MAX_SESSION_SECONDS
    assert set(client["ExplicitAuthFlows"]) == {"ALLOW_USER_SRP_AUTH", "ALLOW_ADMIN_USER_PASSWORD_AUTH"}

"""The deployed templates: the user pool, and the settings of other providers."""

import json

import pytest

from functions.authorizer.groups import PORTAL_WIDE
from functions.signintokens.second_factor import MAX_SESSION_SECONDS
from portal.principal import ROLES
from portal.tokens.settings import TOKEN_SHAPES
from tests.infrastructure.template_parts import RESOURCES, STACKS, TEMPLATE, filter_by_type, get_properties
from tests.infrastructure.templates import list_refusals


@pytest.mark.parametrize(
    ("others", "is_refused"),
    [
        ({"FaceRegion": ""}, False),
        ({}, True),
        ({"CreditBureauUrl": "https://bureau.example"}, True),
        ({"EidIssuer": "https://eid.example"}, False),
        ({"MidTrustListUrl": "https://issuers.example/list"}, False),
    ],
    ids=str,
)
def test_face_recognition_needs_another_proof(others: dict[str, str], is_refused: bool) -> None:
    faults = list_refusals({"FaceRegion": "us-east-1", **others})
    assert any(fault.startswith("FaceRegion has no other way") for fault in faults) is is_refused


def test_every_token_shape_can_be_deployed() -> None:
    assert set(TEMPLATE["Parameters"]["TokenShape"]["AllowedValues"]) == set(TOKEN_SHAPES)


def test_entra_context_is_required_and_requested() -> None:
    """The authorizer requires the authentication context that the web app requests."""
    authorizer = RESOURCES["AuthorizerFunction"]["Properties"]["Environment"]["Variables"]
    assert authorizer["TOKEN_CONTEXT"] == {
        "Fn::If": ["UsesEntraTokens", {"Ref": "SecondFactorAcrValues"}, ""]
    }
    configuration = RESOURCES["ConfigurationFunction"]["Properties"]["Environment"]["Variables"]
    condition, used, unused = configuration["SECURITY_SECOND_FACTOR_CLAIMS"]["Fn::If"]
    assert (condition, unused) == ("UsesEntraTokens", "")
    requested = json.loads(used["Fn::Sub"].replace("${SecondFactorAcrValues}", "c1"))
    assert requested == {"id_token": {"acrs": {"essential": True, "value": "c1"}}}


def test_user_pool_has_the_required_sign_in_settings() -> None:
    pool = get_properties("identity", "UserPool")
    assert pool["UsernameAttributes"] == ["email"]
    assert (pool["MfaConfiguration"], pool["EnabledMfas"]) == ("OPTIONAL", ["SOFTWARE_TOKEN_MFA"])
    # Both would sign in without the app: a remembered device, and a first factor other than the password.
    assert "DeviceConfiguration" not in pool
    assert pool["Policies"].keys() == {"PasswordPolicy"}
    client = get_properties("identity", "PortalClient")
    assert client["AllowedOAuthFlows"] == ["code"]
    assert client["GenerateSecret"] is False
    assert client["RefreshTokenRotation"]["Feature"] == "ENABLED"
    assert client["PreventUserExistenceErrors"] == "ENABLED"
    assert set(client["ExplicitAuthFlows"]) == {"ALLOW_USER_SRP_AUTH", "ALLOW_ADMIN_USER_PASSWORD_AUTH"}
    units = client["TokenValidityUnits"]
    assert (units["AccessToken"], units["RefreshToken"]) == ("minutes", "hours")
    assert client["AccessTokenValidity"] <= 15
    # Sessions from before a confirmation end: the cookie of the pages lives an hour, a code five minutes.
    assert client["RefreshTokenValidity"] * 3600 + 3600 + 300 < MAX_SESSION_SECONDS
    own = [name for name in client["WriteAttributes"] if name.startswith("custom:")]
    assert (own, "email_verified" in client["WriteAttributes"]) == ([], False)
    groups = filter_by_type(STACKS["identity"]["Resources"], "AWS::Cognito::UserPoolGroup").values()
    assert {each["GroupName"] for each in groups} == {*ROLES, PORTAL_WIDE}


GIVEN_TO_IDENTITY = RESOURCES["Identity"]["Properties"]["Parameters"]


def test_threat_protection_of_the_user_pool_has_actions() -> None:
    assert STACKS["identity"]["Conditions"]["HasThreatProtection"] == {
        "Fn::Equals": [{"Ref": "SignInProtection"}, "plus"]
    }
    assert GIVEN_TO_IDENTITY["SignInProtection"] == {"Ref": "SignInProtection"}
    pool = get_properties("identity", "UserPool")
    chosen = (pool["UserPoolTier"], pool["UserPoolAddOns"]["AdvancedSecurityMode"])
    assert [each["Fn::If"][0] for each in chosen] == ["HasThreatProtection"] * 2
    assert [each["Fn::If"][1] for each in chosen] == ["PLUS", "ENFORCED"]
    assert STACKS["identity"]["Resources"]["SignInRisks"]["Condition"] == "HasThreatProtection"
    risks = get_properties("identity", "SignInRisks")
    assert (risks["UserPoolId"], risks["ClientId"]) == ({"Ref": "UserPool"}, "ALL")
    passwords = risks["CompromisedCredentialsRiskConfiguration"]
    assert passwords["Actions"] == {"EventAction": "BLOCK"}
    assert set(passwords["EventFilter"]) == {"SIGN_IN", "SIGN_UP", "PASSWORD_CHANGE"}
    actions = risks["AccountTakeoverRiskConfiguration"]["Actions"]
    # Without a NotifyConfiguration, Cognito has no letter to send.
    assert {level: (each["EventAction"], each["Notify"]) for level, each in actions.items()} == {
        "LowAction": ("NO_ACTION", False),
        "MediumAction": ("MFA_IF_CONFIGURED", False),
        "HighAction": ("BLOCK", False),
    }


def test_mail_of_the_user_pool_has_the_configuration_set() -> None:
    condition, through_ses, _own = get_properties("identity", "UserPool")["EmailConfiguration"]["Fn::If"]
    assert condition == "SendsThroughSes"
    assert through_ses["ConfigurationSet"] == {"Ref": "MailConfigurationSet"}


def test_user_pool_takes_the_second_factor_only_from_its_function() -> None:
    function = {"Ref": "SignInTokensFunctionArn"}
    triggers = get_properties("identity", "UserPool")["LambdaConfig"]
    assert triggers == {"PreTokenGenerationConfig": {"LambdaArn": function, "LambdaVersion": "V2_0"}}
    permission = get_properties("identity", "SignInTokensPermission")
    assert permission["FunctionName"] == function
    assert permission["SourceArn"] == {"Fn::GetAtt": ["UserPool", "Arn"]}
    policy = get_properties("identity", "SignInTokensPolicy")
    assert policy["Roles"] == [{"Ref": "SignInTokensRoleName"}]
    (statement,) = policy["PolicyDocument"]["Statement"]
    actions = {"cognito-idp:AdminDeleteUserAttributes", "cognito-idp:AdminGetUser"}
    assert (set(statement["Action"]), statement["Resource"]) == (actions, permission["SourceArn"])
    arn = {"Fn::GetAtt": ["SignInTokensFunction", "Arn"]}
    assert GIVEN_TO_IDENTITY["SignInTokensFunctionArn"] == arn
    assert GIVEN_TO_IDENTITY["SignInTokensRoleName"] == {"Ref": "SignInTokensFunctionRole"}

"""The claim of the second factor, with a user pool of moto that has the template's attributes."""

import copy
import io
from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from aws_lambda_powertools import Logger
from botocore.exceptions import ClientError
from moto import mock_aws

from functions.signintokens.amazon_cognito import AmazonCognito
from functions.signintokens.second_factor import CONFIRMED_SINCE, SecondFactors
from functions.signintokens.wiring import create_handler
from infrastructure.settings import REPOSITORY
from infrastructure.stacks.transform import read
from tests.lambda_context import Context

NOW = 1_795_000_000
FOURTEEN_HOURS = 14 * 3600
LONG_AGO = NOW - FOURTEEN_HOURS
APP = {"Enabled": True, "PreferredMfa": True}
WITH_CLAIM = {
    "claimsAndScopeOverrideDetails": {
        "idTokenGeneration": {"claimsToAddOrOverride": {"custom:amr": ["pwd", "otp", "mfa"]}}
    }
}
WITHOUT_CLAIM: dict[str, Any] = {"claimsAndScopeOverrideDetails": []}
SIGN_IN = "TokenGeneration_HostedAuth"
REFRESH = "TokenGeneration_RefreshTokens"


class Pool:
    """A user pool with one staff member."""

    def __init__(self, client: Any, pool_id: str, client_id: str) -> None:
        self.client = client
        self.of_user = {"UserPoolId": pool_id, "Username": "grace@agency.example"}
        client.admin_create_user(
            **self.of_user,
            UserAttributes=[{"Name": "email", "Value": "grace@agency.example"}],
            MessageAction="SUPPRESS",
        )
        client.admin_set_user_password(**self.of_user, Password="Saguaro-2026-11", Permanent=True)
        signed_in = client.admin_initiate_auth(
            UserPoolId=pool_id,
            ClientId=client_id,
            AuthFlow="ADMIN_USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": self.of_user["Username"], "PASSWORD": "Saguaro-2026-11"},
        )
        token = signed_in["AuthenticationResult"]["AccessToken"]
        client.associate_software_token(AccessToken=token)
        client.verify_software_token(AccessToken=token, UserCode="123456")

    def set_app(self, settings: dict[str, bool]) -> None:
        self.client.admin_set_user_mfa_preference(**self.of_user, SoftwareTokenMfaSettings=settings)

    def confirm(self, since: object) -> None:
        self.client.admin_update_user_attributes(
            **self.of_user, UserAttributes=[{"Name": CONFIRMED_SINCE, "Value": str(since)}]
        )

    def get_attributes(self) -> dict[str, str]:
        user = self.client.admin_get_user(**self.of_user)
        return {each["Name"]: each["Value"] for each in user["UserAttributes"]}

    def make_event(self, source: str = SIGN_IN, **attributes: str) -> dict[str, Any]:
        """Return the trigger's event, version 2, as the developer guide shows it."""
        own = self.get_attributes()
        return {
            "version": "2",
            "triggerSource": source,
            "region": "us-east-1",
            "userPoolId": self.of_user["UserPoolId"],
            "userName": own["sub"],
            "callerContext": {"awsSdkVersion": "aws-sdk-unknown-unknown", "clientId": "1example23456789"},
            "request": {
                "userAttributes": {"cognito:user_status": "CONFIRMED", **own, **attributes},
                "groupConfiguration": {
                    "groupsToOverride": ["support"],
                    "iamRolesToOverride": [],
                    "preferredRole": None,
                },
                "scopes": ["openid", "email", "profile"],
            },
            "response": copy.deepcopy(WITHOUT_CLAIM),
        }


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pool]:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    schema = read(REPOSITORY / "infrastructure/stacks/identity.yaml")["Resources"]["UserPool"]["Properties"][
        "Schema"
    ]
    with mock_aws():
        client = boto3.client("cognito-idp")
        made = client.create_user_pool(
            PoolName="people", Schema=schema, UsernameAttributes=["email"], MfaConfiguration="OPTIONAL"
        )
        pool_id = made["UserPool"]["Id"]
        portal = client.create_user_pool_client(UserPoolId=pool_id, ClientName="portal-web")
        yield Pool(client, pool_id, portal["UserPoolClient"]["ClientId"])


@pytest.fixture
def second_factors(pool: Pool) -> SecondFactors:
    """Return the function's rules at a fixed time; the pool is there before its client."""
    return SecondFactors(AmazonCognito(), now=lambda: NOW, logger=Logger("signintokens"))


@pytest.mark.parametrize("source", [SIGN_IN, "TokenGeneration_Authentication", REFRESH])
def test_confirmed_app_is_added_to_the_id_token(
    pool: Pool, second_factors: SecondFactors, source: str
) -> None:
    pool.set_app(APP)
    pool.confirm(LONG_AGO)
    event = pool.make_event(source)
    assert second_factors.add_claim(copy.deepcopy(event)) == {**event, "response": WITH_CLAIM}


def test_app_without_confirmation_does_not_count(pool: Pool, second_factors: SecondFactors) -> None:
    pool.set_app(APP)
    event = pool.make_event()
    assert second_factors.add_claim(copy.deepcopy(event)) == event


@pytest.mark.parametrize("source", [SIGN_IN, REFRESH, "TokenGeneration_NewPasswordChallenge"])
def test_residents_cause_no_call(
    pool: Pool, second_factors: SecondFactors, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    event = pool.make_event(source)

    def fail(*_: Any, **__: Any) -> Any:
        raise AssertionError("AWS was called")

    monkeypatch.setattr("functions.signintokens.amazon_cognito.make_client", fail)
    assert second_factors.add_claim(copy.deepcopy(event)) == event


@pytest.mark.parametrize("source", [SIGN_IN, REFRESH])
def test_session_from_before_the_confirmation_never_counts(
    pool: Pool, second_factors: SecondFactors, source: str
) -> None:
    """A session begun with the password a second before lives almost fourteen hours."""
    pool.set_app(APP)
    pool.confirm(LONG_AGO + 1)
    assert second_factors.add_claim(pool.make_event(source))["response"] == WITHOUT_CLAIM
    assert CONFIRMED_SINCE in pool.get_attributes()


@pytest.mark.parametrize("source", [SIGN_IN, REFRESH])
@pytest.mark.parametrize(
    "settings",
    [{"Enabled": False}, {"Enabled": True, "PreferredMfa": False}],
    ids=["disabled", "not preferred"],
)
def test_tokens_without_app_end_the_confirmation(
    pool: Pool, second_factors: SecondFactors, source: str, settings: dict[str, bool]
) -> None:
    pool.set_app(APP)
    pool.confirm(LONG_AGO)
    pool.set_app(settings)
    assert second_factors.add_claim(pool.make_event(source))["response"] == WITHOUT_CLAIM

    pool.set_app(APP)
    assert CONFIRMED_SINCE not in pool.get_attributes()
    assert second_factors.add_claim(pool.make_event(REFRESH))["response"] == WITHOUT_CLAIM


@pytest.mark.parametrize(
    "source", ["TokenGeneration_NewPasswordChallenge", "TokenGeneration_AuthenticateDevice"]
)
def test_sign_in_by_other_means_ends_the_confirmation(
    pool: Pool, second_factors: SecondFactors, source: str
) -> None:
    pool.set_app(APP)
    pool.confirm(LONG_AGO)
    assert second_factors.add_claim(pool.make_event(source))["response"] == WITHOUT_CLAIM
    assert CONFIRMED_SINCE not in pool.get_attributes()


def test_federated_sign_in_ends_the_confirmation(pool: Pool, second_factors: SecondFactors) -> None:
    pool.set_app(APP)
    pool.confirm(LONG_AGO)
    event = pool.make_event(identities='[{"providerName":"Agency"}]')
    assert second_factors.add_claim(event)["response"] == WITHOUT_CLAIM
    assert CONFIRMED_SINCE not in pool.get_attributes()


@pytest.mark.parametrize("since", ["yesterday", "-1", "1.5", "²"])
def test_invalid_time_does_not_count(pool: Pool, second_factors: SecondFactors, since: str) -> None:
    pool.set_app(APP)
    event = pool.make_event(**{CONFIRMED_SINCE: since})
    assert second_factors.add_claim(event)["response"] == WITHOUT_CLAIM


@pytest.mark.parametrize("method", ["has_authenticator_app", "delete_attribute"])
def test_failing_call_fails_the_sign_in(
    pool: Pool, second_factors: SecondFactors, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a session without the app could remain unknown."""
    pool.confirm(LONG_AGO)

    def throttle(*_: Any) -> None:
        raise ClientError({"Error": {"Code": "TooManyRequestsException"}}, method)

    monkeypatch.setattr(AmazonCognito, method, throttle)
    with pytest.raises(ClientError):
        second_factors.add_claim(pool.make_event())


def test_handler_answers_with_the_event(pool: Pool) -> None:
    handler = create_handler(
        {"POWERTOOLS_SERVICE_NAME": "signintokens", "POWERTOOLS_METRICS_NAMESPACE": "Saguaro"}
    )
    pool.set_app(APP)
    pool.confirm(0)
    event = pool.make_event()
    assert handler(copy.deepcopy(event), Context()) == {**event, "response": WITH_CLAIM}


def test_log_has_the_user_name_alone(pool: Pool) -> None:
    written = io.StringIO()
    logger = Logger("signintokens-written", stream=written)
    pool.confirm(LONG_AGO)
    event = pool.make_event()
    SecondFactors(AmazonCognito(), now=lambda: NOW, logger=logger).add_claim(event)
    assert event["userName"] in written.getvalue()
    assert "grace" not in written.getvalue()

"""A function that was deployed with unusable settings must not start."""

import pytest

from functions.authorizer.access import TableAddress
from functions.authorizer.settings import AuthorizerSettings
from functions.authorizer.shapes import B2cShape, CognitoShape, EntraShape, get_shape
from portal.settings import SettingsError
from portal.tokens.settings import TokenSource
from tests.cases import read_cases

CASES = read_cases(__file__)

COGNITO = {
    "TOKEN_ISSUER": "https://identity.example.com/pool",
    "TOKEN_JWKS_URI": "https://identity.example.com/pool/.well-known/jwks.json",
    "TOKEN_AUDIENCE": "portal-web",
    "TOKEN_SHAPE": "cognito",
    "TOKEN_POLICIES": "",
    "USERS_TABLE": "users",
    "AWS_REGION": "us-west-2",
}
B2C = {**COGNITO, "TOKEN_SHAPE": "b2c", "TOKEN_POLICIES": "B2C_1_sign_up_sign_in, B2C_1_reset_password,"}
ENTRA = {**COGNITO, "TOKEN_SHAPE": "entra", "TOKEN_CONTEXT": "c1"}


def test_cognito_settings_are_read() -> None:
    settings = AuthorizerSettings.from_environment({**COGNITO, "PATH": "/bin"})
    assert settings == AuthorizerSettings(
        TokenSource(
            issuer="https://identity.example.com/pool",
            jwks_uri="https://identity.example.com/pool/.well-known/jwks.json",
            audience="portal-web",
            shape="cognito",
        ),
        policies=frozenset(),
        context="",
        users=TableAddress("us-west-2", "https://dynamodb.us-west-2.amazonaws.com", "users"),
    )
    assert isinstance(get_shape(settings), CognitoShape)


def test_b2c_settings_are_read() -> None:
    settings = AuthorizerSettings.from_environment(B2C)
    assert settings.policies == {"B2C_1_sign_up_sign_in", "B2C_1_reset_password"}
    assert isinstance(get_shape(settings), B2cShape)


@pytest.mark.parametrize("context", ["c1", "c25", "c99"])
def test_entra_settings_are_read(context: str) -> None:
    settings = AuthorizerSettings.from_environment({**ENTRA, "TOKEN_CONTEXT": context})
    shape = get_shape(settings)
    assert isinstance(shape, EntraShape)
    assert shape.second_factor == context


def test_http_issuer_may_use_http_keys() -> None:
    settings = AuthorizerSettings.from_environment(
        {**COGNITO, "TOKEN_ISSUER": "http://127.0.0.1:9000", "TOKEN_JWKS_URI": "http://127.0.0.1:9000/keys"}
    )
    assert settings.source.jwks_uri == "http://127.0.0.1:9000/keys"


@pytest.mark.parametrize("name", sorted(COGNITO.keys() - {"TOKEN_POLICIES"}))
@pytest.mark.parametrize("value", [None, "", "  "])
def test_missing_setting_is_named(name: str, value: str | None) -> None:
    environment = {key: text for key, text in {**COGNITO, name: value}.items() if text is not None}
    with pytest.raises(SettingsError, match=name):
        AuthorizerSettings.from_environment(environment)


@pytest.mark.parametrize(("name", "value"), CASES["invalid_setting_is_named"])
def test_invalid_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        AuthorizerSettings.from_environment({**COGNITO, name: value})


@pytest.mark.parametrize("value", ["", ",", " , "])
def test_b2c_requires_policies(value: str) -> None:
    with pytest.raises(SettingsError, match="TOKEN_POLICIES"):
        AuthorizerSettings.from_environment({**B2C, "TOKEN_POLICIES": value})


@pytest.mark.parametrize("value", [None, "", " ", "C1", "c0", "c100", "c1 c2", "mfa", "c1\u0660"])
def test_entra_requires_an_authentication_context(value: str | None) -> None:
    environment = {key: text for key, text in {**ENTRA, "TOKEN_CONTEXT": value}.items() if text is not None}
    with pytest.raises(SettingsError, match="TOKEN_CONTEXT"):
        AuthorizerSettings.from_environment(environment)

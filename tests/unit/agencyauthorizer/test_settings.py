"""A function that was deployed with unusable settings must not start."""

import pytest

from functions.agencyauthorizer.settings import Settings
from functions.agencyauthorizer.shapes import B2cShape, CognitoShape, EntraShape, get_shape
from portal.settings import SettingsError

COGNITO = {
    "TOKEN_ISSUER": "https://identity.example.com/pool",
    "TOKEN_JWKS_URI": "https://identity.example.com/pool/.well-known/jwks.json",
    "TOKEN_AUDIENCE": "portal-web",
    "TOKEN_SHAPE": "cognito",
    "AGENCY_SCOPE_PREFIX": "agency-inbound/",
}


@pytest.mark.parametrize(
    ("shape", "kind"), [("cognito", CognitoShape), ("b2c", B2cShape), ("entra", EntraShape)]
)
def test_settings_are_read(shape: str, kind: type) -> None:
    settings = Settings.from_environment({**COGNITO, "TOKEN_SHAPE": shape, "PATH": "/bin"})
    assert settings.source.issuer == "https://identity.example.com/pool"
    assert settings.source.audience == "portal-web"
    assert settings.scope_prefix == "agency-inbound/"
    assert isinstance(get_shape(settings), kind)


@pytest.mark.parametrize("name", COGNITO)
@pytest.mark.parametrize("value", [None, "", "  "])
def test_missing_setting_is_named(name: str, value: str | None) -> None:
    environment = {key: text for key, text in {**COGNITO, name: value}.items() if text is not None}
    with pytest.raises(SettingsError, match=name):
        Settings.from_environment(environment)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AGENCY_SCOPE_PREFIX", "agency-inbound"),
        ("AGENCY_SCOPE_PREFIX", "/"),
        ("AGENCY_SCOPE_PREFIX", "agency inbound/"),
        ("TOKEN_SHAPE", "auth0"),
        ("TOKEN_JWKS_URI", "http://identity.example.com/keys"),
        ("TOKEN_ISSUER", "identity.example.com"),
    ],
)
def test_invalid_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        Settings.from_environment({**COGNITO, name: value})

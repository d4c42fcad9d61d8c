"""A function that was deployed with unusable settings must not start."""

import pytest

from functions.agencyauthorizer.settings import AgencyAuthorizerSettings
from functions.agencyauthorizer.shapes import B2cAgencyShape, CognitoAgencyShape, EntraAgencyShape, get_shape
from portal.settings import SettingsError

COGNITO = {
    "TOKEN_ISSUER": "https://identity.example.com/pool",
    "TOKEN_JWKS_URI": "https://identity.example.com/pool/.well-known/jwks.json",
    "TOKEN_AUDIENCE": "portal-web",
    "TOKEN_SHAPE": "cognito",
    "AGENCY_SCOPE_PREFIX": "agency-inbound/",
}


@pytest.mark.parametrize(
    ("shape", "kind"), [("cognito", CognitoAgencyShape), ("b2c", B2cAgencyShape), ("entra", EntraAgencyShape)]
)
def test_settings_are_read(shape: str, kind: type) -> None:
    settings = AgencyAuthorizerSettings.from_environment({**COGNITO, "TOKEN_SHAPE": shape, "PATH": "/bin"})
    assert settings.source.issuer == "https://identity.example.com/pool"
    assert settings.source.audience == "portal-web"
    assert settings.scope_prefix == "agency-inbound/"
    assert isinstance(get_shape(settings), kind)


@pytest.mark.parametrize("name", COGNITO)
def test_missing_setting_is_named(name: str) -> None:
    with pytest.raises(SettingsError, match=name):
        AgencyAuthorizerSettings.from_environment({key: text for key, text in COGNITO.items() if key != name})


@pytest.mark.parametrize("value", ["", "  ", "agency-inbound", "/", "agency inbound/"])
def test_invalid_scope_prefix_is_refused(value: str) -> None:
    with pytest.raises(SettingsError, match="AGENCY_SCOPE_PREFIX"):
        AgencyAuthorizerSettings.from_environment({**COGNITO, "AGENCY_SCOPE_PREFIX": value})

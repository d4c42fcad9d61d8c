import pytest
from pydantic import ValidationError

from functions.configuration.service import get_app_settings
from functions.configuration.settings import ConfigurationSettings
from tests.cases import read_cases

SETTINGS = read_cases(__file__)["settings"]


def test_web_app_settings_have_their_specified_names() -> None:
    reported = get_app_settings(ConfigurationSettings.model_validate(SETTINGS)).model_dump(by_alias=True)
    assert reported == {
        "webApiUrl": "/api/",
        "security": {
            "clientId": "portal-web",
            "b2cScopes": ["openid", "email", "profile"],
            "oidcConfiguration": {
                "authority": "https://identity.example",
                "redirectUrl": "https://portal.example/signin-callback",
                "post_logout_redirect_uri": "https://portal.example/",
                "signUpSignInPolicy": "B2C_1_sign_up_sign_in",
                "resetPasswordPolicy": "B2C_1_reset_password",
            },
            "secondFactorAcrValues": "urn:factors:2 urn:factors:3",
            "secondFactorClaims": '{"id_token":{"acrs":{"essential":true,"value":"c1"}}}',
        },
        "help": {"linkBaseUrl": "/help/", "defaultHelpContentPage": "index.html"},
        "userIdleTimeout": 600,
        "businessOneStop": {
            "isVisible": True,
            "helpLineNumber": "602-555-0100",
            "unCancellableApiEndpoints": ["/api/users", "/api/profile/completed"],
        },
        "messageCountRefreshInterval": 60,
        "readinessDelay": 500,
        "privacyOfficerEmail": "privacy@portal.example",
        "isDemonstration": False,
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("user_idle_timeout", "5"),
        ("message_count_refresh_interval", "1"),
        ("readiness_delay", "-1"),
        ("is_demonstration", "perhaps"),
    ],
)
def test_unusable_setting_is_refused(name: str, value: str) -> None:
    with pytest.raises(ValidationError):
        ConfigurationSettings.model_validate({**SETTINGS, name: value})

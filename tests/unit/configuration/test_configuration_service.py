import pytest
from pydantic import ValidationError

from functions.configuration.service import get_app_settings
from functions.configuration.settings import ConfigurationSettings
from tests.cases import read_cases

CASES = read_cases(__file__)
SETTINGS = CASES["settings"]


def test_web_app_settings_have_their_specified_names() -> None:
    reported = get_app_settings(ConfigurationSettings.model_validate(SETTINGS)).model_dump(by_alias=True)
    assert reported == CASES["reported"]


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

from datetime import timedelta
from typing import Annotated

import pytest
from pydantic import BaseModel, Field

from portal.principal import get_user_id
from portal.settings import SettingsError, load
from portal.types import get_utc_now, make_id


class Example(BaseModel):
    table_name: str
    seconds: Annotated[int, Field(ge=1)] = 5


def test_settings_are_read_from_variables() -> None:
    assert load(Example, {"TABLE_NAME": "users", "SECONDS": "7"}) == Example(table_name="users", seconds=7)


def test_unusable_setting_is_named_without_its_value() -> None:
    with pytest.raises(SettingsError) as caught:
        load(Example, {"SECONDS": "hidden-value"})
    assert "TABLE_NAME" in str(caught.value)
    assert "SECONDS" in str(caught.value)
    assert "hidden-value" not in str(caught.value)


def test_user_ids_are_stable_and_unique() -> None:
    assert get_user_id("https://issuer", "s1") == get_user_id("https://issuer", "s1")
    ids = {
        get_user_id("https://issuer", "s1"),
        get_user_id("https://issuer", "s2"),
        get_user_id("https://issuer\ns", "1"),
    }
    assert len(ids) == 3
    assert all(len(made) == 26 and made == made.lower() for made in ids)


def test_ids_are_lower_case_and_sort_by_time() -> None:
    first = make_id(get_utc_now() - timedelta(days=365))
    second = make_id(get_utc_now())
    assert first < second
    assert first == first.lower()
    assert len(first) == 26

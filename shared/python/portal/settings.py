"""Settings from the environment, which only this module reads.

Pydantic is not imported here, to keep the authorizer fast, which every signed-in call waits for.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from pydantic import BaseModel

    Model = TypeVar("Model", bound=BaseModel)


class SettingsError(Exception):
    """A setting is missing or invalid; the function must not start."""


def get_environment() -> Mapping[str, str]:
    """Return the environment variables of this function."""
    return os.environ


def get_required(environment: Mapping[str, str], name: str) -> str:
    """Return a variable. Raises SettingsError if it is missing or blank."""
    value = environment.get(name, "").strip()
    if not value:
        raise SettingsError(f"{name} must be set")
    return value


def load(model: type[Model], environment: Mapping[str, str]) -> Model:
    """Read the settings of a function, once at cold start.

    Args:
        model: model of the settings; each field comes from the variable of the same name in upper case.
    """
    from pydantic import ValidationError

    values = {name: environment[name.upper()] for name in model.model_fields if name.upper() in environment}
    try:
        return model.model_validate(values)
    except ValidationError as error:
        faults = {str(fault["loc"][0]).upper(): fault["type"] for fault in error.errors()}
        raise SettingsError(f"Unusable settings: {faults}") from None

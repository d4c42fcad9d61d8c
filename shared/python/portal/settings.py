"""The only reader of the environment.

Pydantic is not imported here, because the authorizer, which every signed-in call waits for, does without it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from pydantic import BaseModel

    Model = TypeVar("Model", bound=BaseModel)


class SettingsError(Exception):
    """A function was deployed with a missing or unusable setting; it must not start."""


def environment() -> Mapping[str, str]:
    """Return the environment variables of this function."""
    return os.environ


def load(model: type[Model]) -> Model:
    """Read a function's settings once, at cold start.

    Args:
        model: each field is read from the variable of the same name in upper case.

    Raises:
        SettingsError: names the variables at fault, never their values.
    """
    from pydantic import ValidationError

    variables = environment()
    values = {name: variables[name.upper()] for name in model.model_fields if name.upper() in variables}
    try:
        return model.model_validate(values)
    except ValidationError as error:
        faults = {str(fault["loc"][0]).upper(): fault["type"] for fault in error.errors()}
        raise SettingsError(f"Unusable settings: {faults}") from None

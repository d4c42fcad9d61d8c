"""Secrets of the deployment that can be replaced while the functions run.

Pydantic is not imported here, to keep the authorizers fast. Source of the order: docs/adr/0074.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic_core import CoreSchema

_FIELDS = {"current", "previous"}


class UnusableSecret(ValueError):
    """A secret does not have the format of `RotatingSecret`; the message never quotes it."""


@dataclass(frozen=True, slots=True)
class RotatingSecret:
    """A secret, and during a rotation another one that is accepted beside it.

    Functions of a deployment are updated one after another, so the other one is accepted everywhere before it
    becomes the current one, and afterwards until nothing made with it is in use.
    """

    current: str = field(repr=False)  # signs and encrypts
    previous: str = field(default="", repr=False)  # accepted as well; empty for none

    def __post_init__(self) -> None:
        """Refuse a secret without a current value, or with the same value twice.

        Raises:
            UnusableSecret: see above.
        """
        if not self.current or self.current == self.previous:
            raise UnusableSecret("A secret needs a current value that differs from the previous one")

    @classmethod
    def from_text(cls, text: str) -> RotatingSecret:
        """Read a secret.

        Args:
            text: `{"current": "…"}`, during a rotation with `"previous": "…"`.

        Raises:
            UnusableSecret: the text has a different format.
        """
        try:
            read = json.loads(text)
        except ValueError:
            # Without the original error, which quotes the secret.
            read = None
        if (
            not isinstance(read, dict)
            or not read.keys() <= _FIELDS
            or not all(isinstance(value, str) for value in read.values())
        ):
            raise UnusableSecret("A secret has to be a JSON object with current and perhaps previous")
        return cls(read.get("current", ""), read.get("previous", ""))

    def to_text(self) -> str:
        """Return the text that `parse` reads."""
        return json.dumps({"current": self.current} | ({"previous": self.previous} if self.previous else {}))

    @property
    def accepted(self) -> tuple[str, ...]:
        """The accepted values, the current one first."""
        return (self.current, self.previous) if self.previous else (self.current,)

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> CoreSchema:
        """Let settings have a field of this type, which is read from text."""
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(cls._validate)

    @classmethod
    def _validate(cls, value: object) -> RotatingSecret:
        return value if isinstance(value, cls) else cls.from_text(str(value))

"""Validation of forms: each check gives the clean value or the key of a message."""

import re
import unicodedata
from dataclasses import dataclass, field

from flask import request

EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+")
EMAIL_LENGTH = 254
NAME_LENGTH = 60
PASSWORD_LENGTHS = range(8, 129)


@dataclass
class Form:
    """The fields of the posted form, and what is wrong with them.

    `errors` maps field names to text keys in the order of the page, and "form" to a general error; `values`
    is shown again.
    """

    errors: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)

    def read_email(self, name: str = "email") -> str:
        """Return an email address in lower case."""
        value = self._read_text(name).lower()
        if not value:
            self.errors[name] = "error_email_missing"
        elif len(value) > EMAIL_LENGTH or not EMAIL.fullmatch(value) or not _is_plain(value):
            self.errors[name] = "error_email_invalid"
        return value

    def read_person_name(self, name: str) -> str:
        """Return a given or family name, with single spaces."""
        value = self._read_text(name)
        if not value:
            self.errors[name] = f"error_{name}_missing"
        elif len(value) > NAME_LENGTH or not _is_plain(value):
            self.errors[name] = "error_name_invalid"
        return value

    def read_code(self) -> str:
        """Return a six-digit code, without spaces."""
        value = re.sub(r"\s", "", request.form.get("code", ""))
        if not re.fullmatch(r"[0-9]{6}", value):
            self.errors["code"] = "error_code_format"
        return value

    def answer(self, longest: int, name: str = "answer") -> str:
        """Return an answer to a text message."""
        value = self._read_text(name)
        if not value:
            self.errors[name] = "error_answer_missing"
        elif len(value) > longest or not _is_plain(value):
            self.errors[name] = "error_answer_invalid"
        return value

    def read_password(self, name: str = "password") -> str:
        """Return an existing password, which must not be empty and is never shown again."""
        value = request.form.get(name, "")
        if not value:
            self.errors[name] = "error_password_missing"
        return value[: PASSWORD_LENGTHS.stop]

    def read_new_password(self, name: str = "password") -> str:
        """Return a password to set: at least eight characters (NIST SP 800-63B, section 5.1.1)."""
        value = request.form.get(name, "")
        if len(value) < PASSWORD_LENGTHS.start:
            self.errors[name] = "error_password_short"
        elif len(value) not in PASSWORD_LENGTHS:
            self.errors[name] = "error_password_long"
        return value

    def _read_text(self, name: str) -> str:
        value = " ".join(unicodedata.normalize("NFC", request.form.get(name, "")).split())
        self.values[name] = value
        return value


def _is_plain(value: str) -> bool:
    """Return whether there are no control, bidirectional-format, private or unassigned characters."""
    return not any(unicodedata.category(character).startswith("C") for character in value)

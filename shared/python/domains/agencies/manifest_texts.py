"""Texts and ids in a manifest."""

from typing import Annotated

from pydantic import Field, StringConstraints

from portal.contract import RequestContract
from portal.language import Text

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=60)]


FieldName = Annotated[str, StringConstraints(pattern=r"^[a-z][A-Za-z0-9]*$", max_length=40)]


Code = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$", max_length=40)]


class LocalizedText(RequestContract):
    """A text in both languages of the portal."""

    en: Annotated[str, Field(min_length=1, max_length=500)]
    es: Annotated[str, Field(min_length=1, max_length=500)]

    def to_text(self) -> Text:
        """Return the text as a `Text`."""
        return Text(en=self.en, es=self.es)


class FieldChoice(RequestContract):
    """A choice of an identity or form field."""

    value: Annotated[str, Field(min_length=1, max_length=40)]
    label: LocalizedText

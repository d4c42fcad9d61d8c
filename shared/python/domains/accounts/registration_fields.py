"""Fields of requests with a person's name and county."""

from typing import Annotated

from pydantic import AfterValidator, Field

from domains.accounts import registration_texts as texts
from domains.accounts.name_rules import clean_name, get_name_fault
from portal.validation import UnacceptableValue

MAX_NAME_LENGTH = 80


def _tidy_name(value: str) -> str:
    name = clean_name(value)
    fault = get_name_fault(name)
    if fault is not None:
        raise UnacceptableValue(texts.NAME_FAULTS[fault])
    return name


def _require_name(value: str) -> str:
    name = _tidy_name(value)
    if not name:
        raise UnacceptableValue(texts.NO_NAME)
    return name


def _require_first_name(value: str) -> str:
    if get_name_fault(clean_name(value) or "-") == "noLetter":
        raise UnacceptableValue(texts.NO_FIRST_NAME)
    return _tidy_name(value)


RequiredName = Annotated[str, Field(max_length=MAX_NAME_LENGTH), AfterValidator(_require_name)]
FirstName = Annotated[str, Field(max_length=MAX_NAME_LENGTH), AfterValidator(_require_first_name)]
OptionalName = Annotated[str, Field(max_length=MAX_NAME_LENGTH), AfterValidator(_tidy_name)]
CountyId = Annotated[str, Field(max_length=40)]

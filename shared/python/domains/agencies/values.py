"""Validation of an agency's answers about a record against the manifest.

A single invalid value makes the whole answer unusable, because the rest could be wrong too. Values are plain
text; markup in them is shown literally.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from domains.agencies.kinds import FieldKind
from domains.agencies.manifest import DisplayField, Service
from domains.agencies.protocol import FieldValueAnswer, MatchAnswer, PortraitAnswer, ServiceDataAnswer
from portal.text import clean, has_refused_characters, has_unprintable_characters, tidy
from portal.values import parse_date

MAX_TEXT_LENGTH = 500
MAX_LIST_LENGTH = 50
FIRST_YEAR = 1900
LAST_YEAR = 2200

MASK = "•"
"""Sign that stands for a hidden character."""

_JPEG, _PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
_MAX_CLOCK_DIFFERENCE = timedelta(minutes=5)
# At most 999,999,999.99 in either direction.
_AMOUNT = re.compile(r"-?[0-9]{1,9}\.[0-9]{2}")

Value = str | date | Decimal | tuple[str, ...]


class MalformedAnswer(Exception):
    """The answer violates the manifest; the error names the field and the fault, never the value."""


class WrongRecord(Exception):
    """The answer is about a different record."""


@dataclass(frozen=True, slots=True)
class AgencyRecord:
    """Validated data of an agency about a record."""

    reference: str
    as_of: datetime  # time at which the data was current
    # Values of the display fields that the agency filled in; text and status codes as str.
    values: Mapping[str, Value]
    actions: tuple[str, ...]  # ids of the actions available now

    def to_answer(self) -> ServiceDataAnswer:
        """Return the answer from which this was read."""
        return ServiceDataAnswer(
            reference=self.reference,
            as_of=self.as_of,
            fields={name: _write_value(value) for name, value in self.values.items()},
            actions=list(self.actions),
        )


def read_record(service: Service, reference: str, answer: ServiceDataAnswer, now: datetime) -> AgencyRecord:
    """Validate an answer against the manifest.

    Args:
        reference: the requested reference.

    Raises:
        WrongRecord: the answer has a different reference.
        MalformedAnswer: the answer is invalid in any other way.
    """
    if answer.reference != reference:
        raise WrongRecord
    fields = {field.name: field for field in service.display_fields}
    values: dict[str, Value] = {}
    for name, value in answer.fields.items():
        if name not in fields:
            raise MalformedAnswer("a field that the manifest does not know")
        if value is not None and value != "":
            values[name] = _read_value(fields[name], value)
    return AgencyRecord(reference, _get_as(answer, now), values, _parse_actions(service, answer))


def read_field_value(field: DisplayField, reference: str, answer: FieldValueAnswer) -> str:
    """Return the full value of a masked field.

    Args:
        reference: the requested reference.

    Raises:
        WrongRecord: the answer has a different reference.
        MalformedAnswer: the value is for another field, not text, or masked.
    """
    if answer.reference != reference:
        raise WrongRecord
    if answer.field != field.name or not answer.value or MASK in answer.value:
        raise MalformedAnswer(f"{field.name}: not its whole value")
    return _parse_text(field, answer.value)


def read_portrait(reference: str, answer: PortraitAnswer) -> bytes:
    """Return the picture of a person's face.

    Args:
        reference: the requested reference.

    Raises:
        WrongRecord: the answer has a different reference.
        MalformedAnswer: the picture is neither JPEG nor PNG.
    """
    if answer.reference != reference:
        raise WrongRecord
    if not answer.picture.startswith((_JPEG, _PNG)):
        raise MalformedAnswer("picture: neither JPEG nor PNG")
    return answer.picture


def check_match(answer: MatchAnswer) -> MatchAnswer:
    """Validate the answer to a match, and normalize its label.

    Raises:
        MalformedAnswer: the reference is missing, or a text has unprintable characters.
    """
    if not answer.matched:
        return answer
    if answer.reference is None or has_unprintable_characters(answer.reference):
        raise MalformedAnswer("reference")
    if answer.label is None:
        return answer
    label = tidy(answer.label)
    if not clean(label) or has_refused_characters(label):
        raise MalformedAnswer("label")
    return answer.model_copy(update={"label": label})


def _get_as(answer: ServiceDataAnswer, now: datetime) -> datetime:
    as_of = answer.as_of
    if as_of.tzinfo is None or as_of.year < FIRST_YEAR or as_of > now + _MAX_CLOCK_DIFFERENCE:
        raise MalformedAnswer("asOf")
    return as_of


def _parse_actions(service: Service, answer: ServiceDataAnswer) -> tuple[str, ...]:
    action_ids = [action.id for action in service.actions]
    if answer.actions is None:
        return tuple(action_ids)
    if not set(answer.actions) <= set(action_ids):
        raise MalformedAnswer("an action that the manifest does not know")
    return tuple(action for action in action_ids if action in answer.actions)


def _read_value(field: DisplayField, value: Any) -> Value:
    if _is_bare(field, value):
        raise MalformedAnswer(f"{field.name}: not masked")
    try:
        return _READERS[field.kind](field, value)
    except MalformedAnswer as error:
        raise MalformedAnswer(f"{field.name}: {error}") from None


def _parse_text(_field: DisplayField, value: Any) -> str:
    if not isinstance(value, str):
        raise MalformedAnswer("not text")
    if len(value) > MAX_TEXT_LENGTH:
        raise MalformedAnswer("longer than 500 characters")
    if has_refused_characters(value):
        raise MalformedAnswer("control or invisible characters, or an open isolate")
    return value


def _is_bare(field: DisplayField, value: Any) -> bool:
    """Tell if a value that must be masked is not. The portal would store it with its copy."""
    return field.reveal is not None and MASK not in str(value)


def _parse_date(_field: DisplayField, value: Any) -> date:
    day = parse_date(value, FIRST_YEAR, LAST_YEAR)
    if day is None:
        raise MalformedAnswer("not a day between 1900 and 2200 as YYYY-MM-DD")
    return day


def _parse_money(_field: DisplayField, value: Any) -> Decimal:
    if not isinstance(value, str) or not _AMOUNT.fullmatch(value):
        raise MalformedAnswer("not an amount with two places, as text")
    # Adding zero turns a negative zero into zero.
    return Decimal(value) + 0


def _parse_status(field: DisplayField, value: Any) -> str:
    if not isinstance(value, str) or value not in {status.code for status in field.statuses}:
        raise MalformedAnswer("not a status of the manifest")
    return value


def _list(field: DisplayField, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise MalformedAnswer("not a list")
    if len(value) > MAX_LIST_LENGTH:
        raise MalformedAnswer("more than 50 entries")
    return tuple(_parse_text(field, entry) for entry in value)


_READERS: Mapping[FieldKind, Callable[[DisplayField, Any], Value]] = {
    "text": _parse_text,
    "date": _parse_date,
    "money": _parse_money,
    "status": _parse_status,
    "list": _list,
}


def _write_value(value: Value) -> str | list[str]:
    match value:
        case date():
            return value.isoformat()
        case tuple():
            return list(value)
        case _:
            return str(value)

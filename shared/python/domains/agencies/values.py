"""Answers of an agency about a record, checked against the manifest.

One value that is not as the manifest says makes the whole answer unusable: half of it could be about somebody
else, or about nothing. Values stay text: markup in them is shown as it stands.
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
    """The answer is not as the manifest says; names the field and the fault, never the value."""


class WrongRecord(Exception):
    """The answer is about another record than the one asked for."""


@dataclass(frozen=True, slots=True)
class Record:
    """Data of an agency about a record, checked.

    Attributes:
        as_of: when it was true.
        values: of the display fields that the agency filled in: text and status code as str.
        actions: ids of those that are possible now.
    """

    reference: str
    as_of: datetime
    values: Mapping[str, Value]
    actions: tuple[str, ...]

    def answer(self) -> ServiceDataAnswer:
        """Return the answer that this was read from."""
        return ServiceDataAnswer(
            reference=self.reference,
            as_of=self.as_of,
            fields={name: _write_value(value) for name, value in self.values.items()},
            actions=list(self.actions),
        )


def read_record(service: Service, reference: str, answer: ServiceDataAnswer, now: datetime) -> Record:
    """Hold an answer against the manifest.

    Args:
        reference: that was asked for.

    Raises:
        WrongRecord: the answer has another reference.
        MalformedAnswer: anything else is not as it should be.
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
    return Record(reference, _get_as(answer, now), values, _parse_actions(service, answer))


def read_field_value(field: DisplayField, reference: str, answer: FieldValueAnswer) -> str:
    """Return the whole value of a masked field.

    Args:
        reference: that was asked for.

    Raises:
        WrongRecord: the answer has another reference.
        MalformedAnswer: it is of another field, no text, or masked.
    """
    if answer.reference != reference:
        raise WrongRecord
    if answer.field != field.name or not answer.value or MASK in answer.value:
        raise MalformedAnswer(f"{field.name}: not its whole value")
    return _parse_text(field, answer.value)


def read_portrait(reference: str, answer: PortraitAnswer) -> bytes:
    """Return the picture of a person's face.

    Args:
        reference: that was asked for.

    Raises:
        WrongRecord: the answer has another reference.
        MalformedAnswer: it is neither JPEG nor PNG.
    """
    if answer.reference != reference:
        raise WrongRecord
    if not answer.picture.startswith((_JPEG, _PNG)):
        raise MalformedAnswer("picture: neither JPEG nor PNG")
    return answer.picture


def check_match(answer: MatchAnswer) -> MatchAnswer:
    """Hold the answer to a match against the protocol; the label comes back tidied.

    Raises:
        MalformedAnswer: no reference, or unreadable text.
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
    known = [action.id for action in service.actions]
    if answer.actions is None:
        return tuple(known)
    if not set(answer.actions) <= set(known):
        raise MalformedAnswer("an action that the manifest does not know")
    return tuple(action for action in known if action in answer.actions)


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
    """Tell if a value that should be masked is not: then the portal would keep it with its copy."""
    return field.reveal is not None and MASK not in str(value)


def _parse_date(_field: DisplayField, value: Any) -> date:
    day = parse_date(value, FIRST_YEAR, LAST_YEAR)
    if day is None:
        raise MalformedAnswer("not a day between 1900 and 2200 as YYYY-MM-DD")
    return day


def _parse_money(_field: DisplayField, value: Any) -> Decimal:
    if not isinstance(value, str) or not _AMOUNT.fullmatch(value):
        raise MalformedAnswer("not an amount with two places, as text")
    # Adding zero makes a negative zero a plain one.
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

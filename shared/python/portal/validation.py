"""Conversion of Pydantic's errors to problems for people."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from itertools import islice
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from portal.contract import RequestContract
from portal.errors import InvalidRequest, Problem
from portal.language import Text
from portal.text import make_plain_digits
from portal.values import parse_date

MAX_PROBLEMS = 50
_MAX_PROPERTY_NAME_LENGTH = 100

_NOT_ACCEPTED = Text(en="This value is not accepted.", es="Este valor no se acepta.")

_MESSAGES: Mapping[str, Text] = {
    "missing": Text(en="This is required.", es="Este dato es obligatorio."),
    "extra_forbidden": Text(
        en="This field does not exist here. Remove it.", es="Este campo no existe aquí. Quítelo."
    ),
    "json_invalid": Text(
        en="The request is not valid JSON. Correct it and send it again.",
        es="La solicitud no es JSON válido. Corríjala y envíela de nuevo.",
    ),
    "model_type": Text(en="The request must be a JSON object.", es="La solicitud debe ser un objeto JSON."),
    "model_attributes_type": Text(
        en="The request must be a JSON object.", es="La solicitud debe ser un objeto JSON."
    ),
    "string_type": Text(en="Enter text.", es="Escriba un texto."),
    "string_unicode": Text(en="Enter text.", es="Escriba un texto."),
    "string_too_short": Text(
        en="Enter at least {min_length} characters.", es="Escriba al menos {min_length} caracteres."
    ),
    "string_too_long": Text(
        en="Enter at most {max_length} characters.", es="Escriba como máximo {max_length} caracteres."
    ),
    "string_pattern_mismatch": Text(
        en="This is not in the expected format.", es="Esto no tiene la forma esperada."
    ),
    "greater_than_equal": Text(en="Enter {ge} or more.", es="Escriba {ge} o más."),
    "less_than_equal": Text(en="Enter {le} or less.", es="Escriba {le} o menos."),
    "int_type": Text(en="Enter a whole number.", es="Escriba un número entero."),
    "int_parsing": Text(en="Enter a whole number.", es="Escriba un número entero."),
    "int_from_float": Text(en="Enter a whole number.", es="Escriba un número entero."),
    "literal_error": Text(en="Choose one of: {expected}.", es="Elija una de estas opciones: {expected}."),
    "enum": Text(en="Choose one of: {expected}.", es="Elija una de estas opciones: {expected}."),
    "bool_parsing": Text(en="Choose yes or no.", es="Elija sí o no."),
    "bool_type": Text(en="Choose yes or no.", es="Elija sí o no."),
    "list_type": Text(en="Send a list.", es="Envíe una lista."),
    "too_long": Text(en="Send at most {max_length}.", es="Envíe como máximo {max_length}."),
    "too_short": Text(en="Send at least {min_length}.", es="Envíe al menos {min_length}."),
}
WRONG_DATE = Text(
    en="Enter a real date as year-month-day, such as 1990-04-23.",
    es="Escriba una fecha real como año-mes-día, por ejemplo 1990-04-23.",
)


class UnacceptableValue(ValueError):
    """Error of a contract model's own check, with a sentence for the person."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


def make_field_problems(*problems: Problem) -> ValidationError:
    """Return the error for problems with several fields of a contract model.

    Args:
        problems: problems with property names of the contract, relative to the checked model.
    """
    return ValidationError.from_exception_data(
        "request",
        [
            InitErrorDetails(
                type=PydanticCustomError(
                    "unacceptable", "{error}", {"error": UnacceptableValue(problem.message)}
                ),
                loc=tuple(problem.property_name.split(".")),
                input=None,
            )
            for problem in problems
        ],
    )


def refuse_problems(*problems: Problem) -> None:
    """Refuse a request with the first problems, or accept it if there is none.

    Raises:
        InvalidRequest: has at most `MAX_PROBLEMS`, so that a hostile request does not get a larger answer.
    """
    if problems:
        raise InvalidRequest(*problems[:MAX_PROBLEMS])


def refuse_names_of_python(received: RequestContract, content: Any) -> None:
    """Refuse fields given by their Python names.

    In JSON, Pydantic ignores them instead of reporting unknown fields (core 2.46).
    """
    names = islice(_list_python_names(received, content, ""), MAX_PROBLEMS)
    refuse_problems(*(Problem(name, _MESSAGES["extra_forbidden"]) for name in names))


def _list_python_names(received: Any, content: Any, path: str) -> Iterator[str]:
    if isinstance(received, RequestContract) and isinstance(content, dict):
        fields = type(received).model_fields
        names = {name: field.alias or name for name, field in fields.items()}
        if type(received).model_config.get("extra") == "forbid":
            yield from (path + each for each in sorted(content.keys() - names.values()))
        for name, alias in names.items():
            if alias in content:
                yield from _list_python_names(getattr(received, name), content[alias], f"{path}{alias}.")
    elif isinstance(received, list | tuple) and isinstance(content, list):
        for number, (each, part) in enumerate(zip(received, content, strict=False)):
            yield from _list_python_names(each, part, f"{path}{number}.")
    elif isinstance(received, Mapping) and isinstance(content, dict):
        for key, each in received.items():
            yield from _list_python_names(each, content.get(key), f"{path}{key}.")


def _parse_iso_date(value: object) -> date:
    """Parse an ISO 8601 date; Pydantic would also accept seconds since 1970."""
    day = parse_date(value)
    if day is None:
        raise UnacceptableValue(WRONG_DATE)
    return day


IsoDate = Annotated[date, BeforeValidator(_parse_iso_date)]


def _convert_digits(value: object) -> object:
    return make_plain_digits(value) if isinstance(value, str) else value


TypedCode = Annotated[str, Field(min_length=6, max_length=6), BeforeValidator(_convert_digits)]
"""A one-time code as a person types or pastes it: separators and digits of other scripts are no fault."""

_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})"
)
_WRONG_MOMENT = Text(
    en="Send a moment with its offset from UTC (RFC 3339), such as 2026-11-21T18:30:00Z.",
    es="Envíe un momento con su diferencia horaria respecto a UTC (RFC 3339), como 2026-11-21T18:30:00Z.",
)


def _parse_moment(value: object) -> datetime:
    """Parse an RFC 3339 time; Pydantic would also accept seconds since 1970 and local times."""
    if not isinstance(value, str) or not _MOMENT.fullmatch(value):
        raise UnacceptableValue(_WRONG_MOMENT)
    try:
        # Near the ends of the calendar, the moment does not exist in UTC.
        return datetime.fromisoformat(value).astimezone(UTC)
    except (ValueError, OverflowError):
        raise UnacceptableValue(_WRONG_MOMENT) from None


Moment = Annotated[datetime, BeforeValidator(_parse_moment)]


def make_invalid_request(error: ValidationError) -> InvalidRequest:
    """Convert Pydantic's errors to the portal's list of problems.

    Args:
        error: error from validating a contract model.

    Returns:
        A problem for each error, in Pydantic's order, with the contract's field names; at most
        `MAX_PROBLEMS`, so that a hostile request does not get a larger answer.
    """
    return InvalidRequest(*(_make_problem(details) for details in error.errors()[:MAX_PROBLEMS]))


def _make_problem(details: ErrorDetails) -> Problem:
    property_name = ".".join(str(part) for part in details["loc"])
    return Problem(property_name[:_MAX_PROPERTY_NAME_LENGTH], _make_message(details))


def _make_message(details: ErrorDetails) -> Text:
    context: dict[str, Any] = details.get("ctx", {})
    error = context.get("error")
    if isinstance(error, UnacceptableValue):
        return error.message
    kind = details["type"]
    if kind.startswith(("date_", "datetime_")):
        return WRONG_DATE
    template = _MESSAGES.get(kind, _NOT_ACCEPTED)
    return Text(en=template.en.format(**context), es=template.es.format(**context))

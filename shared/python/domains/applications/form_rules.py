"""Rules of application forms: visible questions and valid answers.

Answers are strings. Drafts may hold incomplete answers. Submission converts them into the format for
agencies: dates `2027-01-31`, money `435.67`, `yes` or `no`, the value of a choice, the id of a county,
telephone numbers `+16025550123`, and JSON for addresses and people (see `domains.applications.records`).
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from functools import cache

from domains.agencies.kinds import FormFieldKind
from domains.agencies.manifest_forms import ApplicationForm, FormCondition, FormDocument, FormField
from domains.agencies.manifest_texts import LocalizedText
from domains.applications import record_texts, texts
from domains.applications.records import (
    Answer,
    PartFault,
    Record,
    Unreadable,
    complete_record,
    find_size_faults,
    read_answer,
    tidy_record,
    write_answer,
)
from domains.businesses.business import Business
from domains.reference.data import list_counties
from portal.errors import InvalidRequest, Problem
from portal.language import Text
from portal.text import clean, tidy
from portal.values import parse_date, parse_email_address, parse_office_number

MAX_ANSWERS = 200_000
"""Bytes of all answers as JSON; DynamoDB takes 400 KB for an item."""
_MAX_OTHER_ANSWER_LENGTH = 320
_WITH_PARTS: tuple[FormFieldKind, ...] = ("address", "people")
_WITH_LENGTH: tuple[FormFieldKind, ...] = ("text", "longText", "businessName")
_MAX_PROPERTY_NAME_LENGTH = 100

_NUMBER = re.compile(r"[0-9]{1,9}")
_MONEY = re.compile(r"\$?(?P<dollars>[0-9]{1,9}|[0-9]{1,3}(?:,[0-9]{3}){1,2})(?P<cents>\.[0-9]{2})?")
_EARLIEST_YEAR, _LATEST_YEAR = 1800, 2200


def list_fields(form: ApplicationForm) -> Iterator[FormField]:
    """List the questions in order."""
    for section in form.sections:
        yield from section.fields


def list_shown_fields(form: ApplicationForm, answers: Mapping[str, str]) -> list[FormField]:
    """Return the questions to show for some answers.

    A question may depend on the answer to an earlier one; the answer to a hidden question is ignored.
    """
    shown: dict[str, str] = {}
    fields = []
    for field in list_fields(form):
        if is_condition_met(field.shown_when, shown):
            fields.append(field)
            shown[field.name] = answers.get(field.name, "")
    return fields


def list_shown_documents(form: ApplicationForm, answers: Mapping[str, str]) -> list[FormDocument]:
    """Return the files to request for some answers."""
    shown = {field.name: answers.get(field.name, "") for field in list_shown_fields(form, answers)}
    return [document for document in form.documents if is_condition_met(document.shown_when, shown)]


def prefill_answers(form: ApplicationForm, business: Business) -> dict[str, str]:
    """Return the initial answers for an application of a business.

    A choice is filled in only if it has the value.
    """
    business_values = {
        "businessName": business.name,
        "entityType": business.entity_type,
        "countyId": business.county_id,
    }
    filled = {}
    for field in list_fields(form):
        if field.prefill is None:
            continue
        value = business_values[field.prefill]
        values = {choice.value for choice in field.choices}
        if len(value) <= _get_max_length(field) and (field.kind != "choice" or value in values):
            filled[field.name] = value
    return filled


def read_answers(form: ApplicationForm, answers: Mapping[str, str]) -> dict[str, str | Record | list[Record]]:
    """Return stored answers as their kinds have them."""
    fields = {field.name: field for field in list_fields(form)}
    return {name: read_answer(fields[name], answer) for name, answer in answers.items()}


def clean_answers(form: ApplicationForm, answers: Mapping[str, Answer]) -> dict[str, str]:
    """Validate answers for saving, and normalize them.

    Returns:
        The nonempty answers, in the order of the form.
    """
    by_name = {field.name: field for field in list_fields(form)}
    problems: list[Problem] = []
    texts_by_name = {name: write_answer(answer) for name, answer in answers.items()}
    for name, answer in answers.items():
        if name in by_name:
            problems.extend(_find_kept_faults(by_name[name], answer))
        else:
            problems.append(_find_problem(name, texts.UNKNOWN_FIELD))
    if problems:
        raise InvalidRequest(*problems)
    tidied = {name: _tidy(field, texts_by_name.get(name, "")) for name, field in by_name.items()}
    cleaned = {name: answer for name, answer in tidied.items() if answer}
    if len(json.dumps(cleaned)) > MAX_ANSWERS:
        raise InvalidRequest(Problem("answers", texts.TOO_MUCH))
    return cleaned


def complete_answers(
    form: ApplicationForm, answers: Mapping[str, str], document_codes: Collection[str]
) -> dict[str, str]:
    """Validate answers and files for submission.

    Args:
        answers: as `clean_answers` gives them.
        document_codes: codes of the files added.

    Returns:
        The answers to the visible questions, in the format for agencies.
    """
    problems: list[Problem] = []
    complete = {}
    for field in list_shown_fields(form, answers):
        typed = answers.get(field.name, "")
        if not typed:
            if field.is_required:
                problems.append(_find_problem(field.name, texts.format_missing(_parse_text(field.label))))
            continue
        if field.kind in _WITH_PARTS:
            complete[field.name], faults = complete_record(field, typed)
            problems.extend(_make_part_problem(field, fault) for fault in faults)
            continue
        try:
            complete[field.name] = _normalize(field, typed)
        except _Wrong as error:
            problems.append(
                _find_problem(field.name, texts.format_wrong(_parse_text(field.label), error.remedy))
            )
    for document in list_shown_documents(form, answers):
        if document.is_required and document.code not in document_codes:
            missing = texts.format_document_missing(_parse_text(document.label))
            problems.append(Problem(f"documents.{document.code}", missing))
    if problems:
        raise InvalidRequest(*problems)
    return complete


class _Wrong(Exception):
    """An answer that is invalid for its kind."""

    def __init__(self, remedy: Text) -> None:
        super().__init__(remedy.en)
        self.remedy = remedy


def is_condition_met(condition: FormCondition | None, shown: Mapping[str, str]) -> bool:
    """Return whether the answers to the visible questions meet a condition; None is always met."""
    return condition is None or shown.get(condition.field) == condition.equals


def _get_max_length(field: FormField) -> int:
    return field.max_length if field.kind in _WITH_LENGTH else _MAX_OTHER_ANSWER_LENGTH


def _find_kept_faults(field: FormField, answer: Answer) -> Iterator[Problem]:
    if field.kind in _WITH_PARTS:
        yield from _find_part_faults(field, write_answer(answer))
    elif not isinstance(answer, str):
        yield _make_part_problem(field, PartFault("", record_texts.UNREADABLE))
    elif len(_tidy(field, answer)) > _get_max_length(field):
        yield _find_problem(
            field.name, texts.format_too_long(_parse_text(field.label), _get_max_length(field))
        )


def _find_part_faults(field: FormField, typed: str) -> Iterator[Problem]:
    if not typed:
        return
    try:
        yield from [_make_part_problem(field, fault) for fault in find_size_faults(field, typed)]
    except Unreadable:
        yield _make_part_problem(field, PartFault("", record_texts.UNREADABLE))


def _make_part_problem(field: FormField, fault: PartFault) -> Problem:
    return _find_problem(field.name + fault.path, texts.format_wrong(_parse_text(field.label), fault.remedy))


def _tidy(field: FormField, typed: str) -> str:
    if field.kind in _WITH_PARTS:
        return tidy_record(field, typed) if typed else ""
    return clean(typed) if field.kind == "longText" else tidy(typed)


def _normalize(field: FormField, typed: str) -> str:
    match field.kind:
        case "text" | "longText" | "address" | "people" | "businessName":
            return typed
        case "number":
            return _parse_number(field, typed)
        case "money":
            return _parse_money(field, typed)
        case "date":
            return _parse_day(typed)
        case "choice":
            return _require_choice(typed, {choice.value for choice in field.choices}, texts.CHOICE)
        case "yesNo":
            return _require_choice(typed, {"yes", "no"}, texts.YES_OR_NO)
        case "county":
            return _require_choice(typed, _list_county_ids(), texts.COUNTY)
        case "email":
            return _read(parse_email_address(typed), texts.EMAIL)
        case "phone":
            return _read(parse_office_number(typed), texts.PHONE)


def _parse_number(field: FormField, typed: str) -> str:
    if not _NUMBER.fullmatch(typed):
        raise _Wrong(texts.WHOLE_NUMBER)
    number = int(typed)
    _check_limits(field, Decimal(number))
    return str(number)


def _parse_money(field: FormField, typed: str) -> str:
    match = _MONEY.fullmatch(typed)
    if not match:
        raise _Wrong(texts.MONEY)
    amount = Decimal(match["dollars"].replace(",", "") + (match["cents"] or ".00"))
    _check_limits(field, amount)
    return str(amount)


def _check_limits(field: FormField, value: Decimal) -> None:
    if field.minimum is not None and value < field.minimum:
        raise _Wrong(texts.format_at_least(field.minimum))
    if field.maximum is not None and value > field.maximum:
        raise _Wrong(texts.format_at_most(field.maximum))


def _parse_day(typed: str) -> str:
    day = parse_date(typed, _EARLIEST_YEAR, _LATEST_YEAR)
    if day is None:
        raise _Wrong(texts.DATE)
    return day.isoformat()


def _require_choice(typed: str, values: Collection[str], remedy: Text) -> str:
    if typed not in values:
        raise _Wrong(remedy)
    return typed


def _read(normalized: str | None, remedy: Text) -> str:
    if normalized is None:
        raise _Wrong(remedy)
    return normalized


@cache
def _list_county_ids() -> frozenset[str]:
    return frozenset(county.id for county in list_counties())


def _parse_text(text: LocalizedText) -> Text:
    return Text(en=text.en, es=text.es)


def _find_problem(name: str, message: Text) -> Problem:
    return Problem(f"answers.{name}"[:_MAX_PROPERTY_NAME_LENGTH], message)

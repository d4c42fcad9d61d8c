"""Validate the state of an application sent by an agency."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from domains.applications.application import ApplicationStatus
from domains.messages.message import OLDEST_MESSAGE
from domains.state.time import get_day
from functions.agencyinbound import texts
from functions.agencyinbound.contract import ApplicationStatusRequest, InboundApplicationStatus
from functions.agencyinbound.plain_text import TextRefused, clean_text
from portal.errors import Problem
from portal.language import Language
from portal.parts import apply_rules
from portal.text import has_unprintable_characters, tidy
from portal.types import derive_id
from portal.validation import refuse_problems

MAX_NOTE_LENGTH = 4_000
_MAX_TIME_TO_RESPOND = timedelta(days=366)
_CLOCKS_DIFFER_BY = timedelta(minutes=5)
_WITH_NOTE = frozenset({"needsInformation", "refused"})


def hash_content(status: InboundApplicationStatus) -> str:
    """Hash the whole request, to detect different content under the same id."""
    return derive_id(json.dumps(status.model_dump(mode="json"), sort_keys=True))


def refuse_faults(request: ApplicationStatusRequest, now: datetime, faults: Sequence[Problem]) -> None:
    """Refuse a request whose shape has faults, with those of the rules about its right parts.

    Without faults, the rules wait until the portal knows that the state is new.

    Raises:
        InvalidRequest: has all faults.
    """
    if faults:
        notes = dict(apply_rules(_clean_notes(request), to_parts=True))
        refuse_problems(*faults, *apply_rules(*_list_rules(request, notes, now), to_parts=True))


def check_status(request: ApplicationStatusRequest, now: datetime) -> ApplicationStatus:
    """Check a state against the rules and convert it to its stored form.

    Files are checked elsewhere.

    Raises:
        InvalidRequest: has all faults.
    """
    notes = dict(_clean_notes(request))
    refuse_problems(*apply_rules(*_list_rules(request, notes, now), to_parts=False))
    status = request.status
    note = {language: text for language, text in notes.items() if isinstance(text, str)}
    due = None if status.amount_due is None else int(Decimal(status.amount_due) * 100)
    return ApplicationStatus(status.id, status.state, note, status.respond_by, status.at, due)


def _clean_notes(request: ApplicationStatusRequest) -> Iterator[tuple[Language, str | TextRefused]]:
    note = request.status.note
    for language, text in (note.get_by_language() if note else {}).items():
        try:
            yield language, clean_text(text, MAX_NOTE_LENGTH)
        except TextRefused as error:
            yield language, error


def _list_rules(
    request: ApplicationStatusRequest, notes: Mapping[Language, str | TextRefused], now: datetime
) -> tuple[Iterator[Problem], ...]:
    return (
        _check_id(request),
        _check_at(request, now),
        _check_note_presence(request),
        _check_respond_by(request, now),
        _check_documents(request),
        _check_notes(notes),
    )


def _check_id(request: ApplicationStatusRequest) -> Iterator[Problem]:
    own_id = request.status.id
    if has_unprintable_characters(own_id):
        yield Problem("status.id", texts.UNPRINTABLE)
    elif not tidy(own_id):
        yield Problem("status.id", texts.EMPTY)


def _check_at(request: ApplicationStatusRequest, now: datetime) -> Iterator[Problem]:
    if not now - OLDEST_MESSAGE <= request.status.at <= now + _CLOCKS_DIFFER_BY:
        yield Problem("status.at", texts.SENT_OUT_OF_RANGE)


def _check_note_presence(request: ApplicationStatusRequest) -> Iterator[Problem]:
    status = request.status
    has_note = status.note is not None and status.note.get_by_language()
    if not has_note and status.state in _WITH_NOTE:
        yield Problem("status.note", texts.NOTE_NEEDED)
    elif status.note is not None and not has_note:
        yield Problem("status.note", texts.NO_LANGUAGE)


def _check_respond_by(request: ApplicationStatusRequest, now: datetime) -> Iterator[Problem]:
    status = request.status
    if status.respond_by is None:
        return
    today = get_day(now)
    if status.state != "needsInformation":
        yield Problem("status.respondBy", texts.NOTHING_TO_RESPOND)
    elif not today < status.respond_by <= today + _MAX_TIME_TO_RESPOND:
        yield Problem("status.respondBy", texts.RESPOND_BY_OUT_OF_RANGE)


def _check_documents(request: ApplicationStatusRequest) -> Iterator[Problem]:
    document_ids = [each.id for each in request.status.documents]
    for index, document_id in enumerate(document_ids):
        if document_id in document_ids[:index]:
            yield Problem(f"status.documents.{index}.id", texts.NAMED_TWICE)


def _check_notes(notes: Mapping[Language, str | TextRefused]) -> Iterator[Problem]:
    for language, text in notes.items():
        if isinstance(text, TextRefused):
            yield Problem(f"status.note.{language}", text.message)

"""Validate the state of an application sent by an agency."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal

from domains.applications.application import Status
from domains.messages.message import OLDEST_MESSAGE
from functions.agencyinbound import texts
from functions.agencyinbound.contract import InboundApplicationStatus
from functions.agencyinbound.plain_text import TextRefused, clean_text
from portal.errors import InvalidRequest, Problem
from portal.language import Language, Text
from portal.text import has_unprintable_characters, tidy
from portal.types import ARIZONA, derive_id

MAX_NOTE_LENGTH = 4_000
_MAX_TIME_TO_RESPOND = timedelta(days=366)
_CLOCKS_DIFFER_BY = timedelta(minutes=5)
_WITH_NOTE = frozenset({"needsInformation", "refused"})


def hash_content(sent: InboundApplicationStatus) -> str:
    """Hash the whole request, to detect different content under the same id."""
    return derive_id(json.dumps(sent.model_dump(mode="json"), sort_keys=True))


def check_status(sent: InboundApplicationStatus, now: datetime) -> Status:
    """Check a state against the rules and convert it to its stored form.

    Files are checked elsewhere.
    """
    note: dict[Language, str] = {}
    problems = [*_find_problems_around(sent, now)]
    for language, text in (sent.note.by_language() if sent.note else {}).items():
        try:
            note[language] = clean_text(text, MAX_NOTE_LENGTH)
        except TextRefused as error:
            problems.append(_make_problem(f"note.{language}", error.message))
    if problems:
        raise InvalidRequest(*problems)
    due = None if sent.amount_due is None else int(Decimal(sent.amount_due) * 100)
    return Status(sent.id, sent.state, note, sent.respond_by, sent.at, due)


def _find_problems_around(sent: InboundApplicationStatus, now: datetime) -> Iterator[Problem]:
    if has_unprintable_characters(sent.id):
        yield _make_problem("id", texts.UNPRINTABLE)
    elif not tidy(sent.id):
        yield _make_problem("id", texts.EMPTY)
    if not now - OLDEST_MESSAGE <= sent.at <= now + _CLOCKS_DIFFER_BY:
        yield _make_problem("at", texts.SENT_OUT_OF_RANGE)
    has_note = sent.note is not None and sent.note.by_language()
    if not has_note and sent.state in _WITH_NOTE:
        yield _make_problem("note", texts.NOTE_NEEDED)
    elif sent.note is not None and not has_note:
        yield _make_problem("note", texts.NO_LANGUAGE)
    if sent.respond_by is not None:
        today = now.astimezone(ARIZONA).date()
        if sent.state != "needsInformation":
            yield _make_problem("respondBy", texts.NOTHING_TO_RESPOND)
        elif not today < sent.respond_by <= today + _MAX_TIME_TO_RESPOND:
            yield _make_problem("respondBy", texts.RESPOND_BY_OUT_OF_RANGE)
    document_ids = [each.id for each in sent.documents]
    for index, document_id in enumerate(document_ids):
        if document_id in document_ids[:index]:
            yield _make_problem(f"documents.{index}.id", texts.NAMED_TWICE)


def _make_problem(name: str, message: Text) -> Problem:
    return Problem(f"status.{name}", message)

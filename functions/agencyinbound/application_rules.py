"""What the state of an application must be like that an agency tells."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta

from functions.agencyinbound import messages
from functions.agencyinbound.plain_text import TextRefused, kept_text
from portal.applications.application import AgencyState, Status
from portal.errors import InvalidRequest, Problem
from portal.language import Language, Text
from portal.messages.message import OLDEST_MESSAGE
from portal.text import has_unprintable_characters, tidy
from portal.types import ARIZONA, derived_id

LONGEST_NOTE = 4_000
_LONGEST_TIME_TO_RESPOND = timedelta(days=366)
_CLOCKS_DIFFER_BY = timedelta(minutes=5)
_WITH_NOTE = frozenset({"needsInformation", "refused"})


@dataclass(frozen=True, slots=True)
class ToldStatus:
    """A state as the agency sent it.

    Attributes:
        id: the agency's own id.
        note: None where there is none.
        document_ids: of files that it announced.
    """

    id: str
    state: AgencyState
    note: Mapping[Language, str] | None
    respond_by: date | None
    document_ids: tuple[str, ...]
    at: datetime


def hash_of(told: ToldStatus) -> str:
    """Of all that the agency sent, so that the same id with another content is noticed."""
    described = asdict(told) | {
        "at": told.at.astimezone(UTC).isoformat(),
        "respond_by": told.respond_by.isoformat() if told.respond_by else None,
    }
    return derived_id(json.dumps(described, sort_keys=True))


def check_status(told: ToldStatus, now: datetime) -> Status:
    """Hold a state against the rules and bring it into the form in which it is kept.

    Its files are looked at elsewhere.

    Raises:
        InvalidRequest: every rule that is not kept, at the field it concerns.
    """
    note: dict[Language, str] = {}
    problems = [*_problems_around(told, now)]
    for language, text in (told.note or {}).items():
        try:
            note[language] = kept_text(text, LONGEST_NOTE)
        except TextRefused as error:
            problems.append(_problem(f"note.{language}", error.message))
    if problems:
        raise InvalidRequest(*problems)
    return Status(told.id, told.state, note, told.respond_by, told.at.astimezone(UTC))


def _problems_around(told: ToldStatus, now: datetime) -> Iterator[Problem]:
    if has_unprintable_characters(told.id):
        yield _problem("id", messages.UNPRINTABLE)
    elif not tidy(told.id):
        yield _problem("id", messages.EMPTY)
    if not now - OLDEST_MESSAGE <= told.at <= now + _CLOCKS_DIFFER_BY:
        yield _problem("at", messages.SENT_OUT_OF_RANGE)
    if not told.note and told.state in _WITH_NOTE:
        yield _problem("note", messages.NOTE_NEEDED)
    elif told.note is not None and not told.note:
        yield _problem("note", messages.NO_LANGUAGE)
    if told.respond_by is not None:
        today = now.astimezone(ARIZONA).date()
        if told.state != "needsInformation":
            yield _problem("respondBy", messages.NOTHING_TO_RESPOND)
        elif not today < told.respond_by <= today + _LONGEST_TIME_TO_RESPOND:
            yield _problem("respondBy", messages.RESPOND_BY_OUT_OF_RANGE)
    for index, document_id in enumerate(told.document_ids):
        if document_id in told.document_ids[:index]:
            yield _problem(f"documents.{index}.id", messages.NAMED_TWICE)


def _problem(name: str, message: Text) -> Problem:
    return Problem(f"status.{name}", message)

"""A person's question to support, with an optional transcript of the assistant."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cache
from typing import Literal

from pydantic import BaseModel, Field
from pydantic.alias_generators import to_camel

from domains.reference import business_days
from domains.reference.data import DATA_FOLDER
from domains.state.time import get_day
from portal.language import Language

MAX_CHARACTERS = 2000
MAX_TRANSCRIPT_LINES = 30
MAX_OPEN_QUESTIONS = 3
"""Limit of a person's waiting questions; support answers in days, and a person reads each question."""
KEPT_AFTER_ANSWER = timedelta(days=30)
"""Time after the answer until support's copy is removed; the inbox of the person keeps question and
answer.
"""


class _SupportAnswers(BaseModel, alias_generator=to_camel):
    answer_business_days: int = Field(ge=1, le=30)


@cache
def get_answer_business_days() -> int:
    """Return the number of business days for an answer. Source: data/support_answers.json."""
    content = (DATA_FOLDER / "support_answers.json").read_bytes()
    return _SupportAnswers.model_validate_json(content).answer_business_days


def get_expected_day(asked_at: datetime) -> date:
    """Return the expected day of the answer, in Arizona time."""
    return business_days.add(get_day(asked_at), get_answer_business_days())


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """A message of the conversation with the assistant."""

    author: Literal["person", "assistant"]
    text: str
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """The answer of a staff member."""

    text: str
    staff_number: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SupportQuestion:
    """A question."""

    id: str
    user_id: str
    message_id: str  # id of the question's message in the person's inbox, and of its thread
    text: str
    language: Language  # the person's language, which the answer must use
    transcript: tuple[TranscriptLine, ...]
    asked_at: datetime
    expected_on: date  # expected day of the answer
    revision: int = 1  # revision of the stored item; 1 for a new one
    taken_by: str | None = None  # number of the staff member who took the question, or None
    answer: QuestionAnswer | None = None

    @property
    def number(self) -> str:
        """Number for the person and support; also the case number in the access log."""
        return get_question_number(self.id)

    @property
    def expires_at(self) -> datetime | None:
        """Time of removal; None before the answer."""
        return self.answer.at + KEPT_AFTER_ANSWER if self.answer else None

    def with_taker(self, staff_number: str | None) -> "SupportQuestion":
        """Return the question taken by a staff member, or put back."""
        return replace(self, taken_by=staff_number, revision=self.revision + 1)

    def with_answer(self, text: str, staff_number: str, at: datetime) -> "SupportQuestion":
        return replace(self, answer=QuestionAnswer(text, staff_number, at), revision=self.revision + 1)


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question in the queue, without its text."""

    id: str
    user_id: str
    language: Language
    asked_at: datetime
    expected_on: date
    taken_by: str | None

    @property
    def number(self) -> str:
        """Number of the question; see `SupportQuestion.number`."""
        return get_question_number(self.id)


def get_question_number(question_id: str) -> str:
    """Return `Q-` and the first eight characters of the id: 40 bits, short enough to read out."""
    return f"Q-{question_id[:8].upper()}"

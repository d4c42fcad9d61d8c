"""Requests and replies of questions to the support desk."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from portal.contract import Contract, RequestContract
from portal.language import Language


class OpenQuestionReply(Contract):
    """A question in the queue, without name and text.

    Attributes:
        user_id: id of the person who asks.
        expected_on: day by which the person expects the answer.
        taken_by: number of the staff member who took it, or None.
        is_mine: true if the caller took it.
    """

    id: str
    user_id: str
    number: str
    language: Language
    asked_at: datetime
    expected_on: date
    taken_by: str | None
    is_mine: bool


class OpenQuestionsReply(Contract):
    """The queue, oldest question first, at most 100."""

    items: list[OpenQuestionReply]
    is_truncated: bool


class TranscriptLineReply(Contract):
    """A message of the conversation that the person sent along."""

    author: Literal["person", "assistant"]
    text: str
    sent_at: datetime


class QuestionAnswerReply(Contract):
    """The answer to a question."""

    text: str
    staff_number: str
    at: datetime


class QuestionReply(OpenQuestionReply):
    """A question with the name of the person and the answer."""

    display_name: str
    text: str
    transcript: list[TranscriptLineReply]
    answer: QuestionAnswerReply | None


class TakeRequest(RequestContract):
    """Request to take a question.

    Attributes:
        taken_by: staff number that the caller saw, or None; refused if it changed.
    """

    taken_by: Annotated[str, Field(max_length=20)] | None


class AnswerRequest(RequestContract):
    """An answer, in the language of the question."""

    text: Annotated[str, Field(min_length=5, max_length=5000)]

"""The queue of questions to support."""

from dataclasses import dataclass

from domains.accesslog.access_log import AccessLog
from domains.accesslog.record import Access, AccessKind, AccessReason, ShownField, StaffMember
from domains.accounts.account_table import AccountRepository
from domains.messages.messages_table import MessagesTable
from domains.questions.notices import make_answer_message
from domains.questions.question import OpenQuestion, SupportQuestion
from domains.questions.questions_table import QuestionsTable
from functions.userservices.errors import (
    NotYourCase,
    OwnRecord,
    QuestionAnswered,
    QuestionNotFound,
    QuestionTaken,
)
from portal.tables import Write
from portal.types import Clock
from portal.updates import LostRace, retry_lost_races

MAX_LISTED = 100


@dataclass(frozen=True, slots=True)
class OpenedQuestion:
    """A question and the person's name."""

    question: SupportQuestion
    display_name: str


@dataclass(frozen=True, slots=True)
class OpenQuestions:
    """The start of the queue; `is_truncated` if there are more."""

    items: list[OpenQuestion]
    is_truncated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionDesk:
    """Lists, takes, and answers questions, for the portal's own support; nobody handles their own question.

    Every method but the list raises `QuestionNotFound`, `OwnRecord`, `NotYourCase` and `AccessNotRecorded`.
    The logged purpose is the person's request, and the case is the question's number.
    """

    clock: Clock
    log: AccessLog
    accounts: AccountRepository
    questions: QuestionsTable
    inbox: MessagesTable

    def list_open(self, staff: StaffMember) -> OpenQuestions:
        """Return the queue, without names and texts, so no access is recorded."""
        if staff.agency_id is not None:
            raise NotYourCase
        questions = self.questions.list_open(MAX_LISTED + 1)
        items = [each for each in questions[:MAX_LISTED] if each.user_id != staff.user_id]
        return OpenQuestions(items, len(questions) > MAX_LISTED)

    def get_question(self, staff: StaffMember, call: str, user_id: str, question_id: str) -> OpenedQuestion:
        """Return a question, and record the access."""
        question = self._find(staff, user_id, question_id)
        self._record(staff, call, "view", question)
        return self._open(question)

    @retry_lost_races(QuestionTaken)
    def take_question(
        self, staff: StaffMember, call: str, user_id: str, question_id: str, taken_by: str | None
    ) -> OpenedQuestion:
        """Take a question, so nobody else answers it; safe to repeat.

        Args:
            taken_by: its last known owner; staff can take over a colleague's question.
        """
        question = self._find(staff, user_id, question_id)
        if question.answer is not None:
            raise QuestionAnswered
        if question.taken_by == staff.number:
            self._record(staff, call, "view", question)
            return self._open(question)
        if question.taken_by != taken_by:
            raise QuestionTaken
        taken_question = question.with_taker(staff.number)
        if self._record_change(
            staff, call, "view", taken_question, self.questions.write_question(taken_question)
        ):
            return self._open(taken_question)
        raise LostRace

    def release_question(self, staff: StaffMember, user_id: str, question_id: str) -> SupportQuestion:
        """Put back a question that the staff member took; safe to repeat."""
        question = self._find(staff, user_id, question_id)
        if question.answer is not None:
            raise QuestionAnswered
        if question.taken_by is None:
            return question
        if question.taken_by != staff.number:
            raise QuestionTaken
        released_question = question.with_taker(None)
        if not self.questions.save_question(released_question):
            raise QuestionTaken
        return released_question

    @retry_lost_races(QuestionTaken)
    def answer_question(
        self, staff: StaffMember, call: str, user_id: str, question_id: str, text: str
    ) -> OpenedQuestion:
        """Answer a question that the staff member took; puts the answer into the person's inbox.

        Safe to repeat.
        """
        question = self._find(staff, user_id, question_id)
        answer = question.answer
        if answer is not None:
            if (answer.text, answer.staff_number) != (text, staff.number):
                raise QuestionAnswered
            self._record(staff, call, "view", question)
            return self._open(question)
        if question.taken_by != staff.number:
            raise QuestionTaken
        answered_question = question.with_answer(text, staff.number, self.clock())
        writes = (
            self.questions.write_question(answered_question),
            *self.inbox.write_in_thread(make_answer_message(answered_question)),
        )
        if self._record_change(staff, call, "change", answered_question, *writes):
            return self._open(answered_question)
        raise LostRace

    def _find(self, staff: StaffMember, user_id: str, question_id: str) -> SupportQuestion:
        if staff.agency_id is not None:
            raise NotYourCase
        if user_id == staff.user_id:
            raise OwnRecord
        question = self.questions.get_question(user_id, question_id)
        if question is None or (question.expires_at and question.expires_at <= self.clock()):
            raise QuestionNotFound
        return question

    def _open(self, question: SupportQuestion) -> OpenedQuestion:
        registration = self.accounts.get_account(question.user_id).registration
        return OpenedQuestion(question, registration.display_name if registration else "")

    def _record(self, staff: StaffMember, call: str, kind: AccessKind, question: SupportQuestion) -> None:
        self.log.record_access(_make_access(staff, call, kind, question))

    def _record_change(
        self, staff: StaffMember, call: str, kind: AccessKind, question: SupportQuestion, *writes: Write
    ) -> bool:
        return self.log.record_change(_make_access(staff, call, kind, question), *writes)


def _make_access(staff: StaffMember, call: str, kind: AccessKind, question: SupportQuestion) -> Access:
    reason = AccessReason("resident-asked", question.number)
    # A change reaches the question alone; the name is only seen.
    fields: tuple[ShownField, ...] = ("questions",) if kind == "change" else ("name", "questions")
    return Access(staff, reason, kind, call, fields, (question.user_id,))
